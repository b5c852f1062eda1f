package driver

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

var (
	update    = flag.Bool("update", false, "write the table of mutants into docs/emulator.md")
	onlyThis  = flag.String("mutation", "", "make only the mutations of this name")
	schedules = flag.Int("emu-schedules", 12, "schedules of kernels without a mistake")
)

// specimens are the kernels that mutants are made of: small launches in which every ring goes round more than once, with ragged
// edges. A persistent kernel has two tiles or more; those of one tile stay so.
var specimens = []struct{ column, name, options, launch string }{
	{"gemm 128×256", "gemm_fp16_128x256x64", "depth=3 persistent=0", gemm("f16", 1, 80, 248, 400)},
	{"gemm 128×128", "gemm_fp16_128x128x64", "depth=3 persistent=0", gemm("f16", 1, 80, 120, 400)},
	{"persistent", "gemm_fp16_persistent_128x256x64", "depth=3", gemm("f16", 1, 144, 248, 208)},
	{"persistent flat", "gemm_fp16_persistent_flat_ws_128x256x64", "depth=3", gemm("f16", 1, 144, 248, 208)},
	{"gemm fp8", "gemm_fp8_128x256x128", "depth=3 persistent=0", gemm("f8E4M3FN", 1, 80, 248, 784)},
	{"fp8 persistent", "gemm_fp8_persistent_flat_128x256x128", "depth=3", gemm("f8E4M3FN", 1, 144, 248, 400)},
	{"bmm", "bmm_fp16_128x128x64", "depth=3 persistent=0", "--grid=1 --arg=desc:randn:f16[128,400] --arg=desc:randn:f16[120,400] --arg=desc:zeros:f16[128,120] --arg=i32:128 --arg=i32:120 --arg=i32:400"},
	{"gemm ptr", "gemm_ptr", "depth=3 persistent=0", "--grid=2 --arg=randn:f16[132,400] --arg=randn:f16[124,400] --arg=zeros:f16[132,124] --arg=i32:132 --arg=i32:124 --arg=i32:400 --arg=i32:400 --arg=i32:400 --arg=i32:124"},
	{"grouped", "grouped_gemm", "depth=3", "--grid=1 --arg=ptrs:randn:f16[128,272];randn:f16[4,80];randn:f16[72,16];randn:f16[136,80]" +
		" --arg=ptrs:randn:f16[128,272];randn:f16[136,80];randn:f16[128,16];randn:f16[8,80] --arg=ptrs:zeros:f16[128,128];zeros:f16[4,136];zeros:f16[72,128];zeros:f16[136,8]" +
		" --arg=values:i32[4,3]:128,128,272,4,136,80,72,128,16,136,8,80 --arg=values:i32[4,3]:272,272,128,80,80,136,16,16,128,80,80,8 --arg=i32:4"},
	{"attention", "attn_fp16_full_128x128", "depth=2 persistent=0", attention("f16", 1, 768)},
	{"causal", "attn_fp16_causal_128x128", "depth=2", attention("f16", 6, 768)},
	{"attention fp8", "attn_fp8_full_128x128", "depth=2 persistent=0", attention("f8E4M3FN", 1, 768)},
	{"softmax", "softmax_rows", "", "--grid=2 --arg=randn:f32[2,1000] --arg=zeros:f32[2,1000] --arg=i32:1000 --arg=i32:1000"},
	{"layer norm", "layer_norm", "", "--grid=2 --arg=randn:f32[2,1100] --arg=zeros:f32[2,1100] --arg=randn:f32[1100] --arg=randn:f32[1100] --arg=i32:1100 --arg=i32:1100 --arg=f32:1e-5"},
	{"vector add", "vector_add", "", "--grid=3 --arg=randn:f32[2500] --arg=randn:f32[2500] --arg=zeros:f32[2500] --arg=i32:2500"},
}

func gemm(elem string, grid, m, n, k int) string {
	return fmt.Sprintf("--grid=%d --arg=desc:randn:%s[%d,%d] --arg=desc:randn:%[2]s[%[5]d,%[4]d] --arg=desc:zeros:f16[%[3]d,%[5]d] --arg=i32:%[3]d --arg=i32:%[5]d --arg=i32:%[4]d", grid, elem, m, k, n)
}

// attention is one head and the first blocks of queries.
func attention(elem string, blocks, length int) string {
	tensor := fmt.Sprintf(" --arg=desc:randn:%s[%d,128]", elem, length)
	return fmt.Sprintf("--grid=%d", blocks) + strings.Repeat(tensor, 3) + strings.Replace(tensor, "randn", "zeros", 1) + fmt.Sprintf(" --arg=zeros:f32[%d] --arg=f32:0.088388 --arg=i32:1 --arg=i32:%d", length, length)
}

// Kernels as they are compiled give the interpreter's numbers and no report, whatever the schedule.
func TestEmulatorAcceptsWhatIsRight(t *testing.T) {
	for _, x := range specimens {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			s := newSpecimen(t, x.name, x.options, x.launch)
			s.accepted(t, x.options, 0, *schedules)
		})
	}
}

// sample are the first, the middle and the last of many.
func sample(list []mutant) []mutant {
	if len(list) <= 3 {
		return list
	}
	return []mutant{list[0], list[len(list)/2], list[len(list)-1]}
}

// notice runs a mutant under each kind of schedule until something shows.
func (s *specimen) notice(m mutant) fate {
	module, problem := parsePTX(m.code)
	if module == nil {
		return fate{"unreadable", problem}
	}
	for i := range 6 {
		if f := s.run(module, m.meta, i); f.kind != "" {
			return f
		}
	}
	return fate{}
}

// cell is what became of the mutants of a kind in one kernel.
type cell struct {
	kinds  map[string]int
	missed []int // lines
}

func (c cell) String() string {
	if len(c.kinds) == 0 && len(c.missed) == 0 {
		return ""
	}
	var words []string
	for _, kind := range slices.Sorted(maps.Keys(c.kinds)) {
		words = append(words, fmt.Sprintf("%s %d", kind, c.kinds[kind]))
	}
	if len(c.missed) > 0 {
		words = append(words, fmt.Sprintf("– %d", len(c.missed)))
	}
	return strings.Join(words, ", ")
}

func (s *specimen) cells(t *testing.T, column string) map[string]cell {
	k := s.text(t)
	if !s.accepted(t, column, 0, 1) {
		t.FailNow()
	}
	cells := map[string]cell{}
	for _, mutation := range mutations {
		if *onlyThis != "" && *onlyThis != mutation.name {
			continue
		}
		c := cell{kinds: map[string]int{}}
		for _, m := range sample(mutation.make(k)) {
			switch f := s.notice(m); f.kind {
			case "":
				c.missed = append(c.missed, m.line)
				if harmless(mutation.name, column) == "" {
					t.Errorf("%s at line %d: nothing shows", mutation.name, m.line)
				}
			case "unreadable":
				t.Errorf("%s at line %d: %s", mutation.name, m.line, f.details)
			default:
				c.kinds[f.kind]++
			}
		}
		cells[mutation.name] = c
	}
	return cells
}

// harmlessMutations are mistakes that change nothing a kernel may rely on, and why.
var harmlessMutations = []struct{ mutations, columns, why string }{
	{"arrival dropped, arrival doubled, arrival not guarded, arrival at the next slot, arrival at the slot before, arrival at full instead of empty", once,
		"The last slot that is given back: nobody fills it again."},
	{"arrival before the wait for the dots", "attention, causal, attention fp8", "The last slot again, or a wait for dots that do not read the slot."},
	{"initial count one fewer", "attention, causal, attention fp8", "Q's slot is filled once. With 8-bit V all warps have met between the last read of V's slot and the first arrival; " +
		"the count goes wrong when the ring has gone round seven times."},
	{"wait dropped", "attention fp8", "The first fill of Q's slot waits for nothing."},
	{"fence after initialization dropped", "gemm ptr", "No copy signals these mbarriers, only threads behind the barrier do."},
	{"one slot too many, parity never flips", "causal", "The loop over the diagonal makes one step, the last of its ring."},
	{"one slot too many, parity never flips", "attention fp8", "In the drain of the coarse-grained pipeline, the last access of the ring."},
	{"wait at the next slot", "attention fp8", "With two slots the producer then waits for the one that it filled last, which comes back after the one that it fills."},
	{"wgmma.fence dropped", "attention fp8", "Two dots are issued one after the other and nothing writes registers in between; the first reads none that was written since its last."},
	{"shuffle from another lane", "attention", "The maximum of another row is as good a reference for the powers."},
	{"barrier of the CTA dropped", "softmax, layer norm", "The first one keeps what shared memory held before, which is nothing."},
	{"barrier of a part dropped, wait for stores dropped, wait for stores one too lax", once, "They keep a staging buffer until its store has read it; here each is written once."},
	{"commit of a store dropped", once, "The next commit takes the store along."},
	{"barrier of another number", "gemm 128×128, bmm, grouped", "There is one warp group of consumers, so nobody else is at that barrier."},
	{"barrier of the warp dropped", "attention fp8", "The warp comes together at the wgmma.wait_group before it."},
	{"proxy fence after the barrier", "", "The leader's own fence, now behind the barrier, still lies between every write and the copy."},
	{"wait for dots dropped, wait for dots one too lax, commit of dots dropped", "causal", "The next dot's wait covers them, and their slot is not filled again."},
	{"A's leading offset off", "", "With a swizzle and rows along K the hardware ignores this field."},
	{"dot always adds", "", "LLVM starts undefined accumulators at zero, so that adding to them is the same."},
	{"wait at the next slot", "grouped", "Of two slots the next is the one before, and a wait for it lasts longer."},
	{"wait for stores dropped, wait for stores one too lax", "grouped", "At the end they have been waited for, when the tensor maps were given back."},
	{"load from shared memory further on, store to global memory dropped", "grouped", "The bytes of a tensor map that are for more dimensions than its tensor has."},
	{"setmaxnreg.dec dropped", "gemm 128×128, bmm, grouped", "No warp group asks for more registers."},
	{"load from shared memory further on", "attention, causal, attention fp8", "It is never executed: it keeps ptxas from moving what is around it."},
	{"load not guarded", "softmax, gemm ptr", "The guard holds in every lane, or what lies beyond K meets zeros in the other operand."},
	{"store not guarded", "attention, causal, attention fp8, softmax", "The guard holds in every lane, or the lanes of a row write the same number."},
}

// once are kernels that make one tile.
const once = "gemm 128×256, gemm 128×128, gemm fp8, bmm, gemm ptr, attention, causal, attention fp8"

func harmless(mutation, column string) string {
	for _, h := range harmlessMutations {
		if slices.Contains(strings.Split(h.mutations, ", "), mutation) && (h.columns == "" || slices.Contains(strings.Split(h.columns, ", "), column)) {
			return h.why
		}
	}
	return ""
}

// Every mistake that can do harm is noticed; docs/emulator.md shows by what.
func TestEmulatorNoticesMistakes(t *testing.T) {
	var mu sync.Mutex
	table := map[string]map[string]cell{}
	t.Run("kernels", func(t *testing.T) {
		for _, x := range specimens {
			t.Run(x.name, func(t *testing.T) {
				t.Parallel()
				s := newSpecimen(t, x.name, x.options, x.launch)
				cells := s.cells(t, x.column)
				mu.Lock()
				table[x.column] = cells
				mu.Unlock()
			})
		}
	})
	if *onlyThis == "" && len(table) == len(specimens) {
		checkTable(t, markdown(table))
	}
}

const tableMarks = "<!-- mutants -->"

func checkTable(t *testing.T, table string) {
	const path = "../docs/emulator.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), tableMarks)
	if len(parts) != 3 {
		t.Fatalf("%s has no place for the table between two %s", path, tableMarks)
	}
	if parts[1] == table {
		return
	}
	if !*update {
		t.Errorf("%s is stale: go test ./driver -run TestEmulatorNoticesMistakes -update writes it", path)
		return
	}
	parts[1] = table
	if err := os.WriteFile(path, []byte(strings.Join(parts, tableMarks)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func markdown(table map[string]map[string]cell) string {
	var b strings.Builder
	b.WriteString("\n| mistake |")
	for _, x := range specimens {
		fmt.Fprintf(&b, " %s |", x.column)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(specimens)) + "\n")
	for _, m := range mutations {
		fmt.Fprintf(&b, "| %s |", m.name)
		for _, x := range specimens {
			fmt.Fprintf(&b, " %s |", table[x.column][m.name])
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nWhat does no harm:\n\n| mistake | kernels | why |\n|---|---|---|\n")
	for _, h := range harmlessMutations {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", h.mutations, cmp.Or(h.columns, "all"), h.why)
	}
	return b.String()
}
