package diag

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestPosition(t *testing.T) {
	f := NewFile("f", []byte("ab\n\ncd"))
	for _, c := range []struct{ off, line, col int }{
		{-5, 1, 1}, {0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {4, 3, 1}, {6, 3, 3}, {99, 3, 3},
	} {
		if line, col := f.Position(c.off); line != c.line || col != c.col {
			t.Errorf("offset %d: %d:%d, want %d:%d", c.off, line, col, c.line, c.col)
		}
	}
	if got := At("k.py", 7, 3).String(); got != "k.py:7:3" {
		t.Errorf("At: %s", got)
	}
	if got := (Span{}).String(); got != "<unknown>:0" {
		t.Errorf("zero span: %s", got)
	}
}

func TestSplitKeepsLineNumbers(t *testing.T) {
	parts := NewFile("f", []byte("a\n// -----\nb\nc\n// -----\nd")).Split("// -----")
	if len(parts) != 3 {
		t.Fatalf("%d parts", len(parts))
	}
	for i, want := range []string{"a\n", "b\nc\n", "d"} {
		if string(parts[i].Src) != want {
			t.Errorf("part %d is %q, want %q", i, parts[i].Src, want)
		}
	}
	if line, _ := parts[1].Position(2); line != 4 {
		t.Errorf("c is on line %d, want 4", line)
	}
	if line, _ := parts[2].Position(0); line != 6 {
		t.Errorf("d is on line %d, want 6", line)
	}
}

func TestRender(t *testing.T) {
	long := strings.Repeat("x", 300) + "BAD" + strings.Repeat("y", 300)
	for _, c := range []struct {
		name, src  string
		start, end int
		want       string
	}{
		{"span", "one\n  two three\n", 6, 9, "f:2:3: error: m\n  two three\n  ^~~\n"},
		{"tab", "\ta\tb\n", 3, 4, "f:1:4: error: m\n\ta\tb\n\t \t^\n"},
		{"tab under the span", "a\tb\n", 0, 3, "f:1:1: error: m\na b\n^~~\n"},
		{"several lines", "ab cd\nef\n", 3, 8, "f:1:4: error: m\nab cd\n   ^~\n"},
		{"end of file", "ab", 2, 2, "f:1:3: error: m\nab\n  ^\n"},
		{"empty", "", 0, 0, "f:1:1: error: m\n\n^\n"},
		{"UTF-8", "é é\n", 3, 5, "f:1:4: error: m\né é\n  ^\n"},
		{"control", "\x00\xffa\n", 2, 3, "f:1:3: error: m\n\uFFFD\uFFFDa\n  ^\n"},
		{"carriage return", "ab\r\ncd", 1, 2, "f:1:2: error: m\nab\n ^\n"},
	} {
		var b strings.Builder
		f := NewFile("f", []byte(c.src))
		if err := Render(&b, &Diagnostic{Span: Span{f, c.start, c.end}, Message: "m"}, false); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("%s: got\n%q want\n%q", c.name, b.String(), c.want)
		}
	}
	var b strings.Builder
	Render(&b, &Diagnostic{Span: Span{NewFile("f", []byte(long)), 300, 303}, Message: "m"}, false)
	lines := strings.Split(b.String(), "\n")
	at := strings.Index(lines[2], "^~~")
	if len(lines[1]) > maxWidth+6 || at < 0 || lines[1][at:at+3] != "BAD" {
		t.Errorf("long line is cut badly:\n%s", b.String())
	}
}

func TestRenderColorAndHints(t *testing.T) {
	var s Sink
	d := s.Errorf(Span{}, "no op %q", "addi").Hint("did you mean %s?", "arith.addi")
	var plain, color strings.Builder
	Render(&plain, d, false)
	Render(&color, d, true)
	if want := "<unknown>:0: error: no op \"addi\"\nhint: did you mean arith.addi?\n"; plain.String() != want {
		t.Errorf("got %q", plain.String())
	}
	if !strings.Contains(color.String(), "\x1b[1;31merror:\x1b[0m") {
		t.Errorf("no colour: %q", color.String())
	}
}

func TestSinkIsSafeForConcurrentUse(t *testing.T) {
	var s Sink
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				s.Errorf(Span{}, "e")
				s.Warningf(Span{}, "w")
			}
		})
	}
	wg.Wait()
	if s.Errors() != 800 || len(s.All()) != 1600 {
		t.Errorf("%d errors of %d", s.Errors(), len(s.All()))
	}
	var all Sink
	all.Merge(&s)
	if all.Errors() != 800 {
		t.Errorf("merged %d errors", all.Errors())
	}
}

func TestNearest(t *testing.T) {
	names := []string{"arith.addi", "arith.addf", "arith.muli", "scf.for", "tt.dot"}
	for name, want := range map[string]string{
		"arith.adid": "arith.addi", "addi": "arith.addi", "arith.add": "arith.addf", "scf.fro": "scf.for",
		"tt.dott": "tt.dot", "completely.else": "", "": "", "x": "",
	} {
		got, ok := Nearest(name, slices.Values(names))
		if got != want || ok != (want != "") {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestVerifyExpected(t *testing.T) {
	at := func(f *File, line int) Span {
		off := 0
		for range line - 1 {
			off += strings.IndexByte(string(f.Src[off:]), '\n') + 1
		}
		return Span{f, off, off}
	}
	for _, c := range []struct {
		name, src string
		line      int
		message   string
		want      []string
	}{
		{"same line", "op // expected-error {{bad}}\n", 1, "a bad op", nil},
		{"next line", "// expected-error@+1 {{bad}}\nop\n", 2, "bad", nil},
		{"line before", "op\n// expected-error @-1 {{bad}}\n", 1, "bad", nil},
		{"above", "op\n// expected-error@+9 {{x}}\n// expected-error@above {{bad}}\n", 1, "bad",
			[]string{`expected error "x" was not produced`}},
		{"below", "// expected-error@below {{bad}}\n// expected-note@below {{why}}\nop\n", 3, "bad", nil},
		{"regexp", "op // expected-error-re {{b(a) {{[0-9]+}}}}\n", 1, "b(a) 17", nil},
		{"bad regexp", "op // expected-error-re {{{{[}}}}\n", 1, "[",
			[]string{"bad regular expression: error parsing regexp: missing closing ]: `[)`", "unexpected error: ["}},
		{"misspelled", "op // expected-eror {{bad}}\n", 1, "bad", []string{"malformed expectation", "unexpected error: bad"}},
		{"not closed", "op // expected-error@+1 {{bad\n", 1, "bad", []string{"malformed expectation", "unexpected error: bad"}},
		{"more behind it", "op // expected-error {{bad}} // here\n", 1, "bad", []string{"malformed expectation", "unexpected error: bad"}},
		{"text", "op // expected-error {{good}}\n", 1, "bad", []string{"unexpected error: bad", `expected error "good" was not produced`}},
		{"kind", "op // expected-warning {{bad}}\n", 1, "bad", []string{"unexpected error: bad", `expected warning "bad" was not produced`}},
		{"wrong line", "op // expected-error {{bad}}\n\n", 2, "bad", []string{"unexpected error: bad", `expected error "bad" was not produced`}},
		{"none", "op\n", 1, "bad", []string{"unexpected error: bad"}},
	} {
		f := NewFile("f", []byte(c.src))
		d := (&Diagnostic{Span: at(f, c.line), Message: c.message}).Note(Span{}, "that is why")
		var got []string
		for _, m := range VerifyExpected(f, []*Diagnostic{d}) {
			got = append(got, m.Message)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	f := NewFile("f", []byte("// expected-error@unknown {{bad}}\n"))
	if got := VerifyExpected(f, []*Diagnostic{{Message: "bad"}}); len(got) != 0 {
		t.Errorf("unknown place: %v", got[0].Message)
	}
}

// TestManyErrorsOnOneLongLine holds the time to what is shown, not to the length of the line.
func TestManyErrorsOnOneLongLine(t *testing.T) {
	src := []byte(strings.Repeat("bad; ", 1<<18))
	f := NewFile("long", src)
	start := time.Now()
	for off := 0; off < len(src); off += 5 * 64 {
		var b strings.Builder
		Render(&b, &Diagnostic{Span: Span{File: f, Start: off, End: off + 3}, Message: "unknown"}, false)
		if !strings.Contains(b.String(), "^~~") || b.Len() > 1000 {
			t.Fatalf("at %d: %q", off, b.String())
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("4096 diagnostics took %v", took)
	}
}
