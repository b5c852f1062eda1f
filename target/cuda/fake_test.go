package cuda

import (
	"encoding/binary"
	"unsafe"
)

// fake is a driver whose device memory is a map and whose kernel is a Go function.
type fake struct {
	memory map[uint64][]byte // by base address
	next   uint64
	sizes  []int                 // of the kernel's parameters
	kernel func(params [][]byte) // runs at the launch
	fail   map[string]result     // what these calls return
	busy   int                   // how often the stream is not ready
	calls  map[string]int
	grid   [3]uint32
	shared int32
	maps   []fakeMap
}

type fakeMap struct {
	dataType, rank, swizzle uint32
	base                    uint64
	dims, strides           []uint64
	box                     []uint32
	address                 uintptr
}

func newFake(sizes ...int) *fake {
	return &fake{memory: map[uint64][]byte{}, next: 1 << 32, sizes: sizes, fail: map[string]result{}, calls: map[string]int{}, kernel: func([][]byte) {}}
}

func (f *fake) call(name string) result {
	f.calls[name]++
	return f.fail[name]
}

// at finds the memory at an address.
func (f *fake) at(address uint64) []byte {
	for base, m := range f.memory {
		if address >= base && address < base+uint64(len(m)) {
			return m[address-base:]
		}
	}
	panic("an address outside all memory")
}

func (f *fake) api() *api {
	a := &api{}
	f.device(a)
	f.module(a)
	f.storage(a)
	a.encodeTiled = func(m *byte, dataType, rank uint32, base uint64, dims, strides *uint64, box, steps *uint32, _, swizzle, _, _ uint32) result {
		f.maps = append(f.maps, fakeMap{
			dataType, rank, swizzle, base, unsafe.Slice(dims, rank), unsafe.Slice(strides, rank-1), unsafe.Slice(box, rank), uintptr(unsafe.Pointer(m)),
		})
		return f.call("encode")
	}
	a.streamCreate = func(s *uintptr, _ uint32) result { *s = 5; return f.call("streamCreate") }
	a.streamDestroy = func(uintptr) result { return f.call("streamDestroy") }
	a.streamQuery = func(uintptr) result {
		if f.busy != 0 {
			f.busy--
			return notReady
		}
		return f.call("query")
	}
	a.launch = func(_ uintptr, x, y, z, _, _, _, _ uint32, _ uintptr, params, _ *unsafe.Pointer) result {
		f.grid = [3]uint32{x, y, z}
		var list [][]byte
		for i, p := range unsafe.Slice(params, len(f.sizes)) {
			list = append(list, unsafe.Slice((*byte)(p), f.sizes[i]))
		}
		f.kernel(list)
		return f.call("launch")
	}
	return a
}

func (f *fake) device(a *api) {
	text := func(p **byte, s string) result { *p = cString([]byte(s)); return success }
	a.getErrorName = func(_ result, p **byte) result { return text(p, "CUDA_ERROR_X") }
	a.getErrorString = func(_ result, p **byte) result { return text(p, "went wrong") }
	a.init = func(uint32) result { return f.call("init") }
	a.deviceGet = func(d *int32, ordinal int32) result { *d = ordinal; return f.call("device") }
	a.deviceGetName = func(p *byte, size, _ int32) result { copy(unsafe.Slice(p, size), "Fake"); return success }
	a.deviceGetAttribute = func(v *int32, attribute, _ int32) result {
		*v = map[int32]int32{deviceMajor: 9, deviceMinor: 0, deviceSharedOptIn: 232448}[attribute]
		return success
	}
	a.contextRetain = func(c *uintptr, _ int32) result { *c = 7; return f.call("retain") }
	a.contextRelease = func(int32) result { return f.call("release") }
	a.setCurrent = func(uintptr) result { return f.call("setCurrent") }
}

func (f *fake) module(a *api) {
	a.moduleLoad = func(m *uintptr, _ *byte) result { *m = 3; return f.call("load") }
	a.moduleUnload = func(uintptr) result { return f.call("unload") }
	a.moduleFunction = func(fn *uintptr, _ uintptr, _ *byte) result { *fn = 4; return f.call("function") }
	a.funcGetAttribute = func(v *int32, _ int32, _ uintptr) result { *v = 384; return success }
	a.funcSetAttribute = func(_ uintptr, _, v int32) result { f.shared = v; return f.call("shared") }
	a.funcParam = func(_, i uintptr, _, size *uintptr) result {
		if int(i) >= len(f.sizes) {
			return 1
		}
		*size = uintptr(f.sizes[i])
		return success
	}
}

func (f *fake) storage(a *api) {
	a.memAlloc = func(p *uint64, size uintptr) result {
		if status := f.call("alloc"); status != success {
			return status
		}
		*p = f.next
		f.memory[f.next] = make([]byte, size)
		f.next += 1 << 32
		return success
	}
	a.memFree = func(p uint64) result {
		if _, there := f.memory[p]; !there {
			panic("memory that is not there is freed")
		}
		delete(f.memory, p)
		return success
	}
	a.toDevice = func(dst uint64, src *byte, size uintptr) result {
		copy(f.at(dst), unsafe.Slice(src, size))
		return f.call("toDevice")
	}
	a.toHost = func(dst *byte, src uint64, size uintptr) result {
		copy(unsafe.Slice(dst, size), f.at(src))
		return f.call("toHost")
	}
}

// address reads a pointer parameter.
func address(p []byte) uint64 { return binary.LittleEndian.Uint64(p) }
