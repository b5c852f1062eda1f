// Package cuda runs kernels on an NVIDIA GPU through the driver's own library,
// without cgo: it loads a cubin (or PTX, which the driver compiles), makes tensor
// maps, launches, and watches over memory and time.
//
// Device memory of a launch lies between guard zones of 0xff bytes, which are NaN in
// every float format: what a kernel reads outside its buffers spoils its results,
// what it writes there is an error.
package cuda

import (
	"fmt"
	"runtime"
)

// Device is a GPU.
type Device struct {
	Name       string
	Capability [2]int // major and minor, 9 and 0 for Hopper
	MaxShared  int    // bytes of shared memory that a block can ask for

	api     *api
	number  int32
	context uintptr
}

// Open opens the GPU of that ordinal. The error says so where there is no driver or no GPU.
func Open(ordinal int) (*Device, error) {
	a, err := load(library)
	if err != nil {
		return nil, err
	}
	return open(a, ordinal)
}

func open(a *api, ordinal int) (*Device, error) {
	d := &Device{api: a}
	name := make([]byte, 256)
	var major, minor, shared int32
	err := first(
		func() error { return a.check("cuInit", a.init(0)) },
		func() error { return a.check("cuDeviceGet", a.deviceGet(&d.number, int32(ordinal))) },
		func() error {
			return a.check("cuDeviceGetName", a.deviceGetName(&name[0], int32(len(name)-1), d.number))
		},
		func() error { return d.attribute(&major, deviceMajor) },
		func() error { return d.attribute(&minor, deviceMinor) },
		func() error { return d.attribute(&shared, deviceSharedOptIn) },
		func() error { return a.check("cuDevicePrimaryCtxRetain", a.contextRetain(&d.context, d.number)) },
	)
	if err != nil {
		return nil, err
	}
	d.Name, d.Capability, d.MaxShared = goString(&name[0]), [2]int{int(major), int(minor)}, int(shared)
	return d, nil
}

// first runs the steps until one fails.
func first(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (d *Device) attribute(value *int32, attribute int32) error {
	return d.api.check("cuDeviceGetAttribute", d.api.deviceGetAttribute(value, attribute, d.number))
}

// Close gives the device back.
func (d *Device) Close() error {
	return d.api.check("cuDevicePrimaryCtxRelease", d.api.contextRelease(d.number))
}

// Run copies the buffers of a launch to the device, runs the kernel, waits, and
// copies them back. It may be called from any goroutine. After an error of the
// kernel itself (an illegal access, a trap, time run out) the device can't be
// used any more by this process.
func (d *Device) Run(l *Launch) error {
	runtime.LockOSThread() // the current context is one of a thread
	defer runtime.UnlockOSThread()
	if err := d.api.check("cuCtxSetCurrent", d.api.setCurrent(d.context)); err != nil {
		return err
	}
	r := &run{Launch: l, device: d, api: d.api, places: map[*Buffer]uint64{}}
	defer r.free()
	err := first(r.load, r.allocate, r.pack, r.launch, r.wait, r.collect)
	if err != nil {
		return fmt.Errorf("kernel %s on %s: %w", l.Kernel, d.Name, err)
	}
	return nil
}
