package lsp

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/tliron/glsp"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/diag"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/pass"
	"tawa/tools/doc"
)

// runPassKind is the kind of the code actions that run a pass.
const runPassKind protocol.CodeActionKind = protocol.CodeActionKindRefactorRewrite + ".pass"

// runPassCommand is the command behind them. It has the tool's name, so that an editor can have several servers.
func (c *config) runPassCommand() string { return c.Name + ".runPass" }

// passCall is the argument of the command: a pass on the op that begins at an offset, -1 for a module that the text does
// not spell, of a version of a document.
type passCall struct {
	URI     protocol.DocumentUri `json:"uri"`
	Version protocol.Integer     `json:"version"`
	Chunk   int                  `json:"program"`
	Op      int                  `json:"op"`
	Pass    string               `json:"pass"`
}

// codeAction lists passes: those for the functions and modules around the cursor, innermost first.
func (v *view) codeAction(_ *glsp.Context, params *protocol.CodeActionParams) (any, error) {
	at := protocol.TextDocumentPositionParams{TextDocument: params.TextDocument, Position: params.Range.Start}
	t, done, err := v.locate(at)
	if err != nil {
		return nil, err
	}
	defer done()
	actions := []protocol.CodeAction{}
	if !wanted(params.Context.Only) || !t.chunk.sound() {
		return actions, nil
	}
	for _, target := range t.passTargets() {
		for _, p := range v.reference().Passes {
			if !runsOn(&p, target.op) {
				continue
			}
			call := passCall{t.uri, t.version, t.chunkIndex(), target.start, p.Name}
			title := "Run " + p.Name + " on " + nameOf(target.op)
			actions = append(actions, protocol.CodeAction{
				Title: title, Kind: pointer(runPassKind),
				Command: &protocol.Command{Title: title, Command: v.runPassCommand(), Arguments: []any{call}},
			})
		}
	}
	return actions, nil
}

// wanted says whether the editor asks for actions of this kind.
func wanted(only []protocol.CodeActionKind) bool {
	for _, kind := range only {
		if kind == "" || kind == runPassKind || strings.HasPrefix(runPassKind, kind+".") {
			return true
		}
	}
	return len(only) == 0
}

func (t target) chunkIndex() int {
	for i, c := range t.chunks {
		if c == t.chunk {
			return i
		}
	}
	return 0
}

// passTarget is an op that passes may run on, and where it begins.
type passTarget struct {
	op    *ir.Operation
	start int
}

// passTargets are the ops around a place that are isolated from what is around them.
func (t target) passTargets() []passTarget {
	var list []passTarget
	for o := t.chunk.index.opAt(t.off); o != nil; o = o.in {
		if o.op.Has(ir.IsolatedFromAbove) && o.op.NumRegions() > 0 {
			list = append(list, passTarget{o.op, o.start})
		}
	}
	if t.chunk.implicit() {
		list = append(list, passTarget{t.chunk.module, -1})
	}
	return list
}

// runsOn says whether a pass is offered for an op: one with an anchor for its own kind, pipelines for modules.
func runsOn(p *doc.Pass, op *ir.Operation) bool {
	switch {
	case p.Anchor != "":
		return p.Anchor == op.Name().String()
	case p.SymbolTable:
		return op.Has(ir.SymbolTable)
	}
	return !p.Pipeline || op.Parent() == nil
}

// executeCommand runs a pass and has the editor change the document.
func (v *view) executeCommand(_ *glsp.Context, params *protocol.ExecuteCommandParams) (any, error) {
	if params.Command != v.runPassCommand() {
		return nil, failed("no such command: '%s'", params.Command)
	}
	call, err := decodeCall(params.Arguments)
	if err != nil {
		return nil, err
	}
	s, err := v.snapshot(call.URI)
	if err != nil {
		return nil, err
	}
	if s.version != call.Version {
		return nil, &jsonrpc2.Error{Code: codeContentModified, Message: "the text has changed; ask for the pass again"}
	}
	edits, err := s.runPass(call)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(v.ctx)
	defer cancel()
	go func() { // an editor that is gone answers no more
		select {
		case <-v.ended:
			cancel()
		case <-ctx.Done():
		}
	}()
	var answer protocol.ApplyWorkspaceEditResponse
	request := protocol.ApplyWorkspaceEditParams{Label: pointer("Run " + call.Pass), Edit: *s.edit(edits)}
	if err := v.conn.Call(ctx, protocol.ServerWorkspaceApplyEdit, request, &answer); err != nil {
		return nil, failed("the editor did not apply the result: %v", err)
	}
	if !answer.Applied {
		return nil, failed("the editor did not apply the result")
	}
	return nil, nil
}

func decodeCall(arguments []any) (call passCall, err error) {
	if len(arguments) != 1 {
		return call, failed("the command has one argument")
	}
	raw, err := json.Marshal(arguments[0])
	if err == nil {
		err = json.Unmarshal(raw, &call)
	}
	if err != nil {
		return call, failed("the argument of the command can't be read: %v", err)
	}
	return call, nil
}

// runPass gives the edits that replace an op by what a pass makes of it, in a copy of its own.
func (s *snapshot) runPass(call passCall) ([]protocol.TextEdit, error) {
	s.analyse()
	if call.Chunk < 0 || call.Chunk >= len(s.chunks) || !s.chunks[call.Chunk].sound() {
		return nil, failed("the program has errors")
	}
	before := s.chunks[call.Chunk]
	work := s.config.read(diag.NewFile(s.uri, before.file.Src), before.base) // the pass changes it
	op, where, err := work.passTarget(call.Op)
	if err != nil {
		return nil, err
	}
	if err := s.config.apply(call.Pass, op, work.module); err != nil {
		return nil, err
	}
	r, err := s.config.render(work)
	if err != nil {
		return nil, failed("%v", err)
	}
	if op == work.module {
		if edit, ok := s.replace(where, r.text); ok {
			return []protocol.TextEdit{edit}, nil
		}
		return []protocol.TextEdit{}, nil
	}
	return s.splice(work, r, op, where)
}

// passTarget finds an op by where it begins. A module is replaced with all that is around it.
func (ch *chunk) passTarget(start int) (*ir.Operation, span, error) {
	for _, o := range ch.index.ops {
		if o.start == start && o.op != ch.module {
			return o.op, o.span, nil
		}
	}
	if start >= 0 && ch.implicit() {
		return nil, span{}, failed("there is no op to run the pass on")
	}
	return ch.module, span{ch.base, ch.end()}, nil
}

// apply runs a pass on an op of a module.
func (c *config) apply(name string, op, module *ir.Operation) error {
	entry := c.Passes.New(name)
	if entry == nil {
		return failed("there is no pass '%s'", name)
	}
	if info := pass.InfoOf(entry); info.Anchor != nil && !op.Is(info.Anchor) {
		return failed("'%s' runs on '%s', not on '%s'", name, info.Anchor, op.Name())
	}
	m := pass.NewManager(op.Name())
	m.AddEntry(c.Passes, entry)
	var sink diag.Sink
	if m.Run(op, &sink) && verify.Verify(module, &sink) {
		return nil
	}
	var b strings.Builder
	for _, d := range sink.All() {
		if d.Severity == diag.Error {
			b.WriteString(d.Message + "; ")
		}
	}
	return failed("'%s' failed: %s", name, strings.TrimSuffix(b.String(), "; "))
}

// splice replaces an op by its rendering, indented as it was, and adds the aliases that this needs.
func (s *snapshot) splice(work *chunk, r *rendering, op *ir.Operation, where span) ([]protocol.TextEdit, error) {
	p, ok := pair(work.module, r.chunk.module)
	to := (*opInfo)(nil)
	if ok {
		to = r.chunk.index.byOp[p.ops[op]]
	}
	if to == nil {
		return nil, failed("the result can't be printed in this place")
	}
	text := reindent(r.text[to.start:to.end], indentAt(r.text, to.start), indentAt(s.text.src, where.start))
	edits := []protocol.TextEdit{}
	if edit, ok := s.replace(where, text); ok {
		edits = append(edits, edit)
	}
	var defs strings.Builder
	for _, it := range r.chunk.index.items {
		if it.kind != aliasItem || !it.defined {
			continue
		}
		if known := work.index.byAlias[it.name]; known == nil || !known.defined {
			defs.WriteString(r.chunk.index.text(it.definition) + "\n")
		}
	}
	if defs.Len() > 0 {
		at := span{work.firstLine(), work.firstLine()}
		edits = append([]protocol.TextEdit{{Range: s.text.rangeOf(at), NewText: defs.String()}}, edits...)
	}
	return edits, nil
}

// firstLine is where the line of the first token begins.
func (ch *chunk) firstLine() int {
	first := ch.end()
	for _, o := range ch.index.ops {
		first = min(first, o.start)
	}
	for _, it := range ch.index.items {
		if it.kind == aliasItem && it.defined {
			first = min(first, it.def.start)
		}
	}
	return ch.base + strings.LastIndexByte(string(ch.file.Src[:first-ch.base]), '\n') + 1
}

// indentAt is the white space before a place, if it begins its line.
func indentAt(text string, off int) string {
	line := text[strings.LastIndexByte(text[:off], '\n')+1 : off]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// reindent changes the indentation of the lines behind the first.
func reindent(text, from, to string) string {
	return strings.ReplaceAll(text, "\n"+from, "\n"+to)
}
