package cuda

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

func device(t *testing.T, f *fake) *Device {
	t.Helper()
	d, err := open(f.api(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestWithoutADriver(t *testing.T) {
	_, err := load("libcuda-of-no-machine.so.1")
	if err == nil || !strings.HasPrefix(err.Error(), "there is no CUDA driver on this machine: ") || !strings.Contains(err.Error(), "libcuda-of-no-machine.so.1") {
		t.Error(err)
	}
}

// A library without the driver's functions is a driver that is too old.
func TestOldDriver(t *testing.T) {
	_, err := load("libc.so.6")
	if err == nil || !strings.HasPrefix(err.Error(), "the CUDA driver is too old") {
		t.Error(err)
	}
}

func TestSymbolsFillTheWholeTable(t *testing.T) {
	a := &api{}
	seen := map[any]bool{}
	for _, s := range a.symbols() {
		if seen[s.function] {
			t.Errorf("%s has a place that is taken", s.name)
		}
		seen[s.function] = true
	}
	if n := reflect.TypeFor[api]().NumField(); len(seen) != n {
		t.Errorf("%d functions have names, of %d", len(seen), n)
	}
}

func TestOpen(t *testing.T) {
	f := newFake()
	d := device(t, f)
	if d.Name != "Fake" || d.Capability != [2]int{9, 0} || d.MaxShared != 232448 {
		t.Errorf("%+v", d)
	}
	if err := d.Close(); err != nil || f.calls["release"] != 1 {
		t.Error(err, f.calls)
	}
	f.fail["init"] = 100
	if _, err := open(f.api(), 0); err == nil || err.Error() != "cuInit: went wrong (CUDA_ERROR_X)" {
		t.Error(err)
	}
}

func TestRun(t *testing.T) {
	f := newFake(8, 4, mapBytes, 8)
	a, b, table := &Buffer{Name: "a", Data: []byte{1, 2, 3}}, &Buffer{Name: "b", Data: make([]byte, 4096)}, &Buffer{Name: "table", Data: bytes.Repeat([]byte{9}, 16)}
	table.Links = []Link{{Offset: 8, To: a}}
	f.kernel = func(p [][]byte) {
		x := f.at(address(p[0]))
		y := f.at(binary.LittleEndian.Uint64(f.at(address(p[3]))[8:]))
		y[0] += 10 // a, through the table
		x[1] += p[1][0]
	}
	f.busy = 3
	d := device(t, f)
	tensor := TensorMap{Type: 6, ElemSize: 2, Shape: []int64{16, 64, 2}, Strides: []int64{128, 2, 1}, Box: []int{1, 16, 8}}
	tensor.Strides[1] = 8
	err := d.Run(&Launch{
		Kernel: "k", Grid: [3]int{2, 3}, Block: [3]int{384}, Shared: 1000,
		Args: []Arg{Pointer(a), Scalar([]byte{5, 0, 0, 0}), Tensor(tensor, b), Pointer(table)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Data, []byte{11, 7, 3}) || !bytes.Equal(table.Data, bytes.Repeat([]byte{9}, 16)) {
		t.Errorf("a = %v, table = %v", a.Data, table.Data)
	}
	if f.grid != [3]uint32{2, 3, 1} || f.shared != 1000 || len(f.memory) != 0 || f.calls["unload"] != 1 || f.calls["streamDestroy"] != 1 {
		t.Errorf("grid %v, %d bytes shared, %d buffers left, calls %v", f.grid, f.shared, len(f.memory), f.calls)
	}
	m := f.maps[0]
	if m.address%mapBytes != 0 || m.base%512 != 0 {
		t.Errorf("the map lies at %#x, the tensor at %#x", m.address, m.base)
	}
	m.address, m.base = 0, 0
	want := fakeMap{dataType: 6, rank: 3, dims: []uint64{2, 64, 16}, strides: []uint64{16, 256}, box: []uint32{8, 16, 1}}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("map %+v, want %+v", m, want)
	}
}

func TestRunFails(t *testing.T) {
	buffer := func() *Buffer { return &Buffer{Name: "p", Data: make([]byte, 100)} }
	launch := func() *Launch { return &Launch{Kernel: "k", Block: [3]int{128}, Args: []Arg{Pointer(buffer())}} }
	write := func(offset int) func(f *fake, l *Launch) {
		return func(f *fake, _ *Launch) {
			f.kernel = func(p [][]byte) { f.at(address(p[0]) + uint64(offset))[0] = 1 }
		}
	}
	failing := func(call string) func(f *fake, l *Launch) {
		return func(f *fake, _ *Launch) { f.fail[call] = 700 }
	}
	for _, x := range []struct {
		name   string
		change func(f *fake, l *Launch)
		want   string
	}{
		{"behind", write(103), "it wrote to byte 103 of buffer p, which has 100 bytes"},
		{"before", write(-7), "it wrote 7 bytes before the start of buffer p"},
		{"hang", func(f *fake, l *Launch) { f.busy, l.Timeout = -1, time.Millisecond }, "it did not end within 1ms"},
		{"illegal access", failing("query"), "cuStreamQuery: went wrong (CUDA_ERROR_X)"},
		{"launch", failing("launch"), "cuLaunchKernel: went wrong (CUDA_ERROR_X)"},
		{"image", failing("load"), "cuModuleLoadData: went wrong (CUDA_ERROR_X)"},
		{"no such kernel", failing("function"), "cuModuleGetFunction: went wrong (CUDA_ERROR_X)"},
		{"memory", failing("alloc"), "buffer p of 100 bytes: cuMemAlloc: went wrong (CUDA_ERROR_X)"},
		{"copy", failing("toHost"), "cuMemcpyDtoH: went wrong (CUDA_ERROR_X)"},
		{"threads", func(_ *fake, l *Launch) { l.Block = [3]int{512} }, "a block has 512 threads, the kernel runs with at most 384"},
		{"shared", func(_ *fake, l *Launch) { l.Shared = 300000 }, "it needs 300000 bytes of shared memory, the device has 232448"},
		{"too few", func(_ *fake, l *Launch) { l.Args = nil }, "it has more parameters than the 0 that the launch gives"},
		{"too many", func(_ *fake, l *Launch) { l.Args = append(l.Args, l.Args...) }, "it has 1 parameters, the launch gives 2"},
		{"size", func(_ *fake, l *Launch) { l.Args = []Arg{Scalar(make([]byte, 4))} }, "its parameter 0 has 8 bytes, the launch gives 4"},
		{"map", func(f *fake, l *Launch) { l.Args = []Arg{Tensor(TensorMap{}, buffer())} }, "tensor map of p: the rank is 0, not 1 to 5"},
	} {
		t.Run(x.name, func(t *testing.T) {
			f, l := newFake(8), launch()
			x.change(f, l)
			err := device(t, f).Run(l)
			if want := "kernel k on Fake: " + x.want; err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
			if kept := len(f.memory) > 0; kept != (x.name == "hang") {
				t.Errorf("%d buffers are left on the device", len(f.memory))
			}
		})
	}
}

func TestTensorMapRules(t *testing.T) {
	good := func() *TensorMap {
		return &TensorMap{ElemSize: 1, Shape: []int64{100, 256}, Strides: []int64{256, 1}, Box: []int{64, 128}, Swizzle: 3}
	}
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		change func(m *TensorMap)
		want   string
	}{
		{func(m *TensorMap) { m.Box = m.Box[:1] }, "2 extents, 2 strides and a box of rank 1"},
		{func(m *TensorMap) { m.Swizzle = 4 }, "there is no swizzle 4"},
		{func(m *TensorMap) { m.Strides[1] = 2 }, "the innermost stride is 2, not 1"},
		{func(m *TensorMap) { m.Shape[0] = 0 }, "extent 0 is 0, not 1 to 2^32"},
		{func(m *TensorMap) { m.Shape[1] = 1<<32 + 1 }, "extent 1 is 4294967297, not 1 to 2^32"},
		{func(m *TensorMap) { m.Box[0] = 257 }, "extent 0 of the box is 257, not 1 to 256"},
		{func(m *TensorMap) { m.Strides[0] = 264 }, "stride 0 is 264 bytes, not a multiple of 16 below 2^40"},
		{func(m *TensorMap) { m.Strides[0] = 1 << 40 }, "stride 0 is 1099511627776 bytes, not a multiple of 16 below 2^40"},
		{func(m *TensorMap) { m.Box[1] = 24 }, "a row of the box has 24 bytes, not a multiple of 16"},
		{func(m *TensorMap) { m.Swizzle = 2 }, "a row of the box has 128 bytes, more than the 64 of the swizzle"},
	} {
		m := good()
		x.change(m)
		if got := fmt.Sprint(m.Check()); got != x.want {
			t.Errorf("got %q, want %q", got, x.want)
		}
	}
}
