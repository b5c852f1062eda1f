// mlir-opt does not know the dialect, and the comment is wrong.
// expected-error @+1 {{nothing is wrong}}
tt.func @fine() { tt.return }

// -----

// Of another dialect of MLIR.
linalg.yield

// -----

// It is too strict for mlir-opt.
func.func @range(%x: i8) {
  cf.switch %x : i8, [default: ^bb1, 256: ^bb1]
^bb1:
  return
}
