// Package llvmir builds and prints LLVM IR as text: opaque pointers, the
// syntax that LLVM 19 and newer read, and what code for an NVIDIA GPU needs
// beside plain instructions (kernel calling convention, address spaces, inline
// PTX with many results, launch bounds, line tables).
//
// A [Module] holds globals and functions, a [Func] holds blocks, and a
// [Builder] appends instructions at the end of one block. An instruction is
// printed when it is made, so a value is a small struct and a module costs
// about as much as its text. The builder folds integer constants and
// identities and reuses an equal pure instruction of the same block or of the
// entry block, and [Module.DropDead] removes what no effect needs, because what
// reads the text may run no optimizer.
//
// Using the package wrongly (operands of different types, a block without a
// terminator) is a defect of the caller and panics.
package llvmir
