package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// verdict is what mlir-opt says of a chunk.
type verdict struct {
	Accepted bool
	Crashed  bool   // or took too long, or has an error without a place: it says nothing
	Custom   string // the text without SSA names, if accepted
	Generic  string
	Line     int // of the first error in the chunk
	Column   int
	Message  string
}

// oracle asks mlir-opt; one without a tool knows no dialect.
type oracle struct {
	tool, version string
	cache         string
	dialects      map[string]bool
}

func defaultTool() string {
	for _, dir := range append([]string{".tools/bin", "../../.tools/bin"}, filepath.SplitList(os.Getenv("TAWA_TOOLS"))...) {
		file := filepath.Join(dir, "mlir-opt")
		if _, err := os.Stat(file); err == nil {
			return file
		}
	}
	path, _ := exec.LookPath("mlir-opt")
	return path
}

func newOracle(tool, cache string) *oracle {
	o := &oracle{tool: tool, cache: cache, dialects: map[string]bool{}}
	if tool == "" {
		return o
	}
	version, _ := exec.Command(tool, "--version").Output()
	o.version = string(version)
	out, _ := exec.Command(tool, "--show-dialects").Output()
	_, list, _ := strings.Cut(string(out), ":")
	for name := range strings.SplitSeq(list, ",") {
		o.dialects[strings.TrimSpace(name)] = true
	}
	return o
}

const mlirLimit = 2 * time.Minute

// ask runs the tool on a text. ok is false if it crashed or hung.
func (o *oracle) ask(text string, flags ...string) (out, errs string, success, ok bool) {
	cmd := exec.Command(o.tool, append(flags, "--allow-unregistered-dialect", "-")...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), &stdout, &stderr
	timer := time.AfterFunc(mlirLimit, func() { cmd.Process.Kill() })
	if cmd.Start() != nil {
		return "", "", false, false
	}
	err := cmd.Wait()
	timer.Stop()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return "", "", false, false
	}
	return stdout.String(), stderr.String(), err == nil, true
}

// verdicts are those of the chunks of a file, in order. The tool sees the whole file at once. Chunks of which it says
// nothing, or errors in no line of theirs, as happens at the end of a chunk, it sees once more alone.
func (o *oracle) verdicts(f *file) []*verdict {
	if o.tool == "" {
		return make([]*verdict, len(f.chunks))
	}
	var texts []string
	for _, c := range f.chunks {
		texts = append(texts, strings.ReplaceAll(c.text, marker, "// ~~~~~"))
	}
	key := o.version + strings.Join(texts, marker)
	var vs []*verdict
	if o.load(key, &vs) && len(vs) == len(texts) {
		return vs
	}
	whole := strings.Join(texts, marker+"\n")
	custom, errs, okCustom := o.parts(whole, len(texts))
	generic, _, okGeneric := o.parts(whole, len(texts), "--mlir-print-op-generic")
	vs = nil
	before := 0 // lines
	for i, text := range texts {
		lines := strings.Count(text, "\n") + 1
		v := firstError(errs, before, lines)
		switch {
		case okCustom && okGeneric && custom[i] != "":
			v = &verdict{Accepted: true, Custom: custom[i], Generic: generic[i]}
		case !okCustom || v == nil:
			v = o.verdict(text)
		}
		vs = append(vs, v)
		before += lines
	}
	o.store(key, vs)
	return vs
}

// parts runs the tool on a text of n chunks and gives what it prints of each.
func (o *oracle) parts(text string, n int, flags ...string) (parts []string, errs string, ok bool) {
	out, errs, _, ok := o.ask(text, append(flags, "--split-input-file")...)
	parts = strings.Split("\n"+out, "\n"+marker+"\n")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts, errs, ok && len(parts) == n
}

// The first error at a place in the input.
var errorLine = regexp.MustCompile(`(?m)^<stdin>:(\d+):(\d+): error: (.*)$`)

func (o *oracle) verdict(text string) *verdict {
	v := &verdict{}
	out, errs, success, ok := o.ask(text)
	if !ok {
		return &verdict{Crashed: true}
	}
	if success {
		v.Accepted, v.Custom = true, strings.TrimSpace(out)
		out, _, _, ok = o.ask(text, "--mlir-print-op-generic")
		v.Generic, v.Crashed = strings.TrimSpace(out), !ok
		return v
	}
	if v = firstError(errs, 0, strings.Count(text, "\n")+2); v != nil {
		return v
	}
	return &verdict{Crashed: true}
}

// firstError gives the first error in some lines, with its place among them; nil if there is none.
func firstError(errs string, before, lines int) *verdict {
	for _, m := range errorLine.FindAllStringSubmatch(errs, -1) {
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		if line > before && line <= before+lines {
			return &verdict{Line: line - before, Column: column, Message: m[3]}
		}
	}
	return nil
}

func (o *oracle) cacheFile(key string) string {
	return filepath.Join(o.cache, fmt.Sprintf("%x.json", sha256.Sum256([]byte(key))))
}

func (o *oracle) load(key string, to any) bool {
	if o.cache == "" {
		return false
	}
	text, err := os.ReadFile(o.cacheFile(key))
	return err == nil && json.Unmarshal(text, to) == nil
}

func (o *oracle) store(key string, what any) {
	if o.cache == "" || os.MkdirAll(o.cache, 0o755) != nil {
		return
	}
	if text, err := json.Marshal(what); err == nil {
		_ = os.WriteFile(o.cacheFile(key), text, 0o644) // what is not kept is asked again
	}
}
