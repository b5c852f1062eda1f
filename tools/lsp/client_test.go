package lsp_test

import (
	"context"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/sourcegraph/jsonrpc2"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/dialects/ttg"
	"tawa/driver"
	"tawa/ir"
	"tawa/pass"
)

const (
	uri     = "file:///test.mlir"
	runPass = "tawa-opt.runPass"
)

// testPass is a pass of the tests.
type testPass struct {
	name string
	run  func(root *ir.Operation, st *pass.State) bool
}

func (p *testPass) Info() pass.Info                             { return pass.Info{Name: p.name, Summary: "for tests"} }
func (p *testPass) Run(root *ir.Operation, st *pass.State) bool { return p.run(root, st) }

// waiting is sent to when test-wait begins, and it ends when release is.
var waiting, release = make(chan bool), make(chan bool)

// registry is the project's, with passes that misbehave and one that makes an attribute with an alias.
func registry() *driver.Registry {
	reg := driver.All()
	for _, p := range []*testPass{
		{"test-mark", func(root *ir.Operation, _ *pass.State) bool {
			root.SetAttr("mark", ttg.SharedMemory(root.Context()))
			return true
		}},
		{"test-fail", func(root *ir.Operation, st *pass.State) bool { return st.Errorf(root, "no luck") }},
		{"test-panic", func(*ir.Operation, *pass.State) bool { panic("an invariant") }},
		{"test-wait", func(*ir.Operation, *pass.State) bool {
			waiting <- true
			<-release
			return true
		}},
	} {
		reg.Passes.Add(func() pass.Pass { return p })
	}
	return reg
}

// client is an editor: the library's own connection, on the other end of the server's pipes.
type client struct {
	t      *testing.T
	conn   *jsonrpc2.Conn
	status chan int
	input  *io.PipeWriter

	mu          sync.Mutex
	text        string
	version     int
	diagnostics chan published
	log         strings.Builder
	refuse      bool // to apply edits
}

type published struct {
	URI         string
	Version     *int
	Diagnostics []protocol.Diagnostic
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

// startServer runs `tawa-opt lsp` in the process and shakes hands with it.
func startServer(t *testing.T, args ...string) *client {
	t.Helper()
	c := &client{t: t, status: make(chan int, 1), diagnostics: make(chan published, 100)}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c.input = inW
	go func() {
		status := driver.Main(registry(), append([]string{"lsp"}, args...), inR, outW, lockedLog{c})
		outW.Close()
		c.status <- status
	}()
	stream := jsonrpc2.NewBufferedStream(pipes{outR, inW}, jsonrpc2.VSCodeObjectCodec{})
	c.conn = jsonrpc2.NewConn(context.Background(), stream, jsonrpc2.HandlerWithError(c.handle))
	c.call("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}}, nil)
	c.notify("initialized", map[string]any{})
	t.Cleanup(c.stop)
	return c
}

type lockedLog struct{ c *client }

func (l lockedLog) Write(b []byte) (int, error) {
	l.c.mu.Lock()
	defer l.c.mu.Unlock()
	return l.c.log.Write(b)
}

func (c *client) stop() {
	c.conn.Call(context.Background(), "shutdown", nil, nil)
	c.conn.Notify(context.Background(), "exit", nil)
	select {
	case status := <-c.status:
		if status != 0 {
			c.t.Errorf("exit status %d", status)
		}
	case <-time.After(10 * time.Second):
		c.t.Error("the server did not end")
	}
}

func (c *client) handle(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	switch req.Method {
	case "textDocument/publishDiagnostics":
		var p published
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.diagnostics <- p
	case "workspace/applyEdit":
		if c.refuse {
			return protocol.ApplyWorkspaceEditResponse{}, nil
		}
		var p protocol.ApplyWorkspaceEditParams
		if err := json.Unmarshal(*req.Params, &p); err != nil {
			return nil, err
		}
		c.mu.Lock()
		c.text = applyEdits(c.text, p.Edit.Changes[uri])
		c.mu.Unlock()
		return protocol.ApplyWorkspaceEditResponse{Applied: true}, nil
	}
	return nil, nil
}

func (c *client) try(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return c.conn.Call(ctx, method, params, result)
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.try(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

var marker = regexp.MustCompile(`«(\w+)»`)

// open sends a document whose markers «a» are taken out, and gives their places.
func (c *client) open(src string) map[string]protocol.Position {
	c.t.Helper()
	text, places := marked(src)
	c.text, c.version = text, 1
	c.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": "mlir", "version": 1, "text": text},
	})
	return places
}

// replace sends a text as the next version.
func (c *client) replace(text string) {
	c.t.Helper()
	c.version++
	c.text = text
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": c.version}, "contentChanges": []any{map[string]any{"text": text}},
	})
}

// published waits for the diagnostics of the newest version.
func (c *client) published() []protocol.Diagnostic {
	c.t.Helper()
	for {
		select {
		case p := <-c.diagnostics:
			if p.Version != nil && *p.Version == c.version {
				return p.Diagnostics
			}
		case <-time.After(20 * time.Second):
			c.t.Fatal("no diagnostics")
		}
	}
}

func marked(src string) (string, map[string]protocol.Position) {
	places := map[string]protocol.Position{}
	var b strings.Builder
	at := 0
	for _, m := range marker.FindAllStringSubmatchIndex(src, -1) {
		b.WriteString(src[at:m[0]])
		places[src[m[2]:m[3]]] = positionOf(b.String())
		at = m[1]
	}
	b.WriteString(src[at:])
	return b.String(), places
}

// positionOf is the end of a text: written apart from the server's, which it checks.
func positionOf(text string) protocol.Position {
	line := strings.Count(text, "\n")
	last := text[strings.LastIndex(text, "\n")+1:]
	return protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(len(utf16.Encode([]rune(last))))}
}

func offsetOf(text string, p protocol.Position) int {
	for off := 0; off <= len(text); off++ {
		if positionOf(text[:off]) == p && (off == len(text) || text[off]&0xC0 != 0x80) {
			return off
		}
	}
	return -1
}

func sliceOf(text string, r protocol.Range) string {
	return text[offsetOf(text, r.Start):offsetOf(text, r.End)]
}

// applyEdits applies edits of one text, the last first.
func applyEdits(text string, edits []protocol.TextEdit) string {
	type change struct {
		from, to int
		text     string
	}
	var list []change
	for _, e := range edits {
		list = append(list, change{offsetOf(text, e.Range.Start), offsetOf(text, e.Range.End), e.NewText})
	}
	out := text
	for len(list) > 0 {
		last := 0
		for i := range list {
			if list[i].from > list[last].from {
				last = i
			}
		}
		e := list[last]
		out = out[:e.from] + e.text + out[e.to:]
		list = append(list[:last], list[last+1:]...)
	}
	return out
}

func at(p protocol.Position) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": p}
}

func with(params map[string]any, key string, value any) map[string]any {
	params[key] = value
	return params
}

func document() map[string]any { return map[string]any{"textDocument": map[string]any{"uri": uri}} }
