// RUN: tawa-opt --allow-unregistered-dialect %s | FileCheck %s
// RUN: tawa-opt --allow-unregistered-dialect --mlir-print-op-generic %s | tawa-opt --allow-unregistered-dialect | FileCheck %s

// Every form of a binary prints as MLIR prints it.

gpu.binary @compiled [#gpu.object<#nvvm.target<chip = "sm_90">, "\7FELF\00">]
gpu.binary @chosen <#gpu.select_object<1 : i64>> [#gpu.object<#nvvm.target<chip = "sm_80">, properties = {O = 2 : i32}, assembly = ".version 8.0">, #gpu.object<#nvvm.target<chip = "sm_90">, offload = "bitcode">]
gpu.binary @for_target <#gpu.select_object<#nvvm.target<chip = "sm_90">>> {note = 1 : i32} [#gpu.object<#nvvm.target<chip = "sm_90">, kernels = <[#gpu.kernel_metadata<"k", (f32) -> (), metadata = {regs = 32 : i32}>]>, bin = "cubin">]
gpu.binary @b [#gpu.object<#nvvm.target, "BLOB">]
gpu.binary @c <#gpu.select_object<1>> [#gpu.object<#nvvm.target<chip = "sm_90">, properties = {O = 3 : i32}, assembly = "a\00b">, #gpu.object<#nvvm.target, offload = "x">]
gpu.binary @d <#gpu.select_object> {y = 2} [#gpu.object<#nvvm.target, properties = {O = 3 : i32}, kernels = <[#gpu.kernel_metadata<"k", (i32) -> (), arg_attrs = [{}], metadata = {a = 1}>, #gpu.kernel_metadata<"a", () -> ()>]>, bin = "x">]
"gpu.binary"() <{objects = [#gpu.object<#nvvm.target, fatbin = "x">], offloadingHandler = #gpu.select_object<#nvvm.target>, sym_name = "x"}> : () -> ()
"gpu.binary"() <{objects = [#gpu.object<#nvvm.target, fatbin = "x">], offloadingHandler = #gpu.select_object, sym_name = "y"}> : () -> ()
"a.b"() {x = #gpu.kernel_table<[#gpu.kernel_metadata<"k", () -> ()>]>, y = #gpu.loop_dim_map<bound = (d0)[s0] -> (d0 + s0), map = (d0) -> (d0), processor = block_z >} : () -> ()

// The checks from here on are written by the tool's own `checks --update`.
// CHECK:       module {
// CHECK-NEXT:    gpu.binary @compiled  [#gpu.object<#nvvm.target<chip = "sm_90">, "\7FELF\00">]
// CHECK-NEXT:    gpu.binary @chosen <#gpu.select_object<1 : i64>> [#gpu.object<#nvvm.target<chip = "sm_80">, properties = {O = 2 : i32}, assembly = ".version 8.0">, #gpu.object<#nvvm.target<chip = "sm_90">, offload = "bitcode">]
// CHECK-NEXT:    gpu.binary @for_target <#gpu.select_object<#nvvm.target<chip = "sm_90">>> {note = 1 : i32} [#gpu.object<#nvvm.target<chip = "sm_90">, kernels = <[#gpu.kernel_metadata<"k", (f32) -> (), metadata = {regs = 32 : i32}>]>, bin = "cubin">]
// CHECK-NEXT:    gpu.binary @b  [#gpu.object<#nvvm.target, "BLOB">]
// CHECK-NEXT:    gpu.binary @c <#gpu.select_object<1 : i64>> [#gpu.object<#nvvm.target<chip = "sm_90">, properties = {O = 3 : i32}, assembly = "a\00b">, #gpu.object<#nvvm.target, offload = "x">]
// CHECK-NEXT:    gpu.binary @d  {y = 2 : i64} [#gpu.object<#nvvm.target, properties = {O = 3 : i32}, kernels = <[#gpu.kernel_metadata<"a", () -> ()>, #gpu.kernel_metadata<"k", (i32) -> (), arg_attrs = [{}], metadata = {a = 1 : i64}>]>, bin = "x">]
// CHECK-NEXT:    gpu.binary @x <#gpu.select_object<#nvvm.target>> [#gpu.object<#nvvm.target, "x">]
// CHECK-NEXT:    gpu.binary @y  [#gpu.object<#nvvm.target, "x">]
// CHECK-NEXT:    "a.b"() {x = #gpu.kernel_table<[#gpu.kernel_metadata<"k", () -> ()>]>, y = #gpu.loop_dim_map<processor = block_z, map = (d0) -> (d0), bound = (d0)[s0] -> (d0 + s0)>} : () -> ()
// CHECK-NEXT:  }
// End of the written checks.
