module {
  func.func private @sink_i32(i32)
  func.func private @sink_i64(i64)
  func.func private @sink_index(index)
  func.func private @sink_f32(f32)
  func.func private @sink_vec(vector<4xf32>)
  func.func private @sink_tensor(tensor<16x32xf32>)
  func.func @h0(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.addi %arg0, %arg1 : i32
    func.return %0 : i32
  }
  func.func @h1(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.muli %arg0, %arg1 : i32
    func.return %0 : i32
  }
  func.func @h2(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.xori %arg0, %arg1 : i32
    func.return %0 : i32
  }
  func.func @h3(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.addi %arg0, %arg1 : i32
    func.return %0 : i32
  }
  func.func @h4(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.muli %arg0, %arg1 : i32
    func.return %0 : i32
  }
  func.func @h5(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.xori %arg0, %arg1 : i32
    func.return %0 : i32
  }
  func.func @h6(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.addi %arg0, %arg1 : i32
    func.return %0 : i32
  }
  func.func @h7(%arg0: i32, %arg1: i32) -> i32 {
    %0 = arith.muli %arg0, %arg1 : i32
    func.return %0 : i32
  }
  func.func @f0(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i64, %arg4: i64, %arg5: index, %arg6: index, %arg7: index, %arg8: f32, %arg9: f32, %arg10: vector<4xf32>, %arg11: vector<4xf32>, %arg12: tensor<16x32xf32>, %arg13: tensor<16x32xf32>) -> (i32, i64, f32) {
    %0 = arith.constant 0 : index
    %1 = arith.addi %arg7, %0 : index
    %2 = arith.andi %arg0, %arg1 : i32
    %3 = arith.andi %arg0, %arg1 : i32
    %4 = arith.ori %3, %2 : i32
    %5 = arith.subi %arg3, %arg3 : i64
    %6 = arith.xori %1, %1 : index
    %7 = arith.mulf %arg10, %arg10 : vector<4xf32>
    %8 = arith.subi %3, %4 : i32
    %9 = arith.mulf %7, %7 : vector<4xf32>
    %10 = arith.constant 0 : i64
    %11 = arith.addi %5, %10 : i64
    %12 = arith.mulf %arg10, %arg10 : vector<4xf32>
    %13 = arith.muli %6, %arg5 : index
    %14 = arith.mulf %12, %arg10 : vector<4xf32>
    %15 = arith.xori %11, %arg3 : i64
    %16 = arith.muli %8, %4 : i32
    %17 = arith.andi %15, %arg3 : i64
    %18 = arith.muli %5, %17 : i64
    %19 = arith.constant 0 : index
    %20 = arith.addi %13, %19 : index
    %21 = arith.subi %16, %3 : i32
    %22 = arith.mulf %arg12, %arg12 : tensor<16x32xf32>
    %23 = arith.mulf %22, %arg12 : tensor<16x32xf32>
    %24 = arith.subi %21, %21 : i32
    %25 = arith.mulf %arg10, %arg10 : vector<4xf32>
    %26 = arith.addf %arg8, %arg8 : f32
    %27 = arith.cmpi ule, %18, %arg3 : i64
    %28 = arith.select %27, %arg3, %5 : i64
    %29 = arith.xori %1, %1 : index
    %30 = arith.subi %29, %20 : index
    %31 = arith.cmpi ugt, %arg5, %30 : index
    %32 = arith.select %31, %arg7, %30 : index
    %33 = arith.addf %25, %12 : vector<4xf32>
    %34 = arith.addf %arg8, %26 : f32
    %35 = arith.cmpi eq, %4, %24 : i32
    %36 = arith.select %35, %2, %16 : i32
    %37 = arith.addi %28, %18 : i64
    %38 = arith.constant 0 : index
    %39 = arith.addi %1, %38 : index
    %40 = scf.for %41 = %arg5 to %arg6 step %arg7 iter_args(%42 = %arg8) -> (f32) {
      %43 = arith.andi %arg0, %21 : i32
      %44 = arith.xori %arg3, %arg3 : i64
      %45 = arith.mulf %arg10, %arg10 : vector<4xf32>
      %46 = arith.mulf %arg12, %arg12 : tensor<16x32xf32>
      %47 = arith.xori %16, %21 : i32
      %48 = arith.subi %44, %37 : i64
      %49 = arith.constant -67 : i64
      %50 = arith.constant 8 : i64
      %51 = arith.subi %49, %50 : i64
      %52 = arith.andi %arg5, %arg5 : index
      %53 = arith.constant 0 : index
      %54 = arith.addi %52, %53 : index
      %55 = arith.constant 0 : i32
      %56 = arith.addi %43, %55 : i32
      %57 = arith.muli %21, %56 : i32
      func.call @sink_i32(%43) : (i32) -> ()
      func.call @sink_i32(%47) : (i32) -> ()
      func.call @sink_i32(%57) : (i32) -> ()
      func.call @sink_i64(%48) : (i64) -> ()
      func.call @sink_i64(%51) : (i64) -> ()
      func.call @sink_vec(%45) : (vector<4xf32>) -> ()
      func.call @sink_tensor(%46) : (tensor<16x32xf32>) -> ()
      func.call @sink_index(%54) : (index) -> ()
      scf.yield %arg8 : f32
    }
    %58 = arith.mulf %7, %7 : vector<4xf32>
    %59 = arith.addi %arg5, %39 : index
    %60 = arith.muli %59, %32 : index
    %61 = arith.mulf %33, %58 : vector<4xf32>
    %62 = arith.cmpi ne, %17, %37 : i64
    %63 = arith.select %62, %18, %37 : i64
    %64 = arith.addf %61, %33 : vector<4xf32>
    %65 = arith.subi %arg3, %63 : i64
    %66 = arith.muli %36, %arg2 : i32
    %67 = arith.cmpi ult, %66, %arg2 : i32
    %68 = scf.if %67 -> (i64) {
      %69 = arith.addi %66, %24 : i32
      %70 = arith.constant 0 : i32
      %71 = arith.addi %arg0, %70 : i32
      %72 = arith.ori %29, %6 : index
      %73 = arith.addi %66, %24 : i32
      %74 = arith.xori %73, %71 : i32
      %75 = arith.constant -69 : i64
      %76 = arith.constant 59 : i64
      %77 = arith.addi %75, %76 : i64
      func.call @sink_i32(%69) : (i32) -> ()
      func.call @sink_i32(%74) : (i32) -> ()
      func.call @sink_index(%72) : (index) -> ()
      scf.yield %77 : i64
    } else {
      %78 = arith.addi %16, %36 : i32
      %79 = arith.constant 0 : i32
      %80 = arith.addi %78, %79 : i32
      %81 = arith.muli %80, %8 : i32
      %82 = arith.addf %40, %arg8 : f32
      %83 = arith.addi %11, %11 : i64
      %84 = arith.subf %arg12, %arg12 : tensor<16x32xf32>
      %85 = arith.addf %84, %22 : tensor<16x32xf32>
      %86 = scf.for %87 = %arg5 to %arg6 step %arg7 iter_args(%88 = %80) -> (i32) {
        %89 = arith.addi %arg5, %39 : index
        %90 = arith.xori %80, %66 : i32
        %91 = arith.ori %63, %83 : i64
        %92 = arith.constant 0 : i32
        %93 = arith.addi %90, %92 : i32
        %94 = arith.subi %93, %93 : i32
        %95 = arith.addf %61, %33 : vector<4xf32>
        %96 = arith.cmpi sgt, %91, %arg3 : i64
        %97 = arith.select %96, %91, %arg3 : i64
        func.call @sink_index(%89) : (index) -> ()
        func.call @sink_i32(%94) : (i32) -> ()
        func.call @sink_i64(%97) : (i64) -> ()
        func.call @sink_vec(%95) : (vector<4xf32>) -> ()
        scf.yield %78 : i32
      }
      func.call @sink_i32(%81) : (i32) -> ()
      func.call @sink_i32(%86) : (i32) -> ()
      func.call @sink_f32(%82) : (f32) -> ()
      func.call @sink_i64(%83) : (i64) -> ()
      func.call @sink_tensor(%85) : (tensor<16x32xf32>) -> ()
      scf.yield %11 : i64
    }
    %98 = arith.constant 64 : index
    %99 = arith.constant 19 : index
    %100 = arith.addi %98, %99 : index
    %101 = arith.xori %28, %5 : i64
    %102 = arith.ori %13, %29 : index
    %103 = arith.subi %arg3, %63 : i64
    %104 = arith.addf %arg8, %26 : f32
    %105 = arith.addf %23, %23 : tensor<16x32xf32>
    %106 = arith.addi %102, %100 : index
    %107 = arith.constant 93 : index
    %108 = arith.constant 27 : index
    %109 = arith.addi %107, %108 : index
    %110 = arith.addi %103, %15 : i64
    %111 = arith.muli %36, %arg2 : i32
    %112 = arith.andi %111, %4 : i32
    %113 = arith.muli %109, %106 : index
    %114 = arith.andi %112, %24 : i32
    %115 = arith.andi %110, %103 : i64
    %116 = arith.addf %23, %23 : tensor<16x32xf32>
    %117 = arith.cmpi ugt, %113, %102 : index
    %118 = arith.select %117, %100, %60 : index
    %119 = arith.cmpi eq, %16, %114 : i32
    %120 = arith.select %119, %8, %66 : i32
    %121 = arith.mulf %33, %58 : vector<4xf32>
    %122 = scf.for %123 = %arg5 to %arg6 step %arg7 iter_args(%124 = %28) -> (i64) {
      %125 = arith.constant -84 : i64
      %126 = arith.constant 51 : i64
      %127 = arith.muli %125, %126 : i64
      %128 = arith.muli %115, %127 : i64
      %129 = arith.andi %128, %127 : i64
      %130 = arith.subf %arg12, %arg12 : tensor<16x32xf32>
      %131 = arith.andi %109, %39 : index
      %132 = arith.constant 40 : i32
      %133 = arith.constant 17 : i32
      %134 = arith.addi %132, %133 : i32
      %135 = arith.cmpi sgt, %arg3, %129 : i64
      %136 = arith.select %135, %101, %127 : i64
      %137 = arith.cmpi slt, %134, %111 : i32
      %138 = arith.select %137, %4, %66 : i32
      func.call @sink_tensor(%130) : (tensor<16x32xf32>) -> ()
      func.call @sink_index(%131) : (index) -> ()
      func.call @sink_i32(%138) : (i32) -> ()
      scf.yield %136 : i64
    }
    %139 = arith.subi %118, %113 : index
    %140 = arith.cmpi sgt, %115, %122 : i64
    %141 = arith.select %140, %103, %115 : i64
    %142 = arith.muli %139, %106 : index
    %143 = arith.subi %141, %110 : i64
    %144 = arith.addf %104, %arg8 : f32
    %145 = arith.andi %139, %142 : index
    %146 = arith.mulf %arg12, %116 : tensor<16x32xf32>
    %147 = arith.mulf %33, %58 : vector<4xf32>
    %148 = arith.addf %33, %147 : vector<4xf32>
    %149 = arith.addf %23, %23 : tensor<16x32xf32>
    %150 = arith.ori %120, %36 : i32
    %151 = arith.constant 65 : i64
    %152 = arith.constant 32 : i64
    %153 = arith.muli %151, %152 : i64
    %154 = arith.xori %153, %153 : i64
    %155 = arith.xori %150, %112 : i32
    %156 = arith.mulf %148, %121 : vector<4xf32>
    %157 = arith.subi %154, %153 : i64
    %158 = arith.andi %20, %145 : index
    %159 = arith.xori %153, %153 : i64
    %160 = arith.cmpi eq, %150, %155 : i32
    %161 = arith.select %160, %155, %114 : i32
    %162 = arith.addf %144, %40 : f32
    %163 = arith.xori %158, %139 : index
    %164 = arith.constant 0 : i32
    %165 = arith.addi %161, %164 : i32
    func.call @sink_index(%163) : (index) -> ()
    func.call @sink_i64(%65) : (i64) -> ()
    func.call @sink_i64(%68) : (i64) -> ()
    func.call @sink_i64(%101) : (i64) -> ()
    func.call @sink_i64(%115) : (i64) -> ()
    func.call @sink_i64(%143) : (i64) -> ()
    func.call @sink_i64(%157) : (i64) -> ()
    func.call @sink_vec(%9) : (vector<4xf32>) -> ()
    func.call @sink_vec(%12) : (vector<4xf32>) -> ()
    func.call @sink_vec(%14) : (vector<4xf32>) -> ()
    func.call @sink_vec(%64) : (vector<4xf32>) -> ()
    func.call @sink_vec(%156) : (vector<4xf32>) -> ()
    func.call @sink_tensor(%105) : (tensor<16x32xf32>) -> ()
    func.call @sink_tensor(%146) : (tensor<16x32xf32>) -> ()
    func.call @sink_tensor(%149) : (tensor<16x32xf32>) -> ()
    func.call @sink_f32(%34) : (f32) -> ()
    func.call @sink_f32(%162) : (f32) -> ()
    func.return %165, %159, %26 : i32, i64, f32
  }
}
