package asm

import (
	"fmt"
	"strings"
	"testing"
)

var testNames = Names{
	Operands:   []Var{{Name: "a"}, {Name: "b"}, {Name: "mask", May: true}, {Name: "rest", Many: true}},
	Results:    []Var{{Name: "r"}, {Name: "more", Many: true}},
	Attrs:      []Var{{Name: "kind"}, {Name: "cache", May: true}, {Name: "fast", May: true, Unit: true}},
	Regions:    []Var{{Name: "body"}},
	Successors: []Var{{Name: "dest"}},
}

// show writes steps in print order: a dot where a space is printed.
func show(steps []Step) string {
	var b strings.Builder
	arg := func(a Arg) string {
		s := fmt.Sprintf("%d.%d", a.Kind, a.Index)
		if a.Kind == Text {
			s = fmt.Sprintf("%q", a.Text)
		}
		if a.Type {
			s = "type " + s
		}
		if a.Ref {
			s = "ref " + s
		}
		return s
	}
	args := func(as []Arg) string {
		var out []string
		for _, a := range as {
			out = append(out, arg(a))
		}
		return "(" + strings.Join(out, ", ") + ")"
	}
	for _, s := range steps {
		if s.Space {
			b.WriteByte('.')
		}
		if s.Qualified {
			b.WriteString("full ")
		}
		switch s.Kind {
		case Literal:
			b.WriteString("`" + s.Text + "`")
		case Blank:
			b.WriteString("BLANK")
		case Newline:
			b.WriteString("NL")
		case Variable, UnitAttr, Types:
			b.WriteString("$" + arg(s.Arg))
		case AttrDict, AttrDictKw, PropDict:
			b.WriteString([]string{"DICT", "DICTKW", "PROPS"}[s.Kind-AttrDict])
		case Functional:
			b.WriteString("FN" + args(s.Args))
		case Custom:
			b.WriteString(s.Text + args(s.Args))
		case Group:
			b.WriteString("[" + show(s.Then) + "|" + show(s.Else) + "|" + args(s.Anchor) + "]")
		case Clauses:
			b.WriteString("{" + show(s.Then) + "}")
		}
	}
	return b.String()
}

func TestCompile(t *testing.T) {
	const rest = " $rest $body $dest attr-dict"
	for _, c := range []struct{ format, want string }{
		{"$a `,` $b `[` $mask `]` $rest attr-dict $body $dest `:` type($a) `->` functional-type(operands, results)",
			".$0.0`,`.$0.1`[`$0.2`]`.$0.3DICT.$3.0.$4.0.`:`.$type 0.0.`->`.FN(type 5.0, type 6.0)"},
		{"$a $b (`,` $mask^)? oilist(`cache` `=` $cache | `fast` $fast) prop-dict qualified(type($a)) $rest $body $dest attr-dict-with-keyword",
			".$0.0.$0.1[`,`.$0.2||(0.2)]{[.`cache`.`=`.$2.1||(2.1)][.`fast`$2.2||(2.2)]}PROPS.full $type 0.0.$0.3.$3.0.$4.0DICTKW"},
		{"operands (`fast` $fast^) : (`slow`)? custom<Foo>($kind, type($more), ref($a), \"x\") regions successors attr-dict",
			".$5.0[.`fast`$2.2|.`slow`|(2.2)].Foo(2.0, type 0.0, ref 0.0, \"x\").$7.0.$8.0DICT"},
		{"$a `` $b ` ` $mask `(` $rest `)` `\\n` `{` $body `}` $dest attr-dict", ".$0.0``$0.1BLANK.$0.2`(`$0.3`)`NL`{`$3.0`}`.$4.0DICT"},
		{"$a $b (`[` type($more)^ `]`)? $mask" + rest, ".$0.0.$0.1[`[`$type 1.1`]`||(type 1.1)].$0.2.$0.3.$3.0.$4.0DICT"},
	} {
		f, err := Compile(c.format, testNames)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		want := strings.ReplaceAll(c.want, "type 0.0, ref", "type 1.1, ref")
		if got := show(f.Steps); got != want {
			t.Errorf("%s:\n got %s\nwant %s", c.format, got, want)
		}
	}
}

func TestCompileRecordsWhatTheTextHolds(t *testing.T) {
	f, err := Compile("operands $kind attr-dict $body $dest `:` type($b) type(results)", testNames)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(f.Attrs, f.OperandTypes, f.ResultTypes)
	if want := "[true false false] [false true false false] [true true]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestCompileErrors(t *testing.T) {
	const all = " operands regions successors attr-dict"
	for _, c := range []struct{ format, want string }{
		{"$x" + all, "named 'x'"},
		{"$kin" + all, "did you mean '$kind'?"},
		{"$a" + all, "'$a' is written twice"},
		{"$r" + all, "a result is not written"},
		{"regions successors attr-dict", "'$a' is missing"},
		{"operands regions successors", "attr-dict is missing"},
		{"`a" + all, "quote is not closed"},
		{"`a b`" + all, "one keyword or punctuation mark"},
		{"(`a` $kind)?" + all, "needs an anchor"},
		{"(`a` $kind^)?" + all, "may be absent"},
		{"(`a` $cache^ $fast^)?" + all, "'^' marks one element"},
		{"$cache^" + all, "'^' marks one element"},
		{"($kind $cache^)?" + all, "begins with a literal"},
		{"(`a` $cache^)" + all, "expected '?'"},
		{"frob" + all, "unknown directive 'frob'"},
		{"type(5)" + all, "unexpected character"},
		{"type()" + all, "expected a variable"},
		{"functional-type(operands)" + all, "takes two arguments"},
		{"oilist($cache)" + all, "begins with a literal"},
		{"custom($a)" + all, "expected '<'"},
		{"qualified(`a`)" + all, "qualified takes"},
		{")" + all, "unexpected ')'"},
	} {
		_, err := Compile(c.format, testNames)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.format, err, c.want)
		} else if !strings.Contains(err.Error(), "^") {
			t.Errorf("no caret in %v", err)
		}
	}
}

func FuzzCompile(f *testing.F) {
	f.Add("$a `,` $b (`,` $mask^)? oilist(`cache` `=` $cache) custom<F>(ref($a), \"x\") attr-dict `:` type($a)")
	f.Fuzz(func(t *testing.T, format string) { Compile(format, testNames) })
}
