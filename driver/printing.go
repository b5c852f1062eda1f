package driver

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
	"tawa/printer"
)

// printConfig is when the program is printed around passes, and how.
type printConfig struct {
	before, after             []string // names of passes
	beforeAll, afterAll       bool
	afterChange, afterFailure bool
	moduleScope, diff         bool
	treeDir                   string
}

func (c *printConfig) any() bool {
	return c.beforeAll || c.afterAll || c.afterChange || c.afterFailure || c.diff || c.treeDir != "" || len(c.before) > 0 || len(c.after) > 0
}

func (c *printConfig) wantsBefore(name string) bool {
	return c.beforeAll || slices.Contains(c.before, name)
}

// wantsAfter says whether the program is printed after a pass. --mlir-print-ir-after-change, -after-failure and -tree-dir
// alone are about all passes.
func (c *printConfig) wantsAfter(name string, ok, changed bool) bool {
	all := c.afterAll || !c.beforeAll && len(c.before) == 0 && len(c.after) == 0 && (c.afterChange || c.afterFailure || c.treeDir != "")
	switch {
	case !all && !slices.Contains(c.after, name):
		return false
	case c.afterFailure:
		return !ok
	case c.afterChange:
		return !ok || changed
	}
	return true
}

// printing writes the program before and after passes, to stderr or into a tree of files. It is for one thread.
type printing struct {
	*printConfig
	tool   *tool
	module *ir.Operation
	sink   *diag.Sink
	texts  []string // before the passes that are running, the innermost last
	tree   *fileTree
}

func (t *tool) newPrinting(module *ir.Operation, sink *diag.Sink) *printing {
	p := &printing{printConfig: &t.print, tool: t, module: module, sink: sink}
	if t.print.treeDir != "" {
		dir := t.print.treeDir
		if t.parts > 1 {
			dir = filepath.Join(dir, fmt.Sprintf("part-%d", t.parts))
		}
		p.tree = newFileTree(dir)
	}
	return p
}

// needsText says whether the text before a pass has to be kept.
func (p *printing) needsText() bool { return p.afterChange || p.diff }

func (p *printing) Before(x pass.Pass, op *ir.Operation) {
	if p.wantsBefore(x.Info().Name) {
		p.dump("Before", x, op)
	}
	if p.needsText() {
		p.texts = append(p.texts, p.text(op))
	}
}

func (p *printing) After(x pass.Pass, op *ir.Operation, ok bool) bool {
	name, changed := x.Info().Name, true
	if p.needsText() {
		last := len(p.texts) - 1
		before, after := p.texts[last], p.text(op)
		p.texts = p.texts[:last]
		changed = before != after
		if p.diff && changed {
			p.showDiff(name, op, before, after)
		}
	}
	wrote := true
	if p.wantsAfter(name, ok, changed) {
		when := "After"
		if !ok {
			when = "After failed"
		}
		wrote = p.dump(when, x, op)
	}
	if p.tree != nil {
		p.tree.ran(op)
	}
	return wrote
}

func (p *printing) scope(op *ir.Operation) *ir.Operation {
	if p.moduleScope {
		return p.module
	}
	return op
}

func (p *printing) text(op *ir.Operation) string {
	op = p.scope(op)
	return printer.String(op, p.tool.optionsFor(op)) + "\n"
}

// dump prints the program, and returns false if it can't.
func (p *printing) dump(when string, x pass.Pass, op *ir.Operation) bool {
	name := x.Info().Name
	text := fmt.Sprintf("// -----// IR Dump %s %s (%s) //----- //\n%s\n", when, name, describe(op), p.text(op))
	if p.tree == nil {
		io.WriteString(p.tool.stderr, text)
		return true
	}
	if when == "Before" {
		name += "_before"
	}
	if err := p.tree.write(op, name, text); err != nil {
		p.sink.Errorf(diag.Span{}, "--mlir-print-ir-tree-dir: %v", err)
		return false
	}
	return true
}

// describe is `'func.func' operation: @f`.
func describe(op *ir.Operation) string {
	text := fmt.Sprintf("'%s' operation", op.Name())
	if name := ir.SymbolName(op); name != "" {
		text += ": @" + name
	}
	return text
}

func (p *printing) showDiff(name string, op *ir.Operation, before, after string) {
	where := " (" + describe(op) + ")"
	for line := range strings.Lines(udiff.Unified("before "+name+where, "after "+name+where, before, after)) {
		io.WriteString(p.tool.stderr, p.paint(line))
	}
}

// paint colours a line of a diff.
func (p *printing) paint(line string) string {
	code := ""
	switch {
	case !p.tool.colored:
	case strings.HasPrefix(line, "---") || strings.HasPrefix(line, "+++"):
		code = "\x1b[1m"
	case strings.HasPrefix(line, "-"):
		code = "\x1b[31m"
	case strings.HasPrefix(line, "+"):
		code = "\x1b[32m"
	case strings.HasPrefix(line, "@@"):
		code = "\x1b[36m"
	}
	if code == "" {
		return line
	}
	return code + strings.TrimSuffix(line, "\n") + "\x1b[0m\n"
}

// fileTree names the files of --mlir-print-ir-tree-dir as MLIR does: a folder for each op, `op_name_symbol`, inside that
// of its parent, and in it a file for each pass, which begins with how many steps each op around and the op itself
// have made. Passes on ops inside an op are together one step of it.
type fileTree struct {
	dir     string
	steps   map[*ir.Operation]int
	inside  map[*ir.Operation]bool   // ops on whose contents passes ran since their last own step
	folders map[string]*ir.Operation // whose each folder is
}

func newFileTree(dir string) *fileTree {
	return &fileTree{dir, map[*ir.Operation]int{}, map[*ir.Operation]bool{}, map[string]*ir.Operation{}}
}

func (f *fileTree) write(op *ir.Operation, name, text string) error {
	f.close(op)
	path, number := f.dir, ""
	for _, o := range ancestry(op) {
		symbol := ir.SymbolName(o)
		if symbol == "" {
			symbol = "no-symbol-name"
		}
		path = f.folder(filepath.Join(path, fileName(o.Name().String())+"_"+fileName(symbol)), o)
		number += fmt.Sprintf("%d_", f.steps[o])
	}
	if err := os.MkdirAll(path, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(path, number+name+".mlir"), []byte(text), 0o644)
}

// folder is path, with a number behind it if that is the folder of another op: names may differ only in what fileName leaves out.
func (f *fileTree) folder(path string, op *ir.Operation) string {
	free := path
	for i := 2; ; i++ {
		if owner := f.folders[free]; owner == nil || owner == op || owner.Erased() {
			f.folders[free] = op
			return free
		}
		free = fmt.Sprintf("%s-%d", path, i)
	}
}

// ran counts a step of op.
func (f *fileTree) ran(op *ir.Operation) {
	f.close(op)
	f.steps[op]++
	for p := op.Parent(); p != nil; p = p.Parent() {
		f.inside[p] = true
	}
}

// close counts the step that was made inside op.
func (f *fileTree) close(op *ir.Operation) {
	if f.inside[op] {
		f.inside[op] = false
		f.steps[op]++
	}
}

// ancestry is op and the ops around it, the outermost first.
func ancestry(op *ir.Operation) []*ir.Operation {
	var list []*ir.Operation
	for ; op != nil; op = op.Parent() {
		list = append(list, op)
	}
	slices.Reverse(list)
	return list
}

// longestName is well below what file systems allow.
const longestName = 150

// fileName keeps letters, digits, - and _ of the first bytes of a name.
func fileName(s string) string {
	s = s[:min(len(s), longestName)]
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, s)
}
