// Package npy reads and writes arrays in NumPy's .npy format, versions 1 to 3
// (numpy.lib.format): a magic number, the header's length, a Python dictionary, and
// the elements. Arrays are row-major and little endian.
package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Array is an array of numbers.
type Array struct {
	Type  string // NumPy's name: "<f2", "|u1", …
	Shape []int64
	Data  []byte
}

const (
	magic     = "\x93NUMPY"
	alignment = 64 // of the elements in the file
)

// ElemSize is the number of bytes of an element of that type, or 0 if it is no type of numbers.
func ElemSize(typ string) int {
	if m := typePattern.FindStringSubmatch(typ); m != nil {
		size, _ := strconv.Atoi(m[2])
		return size
	}
	return 0
}

var (
	typePattern = regexp.MustCompile(`^([<|])[fiub]([1248])$`)
	descr       = regexp.MustCompile(`'descr':\s*'([^']*)'`)
	fortran     = regexp.MustCompile(`'fortran_order':\s*(True|False)`)
	shape       = regexp.MustCompile(`'shape':\s*\(([0-9,\sL]*)\)`)
)

// Decode reads the contents of a file.
func Decode(file []byte) (*Array, error) {
	header, data, err := split(file)
	if err != nil {
		return nil, err
	}
	t, order, dims := descr.FindStringSubmatch(header), fortran.FindStringSubmatch(header), shape.FindStringSubmatch(header)
	if t == nil || order == nil || dims == nil {
		return nil, fmt.Errorf("the header says no plain type, order and shape: %s", strings.TrimSpace(header))
	}
	a := &Array{Type: t[1], Data: data}
	size := int64(ElemSize(a.Type))
	switch {
	case strings.HasPrefix(a.Type, ">"):
		return nil, fmt.Errorf("elements of type '%s' are big endian", a.Type)
	case size == 0:
		return nil, fmt.Errorf("'%s' is no type of numbers of 1, 2, 4 or 8 bytes", a.Type)
	case order[1] == "True":
		return nil, fmt.Errorf("the array is column-major: save numpy.ascontiguousarray of it")
	}
	total := size
	for _, field := range strings.Split(dims[1], ",") {
		if field = strings.TrimSuffix(strings.TrimSpace(field), "L"); field == "" {
			continue
		}
		n, err := strconv.ParseInt(field, 10, 64)
		switch {
		case err == nil && n == 0:
			return nil, fmt.Errorf("the array of shape (%s) is empty", dims[1])
		case err != nil || total > int64(len(data))/n:
			return nil, fmt.Errorf("shape (%s) of '%s' needs more than the %d bytes that there are", dims[1], a.Type, len(data))
		}
		total *= n
		a.Shape = append(a.Shape, n)
	}
	if total != int64(len(data)) {
		return nil, fmt.Errorf("shape (%s) of '%s' needs %d bytes, there are %d", dims[1], a.Type, total, len(data))
	}
	return a, nil
}

// split finds the header's dictionary and the elements.
func split(file []byte) (header string, data []byte, err error) {
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok || len(rest) < 2 {
		return "", nil, fmt.Errorf("it is no .npy file: it does not begin with \\x93NUMPY")
	}
	major, rest := rest[0], rest[2:]
	var length uint64
	switch {
	case major == 1 && len(rest) >= 2:
		length, rest = uint64(binary.LittleEndian.Uint16(rest)), rest[2:]
	case (major == 2 || major == 3) && len(rest) >= 4:
		length, rest = uint64(binary.LittleEndian.Uint32(rest)), rest[4:]
	default:
		return "", nil, fmt.Errorf("version %d of the .npy format is not known, or the file is cut off", major)
	}
	if length > uint64(len(rest)) {
		return "", nil, fmt.Errorf("the header of %d bytes is cut off", length)
	}
	return string(rest[:length]), rest[length:], nil
}

// Encode is the contents of a file with the array. It panics if shape, type and data
// do not fit together, or if the shape is too long for a header.
func (a *Array) Encode() []byte {
	total, dims := int64(ElemSize(a.Type)), ""
	for _, n := range a.Shape {
		total *= n
		dims += strconv.FormatInt(n, 10) + ","
	}
	if total != int64(len(a.Data)) || total == 0 && ElemSize(a.Type) == 0 {
		panic(fmt.Sprintf("npy: %d bytes for %v of %q", len(a.Data), a.Shape, a.Type))
	}
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", a.Type, dims)
	used := len(magic) + 4 + len(header) + 1
	header += strings.Repeat(" ", (alignment-used%alignment)%alignment) + "\n"
	out := binary.LittleEndian.AppendUint16([]byte(magic+"\x01\x00"), uint16(len(header)))
	return append(append(out, header...), a.Data...)
}
