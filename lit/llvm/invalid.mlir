// RUN: tawa-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{a function of LLVM has at most one result, but this has 2}}
llvm.func @two() -> (i32, i32)

// -----

// expected-error @+1 {{'llvm.func' op has the unknown linkage 'somewhere'}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void ()>, linkage = "somewhere"}> ({}) : () -> ()

// -----

// expected-error @+1 {{'llvm.func' op requires a type of a function of LLVM}}
"llvm.func"() <{sym_name = "f", function_type = i32}> ({}) : () -> ()

// -----

// expected-error @+1 {{'llvm.func' op requires arguments of the body as in its type, '!llvm.func<void (i32)>'}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>}> ({
  llvm.return
}) : () -> ()

// -----

llvm.func @compare(%a: i32) {
  // expected-error @+1 {{'lt' is no comparison of integers}}
  %0 = llvm.icmp "lt" %a, %a : i32
  llvm.return
}

// -----

llvm.func @indices(%p: !llvm.ptr) {
  // expected-error @+1 {{'llvm.getelementptr' op has 0 indices that are operands, but places for 1}}
  %0 = "llvm.getelementptr"(%p) <{elem_type = i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr) -> !llvm.ptr
  llvm.return
}

// -----

// expected-error @+1 {{'...' must be the last of the parameters}}
llvm.func @types(!llvm.func<void (..., i32)>)
