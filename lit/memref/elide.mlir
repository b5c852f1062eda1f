// RUN: tawa-opt --mlir-elide-elementsattrs-if-larger=2 %s | FileCheck %s

// CHECK: memref.global "private" constant @more : memref<3xi32> = dense_resource<__elided__>{{$}}
memref.global "private" constant @more : memref<3xi32> = dense<[1, 2, 3]>
// CHECK: memref.global "private" constant @few : memref<2xi32> = dense<[1, 2]>{{$}}
memref.global "private" constant @few : memref<2xi32> = dense<[1, 2]>
