package cuda

import (
	"fmt"
	"unsafe"

	"github.com/ebitengine/purego"
)

// library is what the NVIDIA driver installs; it comes with no toolkit.
const library = "libcuda.so.1"

// result is a CUresult.
type result int32

const (
	success  result = 0
	notReady result = 600
)

// Numbers of the driver's header.
const (
	deviceMajor         = 75 // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
	deviceMinor         = 76
	deviceSharedOptIn   = 97 // most shared memory of a block, in bytes
	funcMaxThreads      = 0  // CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
	funcDynamicShared   = 8  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
	streamBlocking      = 0  // waits for the default stream, in which the copies to the device may not have ended when they return
	tensorL2Promote128B = 2
)

// api is the part of the driver that is used. Handles are addresses of the driver's own.
type api struct {
	getErrorName, getErrorString func(code result, text **byte) result

	init               func(flags uint32) result
	deviceGet          func(device *int32, ordinal int32) result
	deviceGetName      func(name *byte, size, device int32) result
	deviceGetAttribute func(value *int32, attribute, device int32) result
	contextRetain      func(context *uintptr, device int32) result
	contextRelease     func(device int32) result
	setCurrent         func(context uintptr) result

	moduleLoad       func(module *uintptr, image *byte) result
	moduleUnload     func(module uintptr) result
	moduleFunction   func(function *uintptr, module uintptr, name *byte) result
	funcGetAttribute func(value *int32, attribute int32, function uintptr) result
	funcSetAttribute func(function uintptr, attribute, value int32) result
	funcParam        func(function, index uintptr, offset, size *uintptr) result // since CUDA 12.4, else nil

	memAlloc func(address *uint64, size uintptr) result
	memFree  func(address uint64) result
	toDevice func(dst uint64, src *byte, size uintptr) result
	toHost   func(dst *byte, src uint64, size uintptr) result

	encodeTiled func(m *byte, dataType, rank uint32, base uint64, dims, strides *uint64, box, steps *uint32,
		interleave, swizzle, promotion, fill uint32) result

	streamCreate  func(stream *uintptr, flags uint32) result
	streamDestroy func(stream uintptr) result
	streamQuery   func(stream uintptr) result
	launch        func(function uintptr, gridX, gridY, gridZ, blockX, blockY, blockZ, shared uint32, stream uintptr,
		params, extra *unsafe.Pointer) result
}

// symbols are the driver's names of what api holds; a name with a version is
// the one that the driver's header maps the plain name to.
func (a *api) symbols() []symbol {
	return []symbol{
		{"cuGetErrorName", &a.getErrorName, false},
		{"cuGetErrorString", &a.getErrorString, false},
		{"cuInit", &a.init, false},
		{"cuDeviceGet", &a.deviceGet, false},
		{"cuDeviceGetName", &a.deviceGetName, false},
		{"cuDeviceGetAttribute", &a.deviceGetAttribute, false},
		{"cuDevicePrimaryCtxRetain", &a.contextRetain, false},
		{"cuDevicePrimaryCtxRelease_v2", &a.contextRelease, false},
		{"cuCtxSetCurrent", &a.setCurrent, false},
		{"cuModuleLoadData", &a.moduleLoad, false},
		{"cuModuleUnload", &a.moduleUnload, false},
		{"cuModuleGetFunction", &a.moduleFunction, false},
		{"cuFuncGetAttribute", &a.funcGetAttribute, false},
		{"cuFuncSetAttribute", &a.funcSetAttribute, false},
		{"cuFuncGetParamInfo", &a.funcParam, true},
		{"cuMemAlloc_v2", &a.memAlloc, false},
		{"cuMemFree_v2", &a.memFree, false},
		{"cuMemcpyHtoD_v2", &a.toDevice, false},
		{"cuMemcpyDtoH_v2", &a.toHost, false},
		{"cuTensorMapEncodeTiled", &a.encodeTiled, false},
		{"cuStreamCreate", &a.streamCreate, false},
		{"cuStreamDestroy_v2", &a.streamDestroy, false},
		{"cuStreamQuery", &a.streamQuery, false},
		{"cuLaunchKernel", &a.launch, false},
	}
}

type symbol struct {
	name     string
	function any // where the function goes
	optional bool
}

// load binds the driver library of that name.
func load(name string) (*api, error) {
	lib, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("there is no CUDA driver on this machine: %w", err)
	}
	a := &api{}
	for _, s := range a.symbols() {
		address, err := purego.Dlsym(lib, s.name)
		switch {
		case err == nil:
			purego.RegisterFunc(s.function, address)
		case !s.optional:
			return nil, fmt.Errorf("the CUDA driver is too old, tensor maps need version 12: %w", err)
		}
	}
	return a, nil
}

// check makes a call's result an error: "cuMemAlloc: out of memory (CUDA_ERROR_OUT_OF_MEMORY)".
func (a *api) check(call string, r result) error {
	if r == success {
		return nil
	}
	var name, text *byte
	if a.getErrorName(r, &name) != success || a.getErrorString(r, &text) != success {
		return fmt.Errorf("%s: error %d", call, r)
	}
	return fmt.Errorf("%s: %s (%s)", call, goString(text), goString(name))
}

// goString reads a C string.
func goString(p *byte) string {
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(p), n)) != 0 {
		n++
	}
	return string(unsafe.Slice(p, n))
}

// cString is the text with a zero byte behind it.
func cString(s []byte) *byte {
	return &append(append(make([]byte, 0, len(s)+1), s...), 0)[0]
}
