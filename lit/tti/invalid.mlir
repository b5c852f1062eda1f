// RUN: tawa-opt --split-input-file --verify-diagnostics %s

tt.func @memory() {
  // expected-error @+1 {{expected one of [shared_mem tensor_mem] for 'memType'}}
  %0 = tti.experimental_buffer_pointers [0, 64], registers : tensor<2xi64>
  tt.return
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>
#other = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 2], instrShape = [16, 8]}>
#a = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 4}>
#b = #ttg.dot_op<{opIdx = 1, parent = #other, kWidth = 4}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
tt.func @values(%x: tensor<4xf32>, %y: tensor<4xi16>, %m: !ttg.memdesc<8x8xi32, #s, #ttg.shared_memory>, %i: tensor<8x8xi32>, %n: i32,
                %a: tensor<16x32xi8, #a>, %b: tensor<32x8xi8, #b>, %c: tensor<16x8xi32, #mma>, %d: tensor<16x8xi32>) {
  // expected-error @+1 {{'tti.experimental_buffer_descriptors' op requires a length for each offset, but has 2 offsets and 1 lengths}}
  %0 = tti.experimental_buffer_descriptors [0, 64], [32], shared_mem : tensor<2xi64>
  // expected-error @+1 {{'tti.experimental_fpsan_embed' op requires an integer and a float of one width, but has '}}
  %1 = tti.experimental_fpsan_embed %x : (tensor<4xf32>) -> tensor<4xi16>
  // expected-error @+1 {{'tti.experimental_fpsan_unembed' op requires an integer and a float of one width, but has '}}
  %2 = tti.experimental_fpsan_unembed %y : (tensor<4xi16>) -> tensor<4xf32>
  // expected-error @+1 {{'tti.experimental_local_gather' op axis 2 is outside of [0, 2)}}
  %3 = tti.experimental_local_gather %m[%i] offsets = [%n, %n] {axis = 2 : i32} : !ttg.memdesc<8x8xi32, #s, #ttg.shared_memory>, tensor<8x8xi32> -> tensor<8x8xi32>
  // expected-error @+1 {{'tti.experimental_local_gather' op requires an offset for each of 2 dimensions, but has 1}}
  %4 = tti.experimental_local_gather %m[%i] offsets = [%n] {axis = 0 : i32} : !ttg.memdesc<8x8xi32, #s, #ttg.shared_memory>, tensor<8x8xi32> -> tensor<8x8xi32>
  // expected-error @+1 {{'tti.experimental_local_gather' op requires indices of the shape and encoding of}}
  %5 = tti.experimental_local_gather %m[%i] offsets = [%n, %n] {axis = 0 : i32} : !ttg.memdesc<8x8xi32, #s, #ttg.shared_memory>, tensor<8x8xi32> -> tensor<8x4xi32>
  // expected-error @+1 {{'tti.experimental_local_gather' op requires a tensor of the rank and element type of}}
  %6 = tti.experimental_local_gather %m[%i] offsets = [%n, %n] {axis = 0 : i32} : !ttg.memdesc<8x8xi32, #s, #ttg.shared_memory>, tensor<8x8xi32> -> tensor<8x8xf32>
  // expected-error @+1 {{'tti.dot_i8' op requires operands of the encoding of the result}}
  %7 = tti.dot_i8 %a, %b, %c, aSigned = true, bSigned = false : tensor<16x32xi8, #a> * tensor<32x8xi8, #b> -> tensor<16x8xi32, #mma>
  // expected-error @+1 {{'tti.dot_i8' op requires an nvidia_mma result of version 2 and its operands, but has '}}
  %8 = tti.dot_i8 %a, %b, %d, aSigned = true, bSigned = false : tensor<16x32xi8, #a> * tensor<32x8xi8, #b> -> tensor<16x8xi32>
  tt.return
}
