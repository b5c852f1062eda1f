package transforms

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tawa/ir"
	"tawa/pass"
)

// PrintOpStats counts the ops by name.
type PrintOpStats struct {
	JSON bool `opt:"json" help:"print the counts as a JSON object"`
}

// Info names the pass.
func (*PrintOpStats) Info() pass.Info {
	return pass.Info{Name: "print-op-stats", Summary: "print how many ops of each name there are"}
}

// Run counts root and everything inside.
func (p *PrintOpStats) Run(root *ir.Operation, st *pass.State) bool {
	st.PreserveAll()
	counts := map[string]int{}
	root.Walk(func(op *ir.Operation) bool {
		counts[op.Name().String()]++
		return true
	})
	if p.JSON {
		text, err := json.MarshalIndent(counts, "", "  ") // keys come sorted
		if err != nil {
			return st.Errorf(root, "%v", err)
		}
		st.Print(string(text) + "\n")
		return true
	}
	st.Print(countTable(counts))
	return true
}

// countTable aligns the names at the dot behind the dialect.
func countTable(counts map[string]int) string {
	left, right := 0, 0
	for name := range counts {
		dialect, rest, _ := strings.Cut(name, ".")
		left, right = max(left, len(dialect)), max(right, len(rest))
	}
	var b strings.Builder
	b.WriteString("Operations encountered:\n-----------------------\n")
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		dialect, rest, _ := strings.Cut(name, ".")
		fmt.Fprintf(&b, "  %*s.%-*s , %d\n", left, dialect, right, rest, counts[name])
	}
	return b.String()
}
