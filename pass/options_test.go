package pass_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tawa/ir"
	"tawa/pass"
)

// plain is a pass without options.
type plain struct{}

func (*plain) Info() pass.Info                     { return pass.Info{Name: "options"} }
func (*plain) Run(*ir.Operation, *pass.State) bool { return true }

func TestListsWithAndWithoutBraces(t *testing.T) {
	type lists struct {
		Names   []string `opt:"names"`
		Numbers []int    `opt:"numbers"`
	}
	for text, want := range map[string][]string{"": nil, "{}": nil, "a": {"a"}, "a,b": {"a", "b"}, "{a,b}": {"a", "b"}, "{a": {"{a"}} {
		var l lists
		if err := pass.SetOption(&l, "names", text, true); err != nil || !slices.Equal(l.Names, want) {
			t.Errorf("%q: %q, %v", text, l.Names, err)
		}
	}
	var l lists
	if err := pass.SetOption(&l, "numbers", "{1,-2}", true); err != nil || !slices.Equal(l.Numbers, []int{1, -2}) {
		t.Error(l.Numbers, err)
	}
}

// wrongOptions are passes whose fields can't be options.
type (
	unsigned struct {
		plain
		N uint8 `opt:"n"`
	}
	floats struct {
		plain
		List []float64 `opt:"list"`
	}
	hidden struct {
		plain
		n int `opt:"n"`
	}
	twice struct {
		plain
		A int `opt:"a"`
		B int `opt:"a"`
	}
	choice struct {
		plain
		N int `opt:"n" values:"1,2"`
	}
)

func TestWrongOptionsAreRefusedWhenRegistered(t *testing.T) {
	for _, tc := range []struct {
		entry pass.Pass
		want  string
	}{
		{&unsigned{}, "option 'n' of 'options' is of type uint8"},
		{&floats{}, "option 'list' of 'options' is of type []float64"},
		{&hidden{n: 1}, "option 'n' of 'options' is the unexported field n"},
		{&twice{}, "option 'a' of 'options' is there twice"},
		{&choice{}, "option 'n' of 'options' has a list of values, but is no string"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, tc.want) {
					t.Errorf("%s, not %s", got, tc.want)
				}
			}()
			pass.NewRegistry().Add(func() pass.Pass { return tc.entry })
		}()
	}
}
