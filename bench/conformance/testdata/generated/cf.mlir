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
    %0 = arith.cmpi slt, %arg3, %arg4 : i64
    %1 = arith.select %0, %arg4, %arg3 : i64
    %2 = arith.andi %arg0, %arg0 : i32
    %3 = arith.addf %arg10, %arg10 : vector<4xf32>
    %4 = arith.andi %arg3, %1 : i64
    %5 = arith.addi %arg4, %arg3 : i64
    %6 = arith.addf %arg12, %arg12 : tensor<16x32xf32>
    func.call @sink_i64(%4) : (i64) -> ()
    func.call @sink_i64(%5) : (i64) -> ()
    func.call @sink_vec(%3) : (vector<4xf32>) -> ()
    func.call @sink_tensor(%6) : (tensor<16x32xf32>) -> ()
    %7 = arith.cmpi uge, %2, %arg0 : i32
    cf.cond_br %7, ^bb1(%2, %arg0 : i32, i32), ^bb5(%arg0, %2 : i32, i32)
  ^bb1(%b1x: i32, %b1y: i32):
    %8 = arith.constant 9 : i64
    %9 = arith.constant 18 : i64
    %10 = arith.addi %8, %9 : i64
    %11 = arith.muli %arg5, %arg5 : index
    %12 = arith.muli %b1x, %arg0 : i32
    %13 = arith.xori %11, %arg6 : index
    %14 = arith.muli %12, %b1y : i32
    %15 = arith.constant 6 : index
    %16 = arith.constant 23 : index
    %17 = arith.subi %15, %16 : index
    %18 = arith.cmpi eq, %14, %arg0 : i32
    %19 = arith.select %18, %b1y, %14 : i32
    func.call @sink_i64(%10) : (i64) -> ()
    func.call @sink_index(%13) : (index) -> ()
    func.call @sink_index(%17) : (index) -> ()
    cf.br ^bb2(%12, %19 : i32, i32)
  ^bb2(%b2x: i32, %b2y: i32):
    %20 = arith.extsi %arg0 : i32 to i64
    %21 = arith.constant -92 : i32
    %22 = arith.constant 11 : i32
    %23 = arith.subi %21, %22 : i32
    %24 = arith.addf %arg12, %arg12 : tensor<16x32xf32>
    %25 = arith.andi %arg5, %arg5 : index
    %26 = arith.andi %arg0, %arg0 : i32
    %27 = arith.ori %25, %arg6 : index
    %28 = arith.cmpi eq, %arg4, %20 : i64
    %29 = arith.select %28, %arg3, %arg3 : i64
    %30 = arith.addf %24, %arg12 : tensor<16x32xf32>
    func.call @sink_i64(%29) : (i64) -> ()
    func.call @sink_tensor(%30) : (tensor<16x32xf32>) -> ()
    func.call @sink_index(%27) : (index) -> ()
    %31 = arith.cmpi slt, %26, %23 : i32
    cf.cond_br %31, ^bb3(%26, %23 : i32, i32), ^bb6(%23, %26 : i32, i32)
  ^bb3(%b3x: i32, %b3y: i32):
    %32 = arith.addf %arg12, %arg12 : tensor<16x32xf32>
    %33 = arith.subf %32, %32 : tensor<16x32xf32>
    %34 = arith.andi %4, %4 : i64
    %35 = arith.addi %arg5, %arg5 : index
    %36 = arith.subf %32, %32 : tensor<16x32xf32>
    %37 = arith.ori %35, %arg5 : index
    %38 = arith.constant 0 : i32
    %39 = arith.addi %2, %38 : i32
    %40 = arith.cmpi sle, %37, %arg5 : index
    %41 = arith.select %40, %arg5, %arg5 : index
    func.call @sink_tensor(%33) : (tensor<16x32xf32>) -> ()
    func.call @sink_tensor(%36) : (tensor<16x32xf32>) -> ()
    func.call @sink_i64(%34) : (i64) -> ()
    func.call @sink_index(%41) : (index) -> ()
    %42 = arith.cmpi sge, %arg0, %39 : i32
    cf.cond_br %42, ^bb4(%arg0, %39 : i32, i32), ^bb8(%39, %arg0 : i32, i32)
  ^bb4(%b4x: i32, %b4y: i32):
    %43 = arith.subf %arg10, %3 : vector<4xf32>
    %44 = arith.muli %arg6, %arg5 : index
    %45 = arith.cmpi ugt, %arg5, %arg5 : index
    %46 = arith.select %45, %44, %arg5 : index
    %47 = arith.muli %b4x, %arg1 : i32
    %48 = arith.mulf %arg8, %arg8 : f32
    %49 = arith.constant -32 : index
    %50 = arith.constant 36 : index
    %51 = arith.subi %49, %50 : index
    func.call @sink_vec(%43) : (vector<4xf32>) -> ()
    func.call @sink_index(%46) : (index) -> ()
    func.call @sink_index(%51) : (index) -> ()
    func.call @sink_f32(%48) : (f32) -> ()
    %52 = arith.cmpi sle, %47, %b4x : i32
    cf.cond_br %52, ^bb5(%47, %b4x : i32, i32), ^bb9(%b4x, %47 : i32, i32)
  ^bb5(%b5x: i32, %b5y: i32):
    %53 = arith.muli %arg1, %b5y : i32
    %54 = arith.andi %arg0, %arg0 : i32
    %55 = arith.addf %arg10, %3 : vector<4xf32>
    %56 = arith.addf %arg8, %arg8 : f32
    %57 = arith.addf %arg8, %arg8 : f32
    %58 = arith.addf %arg10, %arg10 : vector<4xf32>
    %59 = arith.addf %arg10, %58 : vector<4xf32>
    func.call @sink_vec(%55) : (vector<4xf32>) -> ()
    func.call @sink_vec(%59) : (vector<4xf32>) -> ()
    func.call @sink_f32(%56) : (f32) -> ()
    func.call @sink_f32(%57) : (f32) -> ()
    cf.br ^bb6(%54, %53 : i32, i32)
  ^bb6(%b6x: i32, %b6y: i32):
    %60 = arith.addf %arg11, %arg10 : vector<4xf32>
    %61 = arith.addf %arg11, %arg10 : vector<4xf32>
    %62 = arith.addi %2, %b6x : i32
    %63 = arith.addi %62, %arg0 : i32
    %64 = arith.muli %arg3, %arg3 : i64
    func.call @sink_vec(%60) : (vector<4xf32>) -> ()
    func.call @sink_vec(%61) : (vector<4xf32>) -> ()
    func.call @sink_i64(%64) : (i64) -> ()
    %65 = arith.cmpi slt, %63, %arg2 : i32
    cf.cond_br %65, ^bb7(%63, %arg2 : i32, i32), ^bb8(%arg2, %63 : i32, i32)
  ^bb7(%b7x: i32, %b7y: i32):
    %66 = arith.cmpi slt, %4, %arg3 : i64
    %67 = arith.select %66, %5, %arg3 : i64
    %68 = arith.subf %arg10, %arg10 : vector<4xf32>
    %69 = arith.subf %arg12, %arg12 : tensor<16x32xf32>
    %70 = arith.xori %arg3, %4 : i64
    %71 = arith.muli %arg5, %arg5 : index
    %72 = arith.cmpi ule, %arg0, %b7y : i32
    %73 = arith.select %72, %arg2, %b7y : i32
    func.call @sink_i64(%67) : (i64) -> ()
    func.call @sink_i64(%70) : (i64) -> ()
    func.call @sink_vec(%68) : (vector<4xf32>) -> ()
    func.call @sink_tensor(%69) : (tensor<16x32xf32>) -> ()
    func.call @sink_index(%71) : (index) -> ()
    cf.br ^bb8(%73, %arg0 : i32, i32)
  ^bb8(%b8x: i32, %b8y: i32):
    %74 = arith.andi %arg0, %b8y : i32
    %75 = arith.ori %arg5, %arg7 : index
    %76 = arith.xori %arg5, %75 : index
    %77 = arith.addf %arg10, %arg10 : vector<4xf32>
    %78 = arith.subf %arg10, %arg10 : vector<4xf32>
    %79 = arith.addf %arg8, %arg8 : f32
    func.call @sink_index(%76) : (index) -> ()
    func.call @sink_vec(%77) : (vector<4xf32>) -> ()
    func.call @sink_vec(%78) : (vector<4xf32>) -> ()
    func.call @sink_f32(%79) : (f32) -> ()
    %80 = arith.cmpi eq, %74, %arg2 : i32
    cf.cond_br %80, ^bb9(%74, %arg2 : i32, i32), ^bb7(%arg2, %74 : i32, i32)
  ^bb9(%b9x: i32, %b9y: i32):
    %81 = arith.andi %arg3, %1 : i64
    %82 = arith.addi %arg5, %arg5 : index
    %83 = arith.cmpi ne, %82, %arg5 : index
    %84 = arith.select %83, %arg5, %arg5 : index
    %85 = arith.cmpi ugt, %82, %84 : index
    %86 = arith.select %85, %arg5, %84 : index
    %87 = arith.addf %arg8, %arg8 : f32
    %88 = arith.addi %b9y, %arg0 : i32
    %89 = arith.constant 0 : i64
    %90 = arith.addi %81, %89 : i64
    %91 = arith.andi %arg0, %arg0 : i32
    func.call @sink_i64(%90) : (i64) -> ()
    func.call @sink_index(%86) : (index) -> ()
    func.call @sink_f32(%87) : (f32) -> ()
    func.call @sink_i32(%88) : (i32) -> ()
    func.call @sink_i32(%91) : (i32) -> ()
    cf.br ^bb10(%arg2, %91 : i32, i32)
  ^bb10(%b10x: i32, %b10y: i32):
    %92 = arith.extsi %arg0 : i32 to i64
    %93 = arith.andi %arg0, %arg0 : i32
    %94 = arith.andi %93, %93 : i32
    %95 = arith.mulf %arg12, %arg12 : tensor<16x32xf32>
    %96 = arith.xori %arg6, %arg7 : index
    func.call @sink_i64(%92) : (i64) -> ()
    func.call @sink_tensor(%95) : (tensor<16x32xf32>) -> ()
    func.call @sink_index(%96) : (index) -> ()
    cf.br ^bb11(%94, %2 : i32, i32)
  ^bb11(%b11x: i32, %b11y: i32):
    %97 = arith.constant -30 : index
    %98 = arith.constant 78 : index
    %99 = arith.addi %97, %98 : index
    %100 = arith.trunci %arg3 : i64 to i32
    %101 = arith.xori %arg0, %b11y : i32
    %102 = arith.andi %101, %100 : i32
    %103 = arith.mulf %arg10, %arg10 : vector<4xf32>
    %104 = arith.ori %arg2, %102 : i32
    func.call @sink_index(%99) : (index) -> ()
    func.call @sink_vec(%103) : (vector<4xf32>) -> ()
    %105 = arith.cmpi sge, %104, %102 : i32
    cf.cond_br %105, ^bb12(%104, %102 : i32, i32), ^bb16(%102, %104 : i32, i32)
  ^bb12(%b12x: i32, %b12y: i32):
    %106 = arith.muli %arg3, %4 : i64
    %107 = arith.constant 1 : index
    %108 = arith.constant 3 : index
    %109 = arith.muli %107, %108 : index
    %110 = arith.cmpi ne, %106, %arg3 : i64
    %111 = arith.select %110, %arg3, %arg3 : i64
    func.call @sink_i64(%111) : (i64) -> ()
    func.call @sink_index(%109) : (index) -> ()
    %112 = arith.cmpi sle, %arg2, %b12y : i32
    cf.cond_br %112, ^bb13(%arg2, %b12y : i32, i32), ^bb18(%b12y, %arg2 : i32, i32)
  ^bb13(%b13x: i32, %b13y: i32):
    %113 = arith.mulf %arg12, %arg12 : tensor<16x32xf32>
    %114 = arith.subi %arg7, %arg5 : index
    %115 = arith.constant -93 : index
    %116 = arith.constant 26 : index
    %117 = arith.addi %115, %116 : index
    func.call @sink_tensor(%113) : (tensor<16x32xf32>) -> ()
    func.call @sink_index(%114) : (index) -> ()
    func.call @sink_index(%117) : (index) -> ()
    %118 = arith.cmpi ule, %arg0, %b13y : i32
    cf.cond_br %118, ^bb14(%arg0, %b13y : i32, i32), ^bb17(%b13y, %arg0 : i32, i32)
  ^bb14(%b14x: i32, %b14y: i32):
    %119 = arith.mulf %arg10, %arg10 : vector<4xf32>
    %120 = arith.addi %arg4, %arg3 : i64
    %121 = arith.xori %arg5, %arg7 : index
    %122 = arith.mulf %119, %arg10 : vector<4xf32>
    %123 = arith.constant 0 : i32
    %124 = arith.addi %arg0, %123 : i32
    func.call @sink_vec(%122) : (vector<4xf32>) -> ()
    func.call @sink_i64(%120) : (i64) -> ()
    func.call @sink_index(%121) : (index) -> ()
    %125 = arith.cmpi ult, %arg0, %124 : i32
    cf.cond_br %125, ^bb15(%arg0, %124 : i32, i32), ^bb17(%124, %arg0 : i32, i32)
  ^bb15(%b15x: i32, %b15y: i32):
    %126 = arith.xori %arg0, %arg0 : i32
    %127 = arith.cmpi eq, %arg5, %arg5 : index
    %128 = arith.select %127, %arg5, %arg5 : index
    %129 = arith.subf %arg12, %arg12 : tensor<16x32xf32>
    %130 = arith.constant 0 : index
    %131 = arith.addi %128, %130 : index
    func.call @sink_index(%131) : (index) -> ()
    func.call @sink_tensor(%129) : (tensor<16x32xf32>) -> ()
    cf.br ^bb16(%126, %arg0 : i32, i32)
  ^bb16(%b16x: i32, %b16y: i32):
    %132 = arith.constant 0 : index
    %133 = arith.addi %arg5, %132 : index
    %134 = arith.addf %arg10, %3 : vector<4xf32>
    %135 = arith.cmpi ugt, %arg1, %arg0 : i32
    %136 = arith.select %135, %arg0, %arg2 : i32
    func.call @sink_index(%133) : (index) -> ()
    func.call @sink_vec(%134) : (vector<4xf32>) -> ()
    %137 = arith.cmpi ult, %136, %b16x : i32
    cf.cond_br %137, ^bb17(%136, %b16x : i32, i32), ^bb14(%b16x, %136 : i32, i32)
  ^bb17(%b17x: i32, %b17y: i32):
    %138 = arith.addf %arg10, %arg10 : vector<4xf32>
    %139 = arith.addf %arg10, %arg10 : vector<4xf32>
    %140 = arith.cmpi ugt, %arg3, %arg4 : i64
    %141 = arith.select %140, %5, %arg4 : i64
    %142 = arith.addf %arg8, %arg8 : f32
    %143 = arith.constant 0 : index
    %144 = arith.addi %arg5, %143 : index
    %145 = arith.addf %142, %arg8 : f32
    %146 = arith.cmpi ugt, %2, %arg0 : i32
    %147 = arith.select %146, %arg2, %arg0 : i32
    %148 = arith.addi %arg4, %arg3 : i64
    func.call @sink_vec(%138) : (vector<4xf32>) -> ()
    func.call @sink_vec(%139) : (vector<4xf32>) -> ()
    func.call @sink_i64(%141) : (i64) -> ()
    func.call @sink_i64(%148) : (i64) -> ()
    func.call @sink_f32(%142) : (f32) -> ()
    func.call @sink_f32(%145) : (f32) -> ()
    func.call @sink_index(%144) : (index) -> ()
    func.call @sink_i32(%147) : (i32) -> ()
    %149 = arith.cmpi ule, %arg1, %b17y : i32
    cf.cond_br %149, ^bb18(%arg1, %b17y : i32, i32), ^bb18(%b17y, %arg1 : i32, i32)
  ^bb18(%b18x: i32, %b18y: i32):
    %150 = arith.andi %arg0, %arg0 : i32
    %151 = arith.cmpi ult, %1, %arg3 : i64
    %152 = arith.select %151, %1, %arg3 : i64
    %153 = arith.addi %150, %arg0 : i32
    %154 = arith.muli %arg5, %arg5 : index
    %155 = arith.andi %arg3, %1 : i64
    %156 = arith.ori %153, %arg0 : i32
    %157 = arith.andi %arg3, %1 : i64
    func.call @sink_i64(%152) : (i64) -> ()
    func.call @sink_i64(%155) : (i64) -> ()
    func.call @sink_i64(%157) : (i64) -> ()
    func.call @sink_index(%154) : (index) -> ()
    %158 = arith.cmpi ugt, %156, %arg0 : i32
    cf.cond_br %158, ^bb19(%156, %arg0 : i32, i32), ^bb19(%arg0, %156 : i32, i32)
  ^bb19(%b19x: i32, %b19y: i32):
    %159 = arith.subi %arg5, %arg5 : index
    %160 = arith.addi %b19y, %arg2 : i32
    %161 = arith.andi %arg3, %1 : i64
    %162 = arith.constant -17 : i32
    %163 = arith.constant 46 : i32
    %164 = arith.subi %162, %163 : i32
    %165 = arith.cmpi slt, %arg6, %arg5 : index
    %166 = arith.select %165, %arg5, %159 : index
    %167 = arith.mulf %arg9, %arg8 : f32
    func.call @sink_index(%166) : (index) -> ()
    func.call @sink_i32(%160) : (i32) -> ()
    func.call @sink_i32(%164) : (i32) -> ()
    func.return %arg2, %161, %167 : i32, i64, f32
  }
}
