// Command conformance runs over folders of .mlir files and says how much of them is read, checked and printed
// as MLIR does:
//
//	go run ./bench/conformance [flags] [NAME=]FOLDER …
//
// Each file is split at its `// -----` lines. A chunk passes if it is accepted and its text is stable (print, parse
// and print again; the generic form of both; the generic form back to the custom one), and if mlir-opt, where it knows
// every dialect of the chunk, prints the same custom and generic text. What mlir-opt or an `expected-error` comment
// rejects must be rejected, with an error at the same place. With --passes the op counts after passes are
// compared instead. Nothing is fetched.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// Exit statuses.
const (
	done   = 0
	failed = 1 // fewer chunks than asked for pass
	usage  = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// config is the command line.
type config struct {
	exclude      string
	mlirOpt      string
	cache        string
	json         string
	of           string
	passes       string
	atLeast      float64
	limit        time.Duration
	jobs         int
	causes       int
	listFailures bool
}

func (c *config) flags(stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("conformance", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintln(stderr, "usage: conformance [flags] [NAME=]FOLDER …")
		f.PrintDefaults()
	}
	f.StringVar(&c.exclude, "exclude", "", "leave out files whose path has one of these `words`, separated by commas, in any case")
	f.StringVar(&c.mlirOpt, "mlir-opt", defaultTool(), "the `tool` to compare with; none if empty")
	f.StringVar(&c.cache, "cache", "", "keep what mlir-opt says in this `folder`")
	f.StringVar(&c.json, "json", "", "write the report as JSON to this `file`")
	f.StringVar(&c.of, "of", "all", "the chunks that --at-least looks at, and whose failures are shown: all, hosted or accepted")
	f.Float64Var(&c.atLeast, "at-least", 0, "the `percentage` of chunks of each folder that must pass")
	f.StringVar(&c.passes, "passes", "", "compare op counts and values after each of these `passes`; cse+canonicalize is one after the other")
	f.DurationVar(&c.limit, "limit", 10*time.Second, "the time that one chunk may take")
	f.IntVar(&c.jobs, "jobs", runtime.GOMAXPROCS(0), "how many files are looked at at a time")
	f.IntVar(&c.causes, "causes", 20, "how many causes of failures to show")
	f.BoolVar(&c.listFailures, "list-failures", false, "show each chunk that fails")
	return f
}

func run(args []string, stdout, stderr io.Writer) int {
	var c config
	flags := c.flags(stderr)
	if flags.Parse(args) != nil {
		return usage
	}
	if flags.NArg() == 0 || !slices.Contains([]string{"all", "hosted", "accepted"}, c.of) {
		flags.Usage()
		return usage
	}
	oracle := newOracle(c.mlirOpt, c.cache)
	status := done
	var reports []*report
	for _, arg := range flags.Args() {
		name, folder, named := strings.Cut(arg, "=")
		if !named {
			name, folder = arg, arg
		}
		files, err := readFolder(folder, c.exclude)
		if err != nil || len(files) == 0 {
			fmt.Fprintf(stderr, "error: no .mlir files in %s: %v\n", folder, err)
			return usage
		}
		if c.passes != "" {
			for passes := range strings.SplitSeq(c.passes, ",") {
				comparePasses(name, files, passes, oracle, &c).print(stdout, &c)
			}
			continue
		}
		r := newReport(name, checkFiles(files, oracle, &c), c.of)
		r.Digest = digest(files)
		r.print(stdout, &c)
		reports = append(reports, r)
		if r.tally(c.of).percent() < c.atLeast {
			fmt.Fprintf(stderr, "error: %s: %.2f %% of %s chunks pass, not %g %%\n", name, r.tally(c.of).percent(), c.of, c.atLeast)
			status = failed
		}
	}
	if c.json != "" {
		text, err := json.MarshalIndent(reports, "", "  ")
		if err == nil {
			err = os.WriteFile(c.json, append(text, '\n'), 0o644)
		}
		if err != nil {
			fmt.Fprintf(stderr, "error: %v\n", err)
			return usage
		}
	}
	return status
}

// checkFiles checks all chunks, several files at a time; the order of the results is that of the chunks.
func checkFiles(files []*file, oracle *oracle, c *config) []*result {
	parts := make([][]*result, len(files))
	parallel(len(files), c.jobs, func(i int) {
		verdicts := oracle.verdicts(files[i])
		for j, chunk := range files[i].chunks {
			parts[i] = append(parts[i], judge(chunk, verdicts[j], oracle.dialects, c.limit))
		}
	})
	var all []*result
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

// parallel calls f(0) … f(n-1), jobs of them at a time.
func parallel(n, jobs int, f func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, jobs) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
