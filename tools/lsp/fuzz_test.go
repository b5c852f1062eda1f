package lsp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tawa/driver"
)

var fuzzRegistry = sync.OnceValue(driver.All)

// serve runs the server on an input and gives its output, log and status.
func serve(t *testing.T, input []byte) (replies []map[string]any, log string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	done := make(chan int)
	go func() {
		done <- driver.Main(fuzzRegistry(), []string{"lsp"}, bytes.NewReader(input), &out, &errs)
	}()
	select {
	case status = <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("the server hangs")
	}
	in := bufio.NewReader(&out)
	for {
		head, err := in.ReadString('\n')
		if err == io.EOF && head == "" {
			return replies, errs.String(), status
		}
		blank, _ := in.ReadString('\n')
		length, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(head, "Content-Length:")))
		if err != nil || blank != "\r\n" {
			t.Fatalf("header %q, %q", head, blank)
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(in, body); err != nil {
			t.Fatal(err)
		}
		var reply map[string]any
		if err := json.Unmarshal(body, &reply); err != nil {
			t.Fatal(err)
		}
		replies = append(replies, reply)
	}
}

func framed(body []byte) []byte {
	return fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(body), body)
}

// session is what an editor writes.
type session struct {
	bytes.Buffer
	requests int
}

func (s *session) message(method string, params any, request bool) {
	m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
	if request {
		s.requests++
		m["id"] = s.requests
	}
	body, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	s.Write(framed(body))
}

// greet begins a session with a document.
func (s *session) greet(text string) {
	s.message("initialize", map[string]any{"capabilities": map[string]any{}}, true)
	s.message("initialized", map[string]any{}, false)
	s.message("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri, "languageId": "mlir", "version": 1, "text": text},
	}, false)
}

// ask sends every request about a place.
func (s *session) ask(line, character uint16, name string) {
	p := map[string]any{"line": line, "character": character}
	place := map[string]any{"start": p, "end": p}
	for _, method := range []string{"hover", "definition", "references", "documentHighlight", "documentSymbol", "completion", "formatting",
		"codeAction", "rename", "prepareRename", "inlayHint"} {
		s.message("textDocument/"+method, map[string]any{
			"textDocument": map[string]any{"uri": uri}, "position": p, "range": place, "newName": name,
			"context": map[string]any{"includeDeclaration": true, "diagnostics": []any{}}, "options": map[string]any{},
		}, true)
	}
}

// FuzzMessages has a document with any text, changes and questions at any place, and then anything at all as a message
// and as what stands between messages. Each question is answered once, and nothing breaks inside.
func FuzzMessages(f *testing.F) {
	text, places := marked(sound)
	for _, p := range places {
		f.Add(text, uint16(p.Line), uint16(p.Character), []byte("%x"))
	}
	for _, body := range []string{
		"", "{", "[]", "[{}]", "null", `{"id":1}`, `{"id":null,"method":"exit"}`, `{"id":[],"method":"shutdown"}`,
		`{"jsonrpc":"2.0","id":-1,"method":"textDocument/hover","params":{}}`, `{"jsonrpc":"2.0","id":"x","result":null}`,
		`{"method":"initialize","id":1e99}`, `{"method":"$/cancelRequest","params":{"id":{}}}`, "Content-Length: 99999999999\r\n\r\n{}",
		"Content-Length: -1\r\n\r\n", "Content-Length\r\n\r\n", "\r\n\r\n\r\n", "// -----\n", "\"", "^", "é😀", "}", "#a = #a",
		`{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///test.mlir"},"contentChanges":[{"range":{"start":{"line":1,"character":9},"end":{"line":0,"character":1}},"text":"{"}]}}`,
	} {
		f.Add("func.func @f() {\r\n  return // c\r\n}\n// -----\n", uint16(1), uint16(3), []byte(body))
	}
	f.Fuzz(func(t *testing.T, text string, line, character uint16, body []byte) {
		var s session
		s.greet(text)
		s.ask(line, character, string(body))
		p := map[string]any{"line": line, "character": character}
		s.message("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": uri, "version": 2},
			"contentChanges": []any{map[string]any{"text": string(body), "range": map[string]any{"start": p, "end": p}}},
		}, false)
		s.ask(line, character, "name")
		known := s.requests
		s.Write(framed(body))
		s.Write(body)
		replies, log, _ := serve(t, s.Bytes())
		answers := map[string]int{}
		for _, r := range replies {
			if r["method"] == nil {
				answers[fmt.Sprint(r["id"])]++
			}
		}
		for id := 1; id <= known; id++ {
			if bytes.Contains(body, []byte("exit")) || bytes.Contains(body, []byte(`\u`)) {
				break // without having waited for answers
			}
			// What came at last may have used an id again.
			if n := answers[fmt.Sprint(id)]; n == 0 || n > 2 {
				t.Errorf("request %d has %d answers", id, n)
			}
		}
		if strings.Contains(log, "internal error") {
			t.Error(log)
		}
	})
}

// What is no message is answered with an error, and what follows is understood.
func TestMalformedMessages(t *testing.T) {
	for _, test := range []struct {
		name, bytes string
		code        float64 // of the answer; 0 for none
	}{
		{"no JSON", string(framed([]byte("{"))), -32700},
		{"no message", string(framed([]byte("17"))), -32600},
		{"neither request nor answer", string(framed([]byte("{}"))), -32600},
		{"a batch", string(framed([]byte("[]"))), -32600},
		{"an id that is none", string(framed([]byte(`{"method":"shutdown","id":{}}`))), -32600},
		{"an answer to nothing", string(framed([]byte(`{"id":5,"result":1}`))), 0},
		{"lines that are no headers", "hello\r\n\r\nContent-Type: x\r\n", 0},
		{"a length that is none", "Content-Length: x\r\n\r\n", 0},
		{"a length below zero", "Content-Length: -5\r\n\r\n", 0},
	} {
		var s session
		s.greet("func.func private @f()\n")
		s.WriteString(test.bytes)
		s.ask(0, 0, "x")
		s.message("shutdown", nil, true)
		s.message("exit", nil, false)
		replies, log, status := serve(t, s.Bytes())
		codes, answered := []float64{}, 0
		for _, r := range replies {
			if e, ok := r["error"].(map[string]any); ok && r["id"] == nil {
				codes = append(codes, e["code"].(float64))
			} else if r["method"] == nil {
				answered++
			}
		}
		if want := test.code; want == 0 && len(codes) != 0 || want != 0 && (len(codes) != 1 || codes[0] != want) {
			t.Errorf("%s: errors %v, want %v", test.name, codes, want)
		}
		if answered == 0 || status != 0 {
			t.Errorf("%s: %d answers, status %d, log %s", test.name, answered, status, log)
		}
	}
	if _, _, status := serve(t, []byte("Content-Length: 50\r\n\r\n{")); status != 1 {
		t.Errorf("cut off: status %d", status)
	}
}

func TestCommandLine(t *testing.T) {
	for _, test := range []struct {
		args   string
		status int
		want   string
	}{
		{"lsp --help", 0, "usage: tawa-opt lsp"}, {"lsp --nonsense", 2, "unknown flag"}, {"lsp file.mlir", 2, "takes no arguments"},
	} {
		var out bytes.Buffer
		status := driver.Main(fuzzRegistry(), strings.Fields(test.args), strings.NewReader(""), &out, &out)
		if status != test.status || !strings.Contains(out.String(), test.want) {
			t.Errorf("%s: status %d, %s", test.args, status, out.String())
		}
	}
}
