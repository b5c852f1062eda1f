// RUN: tawa-opt %s --allow-unregistered-dialect | FileCheck %s

// Properties of an op without a row stay apart from its attributes, whatever they are.
// CHECK:      "other.a"() <{x = 1 : i64}> {x = 2 : i64} : () -> ()
// CHECK-NEXT: "other.b"() <{}> : () -> ()
// CHECK-NEXT: "other.c"() <3 : i32> : () -> ()
// CHECK-NEXT: "other.d"() <{y}> ({
// CHECK-NEXT: }) {z} : () -> ()
"other.a"() <{x = 1}> {x = 2} : () -> ()
"other.b"() <{}> : () -> ()
"other.c"() <3 : i32> : () -> ()
"other.d"() <{y}> ({}) {z} : () -> ()
