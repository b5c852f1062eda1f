// Package arith holds MLIR's dialect of arithmetic on integers and floats, and on
// vectors and tensors of them, element by element.
//
// Integers have no sign; where it matters there are two ops (divsi, divui).
// Folds compute what the op says for every format exactly (rounding to nearest
// even where it rounds) and leave alone what is undefined: division by zero or
// with overflow, shifts by the width or more, conversions out of range.
package arith
