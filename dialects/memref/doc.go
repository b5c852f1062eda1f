// Package memref holds MLIR's dialect of memory: allocation, access, views of
// buffers, and the globals of a module.
//
// A memref is a pointer with a shape, strides and an offset. Layouts are understood
// where they are strided (`strided<[s, …], offset: o>`, or none: row-major); ops on
// buffers with other layouts are checked less.
package memref
