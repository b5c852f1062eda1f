func.func @f(%x: i32) {
  // The error below is not expected.
  "arith.addi"(%x) : (i32) -> i32
  return
}
