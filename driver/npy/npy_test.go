package npy_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"tawa/driver/npy"
)

func Example() {
	file := (&npy.Array{Type: "<i2", Shape: []int64{1, 3}, Data: []byte{1, 0, 2, 0, 3, 0}}).Encode()
	a, err := npy.Decode(file)
	fmt.Println(a.Type, a.Shape, a.Data, err)
	// Output: <i2 [1 3] [1 0 2 0 3 0] <nil>
}

// file is a file with that header and n bytes of data.
func file(version byte, header string, n int) []byte {
	length := []byte{byte(len(header)), 0}
	if version > 1 {
		length = append(length, 0, 0)
	}
	return bytes.Join([][]byte{[]byte("\x93NUMPY"), {version, 0}, length, []byte(header), make([]byte, n)}, nil)
}

func TestDecode(t *testing.T) {
	for _, x := range []struct {
		file []byte
		want string // the shape, or part of the error
	}{
		{file(1, "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }\n", 12), "<f2 [2 3]"},
		{file(2, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 16), "<f8 [2]"},
		{file(3, "{'descr':'|u1','fortran_order':False,'shape':(),}", 1), "|u1 []"},
		{file(1, "{'shape': (4L, 0), 'fortran_order': False, 'descr': '|b1'}", 4), "the array of shape (4L, 0) is empty"},
		{[]byte("PK\x03\x04"), "it is no .npy file"},
		{[]byte("\x93NUMPY"), "it is no .npy file"},
		{file(4, "", 0), "version 4 of the .npy format"},
		{[]byte("\x93NUMPY\x01\x00\x09"), "is cut off"},
		{[]byte("\x93NUMPY\x01\x00\x09\x00abc"), "the header of 9 bytes is cut off"},
		{file(1, "{'descr': [('x', '<f2')], 'fortran_order': False, 'shape': (2,), }", 4), "the header says no plain type"},
		{file(1, "{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }", 4), "'>f4' are big endian"},
		{file(1, "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", 8), "'<c8' is no type of numbers"},
		{file(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (1,), }", 4), "the array is column-major"},
		{file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", 5), "shape (1,) of '<f4' needs 4 bytes, there are 5"},
		{file(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", 8), "needs more than the 8 bytes"},
	} {
		got := ""
		if a, err := npy.Decode(x.file); err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(a.Type, " ", a.Shape)
		}
		if !strings.Contains(got, x.want) {
			t.Errorf("%q: got %q, want %q", x.file, got, x.want)
		}
	}
}

// What NumPy itself writes: version 1, the elements at a multiple of 64 bytes.
func TestEncode(t *testing.T) {
	got := (&npy.Array{Type: "<f4", Shape: []int64{2}, Data: make([]byte, 8)}).Encode()
	header := "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
	want := "\x93NUMPY\x01\x00\x76\x00" + header + strings.Repeat(" ", 0x76-1-len(header)) + "\n" + strings.Repeat("\x00", 8)
	if string(got) != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(file(1, "{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }\n", 12))
	f.Add(file(3, "{'descr':'|u1','fortran_order':False,'shape':(),}", 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := npy.Decode(data)
		if err != nil {
			return
		}
		if len(a.Shape) > 1000 {
			return // its header would be longer than version 1 allows
		}
		if again, err := npy.Decode(a.Encode()); err != nil || again.Type != a.Type || !reflect.DeepEqual(again.Shape, a.Shape) || !bytes.Equal(again.Data, a.Data) {
			t.Errorf("%+v becomes %+v: %v", a, again, err)
		}
	})
}
