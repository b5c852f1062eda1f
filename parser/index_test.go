package parser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
)

// recorder writes down what an index hears, values by the place of their definition.
type recorder struct {
	lines []string
	at    map[*ir.Value]diag.Span
}

func (r *recorder) add(kind string, s diag.Span, more ...any) {
	line, col := s.Position()
	r.lines = append(r.lines, strings.TrimSpace(fmt.Sprintln(append([]any{kind, fmt.Sprintf("%d:%d", line, col), s.Text()}, more...)...)))
}

func (r *recorder) DefineValue(name diag.Span, values []*ir.Value) {
	r.add("define", name, len(values))
	for _, v := range values {
		r.at[v] = name
	}
}

func (r *recorder) UseValue(name diag.Span, v *ir.Value) {
	if def, ok := r.at[v]; ok {
		r.add("use", name, "of", def.Start)
		return
	}
	r.at[v] = name
	r.add("forward", name)
}

func (r *recorder) ResolveValue(standIn, v *ir.Value) {
	if standIn != v {
		r.add("resolve", r.at[standIn])
	}
}
func (r *recorder) DefineBlock(label diag.Span, b *ir.Block) { r.add("block", label) }
func (r *recorder) UseBlock(label diag.Span, b *ir.Block)    { r.add("successor", label) }
func (r *recorder) UseAlias(name diag.Span)                  { r.add("alias use", name) }
func (r *recorder) Symbol(name diag.Span)                    { r.add("symbol", name) }
func (r *recorder) Region(braces diag.Span, _ *ir.Region, row *ir.OpDef) {
	r.add("region", braces, row.Name())
}
func (r *recorder) Op(op *ir.Operation, whole, name diag.Span) {
	r.add("op", whole, "named", name.Text())
}
func (r *recorder) DefineAlias(_, d diag.Span, _ ir.Attribute, t ir.Type) {
	r.add("alias", d, t != nil)
}

func TestIndex(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string // lines that begin so, in this order
	}{
		{"values", "test.func @f(%x: i32) {\n  %y = \"o.add\"(%x, %x) : (i32, i32) -> i32\n  return\n}\n", []string{
			"symbol 1:11 @f", "define 1:14 %x 1", "use 2:16 %x of 13", "use 2:20 %x of 13",
			`op 2:3 %y = "o.add"(%x, %x) : (i32, i32) -> i32 named "o.add"`, "define 2:3 %y 1", "op 3:3 return named return",
			"region 1:23", "op 1:1",
		}},
		{"before the definition", "test.func @f() {\n  \"o.br\"()[^b] : () -> ()\n^a:\n  \"o.use\"(%x) : (i32) -> ()\n  return\n^b:\n  %x = \"o.one\"() : () -> i32\n  \"o.br\"()[^a] : () -> ()\n}\n", []string{
			"successor 2:12 ^b", "block 3:1 ^a", "forward 4:11 %x", "block 6:1 ^b", "define 7:3 %x 1", "successor 8:12 ^a",
		}},
		{"results", "%r:2 = \"o.two\"() : () -> (i1, i2)\n\"o.use\"(%r#1) : (i2) -> ()\n", []string{
			"define 1:1 %r 2", "use 2:9 %r#1 of 0",
		}},
		{"aliases", "!t = tensor<4x!e>\n!e = i32\n\"o.use\"() {m = #m, t = !t, s = !t} : () -> ()\n#m = affine_map<(i) -> (i)>\n", []string{
			"alias use 1:15 !e", "alias 2:1 !e = i32 true", "alias 1:1 !t = tensor<4x!e> true", "alias use 3:16 #m",
			"alias 4:1 #m = affine_map<(i) -> (i)> false", "alias use 3:24 !t", "alias use 3:32 !t",
		}},
		{"a mistake", "test.func @f(%x: i32) {\n  %y = test.adid %x : i32\n  %z = \"o.add\"(%x, %x) : (i32, i32) -> i32\n  return\n}\n", []string{
			"define 1:14 %x", "use 3:16 %x", "op 3:3 %z", "region 1:23", "op 1:1 test.func",
		}},
	} {
		ctx := ir.NewContext(testRegistry())
		ctx.AllowUnregistered = true
		r := &recorder{at: map[*ir.Value]diag.Span{}}
		var sink diag.Sink
		parser.Options{Index: r}.Parse(ctx, diag.NewFile("in", []byte(c.src)), &sink)
		rest := r.lines
		for _, want := range c.want {
			i := slices.IndexFunc(rest, func(line string) bool { return strings.HasPrefix(line, want) })
			if i < 0 {
				t.Errorf("%s: no %q in\n%s", c.name, want, strings.Join(rest, "\n"))
				break
			}
			rest = rest[i+1:]
		}
	}
}
