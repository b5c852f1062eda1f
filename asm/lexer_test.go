package asm

import (
	"fmt"
	"strings"
	"testing"
)

func tokens(src string) string {
	l := NewLexer([]byte(src))
	var out []string
	for {
		t := l.Next()
		if t.Kind == EOF {
			return strings.Join(out, " ")
		}
		text := src[t.Start:t.End]
		switch t.Kind {
		case Invalid:
			out = append(out, fmt.Sprintf("INVALID(%s: %s)", text, l.Problem))
		case Ident, SymbolName, ValueName, HashName, TypeName, BlockName, Integer, Float, String:
			out = append(out, fmt.Sprintf("%s<%s>", strings.ReplaceAll(t.Kind.String(), " ", ""), text))
		default:
			out = append(out, t.Kind.String())
		}
	}
}

func TestLexer(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"%0:2 = arith.addi %x#1, %c0_i32", "SSAvalue<%0> ':' integer<2> '=' identifier<arith.addi> SSAvalue<%x> attributename<#1> ',' SSAvalue<%c0_i32>"},
		{"!tt.ptr<f32> #map ^bb0 @f @\"a b\"", "typename<!tt.ptr> '<' identifier<f32> '>' attributename<#map> blockname<^bb0> symbolname<@f> symbolname<@\"a b\">"},
		{"1 12.5 1. 1.5e-3 1.e 0xFf 0x 1e5", "integer<1> float<12.5> float<1.> float<1.5e-3> float<1.> identifier<e> integer<0xFf> integer<0> identifier<x> integer<1> identifier<e5>"},
		{"-> - :: : ... {-# #-} { } [ ] ? * + | / < > = ( )", "'->' '-' '::' ':' '...' '{-#' '#-}' '{' '}' '[' ']' '?' '*' '+' '|' '/' '<' '>' '=' '(' ')'"},
		{"4x8xf32", "integer<4> identifier<x8xf32>"},
		{"a // x\n// y\r\nb//", "identifier<a> identifier<b>"},
		{`"a\"b\0A\\"`, `string<"a\"b\0A\\">`},
		{`"a\q" b`, `INVALID("a\q": unknown escape in string: after \ comes one of " \ n t or two hexadecimal digits) identifier<b>`},
		{"\"a\n", "INVALID(\"a: string is not closed on its line)"},
		{"% é", "INVALID(%: expected a name after '%') INVALID(\xc3: unexpected character) INVALID(\xa9: unexpected character)"},
		{"@1 .", "INVALID(@: expected a name after '@') integer<1> INVALID(.: unexpected character)"},
		{"%12ab %a-b.c$", "SSAvalue<%12> identifier<ab> SSAvalue<%a-b.c$>"},
		{"a-b", "identifier<a> '-' identifier<b>"},
		{"", ""},
	} {
		if got := tokens(c.src); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestQuoting(t *testing.T) {
	for _, s := range []string{"", "abc", "a\"b\\c\n\t\x00\xff é"} {
		quoted := AppendQuoted(nil, s)
		l := NewLexer(quoted)
		tok := l.Next()
		if tok.Kind != String || int(tok.End) != len(quoted) {
			t.Errorf("%q is quoted as %s, which is no string", s, quoted)
		} else if got := Unquote(quoted); got != s {
			t.Errorf("%q comes back as %q", s, got)
		}
	}
	if got := string(AppendQuoted(nil, "a\"\n")); got != `"a\22\0A"` {
		t.Errorf("got %s", got)
	}
	if got := Unquote([]byte(`"\n\t\"\\\4a\4B"`)); got != "\n\t\"\\JK" {
		t.Errorf("got %q", got)
	}
	if got := string(AppendKey(AppendSymbol(nil, "f.x"), "ttg.num-warps")); got != `@f.x"ttg.num-warps"` {
		t.Errorf("got %s", got)
	}
}

func FuzzLexer(f *testing.F) {
	for _, s := range []string{"%0 = \"a\\0A\"() : () -> ()", "{-# #-} @\"", "0x1.5e+", "// c", "\\\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		l := NewLexer(src)
		for end := uint32(0); ; {
			tok := l.Next()
			if tok.Kind == EOF {
				break
			}
			if tok.Start < end || tok.End <= tok.Start || int(tok.End) > len(src) {
				t.Fatalf("token %v after offset %d", tok, end)
			}
			if tok.Kind == String {
				Unquote(src[tok.Start:tok.End])
			}
			end = tok.End
		}
	})
}

func BenchmarkLexer(b *testing.B) {
	line := "    %a_25 = tt.descriptor_load %a_desc[%off_m_22, %a] : !tt.tensordesc<tensor<128x64xf16>> -> tensor<128x64xf16> loc(#loc54)\n"
	src := []byte(strings.Repeat(line, 1000))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		l := NewLexer(src)
		for l.Next().Kind != EOF {
		}
	}
}
