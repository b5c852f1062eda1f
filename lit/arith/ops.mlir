// RUN: tawa-opt %s | FileCheck %s
// RUN: tawa-opt --mlir-print-op-generic %s | tawa-opt | FileCheck %s

// Every op prints as it is written.

// CHECK: func.func @integers(%a: i32, %b: i32, %i: index, %t: tensor<4xi64>, %v: vector<2xi8>) {
func.func @integers(%a: i32, %b: i32, %i: index, %t: tensor<4xi64>, %v: vector<2xi8>) {
  // CHECK-NEXT: %add = arith.addi %a, %b : i32
  %add = arith.addi %a, %b : i32
  // CHECK-NEXT: %add_flags = arith.addi %a, %b overflow<nsw, nuw> : i32
  %add_flags = arith.addi %a, %b overflow<nsw, nuw> : i32
  // CHECK-NEXT: %add_tensor = arith.addi %t, %t {note = "x"} : tensor<4xi64>
  %add_tensor = arith.addi %t, %t {note = "x"} : tensor<4xi64>
  // CHECK-NEXT: %sum, %carry = arith.addui_extended %a, %b : i32, i1
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  // CHECK-NEXT: %sum_vector, %carry_vector = arith.addui_extended %v, %v : vector<2xi8>, vector<2xi1>
  %sum_vector, %carry_vector = arith.addui_extended %v, %v : vector<2xi8>, vector<2xi1>
  // CHECK-NEXT: %sub = arith.subi %a, %b overflow<nsw> : i32
  %sub = arith.subi %a, %b overflow<nsw> : i32
  // CHECK-NEXT: %mul = arith.muli %i, %i overflow<nuw> : index
  %mul = arith.muli %i, %i overflow<nuw> : index
  // CHECK-NEXT: %lo, %hi = arith.mulsi_extended %a, %b : i32
  %lo, %hi = arith.mulsi_extended %a, %b : i32
  // CHECK-NEXT: %lo_u, %hi_u = arith.mului_extended %t, %t : tensor<4xi64>
  %lo_u, %hi_u = arith.mului_extended %t, %t : tensor<4xi64>
  // CHECK-NEXT: %div_u = arith.divui %a, %b : i32
  %div_u = arith.divui %a, %b : i32
  // CHECK-NEXT: %div = arith.divsi %a, %b : i32
  %div = arith.divsi %a, %b : i32
  // CHECK-NEXT: %div_exact = arith.divsi %a, %b exact : i32
  %div_exact = arith.divsi %a, %b exact : i32
  // CHECK-NEXT: %shr_exact = arith.shrui %a, %b exact : i32
  %shr_exact = arith.shrui %a, %b exact : i32
  // CHECK-NEXT: %ceil_u = arith.ceildivui %a, %b : i32
  %ceil_u = arith.ceildivui %a, %b : i32
  // CHECK-NEXT: %ceil = arith.ceildivsi %a, %b : i32
  %ceil = arith.ceildivsi %a, %b : i32
  // CHECK-NEXT: %floor = arith.floordivsi %a, %b : i32
  %floor = arith.floordivsi %a, %b : i32
  // CHECK-NEXT: %rem_u = arith.remui %a, %b : i32
  %rem_u = arith.remui %a, %b : i32
  // CHECK-NEXT: %rem = arith.remsi %a, %b : i32
  %rem = arith.remsi %a, %b : i32
  // CHECK-NEXT: %and = arith.andi %a, %b : i32
  %and = arith.andi %a, %b : i32
  // CHECK-NEXT: %or = arith.ori %a, %b : i32
  %or = arith.ori %a, %b : i32
  // CHECK-NEXT: %xor = arith.xori %v, %v : vector<2xi8>
  %xor = arith.xori %v, %v : vector<2xi8>
  // CHECK-NEXT: %shl = arith.shli %a, %b overflow<nsw> : i32
  %shl = arith.shli %a, %b overflow<nsw> : i32
  // CHECK-NEXT: %shr_u = arith.shrui %a, %b : i32
  %shr_u = arith.shrui %a, %b : i32
  // CHECK-NEXT: %shr = arith.shrsi %a, %b : i32
  %shr = arith.shrsi %a, %b : i32
  // CHECK-NEXT: %max = arith.maxsi %a, %b : i32
  %max = arith.maxsi %a, %b : i32
  // CHECK-NEXT: %max_u = arith.maxui %a, %b : i32
  %max_u = arith.maxui %a, %b : i32
  // CHECK-NEXT: %min = arith.minsi %a, %b : i32
  %min = arith.minsi %a, %b : i32
  // CHECK-NEXT: %min_u = arith.minui %a, %b : i32
  %min_u = arith.minui %a, %b : i32
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}

// CHECK: func.func @floats(%x: f32, %y: f32, %t: tensor<4xbf16>, %e: tensor<4xf8E4M3FN>) {
func.func @floats(%x: f32, %y: f32, %t: tensor<4xbf16>, %e: tensor<4xf8E4M3FN>) {
  // CHECK-NEXT: %neg = arith.negf %x : f32
  %neg = arith.negf %x : f32
  // CHECK-NEXT: %add = arith.addf %x, %y : f32
  %add = arith.addf %x, %y : f32
  // CHECK-NEXT: %add_fast = arith.addf %x, %y fastmath<fast> : f32
  %add_fast = arith.addf %x, %y fastmath<fast> : f32
  // CHECK-NEXT: %add_some = arith.addf %t, %t fastmath<reassoc,nnan,ninf,nsz,arcp,contract> {note} : tensor<4xbf16>
  %add_some = arith.addf %t, %t fastmath<reassoc,nnan,ninf,nsz,arcp,contract> {note} : tensor<4xbf16>
  // CHECK-NEXT: %sub = arith.subf %x, %y fastmath<contract> : f32
  %sub = arith.subf %x, %y fastmath<contract> : f32
  // CHECK-NEXT: %mul = arith.mulf %e, %e : tensor<4xf8E4M3FN>
  %mul = arith.mulf %e, %e : tensor<4xf8E4M3FN>
  // CHECK-NEXT: %div = arith.divf %x, %y fastmath<arcp,afn> : f32
  %div = arith.divf %x, %y fastmath<arcp,afn> : f32
  // CHECK-NEXT: %rem = arith.remf %x, %y : f32
  %rem = arith.remf %x, %y : f32
  // CHECK-NEXT: %maximum = arith.maximumf %x, %y : f32
  %maximum = arith.maximumf %x, %y : f32
  // CHECK-NEXT: %maxnum = arith.maxnumf %x, %y fastmath<nnan> : f32
  %maxnum = arith.maxnumf %x, %y fastmath<nnan> : f32
  // CHECK-NEXT: %minimum = arith.minimumf %x, %y : f32
  %minimum = arith.minimumf %x, %y : f32
  // CHECK-NEXT: %minnum = arith.minnumf %x, %y : f32
  %minnum = arith.minnumf %x, %y : f32
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}

// CHECK: func.func @casts(%i8: i8, %i32: i32, %i: index, %f16: f16, %f32: f32, %t: tensor<4xi8>, %scale: f8E8M0FNU, %f4: f4E2M1FN) {
func.func @casts(%i8: i8, %i32: i32, %i: index, %f16: f16, %f32: f32, %t: tensor<4xi8>, %scale: f8E8M0FNU, %f4: f4E2M1FN) {
  // CHECK-NEXT: %zext = arith.extui %i8 : i8 to i32
  %zext = arith.extui %i8 : i8 to i32
  // CHECK-NEXT: %sext = arith.extsi %t : tensor<4xi8> to tensor<4xi32>
  %sext = arith.extsi %t : tensor<4xi8> to tensor<4xi32>
  // CHECK-NEXT: %fext = arith.extf %f16 : f16 to f32
  %fext = arith.extf %f16 : f16 to f32
  // CHECK-NEXT: %fext_fast = arith.extf %f16 fastmath<fast> : f16 to f32
  %fext_fast = arith.extf %f16 fastmath<fast> : f16 to f32
  // CHECK-NEXT: %scaled = arith.scaling_extf %f4, %scale fastmath<contract> : f4E2M1FN, f8E8M0FNU to f32
  %scaled = arith.scaling_extf %f4, %scale fastmath<contract> : f4E2M1FN, f8E8M0FNU to f32
  // CHECK-NEXT: %trunc = arith.trunci %i32 : i32 to i8
  %trunc = arith.trunci %i32 : i32 to i8
  // CHECK-NEXT: %trunc_flags = arith.trunci %i32 overflow<nsw, nuw> : i32 to i8
  %trunc_flags = arith.trunci %i32 overflow<nsw, nuw> : i32 to i8
  // CHECK-NEXT: %ftrunc = arith.truncf %f32 : f32 to f16
  %ftrunc = arith.truncf %f32 : f32 to f16
  // CHECK-NEXT: %ftrunc_up = arith.truncf %f32 upward : f32 to f8E4M3FN
  %ftrunc_up = arith.truncf %f32 upward : f32 to f8E4M3FN
  // CHECK-NEXT: %ftrunc_even = arith.truncf %f32 to_nearest_even fastmath<fast> : f32 to bf16
  %ftrunc_even = arith.truncf %f32 to_nearest_even fastmath<fast> : f32 to bf16
  // CHECK-NEXT: %unscaled = arith.scaling_truncf %f32, %scale toward_zero fastmath<fast> {note} : f32, f8E8M0FNU to f4E2M1FN
  %unscaled = arith.scaling_truncf %f32, %scale toward_zero fastmath<fast> {note} : f32, f8E8M0FNU to f4E2M1FN
  // CHECK-NEXT: %from_u = arith.uitofp %i32 : i32 to f32
  %from_u = arith.uitofp %i32 : i32 to f32
  // CHECK-NEXT: %from_s = arith.sitofp %t : tensor<4xi8> to tensor<4xf32>
  %from_s = arith.sitofp %t : tensor<4xi8> to tensor<4xf32>
  // CHECK-NEXT: %to_u = arith.fptoui %f32 : f32 to i8
  %to_u = arith.fptoui %f32 : f32 to i8
  // CHECK-NEXT: %to_s = arith.fptosi %f32 : f32 to i32
  %to_s = arith.fptosi %f32 : f32 to i32
  // CHECK-NEXT: %to_index = arith.index_cast %i32 : i32 to index
  %to_index = arith.index_cast %i32 : i32 to index
  // CHECK-NEXT: %of_index = arith.index_castui %i : index to i8
  %of_index = arith.index_castui %i : index to i8
  // CHECK-NEXT: %bits = arith.bitcast %f32 : f32 to i32
  %bits = arith.bitcast %f32 : f32 to i32
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}

// CHECK: func.func @others(%a: i32, %i: index, %x: f32, %t: tensor<4xf32>, %c: i1, %tc: tensor<4xi1>) {
func.func @others(%a: i32, %i: index, %x: f32, %t: tensor<4xf32>, %c: i1, %tc: tensor<4xi1>) {
  // CHECK-NEXT: %eq = arith.cmpi eq, %a, %a : i32
  %eq = arith.cmpi eq, %a, %a : i32
  // CHECK-NEXT: %ult = arith.cmpi ult, %i, %i {note} : index
  %ult = arith.cmpi ult, %i, %i {note} : index
  // CHECK-NEXT: %oge = arith.cmpf oge, %x, %x : f32
  %oge = arith.cmpf oge, %x, %x : f32
  // CHECK-NEXT: %uno = arith.cmpf uno, %t, %t fastmath<fast> : tensor<4xf32>
  %uno = arith.cmpf uno, %t, %t fastmath<fast> : tensor<4xf32>
  // CHECK-NEXT: %pick = arith.select %c, %a, %a : i32
  %pick = arith.select %c, %a, %a : i32
  // CHECK-NEXT: %pick_whole = arith.select %c, %t, %t {note} : tensor<4xf32>
  %pick_whole = arith.select %c, %t, %t {note} : tensor<4xf32>
  // CHECK-NEXT: %pick_each = arith.select %tc, %t, %t : tensor<4xi1>, tensor<4xf32>
  %pick_each = arith.select %tc, %t, %t : tensor<4xi1>, tensor<4xf32>
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}

// Constants print as MLIR prints them, and get its names if they have none.
// CHECK: func.func @constants() {
func.func @constants() {
  // CHECK-NEXT: %c0 = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  // CHECK-NEXT: %c-5_i8 = arith.constant -5 : i8
  %c-5_i8 = arith.constant -5 : i8
  // CHECK-NEXT: %c9223372036854775807_i64 = arith.constant 9223372036854775807 : i64
  %c9223372036854775807_i64 = arith.constant 9223372036854775807 : i64
  // CHECK-NEXT: %true = arith.constant true
  %true = arith.constant true
  // CHECK-NEXT: %false = arith.constant {note} false
  %false = arith.constant {note} false
  // CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32
  %cst = arith.constant 1.000000e+00 : f32
  // CHECK-NEXT: %cst_0 = arith.constant -0.000000e+00 : f16
  %cst_0 = arith.constant -0.000000e+00 : f16
  // CHECK-NEXT: %cst_1 = arith.constant 1.44269502 : f32
  %cst_1 = arith.constant 1.44269502 : f32
  // CHECK-NEXT: %cst_2 = arith.constant 0xFF800000 : f32
  %cst_2 = arith.constant 0xFF800000 : f32
  // CHECK-NEXT: %cst_3 = arith.constant 0x7FC0 : bf16
  %cst_3 = arith.constant 0x7FC0 : bf16
  // CHECK-NEXT: %cst_4 = arith.constant 4.480000e+02 : f8E4M3FN
  %cst_4 = arith.constant 4.480000e+02 : f8E4M3FN
  // CHECK-NEXT: %cst_5 = arith.constant dense<0.000000e+00> : tensor<128x64xf32>
  %cst_5 = arith.constant dense<0.000000e+00> : tensor<128x64xf32>
  // CHECK-NEXT: %cst_6 = arith.constant dense<[1, -2, 3]> : vector<3xi32>
  %cst_6 = arith.constant dense<[1, -2, 3]> : vector<3xi32>
  // CHECK-NEXT: %cst_7 = arith.constant dense<true> : tensor<4xi1>
  %cst_7 = arith.constant dense<true> : tensor<4xi1>
  // CHECK-NEXT: return
  return
// CHECK-NEXT: }
}
