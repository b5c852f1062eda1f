package emu

import (
	"fmt"
	"sort"
	"unsafe"
)

// The windows of the generic address space. Buffers lie apart from each other in the global window.
const (
	globalWindow = 0x0000_1000_0000_0000
	sharedWindow = 0x0000_7a00_0000_0000 // + shared::cluster address
	paramWindow  = 0x0000_7b00_0000_0000
	localWindow  = 0x0000_7c00_0000_0000
	windowSize   = 0x0000_0001_0000_0000
	bufferAlign  = 512
	bufferGap    = 1 << 20
)

// buffer is a guarded piece of global memory.
type buffer struct {
	addr uint64
	data []byte
	name string
}

// globals is global memory: buffers by address.
type globals struct {
	buffers []*buffer
	next    uint64
	last    *buffer
}

// add places a buffer; the same bytes are placed once.
func (g *globals) add(data []byte, name string) *buffer {
	for _, b := range g.buffers {
		if len(data) > 0 && len(b.data) == len(data) && unsafe.SliceData(b.data) == unsafe.SliceData(data) {
			return b
		}
	}
	if g.next == 0 {
		g.next = globalWindow
	}
	b := &buffer{g.next, data, name}
	g.next += (uint64(len(data)) + bufferGap + bufferAlign - 1) &^ (bufferAlign - 1)
	g.buffers = append(g.buffers, b)
	return b
}

// at gives the n bytes at addr, or an error that says what lies near.
func (g *globals) at(addr uint64, n int) ([]byte, error) {
	b := g.last
	if b == nil || addr < b.addr || addr >= b.addr+uint64(len(b.data)) {
		i := sort.Search(len(g.buffers), func(i int) bool { return g.buffers[i].addr > addr }) - 1
		if i < 0 {
			return nil, fmt.Errorf("0x%x lies in no buffer", addr)
		}
		b = g.buffers[i]
	}
	off := addr - b.addr
	if off > uint64(len(b.data)) || uint64(n) > uint64(len(b.data))-off {
		return nil, fmt.Errorf("0x%x lies %d bytes behind the start of %s, which has %d bytes", addr, off, b.name, len(b.data))
	}
	g.last = b
	return b.data[off : off+uint64(n)], nil
}
