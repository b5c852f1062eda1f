package cuda

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"time"
	"unsafe"
)

// Launch is a kernel and what it runs on.
type Launch struct {
	Image   []byte        // a cubin, or PTX text
	Kernel  string        // the entry's name
	Grid    [3]int        // blocks; 0 counts as 1
	Block   [3]int        // threads; 0 counts as 1
	Shared  int           // bytes of dynamic shared memory
	Args    []Arg         // one for each parameter of the kernel
	Timeout time.Duration // of the kernel; 0 is a minute
}

// Buffer is global memory that a kernel works on: copied to the device before the
// launch and back after it.
type Buffer struct {
	Name  string // in errors
	Data  []byte
	Links []Link // places in Data for addresses of other buffers
}

// Link is a place in a buffer that holds, on the device, the address of another one.
// On the host its eight bytes stay what they were.
type Link struct {
	Offset int
	To     *Buffer
}

// Arg is the value of one parameter.
type Arg struct {
	buffer *Buffer
	tensor *TensorMap
	bytes  []byte
}

// Pointer passes the address of a buffer.
func Pointer(b *Buffer) Arg { return Arg{buffer: b} }

// Tensor passes a tensor map of a buffer, 128 bytes by value.
func Tensor(m TensorMap, b *Buffer) Arg { return Arg{buffer: b, tensor: &m} }

// Scalar passes the bytes of a number, little endian.
func Scalar(value []byte) Arg { return Arg{bytes: value} }

// Guard zones: a multiple of every alignment that a kernel may count on.
const (
	guardBytes = 64 << 10
	guardByte  = 0xff
)

// run is one launch under way.
type run struct {
	*Launch
	device   *Device
	api      *api
	module   uintptr
	function uintptr
	stream   uintptr
	buffers  []*Buffer          // in the order of first use
	places   map[*Buffer]uint64 // addresses of their data on the device
	params   [][]byte
	stuck    bool // the kernel still runs
}

// load makes the kernel ready and checks the launch against it.
func (r *run) load() error {
	if r.Shared > r.device.MaxShared {
		return fmt.Errorf("it needs %d bytes of shared memory, the device has %d", r.Shared, r.device.MaxShared)
	}
	var threads int32
	err := first(
		func() error {
			return r.api.check("cuModuleLoadData", r.api.moduleLoad(&r.module, cString(r.Image)))
		},
		func() error {
			return r.api.check("cuModuleGetFunction", r.api.moduleFunction(&r.function, r.module, cString([]byte(r.Kernel))))
		},
		func() error {
			return r.api.check("cuFuncGetAttribute", r.api.funcGetAttribute(&threads, funcMaxThreads, r.function))
		},
		func() error {
			return r.api.check("cuFuncSetAttribute", r.api.funcSetAttribute(r.function, funcDynamicShared, int32(r.Shared)))
		},
	)
	if n := volume(r.Block); err == nil && n > int(threads) {
		return fmt.Errorf("a block has %d threads, the kernel runs with at most %d", n, threads)
	}
	return err
}

// volume is the number of elements of a grid.
func volume(size [3]int) int {
	return max(size[0], 1) * max(size[1], 1) * max(size[2], 1)
}

// allocate puts every buffer on the device, each between guard zones.
func (r *run) allocate() error {
	for _, a := range r.Args {
		if a.buffer != nil {
			r.list(a.buffer)
		}
	}
	for _, b := range r.buffers {
		var base uint64
		if err := r.api.check("cuMemAlloc", r.api.memAlloc(&base, uintptr(len(b.Data)+2*guardBytes))); err != nil {
			return fmt.Errorf("buffer %s of %d bytes: %w", b.Name, len(b.Data), err)
		}
		r.places[b] = base + guardBytes
	}
	guard := bytes.Repeat([]byte{guardByte}, guardBytes)
	for _, b := range r.buffers {
		image := bytes.Join([][]byte{guard, b.Data, guard}, nil)
		for _, link := range b.Links {
			binary.LittleEndian.PutUint64(image[guardBytes+link.Offset:], r.places[link.To])
		}
		if err := r.api.check("cuMemcpyHtoD", r.api.toDevice(r.places[b]-guardBytes, &image[0], uintptr(len(image)))); err != nil {
			return err
		}
	}
	return nil
}

// list adds a buffer, and those that it points to, once.
func (r *run) list(b *Buffer) {
	if _, known := r.places[b]; known {
		return
	}
	r.places[b] = 0
	r.buffers = append(r.buffers, b)
	for _, link := range b.Links {
		r.list(link.To)
	}
}

// pack lays out the parameters and holds their sizes against those of the kernel.
func (r *run) pack() error {
	for _, a := range r.Args {
		value := a.bytes
		switch {
		case a.tensor != nil:
			m, err := r.encode(a.tensor, r.places[a.buffer])
			if err != nil {
				return fmt.Errorf("tensor map of %s: %w", a.buffer.Name, err)
			}
			value = m
		case a.buffer != nil:
			value = binary.LittleEndian.AppendUint64(nil, r.places[a.buffer])
		}
		r.params = append(r.params, value)
	}
	if r.api.funcParam == nil {
		return nil
	}
	for i := 0; ; i++ {
		var offset, size uintptr
		there := r.api.funcParam(r.function, uintptr(i), &offset, &size) == success
		switch {
		case !there && i == len(r.params):
			return nil
		case !there:
			return fmt.Errorf("it has %d parameters, the launch gives %d", i, len(r.params))
		case i >= len(r.params):
			return fmt.Errorf("it has more parameters than the %d that the launch gives", len(r.params))
		case int(size) != len(r.params[i]):
			return fmt.Errorf("its parameter %d has %d bytes, the launch gives %d", i, size, len(r.params[i]))
		}
	}
}

func (r *run) launch() error {
	if err := r.api.check("cuStreamCreate", r.api.streamCreate(&r.stream, streamBlocking)); err != nil {
		return err
	}
	addresses := make([]unsafe.Pointer, len(r.params)+1)
	for i, p := range r.params {
		addresses[i] = unsafe.Pointer(unsafe.SliceData(p))
	}
	dim := func(n int) uint32 { return uint32(max(n, 1)) }
	status := r.api.launch(r.function, dim(r.Grid[0]), dim(r.Grid[1]), dim(r.Grid[2]), dim(r.Block[0]), dim(r.Block[1]), dim(r.Block[2]),
		uint32(r.Shared), r.stream, &addresses[0], nil)
	runtime.KeepAlive(r.params)
	return r.api.check("cuLaunchKernel", status)
}

// wait polls until the kernel has ended: a kernel that hangs can't be waited for.
func (r *run) wait() error {
	limit := r.Timeout
	if limit == 0 {
		limit = time.Minute
	}
	begin := time.Now()
	for pause := 20 * time.Microsecond; ; pause = min(2*pause, 5*time.Millisecond) {
		status := r.api.streamQuery(r.stream)
		if status != notReady {
			return r.api.check("cuStreamQuery", status)
		}
		if time.Since(begin) > limit {
			r.stuck = true
			return fmt.Errorf("it did not end within %v", limit)
		}
		time.Sleep(pause)
	}
}

// collect copies the buffers back and looks at the guard zones.
func (r *run) collect() error {
	var faults []error
	for _, b := range r.buffers {
		image := make([]byte, len(b.Data)+2*guardBytes)
		if err := r.api.check("cuMemcpyDtoH", r.api.toHost(&image[0], r.places[b]-guardBytes, uintptr(len(image)))); err != nil {
			return err
		}
		faults = append(faults, guardFault(b.Name, image))
		data := image[guardBytes : guardBytes+len(b.Data)]
		for _, link := range b.Links {
			copy(data[link.Offset:link.Offset+8], b.Data[link.Offset:])
		}
		copy(b.Data, data)
	}
	return errors.Join(faults...)
}

// guardFault says which byte outside a buffer was written, the nearest one to it.
func guardFault(name string, image []byte) error {
	clean := func(b byte) bool { return b == guardByte }
	size := len(image) - 2*guardBytes
	for i := range guardBytes {
		if !clean(image[guardBytes+size+i]) {
			return fmt.Errorf("it wrote to byte %d of buffer %s, which has %d bytes", size+i, name, size)
		}
		if !clean(image[guardBytes-1-i]) {
			return fmt.Errorf("it wrote %d bytes before the start of buffer %s", i+1, name)
		}
	}
	return nil
}

// free gives back what was taken; nothing of it can be while the kernel runs.
func (r *run) free() {
	if r.stuck {
		return
	}
	for _, place := range r.places {
		if place != 0 {
			r.api.memFree(place - guardBytes)
		}
	}
	if r.stream != 0 {
		r.api.streamDestroy(r.stream)
	}
	if r.module != 0 {
		r.api.moduleUnload(r.module)
	}
}
