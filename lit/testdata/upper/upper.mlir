// RUN: upper-opt < %s | FileCheck %s

func @f()
// CHECK: {{^}}FUNC @F(){{$}}
