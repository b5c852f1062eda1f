// A chunk of comments is none.

// -----

func.func @add(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}

// -----

// Both reject this, on one line.
func.func @undefined() -> i32 {
  return %nothing : i32
}

// -----

func.func @expected(%x: i32) {
  // expected-error @+1 {{which is not looked at}}
  %0 = arith.addi %x : i32
  return
}
