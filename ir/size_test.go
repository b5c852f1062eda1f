package ir

import (
	"testing"
	"unsafe"
)

// The sizes decide what building, walking and collecting a program cost.
func TestSizes(t *testing.T) {
	op, use, value := unsafe.Sizeof(Operation{}), unsafe.Sizeof(Use{}), unsafe.Sizeof(Value{})
	if got := op + 2*use + value; got > 192 {
		t.Errorf("an op of %d bytes with two operands of %d and a result of %d takes %d bytes, more than 192", op, use, value, got)
	}
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"location", unsafe.Sizeof(Location{}), 16},
		{"op alone", op, 96},
		{"op made by itself", unsafe.Sizeof(smallOp{}), 192},
		{"block", unsafe.Sizeof(Block{}), 112},
		{"region", unsafe.Sizeof(Region{}), 32},
	} {
		if c.got > c.want {
			t.Errorf("%s: %d bytes, more than %d", c.name, c.got, c.want)
		}
	}
}
