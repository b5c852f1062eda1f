// RUN: tawa-opt --canonicalize %s | FileCheck %s

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory

// A reference that nothing enters is no effect; entering one is.
tt.func @unused(%a: !ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>, %i: i32) {
  %unused = nvws.aref.create %a : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]>
  %r = nvws.aref.create %b : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]>
  %x, %t = nvws.aref.get.enter %r[%i, %i] : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<8x8xf16, #shared, #smem, mutable>, !ttg.async.token
  tt.return
}

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK-NEXT:  #smem = #ttg.shared_memory
// CHECK-NEXT:  module {
// CHECK-LABEL:   tt.func @unused(
// CHECK-SAME:  [[A:%.*]]: !ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>, [[B:%.*]]: !ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>, [[I:%.*]]: i32) {
// CHECK-NEXT:      [[R:%.*]] = nvws.aref.create [[B]] : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]>
// CHECK-NEXT:      [[X:%.*]], [[T:%.*]] = nvws.aref.get.enter [[R]][[[I]], [[I]]] : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]> -> !ttg.memdesc<8x8xf16, #shared, #smem, mutable>, !ttg.async.token
// CHECK-NEXT:      tt.return
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// End of the written checks.
