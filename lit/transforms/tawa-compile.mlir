// Every kernel of examples/ttir comes out with a layout on each tensor and nothing left that has no lowering;
// in products of descriptors nothing is converted between the dot and the store.

// RUN: tawa-opt --tawa-compile=persistent=0 %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=PLAIN %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=PERSISTENT %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_persistent_128x256x64.ttir | FileCheck --check-prefix=PERSISTENT %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_128x128x64.ttir | FileCheck --check-prefix=ONE %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp8_128x256x128.ttir | FileCheck --check-prefix=GEMM %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp8_persistent_flat_128x256x128.ttir | FileCheck --check-prefix=GEMM %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_persistent_flat_ws_128x256x64.ttir | FileCheck --check-prefix=GEMM %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/bmm_fp16_128x128x64.ttir | FileCheck --check-prefix=GEMM %s
// RUN: tawa-opt --tawa-compile=warp-specialize=false %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=ALONE %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=GEMM %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_persistent_128x256x64.ttir | FileCheck --check-prefix=GEMM %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_128x128x64.ttir | FileCheck --check-prefix=GEMM %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_persistent_128x256x64.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_128x128x64.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp8_128x256x128.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp8_persistent_flat_128x256x128.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_fp16_persistent_flat_ws_128x256x64.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/bmm_fp16_128x128x64.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile=warp-specialize=false %S/../../examples/ttir/gemm_fp16_128x256x64.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/attn_fp16_causal_128x128.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/attn_fp16_full_128x128.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/attn_fp8_full_128x128.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_ptr.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/gemm_ptr.ttir | FileCheck --check-prefix=POINTERS %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/grouped_gemm.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/layer_norm.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/softmax_rows.ttir | FileCheck --check-prefix=ALL %s
// RUN: tawa-opt --tawa-compile %S/../../examples/ttir/vector_add.ttir | FileCheck --check-prefix=ALL %s

// ALL: module attributes
// ALL-SAME: ttg.shared
// ALL-SAME: "ttg.total-num-warps"
// ALL-NOT: aref.
// ALL-NOT: tt.dot
// ALL-NOT: tt.descriptor_
// ALL-NOT: {{tensor<[0-9x]+(f|bf|i)[0-9A-Z]+[A-Z0-9a-z]*>}}
// ALL: tt.return

// Four slots, C over them, registers for two computing groups.
// PLAIN: "ttg.num-warps" = 8 : i32
// PLAIN-SAME: ttg.shared = 196672 : i32
// PLAIN-SAME: "ttg.total-num-warps" = 12 : i32
// PLAIN: tawa.box = array<i32: 128, 64>
// PLAIN-SAME: tawa.box = array<i32: 256, 64>
// PLAIN-SAME: tawa.box = array<i32: 64, 64>
// PLAIN: tawa.over_ring
// PLAIN: actualRegisters = array<i32: 232, 40>, warpGroupStartIds = array<i32: 8>

// Four slots beside two panels for each of the two groups.
// PERSISTENT: ttg.shared = 229440 : i32
// PERSISTENT: () -> !ttg.memdesc<4x64x64xf16,
// PERSISTENT: actualRegisters = array<i32: 232, 40>

// ONE: "ttg.num-warps" = 4 : i32
// ONE-SAME: "ttg.total-num-warps" = 8 : i32
// One computing group keeps what it is launched with.
// ONE: actualRegisters = array<i32: 248, 40>, warpGroupStartIds = array<i32: 4>

// GEMM-NOT: convert_layout
// GEMM: nvgpu.dot_issue
// GEMM-NOT: convert_layout
// GEMM: nvgpu.tma.store_tile
// GEMM-NOT: convert_layout

// ALONE: "ttg.num-warps" = 8 : i32
// ALONE-NOT: warp_specialize
// ALONE: nvgpu.tma.load
// ALONE: nvgpu.dot_issue
// ALONE: nvgpu.tma.store_tile

// What is loaded along K lies along K in the ring.
// POINTERS: #[[T:shared[0-9]*]] = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
// POINTERS: () -> !ttg.memdesc<4x64x128xf16, #[[T]], #smem, mutable>
// POINTERS: ttg.local_store {{.*}} -> !ttg.memdesc<64x128xf16, #[[T]], #smem, mutable>
