package driver

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
)

// flags declares the options that are not passes. Those that --help shows come first.
func (c *config) flags() *pflag.FlagSet {
	f := pflag.NewFlagSet("tawa-opt", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SortFlags = false
	f.StringVarP(&c.output, "output", "o", "-", "write to this `file`")
	f.Var(oneOf(&c.emit, "mlir", "mlir", "llvm", "ptx", "cubin"), "emit", "what to write: mlir, llvm, ptx or cubin")
	f.StringVar(&c.metadata, "emit-metadata", "", "write the launch metadata, as JSON, to this `file`")
	f.StringVar(&c.target, "target", "sm_90a", "the `chip` to compile for")
	f.StringVar(&c.pipelineText, "pass-pipeline", "", "passes as `text`, such as 'builtin.module(canonicalize,cse)'")
	f.BoolVar(&c.allowUnregistered, "allow-unregistered-dialect", false, "accept ops that no dialect defines")
	optional(f, &c.split, "split-input-file", defaultMarker, "treat the parts between '// -----' lines, or `marker`, as inputs of their own")
	f.Var(&remarksFlag{&c.remarks}, "remarks", "show what passes did, and why they did not: text, yaml or a `file` that ends in .yaml")
	f.Lookup("remarks").NoOptDefVal = "text"
	f.BoolVar(&c.print.afterAll, "mlir-print-ir-after-all", false, "print the program after each pass, to stderr")
	f.BoolVar(&c.print.diff, "print-ir-diff", false, "print what each pass changed, as a unified diff, to stderr")
	f.BoolVar(&c.generic, "mlir-print-op-generic", false, "print the generic form of ops")
	f.BoolVar(&c.debugInfo, "mlir-print-debuginfo", false, "print locations")
	f.BoolVar(&c.timing, "mlir-timing", false, "show how long each pass took, to stderr")
	f.BoolVar(&c.statistics, "mlir-pass-statistics", false, "show what passes counted, to stderr")
	f.BoolVar(&c.traceRewrites, "trace-rewrites", false, "show each rewrite, with its number, to stderr")
	f.IntVar(&c.rewriteLimit, "rewrite-limit", -1, "make only the first `n` rewrites; negative is no limit")
	optional(f, &c.tuning.show, "tune", "10", "compare ways of compiling the kernel that --tawa-compile leaves open: the `n` fastest, or map for ring depth by dots in flight")
	f.StringVar(&c.tuning.args, "tune-args", "", "integer arguments of the launch that --tune predicts, as `NAME=N,…`; #N is the name of parameter N")
	f.StringVar(&c.tuning.grid, "tune-grid", "", "programs of that launch, as `X[,Y[,Z]]`")
	f.Var(oneOf(&c.tuning.form, "text", "text", "json"), "tune-format", "how --tune shows it: text or json")
	f.Var(oneOf(&c.color, "auto", "auto", "always", "never"), "color", "colours in messages: auto, always or never")
	c.printFlags(f)
	c.testFlags(f)
	c.debugFlags(f)
	return f
}

// printFlags are about what is printed, and when.
func (c *config) printFlags(f *pflag.FlagSet) {
	h := hidden{f}
	f.StringSliceVar(&c.print.before, "mlir-print-ir-before", nil, "print the program before these `passes`, to stderr")
	f.StringSliceVar(&c.print.after, "mlir-print-ir-after", nil, "print the program after these `passes`, to stderr")
	h.hide("mlir-print-ir-before", "mlir-print-ir-after")
	h.bool(&c.print.beforeAll, "mlir-print-ir-before-all", false, "print the program before each pass, to stderr")
	h.bool(&c.print.afterChange, "mlir-print-ir-after-change", false, "after a pass, print only what it changed")
	h.bool(&c.print.afterFailure, "mlir-print-ir-after-failure", false, "after a pass, print only if it failed")
	h.bool(&c.print.moduleScope, "mlir-print-ir-module-scope", false, "print the whole program, not only the op that the pass runs on")
	h.string(&c.print.treeDir, "mlir-print-ir-tree-dir", "", "print into numbered files below this `folder`")
	h.bool(&c.prettyDebugInfo, "mlir-pretty-debuginfo", false, "print locations for people")
	h.bool(&c.ssaNames, "mlir-print-ssa-names", true, "keep the names of the input; false prints MLIR's numbers")
	h.bool(&c.nameLocs, "mlir-use-nameloc-as-prefix", false, "name values as their named locations say")
	h.bool(&c.uniqueIDs, "mlir-print-unique-ssa-ids", false, "give no name twice, also in functions side by side")
	h.bool(&c.localScope, "mlir-print-local-scope", false, "print no aliases")
	h.bool(&c.skipRegions, "mlir-print-skip-regions", false, "print regions as {...}")
	h.bool(&c.valueUsers, "mlir-print-value-users", false, "print comments that say who uses each value")
	h.bool(&c.assumeVerified, "mlir-print-assume-verified", false, "print custom forms also of programs that are wrong")
	f.IntVar(&c.limits.Elide, "mlir-elide-elementsattrs-if-larger", ir.DefaultLimits.Elide, "do not write elements of more than `n`; negative is no limit")
	f.IntVar(&c.limits.Hex, "mlir-print-elementsattrs-with-hex-if-larger", ir.DefaultLimits.Hex, "write elements of more than `n` as hexadecimal bytes; negative is no limit")
	f.IntVar(&c.limits.Resource, "mlir-elide-resource-strings-if-larger", ir.DefaultLimits.Resource, "do not write resources whose text is longer than `n`; negative is no limit")
	h.hide("mlir-elide-elementsattrs-if-larger")
	h.string(&c.outputMarker, "output-split-marker", defaultMarker, "the `line` between the parts of what is printed")
	h.bool(&c.noImplicitModule, "no-implicit-module", false, "put no module around the op of the input")
	h.bool(&c.noOutput, "no-output", false, "write no program")
	h.bool(&c.bytecode, "emit-bytecode", false, "refused: programs are text")
}

// testFlags are about checking, of the program and of the tool.
func (c *config) testFlags(f *pflag.FlagSet) {
	h := hidden{f}
	f.Var(oneOf(&c.verifyDiagnostics, "", "all", "only-expected", "false"), "verify-diagnostics", "check diagnostics against expected-… comments; only-expected ignores others")
	f.Lookup("verify-diagnostics").NoOptDefVal = "all"
	f.Var(oneOf(&c.verifyEach, "true", "true", "full", "false", "1", "0"), "verify-each", "verify after each pass: true, what it changed; full, all; or false")
	f.Lookup("verify-each").NoOptDefVal = "true"
	h.hide("verify-diagnostics", "verify-each")
	h.bool(&c.trustInput, "mlir-very-unsafe-disable-verifier-on-parsing", false, "do not verify what was read")
	h.bool(&c.arefVerifyEach, "aref-verify-each", false, "prove the protocol of rings after each pass")
	h.bool(&c.verifyRoundtrip, "verify-roundtrip", false, "check that what is printed parses back to the same")
	h.bool(&c.checkRewrites, "check-rewrites", false, "stop at a pattern that changes more than it says; slow")
	h.bool(&c.opOnDiagnostic, "mlir-print-op-on-diagnostic", false, "show the op that a diagnostic is about, as a note")
	h.bool(&c.stackOnDiagnostic, "mlir-print-stacktrace-on-diagnostic", false, "show where in the tool a diagnostic comes from, as a note")
	h.bool(&c.noNotes, "mlir-disable-diagnostic-notes", false, "show no notes")
}

// debugFlags are about how the tool works.
func (c *config) debugFlags(f *pflag.FlagSet) {
	h := hidden{f}
	h.bool(&c.oneThread, "mlir-disable-threading", false, "work on one thread")
	h.bool(&c.dumpPipeline, "dump-pass-pipeline", false, "show the pipeline, to stderr")
	f.Var(oneOf(&c.timingDisplay, "tree", "tree", "list"), "mlir-timing-display", "how --mlir-timing shows it: tree or list")
	f.Var(oneOf(&c.statisticsDisplay, "pipeline", "pipeline", "list"), "mlir-pass-statistics-display", "how --mlir-pass-statistics shows it: pipeline or list")
	h.hide("mlir-timing-display", "mlir-pass-statistics-display")
	h.string(&c.reproducer, "mlir-pass-pipeline-crash-reproducer", "", "where the reproducer of a crash or failed pass goes (`file`)")
	h.bool(&c.localReproducer, "mlir-pass-pipeline-local-reproducer", false, "make the reproducer of the one pass and the program before it")
	h.string(&c.alwaysReproducer, "mlir-generate-reproducer", "", "write a reproducer to this `file` in any case")
	h.bool(&c.runReproducer, "run-reproducer", false, "run the pipeline that the input, a reproducer, holds")
	f.StringArrayVar(&c.remarkFilters, "remarks-filter", nil, "show only remarks of passes that match this `regexp`")
	h.hide("remarks-filter")
	h.string(&c.remarkKinds.passed, "remarks-filter-passed", "", "show only remarks on what was done, of passes that match this `regexp`")
	h.string(&c.remarkKinds.missed, "remarks-filter-missed", "", "show only remarks on what was not done, of passes that match this `regexp`")
	h.string(&c.remarkKinds.analysis, "remarks-filter-analyse", "", "show only remarks on what was found, of passes that match this `regexp`")
	f.Var(oneOf(&c.remarkFormat, "", "emitRemark", "yaml"), "remark-format", "MLIR's name for --remarks=text or yaml: emitRemark or yaml")
	h.hide("remark-format")
	h.string(&c.remarkFile, "remarks-output-file", "", "MLIR's name for --remarks=`file`")
	h.string(&c.actionsTo, "log-actions-to", "", "log each pass and each rewrite to this `file`; - is stderr")
	f.StringSliceVar(&c.counters, "mlir-debug-counter", nil, "run some passes or rewrites only: pass-execution-skip=`N`,pass-execution-count=N,apply-pattern-count=N")
	h.hide("mlir-debug-counter")
	h.bool(&c.printCounters, "mlir-print-debug-counter", false, "show the debug counters at the end, to stderr")
}

// passFlag makes a pass or pipeline a flag: --cse, --tawa-partition='depth=3'.
type passFlag struct{ name string }

func (p *passFlag) String() string   { return "" }
func (p *passFlag) Set(string) error { return nil }
func (p *passFlag) Type() string     { return "options" }

// setFlag sets an option that is no pass; pflag does not name it in the error.
func setFlag(flag *pflag.Flag, value string) error {
	if value == "" && flag.Value.Type() == "string" {
		return fmt.Errorf("--%s= needs a value", flag.Name)
	}
	if err := flag.Value.Set(value); err != nil {
		return fmt.Errorf("--%s=%s: %w", flag.Name, value, err)
	}
	flag.Changed = true
	return nil
}

// noOptions is the value of a pass flag without `=`; no option text equals it.
const noOptions = "\x00"

// parseFlags reads the command line. If ok is false the run ends with status.
func (t *tool) parseFlags(args []string) (cfg config, status int, ok bool) {
	f := cfg.flags()
	var help helpFlags
	help.add(f)
	for name := range t.reg.Passes.Names() {
		f.Var(&passFlag{name}, name, "")
		f.Lookup(name).NoOptDefVal = noOptions
	}
	bad := false
	err := f.ParseAll(normalize(args), func(flag *pflag.Flag, value string) error {
		p, isPass := flag.Value.(*passFlag)
		if !isPass {
			return setFlag(flag, value)
		}
		if value == noOptions {
			value = ""
		}
		var sink diag.Sink
		entry := pass.Configure(t.reg.Passes, p.name, value, &sink)
		t.report(&sink)
		if entry == nil {
			bad = true
		}
		cfg.entries = append(cfg.entries, entry)
		return nil
	})
	switch {
	case err != nil:
		t.usageError(f, err)
		return cfg, Usage, false
	case bad:
		return cfg, Usage, false
	case help.asked():
		return cfg, t.showHelp(f, &help), false
	}
	return cfg, Usage, t.checkUsage(&cfg, f.Args())
}

// normalize turns `-long-flag` into `--long-flag`, as MLIR's tools allow both.
func normalize(args []string) []string {
	out := slices.Clone(args)
	for i, a := range out {
		if a == "--" {
			break
		}
		if len(a) > 2 && a[0] == '-' && a[1] != '-' && !(a[1] == 'o' && !strings.HasPrefix(a, "-output")) {
			out[i] = "-" + a
		}
	}
	return out
}
