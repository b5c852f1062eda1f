package words_test

import (
	"fmt"
	"slices"
	"testing"

	"tawa/tools/words"
)

func Example() {
	list, _ := words.Split(`tawa-opt --pass-pipeline='builtin.module(cse)' in.mlir | FileCheck in.mlir`)
	fmt.Println(len(list), list[1])
	// Output: 6 --pass-pipeline=builtin.module(cse)
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
	}{
		{"", nil},
		{" a  b\tc ", []string{"a", "b", "c"}},
		{`a'b c'"d e"f`, []string{"ab cd ef"}},
		{`'' ""`, []string{"", ""}},
		{`a\ b "\"\\\n" '\'`, []string{"a b", `"\\n`, `\`}},
		{"a 2>&1|b<c", []string{"a", "2>", "&", "1", "|", "b", "<", "c"}},
		{"a 'b|c' && d", []string{"a", "b|c", "&", "&", "d"}},
	} {
		got, err := words.Split(c.line)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v; want %q", c.line, got, err, c.want)
		}
	}
	for _, line := range []string{`a 'b`, `"a\"`} {
		if got, err := words.Split(line); err == nil {
			t.Errorf("%q: %q", line, got)
		}
	}
}
