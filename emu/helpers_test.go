package emu

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/emu/tensor"
	"tawa/ptx"
)

// header starts a kernel with registers for everything; the parameters are a buffer and three tensor maps.
const header = `.version 8.5
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 smem[];
.visible .entry k(.param .u64 out, .param .align 64 .b8 a[128], .param .align 64 .b8 b[128], .param .align 64 .b8 c[128])
{
	.reg .pred %p<10>;
	.reg .b16 %rs<20>;
	.reg .b32 %r<60>, %f<20>;
	.reg .b64 %rd<40>;
	.loc 1 1 1
`

// parse reads a kernel given by its body; every line of the body is a line of the source k.py.
func parse(t testing.TB, body string) *ptx.Module {
	t.Helper()
	var text strings.Builder
	text.WriteString(header)
	for i, line := range strings.Split(strings.Trim(body, "\n"), "\n") {
		fmt.Fprintf(&text, "\t.loc 1 %d 1\n%s\n", i+1, line)
	}
	text.WriteString("\tret;\n}\n.file 1 \"k.py\"\n")
	sink := &diag.Sink{}
	m, ok := ptx.Parse(diag.NewFile("k.ptx", []byte(text.String())), sink)
	if !ok {
		t.Fatalf("%s: %s", body, sink.All()[0].Message)
	}
	return m
}

// launch is a configuration with the buffer and three maps that no test uses by accident.
func launch(out []byte, threads int) Config {
	m, data := boxMap(8, 8, 8, 8, 0), make([]byte, 128)
	return Config{
		Block: [3]int{threads, 1, 1}, Shared: 65536, MaxInstructions: 100_000,
		Args: []Arg{Global(out), Map(m, data), Map(m, data), Map(m, data)},
	}
}

// boxMap is a map of a rows × cols f16 tensor.
func boxMap(rows, cols, boxRows, boxCols int, swizzle uint8) tensor.TensorMap {
	return tensor.TensorMap{
		Dims: []uint64{uint64(cols), uint64(rows)}, Strides: []uint64{uint64(2 * cols)},
		Box: []uint32{uint32(boxCols), uint32(boxRows)}, ElemSize: 2, Swizzle: swizzle, Type: tensor.MapF16,
	}
}

// kinds lists the kinds of the reports, each once.
func kinds(r *Result) string {
	var names []string
	for i := range r.Reports {
		if name := r.Reports[i].Kind.String(); len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func clean(t testing.TB, r *Result) {
	t.Helper()
	for i := range r.Reports {
		t.Errorf("unexpected report: %s", r.Reports[i].String())
	}
}

func u32s(b []byte) []uint32 {
	v := make([]uint32, len(b)/4)
	for i := range v {
		v[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return v
}

func bits32(f float32) uint64 { return uint64(math.Float32bits(f)) }
