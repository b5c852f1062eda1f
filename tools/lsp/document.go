package lsp

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
)

// separator begins the lines between the programs of a file, as --split-input-file has it.
const separator = "// -----"

// snapshot is one version of a document. It is analysed once, when something first asks for it.
type snapshot struct {
	uri     protocol.DocumentUri
	version protocol.Integer
	text    *text
	config  *config

	once   sync.Once
	chunks []*chunk
	query  sync.Mutex // held by what looks at the programs: some of their tables are made when first used
}

// config is what all documents have in common.
type config struct {
	Tool
	allowUnregistered bool
}

// chunk is one program of a document.
type chunk struct {
	base   int // where it begins in the document
	file   *diag.File
	module *ir.Operation // nil if the text has errors
	index  *index
	diags  []*diag.Diagnostic
}

func (c *chunk) end() int { return c.base + len(c.file.Src) }

// sound says whether the program has no errors.
func (c *chunk) sound() bool {
	for _, d := range c.diags {
		if d.Severity == diag.Error {
			return false
		}
	}
	return c.module != nil
}

// implicit says whether the parser made the module around the program.
func (c *chunk) implicit() bool { return c.index.byOp[c.module] == nil }

func (s *snapshot) analyse() {
	s.once.Do(func() {
		base := 0
		for _, part := range diag.NewFile(s.uri, []byte(s.text.src)).Split(separator) {
			s.chunks = append(s.chunks, s.config.read(part, base))
			base += len(part.Src)
			if n := strings.IndexByte(s.text.src[base:], '\n'); n >= 0 {
				base += n + 1
			}
		}
	})
}

func (c *config) context() *ir.Context {
	ctx := ir.NewContext(c.Dialects)
	ctx.AllowUnregistered = c.allowUnregistered
	return ctx
}

// read parses and verifies a program. A panic becomes a diagnostic: the editor stays usable.
func (c *config) read(file *diag.File, base int) (ch *chunk) {
	ch = &chunk{base: base, file: file, index: newIndex(base, string(file.Src))}
	var sink diag.Sink
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(c.log, "internal error: %v\n%s", p, debug.Stack())
			sink.Errorf(diag.Span{File: file}, "internal error: %v", p)
			ch.module, ch.index = nil, newIndex(base, string(file.Src))
		}
		ch.diags = sink.All()
	}()
	module, ok := parser.Options{Index: ch.index}.Parse(c.context(), file, &sink)
	ch.index.finish()
	if ok {
		ch.module = module
		if ch.implicit() {
			module.Loc = module.Loc.WithAttr(module.Context().UnknownLoc())
		}
		verify.Verify(module, &sink)
	}
	return ch
}

// chunkAt is the program that holds a place; the end of a document belongs to the last one.
func (s *snapshot) chunkAt(off int) *chunk {
	for _, c := range s.chunks {
		if off <= c.end() {
			return c
		}
	}
	return s.chunks[len(s.chunks)-1]
}

// token is the token of a chunk at a place or just before it, Invalid in white space and comments.
func (c *chunk) token(off int) (asm.Kind, span) {
	at := off - c.base
	src := c.file.Src
	lex := asm.NewLexer(src)
	lex.SetPos(bytes.LastIndexByte(src[:min(max(at, 0), len(src))], '\n') + 1)
	for {
		tok := lex.Next()
		if tok.Kind == asm.EOF || int(tok.Start) > at {
			return asm.Invalid, span{off, off}
		}
		if int(tok.End) >= at && (int(tok.End) > at || named(tok.Kind)) {
			return tok.Kind, span{c.base + int(tok.Start), c.base + int(tok.End)}
		}
	}
}

// named says whether a token is a name, of which an editor's cursor may stand behind the last letter.
func named(k asm.Kind) bool {
	switch k {
	case asm.Ident, asm.SymbolName, asm.ValueName, asm.HashName, asm.TypeName, asm.BlockName:
		return true
	}
	return false
}
