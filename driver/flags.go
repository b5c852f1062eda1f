package driver

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tawa/diag"
	"tawa/pass"
)

// flags declares the options that are not passes.
func (c *config) flags() *pflag.FlagSet {
	f := pflag.NewFlagSet("tawa-opt", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SortFlags = false
	f.StringVarP(&c.output, "output", "o", "-", "write to this `file`")
	f.StringVar(&c.emit, "emit", "mlir", "what to write: mlir, llvm, ptx or cubin")
	f.StringVar(&c.metadata, "emit-metadata", "", "write the launch metadata, as JSON, to this `file`")
	f.StringVar(&c.target, "target", "sm_90a", "the `chip` to compile for")
	f.StringVar(&c.pipelineText, "pass-pipeline", "", "passes as `text`, such as 'builtin.module(canonicalize,cse)'")
	f.BoolVar(&c.remarks, "remarks", false, "show what passes did, and why they did not")
	f.BoolVar(&c.split, "split-input-file", false, "treat the parts between '// -----' lines as inputs of their own")
	f.BoolVar(&c.verifyDiagnostics, "verify-diagnostics", false, "check diagnostics against expected-… comments")
	f.BoolVar(&c.verifyEach, "verify-each", true, "verify after each pass")
	f.BoolVar(&c.arefVerifyEach, "aref-verify-each", false, "prove the protocol of rings after each pass")
	f.BoolVar(&c.verifyRoundtrip, "verify-roundtrip", false, "check that what is printed parses back to the same")
	f.BoolVar(&c.allowUnregistered, "allow-unregistered-dialect", false, "accept ops that no dialect defines")
	f.BoolVar(&c.printAfterAll, "mlir-print-ir-after-all", false, "print the program after each pass, to stderr")
	f.BoolVar(&c.printBeforeAll, "mlir-print-ir-before-all", false, "print the program before each pass, to stderr")
	f.BoolVar(&c.printAfterFailure, "mlir-print-ir-after-failure", false, "print the program after a pass that failed, to stderr")
	f.BoolVar(&c.generic, "mlir-print-op-generic", false, "print the generic form of ops")
	f.BoolVar(&c.debugInfo, "mlir-print-debuginfo", false, "print locations")
	f.BoolVar(&c.ssaNames, "mlir-print-ssa-names", true, "keep the names of the input; false prints MLIR's numbers")
	f.IntVar(&c.elideLarger, "mlir-elide-elementsattrs-if-larger", 0, "do not write dense elements of more than `n` elements")
	f.BoolVar(&c.timing, "mlir-timing", false, "show how long each pass took, to stderr")
	f.BoolVar(&c.dumpPipeline, "dump-pass-pipeline", false, "show the pipeline, to stderr")
	f.StringVar(&c.reproducer, "mlir-pass-pipeline-crash-reproducer", "", "where a reproducer of a crash goes (`file`)")
	f.BoolVar(&c.traceRewrites, "trace-rewrites", false, "show each rewrite, with its number, to stderr")
	f.IntVar(&c.rewriteLimit, "rewrite-limit", -1, "make only the first `n` rewrites; negative is no limit")
	f.BoolVar(&c.checkRewrites, "check-rewrites", false, "stop at a pattern that changes more than it says; slow")
	f.BoolVar(&c.noOutput, "no-output", false, "write no program")
	return f
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
	case help.asked(f):
		return cfg, t.showHelp(f, &help), false
	}
	return cfg, Usage, t.checkUsage(&cfg, f.Args())
}

func (t *tool) checkUsage(cfg *config, rest []string) bool {
	problem := ""
	switch {
	case len(rest) > 1:
		problem = fmt.Sprintf("one input at most, not %d: %s", len(rest), strings.Join(rest, " "))
	case !slices.Contains([]string{"mlir", "llvm", "ptx", "cubin"}, cfg.emit):
		problem = fmt.Sprintf("--emit=%s: must be mlir, llvm, ptx or cubin", cfg.emit)
	case cfg.target != "sm_90a":
		problem = fmt.Sprintf("--target=%s: only sm_90a is supported", cfg.target)
	case cfg.pipelineText != "" && len(cfg.entries) > 0:
		problem = "--pass-pipeline can't be used together with pass flags"
	case cfg.split && cfg.emit != "mlir":
		problem = "--split-input-file can't be used with --emit=" + cfg.emit
	case cfg.metadata != "" && cfg.emit == "mlir":
		problem = "--emit-metadata needs --emit=llvm, ptx or cubin"
	case cfg.metadata != "" && cfg.noOutput:
		problem = "--emit-metadata can't be used with --no-output"
	case cfg.metadata != "" && cfg.metadata == cfg.output:
		problem = "--emit-metadata=" + cfg.metadata + ": the output is written there"
	}
	if problem != "" {
		fmt.Fprintf(t.stderr, "error: %s\n", problem)
		return false
	}
	if len(rest) == 1 {
		cfg.input = rest[0]
	}
	return true
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

// usageError reports what pflag found, with a near name for an unknown flag.
func (t *tool) usageError(f *pflag.FlagSet, err error) {
	fmt.Fprintf(t.stderr, "error: %v\n", err)
	_, name, found := strings.Cut(err.Error(), "unknown flag: --")
	if !found {
		fmt.Fprintf(t.stderr, "hint: %s --help shows the flags\n", t.reg.name())
		return
	}
	var names []string
	f.VisitAll(func(flag *pflag.Flag) { names = append(names, flag.Name) })
	if near, ok := diag.Nearest(name, slices.Values(names)); ok {
		fmt.Fprintf(t.stderr, "hint: did you mean --%s?\n", near)
	} else {
		fmt.Fprintf(t.stderr, "hint: %s --list-passes shows the passes\n", t.reg.name())
	}
}
