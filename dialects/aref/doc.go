// Package aref is the dialect of asynchronous references: rings of slots through
// which one producer warp group hands tiles to consumers.
//
// A ring has D slots; a slot holds a tuple of tensors and is empty, full or
// borrowed. Operation i of a role uses slot i mod D:
//
//	%r = aref.create : !aref.ring<3 x (tensor<128x64xf16>, tensor<256x64xf16>)>
//	aref.put %r[%i], %a, %b : !aref.ring<…>       // waits for empty; then the slot is full
//	%a, %b = aref.get %r[%i] : !aref.ring<…>      // waits for full; then it is borrowed
//	aref.consumed %r[%i] : !aref.ring<…>          // it is empty again
//
// The index is an i32 counter of each role that runs on through all loops and is
// never reset. What get gives are views of the slot, not copies: they are valid
// until consumed, and a transposition of a view is a view. All puts of a ring are
// in one region (there is one producer).
//
// Where several consumers share out what goes through a ring, each counts all of it: what
// another one gets it skips. They take turns, so that nobody gets a slot before what was
// put before it has been got:
//
//	%t = aref.turns : !aref.turns<2>
//	aref.take %t {number = 1 : i32} : !aref.turns<2>   // waits until number 0 has passed the turn
//	aref.pass %t {number = 1 : i32} : !aref.turns<2>   // number 0 may go on
//
// In a kernel whose CTAs run in clusters a ring may be collective:
//
//	%r = aref.create {cluster = 2 : i32} : !aref.ring<…>
//
// Each CTA has the ring, and all fill it together, each a part of the tiles that are the same for all of them. A put
// waits until its slot is empty in every CTA, a slot is full when every CTA has put, and consumed credits the producers
// of all. So all CTAs access the ring equally often.
//
// A slot may hold tensor descriptors that the producer makes. Giving it back says that
// everything that was copied by them, whoever started it, has been.
package aref
