package driver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"tawa/diag"
)

// checkUsage finds what is wrong with the flags together, and completes them.
func (t *tool) checkUsage(cfg *config, rest []string) bool {
	problem, hint := cfg.contradiction(rest)
	if problem == "" {
		problem, hint = cfg.badName(t.reg)
	}
	if problem == "" {
		problem, hint = cfg.badNumber()
	}
	if problem == "" {
		problem, hint = cfg.badTuning()
	}
	if problem != "" {
		if hint == "" {
			hint = t.reg.name() + " --help shows the flags, --help-hidden all of them"
		}
		fmt.Fprintf(t.stderr, "error: %s\nhint: %s\n", problem, hint)
		return false
	}
	if len(rest) == 1 {
		cfg.input = rest[0]
	}
	cfg.mergeRemarks()
	return true
}

func (c *config) contradiction(rest []string) (problem, hint string) {
	switch {
	case len(rest) > 1:
		return fmt.Sprintf("one input at most, not %d: %s", len(rest), strings.Join(rest, " ")), "several programs can be parts of one file, with --split-input-file"
	case c.bytecode:
		return "--emit-bytecode: programs are written as text only", "--mlir-print-op-generic writes the form that changes least between versions; mlir-opt --emit-bytecode reads it"
	case c.target != "sm_90a":
		return fmt.Sprintf("--target=%s: only sm_90a is supported", c.target), ""
	case c.pipelineText != "" && len(c.entries) > 0:
		return "--pass-pipeline can't be used together with pass flags", "put the passes of the flags into the pipeline"
	case c.runReproducer && (c.pipelineText != "" || len(c.entries) > 0):
		return "--run-reproducer can't be used together with passes", "the reproducer holds its pipeline; without --run-reproducer it is a program like others"
	case c.split != "" && c.emit != "mlir":
		return "--split-input-file can't be used with --emit=" + c.emit, ""
	case c.metadata != "" && c.emit == "mlir":
		return "--emit-metadata needs --emit=llvm, ptx or cubin", ""
	case c.metadata != "" && c.noOutput:
		return "--emit-metadata can't be used with --no-output", ""
	case c.metadata != "" && c.metadata == c.output:
		return "--emit-metadata=" + c.metadata + ": the output is written there", ""
	case c.localReproducer && c.reproducer == "":
		return "--mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer=FILE", ""
	}
	return "", ""
}

// badName finds a pass that is not there, or a regular expression that is none.
func (c *config) badName(reg *Registry) (problem, hint string) {
	for flag, names := range map[string][]string{"before": c.print.before, "after": c.print.after} {
		for _, name := range names {
			if slices.Contains(slices.Collect(reg.Passes.Names()), name) {
				continue
			}
			hint = reg.name() + " --list-passes shows the passes"
			if near, ok := diag.Nearest(name, reg.Passes.Names()); ok {
				hint = fmt.Sprintf("did you mean '%s'?", near)
			}
			return fmt.Sprintf("--mlir-print-ir-%s=%s: no such pass", flag, name), hint
		}
	}
	for _, re := range append(slices.Clone(c.remarkFilters), c.remarkKinds.passed, c.remarkKinds.missed, c.remarkKinds.analysis) {
		if _, err := regexp.Compile(re); err != nil {
			return fmt.Sprintf("--remarks-filter: %v", err), "it is a regular expression on the names of passes, such as 'tawa-.*'"
		}
	}
	return "", ""
}

func (c *config) badNumber() (problem, hint string) {
	var err error
	if c.counter, err = parseCounters(c.counters); err != nil {
		return fmt.Sprintf("--mlir-debug-counter: %v", err), "the counters are pass-execution-skip=N, pass-execution-count=N and apply-pattern-count=N"
	}
	return "", ""
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
