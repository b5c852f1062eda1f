// RUN: tawa-opt --split-input-file --verify-diagnostics %s

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @depths(%a: !ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>, %b: !ttg.memdesc<3x8x8xf16, #shared, #smem, mutable>) {
  // expected-error @+1 {{'nvws.aref.create' op requires buffers of one depth, but #0 has 2 and #1 has 3}}
  %r = nvws.aref.create %a, %b : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>, !ttg.memdesc<3x8x8xf16, #shared, #smem, mutable>]>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @other_use(%a: !ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>) {
  // expected-error @+1 {{'nvws.aref.create' op buffer #0 is also used by 'ttg.local_load', which knows nothing of the stages}}
  %r = nvws.aref.create %a : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]>
  %x = ttg.local_load %a : !ttg.memdesc<2x8x8xf16, #shared, #smem, mutable> -> tensor<2x8x8xf16>
  tt.return
}

// -----

#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
tt.func @views(%r: !nvws.aref<[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]>, %i: i32) {
  // expected-error @+1 {{'nvws.aref.get.enter' op requires a result for each of 1 buffers, but has 2}}
  %a:2, %t = nvws.aref.get.enter %r[%i, %i] : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]>
    -> !ttg.memdesc<8x8xf16, #shared, #smem, mutable>, !ttg.memdesc<8x8xf16, #shared, #smem, mutable>, !ttg.async.token
  // expected-error @+1 {{'nvws.aref.put.enter' op requires one stage of '!ttg.memdesc<2x8x8xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>' as result #0}}
  %b, %u = nvws.aref.put.enter %r[%i, %i] : <[!ttg.memdesc<2x8x8xf16, #shared, #smem, mutable>]>
    -> !ttg.memdesc<8x4xf16, #shared, #smem, mutable>, !ttg.async.token
  tt.return
}

// -----

tt.func @groups(%x: i32) {
  // expected-error @+1 {{'nvws.warp_group' op requires a number of warps for each of 1 regions, but has 2}}
  "nvws.warp_group"() <{numWarps = array<i32: 4, 4>}> ({
    nvws.warp_group.return
  }) : () -> ()
  tt.return
}

// -----

tt.func @yields(%x: i32) {
  // expected-error @+1 {{'nvws.warp_group' op requires its first region to yield (i32)}}
  %r = nvws.warp_group
  partition0 num_warps(4) {
    nvws.warp_group.return
  } : i32
  tt.return
}

// -----

// expected-error @+1 {{'tma' is no word of #nvws.async_op}}
#x = #nvws.async_op<tma>

// -----

tt.func @no_aref(%a: i32) {
  // expected-error @+1 {{expected an asynchronous reference, but got 'i32'}}
  %r = nvws.aref.create %a : i32
  tt.return
}
