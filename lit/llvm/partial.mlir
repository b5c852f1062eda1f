// RUN: tawa-opt --allow-unregistered-dialect %s | FileCheck %s
// RUN: not tawa-opt %s 2>&1 | FileCheck %s --check-prefix=REFUSED

// Of a dialect that is here in part, the rest passes where unregistered dialects do.
// REFUSED: error: attribute 'llvm.loop_annotation' is of an unregistered dialect
// REFUSED: hint: --allow-unregistered-dialect lets it pass as it is

#loop_annotation = #llvm.loop_annotation<licm = <disable = true>>

// CHECK: llvm.func @loop(!llvm.ptr {llvm.loop = #llvm.loop_annotation<licm = <disable = true>>})
llvm.func @loop(!llvm.ptr {llvm.loop = #loop_annotation})

// CHECK: "llvm.fence"() <{ordering = 4 : i64}> : () -> ()
"llvm.fence"() <{ordering = 4 : i64}> : () -> ()
