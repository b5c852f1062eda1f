// RUN: tawa-opt --split-input-file --verify-diagnostics %s

func.func @operand(%a: i32) {
  // expected-error@+1 {{'gpu.barrier' op expected 0 operands, but found 1}}
  "gpu.barrier"(%a) : (i32) -> ()
  return
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' op expected void return type for kernel function}}
  gpu.func @k() -> f32 kernel {
    %x = arith.constant 1.0 : f32
    gpu.return %x : f32
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' op expected memref type in attribution, not 'i32'}}
  gpu.func @k() workgroup(%w : i32) {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @k() {
    %x = arith.constant 1.0 : f32
    // expected-error@+1 {{'gpu.return' op has 1 operands, but enclosing function (@k) returns 0}}
    gpu.return %x : f32
  }
}

// -----

module attributes {gpu.container_module} {
  func.func @host(%n: index) {
    // expected-error@+1 {{'gpu.launch_func' op kernel function '@m::@k' is undefined}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @host(%n: index) {
    // expected-error@+1 {{'gpu.launch_func' op got 0 kernel operands but expected 1}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

func.func @launch(%n: index) {
  // expected-error@+1 {{'gpu.launch' op expects a body with 12 arguments: numbers and sizes of blocks and threads}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
    "gpu.terminator"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @dimension() {
  // expected-error@+1 {{expected one of: x, y, z}}
  %t = gpu.thread_id w
  return
}

// -----

func.func @all_reduce(%x: f32) {
  // expected-error@+1 {{'gpu.all_reduce' op expected either an op attribute or a non-empty body}}
  %r = gpu.all_reduce %x {} : (f32) -> f32
  return
}

// -----

func.func @all_reduce_type(%x: f32) {
  // expected-error@+1 {{'gpu.all_reduce' op `and` reduction operation is not compatible with type 'f32'}}
  %r = gpu.all_reduce and %x {} : (f32) -> f32
  return
}

// -----

func.func @reduction(%x: f32) {
  // expected-error@+1 {{'plus' is not a reduction}}
  %r = gpu.all_reduce plus %x {} : (f32) -> f32
  return
}

// -----

func.func @subgroup_reduce(%x: f32) {
  // expected-error@+1 {{'gpu.subgroup_reduce' op cluster size 3 is not a power of two}}
  %r = gpu.subgroup_reduce add %x cluster(size = 3) : (f32) -> f32
  return
}

// -----

func.func @rotate(%x: f32) {
  // expected-error@+1 {{'gpu.rotate' op offset must be in the range [0, 8), not 8}}
  %r, %ok = gpu.rotate %x, 8, 8 : f32
  return
}

// -----

func.func @subgroup_broadcast(%x: f32) {
  // expected-error@+1 {{'gpu.subgroup_broadcast' op a lane is given exactly with `specific_lane`, not with `specific_lane`}}
  %r = gpu.subgroup_broadcast %x, specific_lane : f32
  return
}

// -----

func.func @warp(%lane: index) {
  // expected-error@+1 {{'gpu.warp_execute_on_lane_0' op expected same number of yield operands and return values}}
  %r = gpu.warp_execute_on_lane_0(%lane)[32] -> (f32) {
    gpu.yield
  }
  return
}

// -----

func.func @alloc() {
  // expected-error@+1 {{'gpu.alloc' op dimension operand count (0) does not equal memref dynamic dimension count (1)}}
  %m = gpu.alloc () : memref<?xf32, 1>
  return
}

// -----

func.func @memcpy(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error@+1 {{'gpu.memcpy' op arguments have incompatible element type: 'memref<4xf32>' and 'memref<4xi32>'}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<4xi32>
  return
}

// -----

func.func @dynamic_shared_memory() {
  // expected-error@+1 {{'gpu.dynamic_shared_memory' op address space must be #gpu.address_space<workgroup>, not that of 'memref<?xi8>'}}
  %m = gpu.dynamic_shared_memory : memref<?xi8>
  return
}

// -----

func.func @mma_compute(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  // expected-error@+1 {{'gpu.subgroup_mma_compute' op operands must be in the order AOp, BOp, COp}}
  %d = gpu.subgroup_mma_compute %a, %a, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "AOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}

// -----

// expected-error@+1 {{the operand of an MMAMatrix is AOp, BOp or COp, not 'DOp'}}
func.func private @matrix(!gpu.mma_matrix<16x16xf16, "DOp">)

// -----

func.func @all_reduce(%i: index) {
  // expected-error@+1 {{'gpu.all_reduce' op operand #0 must be Integer or Float, but got 'index'}}
  %0 = gpu.all_reduce add %i {} : (index) -> index
  return
}

// -----

// expected-error@+1 {{attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements}}
"gpu.binary"() <{objects = [], offloadingHandler = #gpu.select_object, sym_name = "b"}> : () -> ()

// -----

// expected-error@+1 {{expected arg_attrs or metadata, in this order}}
"gpu.terminator"() {a = #gpu.kernel_metadata<"k", () -> (), metadata = {}, arg_attrs = []>} : () -> ()

// -----

// expected-error@+1 {{expected each of processor, map and bound once, not 'map'}}
"gpu.terminator"() {a = #gpu.loop_dim_map<map = (d0) -> (d0), map = (d0) -> (d0)>} : () -> ()

// -----

// expected-error@+1 {{expected one of: block_x, block_y, block_z, thread_x, thread_y, thread_z, sequential}}
"gpu.terminator"() {a = #gpu.loop_dim_map<processor = warp>} : () -> ()

// -----

module {
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @host(%n: index) {
    // expected-error@+1 {{'gpu.launch_func' op expected the closest surrounding module to have the 'gpu.container_module' attribute}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
