// Package vector holds MLIR's dialect of vectors of any rank: building and taking
// apart, reductions and contractions, masks, and moves between vectors and memory.
//
// An element of a vector is a number; a part is a vector of fewer dimensions.
// Positions are lists of numbers and operands of type index. Dimensions in brackets
// (`vector<[4]xf32>`) are multiples of a number that the machine knows.
package vector
