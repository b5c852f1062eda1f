// RUN: tawa-opt --canonicalize %s | FileCheck %s

#acc = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#half = #ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1>
#tmem = #ttng.tensor_memory

// What only names memory goes if nothing uses it; a buffer of its own stays.
tt.func @unused(%p: !tt.ptr<i8>, %m: !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>, %x: tensor<128x64xf32>) {
  %0 = ttng.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<tensor<64x64xf16>>
  %1 = ttng.tmem_subslice %m {N = 32 : i32} : !ttg.memdesc<128x64xf32, #acc, #tmem, mutable> -> !ttg.memdesc<128x32xf32, #half, #tmem, mutable, 128x64>
  %2 = ttng.tmem_alloc %x : (tensor<128x64xf32>) -> !ttg.memdesc<128x64xf32, #acc, #tmem>
  %3 = ttng.tmem_alloc %x : (tensor<128x64xf32>) -> !ttg.memdesc<128x64xf32, #acc, #tmem, mutable>
  tt.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       #tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
// CHECK-NEXT:  module {
// CHECK-LABEL:   tt.func @unused(
// CHECK-SAME:  [[P:%.*]]: !tt.ptr<i8>, [[M:%.*]]: !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>, [[X:%.*]]: tensor<128x64xf32>) {
// CHECK-NEXT:      [[V0:%.*]] = ttng.tmem_alloc [[X]] : (tensor<128x64xf32>) -> !ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
