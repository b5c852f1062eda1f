// RUN: tawa-opt %s --topological-sort --allow-unregistered-dialect | FileCheck %s

// Definitions first, else the order stays; in a circle the first goes first.
// CHECK: %[[A:.*]] = "t.a"
// CHECK: %[[E:.*]] = "t.e"
// CHECK: %[[B:.*]] = "t.b"(%[[A]])
// CHECK: %[[C:.*]] = "t.c"(%[[D:.*]], %[[B]])
// CHECK: %[[D]] = "t.d"(%[[C]])
// CHECK-NEXT: "t.x"(%[[E]])
%1 = "t.b"(%0) : (i32) -> i32
%0 = "t.a"() : () -> i32
%2 = "t.c"(%3, %1) : (i32, i32) -> i32
%3 = "t.d"(%2) ({
  "t.x"(%5) : (i32) -> ()
}) : (i32) -> i32
%5 = "t.e"() : () -> i32
