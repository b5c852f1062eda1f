package printer_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/printer"
)

// checkAnyText parses, verifies and prints a text that may be anything: mistakes are diagnostics, and a valid module
// prints in every form to what reads back the same.
func checkAnyText(src []byte) error {
	parse := func(src []byte) (*ir.Operation, bool) {
		ctx := ir.NewContext(oneRegistry())
		ctx.AllowUnregistered = true
		return parser.Parse(ctx, diag.NewFile("f", src), &diag.Sink{})
	}
	op, ok := parse(src)
	if !ok {
		return nil
	}
	forms := []printer.Options{{Generic: true, DebugInfo: true}}
	if verify.Verify(op, &diag.Sink{}) {
		forms = append(forms, printer.Options{DebugInfo: true}, printer.Options{NoSSANames: true})
	}
	for _, opts := range forms {
		text := printer.String(op, opts)
		again, ok := parse([]byte(text))
		if !ok {
			return fmt.Errorf("the print does not parse:\n%s", text)
		}
		if second := printer.String(again, opts); second != text {
			return fmt.Errorf("not a fixpoint:\n%s\nthen\n%s", text, second)
		}
	}
	return nil
}

func FuzzDialects(f *testing.F) {
	f.Add([]byte("tt.func @f(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %m: i1) {\n%c0_i32 = arith.constant 0 : i32\n%x = tt.load %p, %m cacheModifier = ca : !tt.ptr<f32>\ntt.return\n}"))
	f.Add([]byte("func.func @f(%a: i32) -> i32 {\n%r = scf.for %i = %a to %a step %a iter_args(%x = %a) -> (i32) : i32 {\nscf.yield %x : i32\n}\nreturn %r : i32\n}"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if err := checkAnyText(src); err != nil {
			t.Fatal(err)
		}
	})
}

// mutate changes a text at one to three places: a token goes, comes twice or is replaced by another of the text, a
// byte changes, or the end is cut off.
func mutate(r *rand.Rand, src []byte, toks []asm.Token) []byte {
	out := append([]byte(nil), src...)
	for range 1 + r.IntN(3) {
		t, u := toks[r.IntN(len(toks))], toks[r.IntN(len(toks))]
		if int(t.End) > len(out) || int(u.End) > len(out) || t.Start == t.End {
			continue
		}
		var with []byte
		switch r.IntN(6) {
		case 0:
		case 1:
			with = append(append(with, out[t.Start:t.End]...), out[t.Start:t.End]...)
		case 2, 3:
			with = append(with, out[u.Start:u.End]...)
		case 4:
			out[t.Start] = byte(r.IntN(256))
			continue
		case 5:
			out = out[:t.Start]
			continue
		}
		out = append(out[:t.Start:t.Start], append(with, out[t.End:]...)...)
	}
	return out
}

// FuzzVerifier mutates the programs of the lit tests, which use every op: what is changed a little gets past the parser.
func FuzzVerifier(f *testing.F) {
	var chunks [][]byte
	err := filepath.WalkDir("../lit", func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".mlir" {
			return err
		}
		text, err := os.ReadFile(path)
		chunks = append(chunks, bytes.Split(text, []byte("// -----"))...)
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	for i := range chunks {
		f.Add(uint(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, chunk uint, seed uint64) {
		src := chunks[chunk%uint(len(chunks))]
		toks := tokens(src)
		if len(toks) == 0 {
			return // comments only
		}
		text := mutate(rand.New(rand.NewPCG(seed, 0)), src, toks)
		if err := checkAnyText(text); err != nil {
			t.Fatalf("%v\nof\n%s", err, text)
		}
	})
}

func tokens(src []byte) []asm.Token {
	var toks []asm.Token
	l := asm.NewLexer(src)
	for tok := l.Next(); tok.Kind != asm.EOF; tok = l.Next() {
		toks = append(toks, tok)
	}
	return toks
}

func TestMutatedFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	check := func(t *testing.T, src []byte) {
		toks := tokens(src)
		for range 40 {
			text := mutate(r, src, toks)
			func() {
				defer func() {
					if p := recover(); p != nil {
						t.Errorf("panic: %v", p)
						panic(fmt.Sprintf("%v\nin the text\n%s", p, text))
					}
				}()
				if err := checkAnyText(text); err != nil {
					t.Error(err)
				}
			}()
		}
	}
	each(t, func(t *testing.T, _, src string) { check(t, []byte(src)) })
	src, err := os.ReadFile("testdata/upstream.mlir")
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		check(t, src)
	}
}
