// RUN: tawa-opt --split-input-file --verify-diagnostics %s

tt.func @memory() {
  // expected-error @+1 {{expected one of [shared_mem tensor_mem] for 'memType'}}
  %0 = tti.experimental_buffer_pointers [0, 64], registers : tensor<2xi64>
  tt.return
}
