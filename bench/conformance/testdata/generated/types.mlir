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
  func.func @f0(%arg0: tensor<?x495x16xf32>, %arg1: tensor<285x165xf64>, %arg2: tensor<78x256xf64>, %arg3: tensor<?x431xbf16>, %arg4: tensor<432x291xbf16>, %arg5: tensor<?x179x311xbf16>, %arg6: tensor<?x468xbf16>, %arg7: tensor<385x46x5xf64>, %arg8: tensor<311xf16>, %arg9: tensor<?x322xbf16>, %arg10: tensor<?x482x67xf64>, %arg11: tensor<?x161x230x423xbf16>) -> (tensor<?x495x16xf32>, tensor<285x165xf64>, tensor<78x256xf64>, tensor<?x431xbf16>, tensor<432x291xbf16>, tensor<?x179x311xbf16>, tensor<?x468xbf16>, tensor<385x46x5xf64>, tensor<311xf16>, tensor<?x322xbf16>, tensor<?x482x67xf64>, tensor<?x161x230x423xbf16>) {
    %0 = arith.addf %arg3, %arg3 : tensor<?x431xbf16>
    %1 = arith.mulf %arg0, %arg0 : tensor<?x495x16xf32>
    %2 = arith.subf %arg4, %arg4 : tensor<432x291xbf16>
    %3 = arith.addf %arg10, %arg10 : tensor<?x482x67xf64>
    %4 = arith.addf %arg8, %arg8 : tensor<311xf16>
    %5 = arith.mulf %arg2, %arg2 : tensor<78x256xf64>
    %6 = arith.mulf %arg9, %arg9 : tensor<?x322xbf16>
    %7 = arith.addf %6, %6 : tensor<?x322xbf16>
    %8 = arith.addf %arg1, %arg1 : tensor<285x165xf64>
    %9 = arith.addf %arg7, %arg7 : tensor<385x46x5xf64>
    %10 = arith.mulf %0, %0 : tensor<?x431xbf16>
    %11 = arith.mulf %arg6, %arg6 : tensor<?x468xbf16>
    %12 = arith.addf %9, %9 : tensor<385x46x5xf64>
    %13 = arith.mulf %3, %3 : tensor<?x482x67xf64>
    %14 = arith.subf %5, %5 : tensor<78x256xf64>
    %15 = arith.addf %4, %4 : tensor<311xf16>
    %16 = arith.mulf %8, %8 : tensor<285x165xf64>
    %17 = arith.mulf %12, %12 : tensor<385x46x5xf64>
    %18 = arith.subf %14, %14 : tensor<78x256xf64>
    %19 = arith.addf %13, %13 : tensor<?x482x67xf64>
    %20 = arith.mulf %18, %18 : tensor<78x256xf64>
    %21 = arith.mulf %arg5, %arg5 : tensor<?x179x311xbf16>
    %22 = arith.addf %11, %11 : tensor<?x468xbf16>
    %23 = arith.subf %1, %1 : tensor<?x495x16xf32>
    %24 = arith.addf %arg11, %arg11 : tensor<?x161x230x423xbf16>
    %25 = arith.mulf %21, %21 : tensor<?x179x311xbf16>
    %26 = arith.addf %10, %10 : tensor<?x431xbf16>
    %27 = arith.mulf %2, %2 : tensor<432x291xbf16>
    %28 = arith.subf %22, %22 : tensor<?x468xbf16>
    %29 = arith.mulf %20, %20 : tensor<78x256xf64>
    %30 = arith.subf %17, %17 : tensor<385x46x5xf64>
    %31 = arith.subf %26, %26 : tensor<?x431xbf16>
    %32 = arith.mulf %15, %15 : tensor<311xf16>
    %33 = arith.mulf %32, %32 : tensor<311xf16>
    %34 = arith.mulf %7, %7 : tensor<?x322xbf16>
    %35 = arith.addf %16, %16 : tensor<285x165xf64>
    %36 = arith.subf %30, %30 : tensor<385x46x5xf64>
    %37 = arith.mulf %36, %36 : tensor<385x46x5xf64>
    %38 = arith.mulf %29, %29 : tensor<78x256xf64>
    %39 = arith.subf %33, %33 : tensor<311xf16>
    %40 = arith.subf %25, %25 : tensor<?x179x311xbf16>
    %41 = arith.mulf %28, %28 : tensor<?x468xbf16>
    %42 = arith.addf %24, %24 : tensor<?x161x230x423xbf16>
    %43 = arith.mulf %39, %39 : tensor<311xf16>
    %44 = arith.mulf %35, %35 : tensor<285x165xf64>
    %45 = arith.addf %23, %23 : tensor<?x495x16xf32>
    %46 = arith.subf %37, %37 : tensor<385x46x5xf64>
    %47 = arith.addf %44, %44 : tensor<285x165xf64>
    %48 = arith.addf %40, %40 : tensor<?x179x311xbf16>
    %49 = arith.addf %38, %38 : tensor<78x256xf64>
    %50 = arith.mulf %34, %34 : tensor<?x322xbf16>
    %51 = arith.addf %46, %46 : tensor<385x46x5xf64>
    %52 = arith.mulf %51, %51 : tensor<385x46x5xf64>
    %53 = arith.mulf %43, %43 : tensor<311xf16>
    %54 = arith.subf %48, %48 : tensor<?x179x311xbf16>
    %55 = arith.subf %27, %27 : tensor<432x291xbf16>
    %56 = arith.mulf %52, %52 : tensor<385x46x5xf64>
    %57 = arith.subf %54, %54 : tensor<?x179x311xbf16>
    %58 = arith.subf %53, %53 : tensor<311xf16>
    %59 = arith.subf %49, %49 : tensor<78x256xf64>
    %60 = arith.mulf %31, %31 : tensor<?x431xbf16>
    %61 = arith.addf %50, %50 : tensor<?x322xbf16>
    %62 = arith.addf %19, %19 : tensor<?x482x67xf64>
    %63 = arith.subf %62, %62 : tensor<?x482x67xf64>
    %64 = arith.subf %61, %61 : tensor<?x322xbf16>
    %65 = arith.addf %56, %56 : tensor<385x46x5xf64>
    %66 = arith.mulf %47, %47 : tensor<285x165xf64>
    %67 = arith.addf %41, %41 : tensor<?x468xbf16>
    %68 = arith.mulf %42, %42 : tensor<?x161x230x423xbf16>
    %69 = arith.addf %66, %66 : tensor<285x165xf64>
    %70 = arith.subf %64, %64 : tensor<?x322xbf16>
    %71 = arith.mulf %69, %69 : tensor<285x165xf64>
    %72 = arith.subf %59, %59 : tensor<78x256xf64>
    %73 = arith.addf %65, %65 : tensor<385x46x5xf64>
    %74 = arith.subf %57, %57 : tensor<?x179x311xbf16>
    %75 = arith.addf %67, %67 : tensor<?x468xbf16>
    %76 = arith.addf %74, %74 : tensor<?x179x311xbf16>
    %77 = arith.subf %71, %71 : tensor<285x165xf64>
    %78 = arith.mulf %60, %60 : tensor<?x431xbf16>
    %79 = arith.addf %78, %78 : tensor<?x431xbf16>
    %80 = arith.mulf %63, %63 : tensor<?x482x67xf64>
    %81 = arith.subf %73, %73 : tensor<385x46x5xf64>
    %82 = arith.subf %68, %68 : tensor<?x161x230x423xbf16>
    %83 = arith.mulf %82, %82 : tensor<?x161x230x423xbf16>
    %84 = arith.subf %81, %81 : tensor<385x46x5xf64>
    %85 = arith.subf %83, %83 : tensor<?x161x230x423xbf16>
    %86 = arith.mulf %79, %79 : tensor<?x431xbf16>
    %87 = arith.mulf %70, %70 : tensor<?x322xbf16>
    %88 = arith.subf %77, %77 : tensor<285x165xf64>
    %89 = arith.addf %80, %80 : tensor<?x482x67xf64>
    %90 = arith.mulf %86, %86 : tensor<?x431xbf16>
    %91 = arith.mulf %87, %87 : tensor<?x322xbf16>
    %92 = arith.subf %75, %75 : tensor<?x468xbf16>
    %93 = arith.addf %90, %90 : tensor<?x431xbf16>
    %94 = arith.addf %92, %92 : tensor<?x468xbf16>
    %95 = arith.mulf %45, %45 : tensor<?x495x16xf32>
    %96 = arith.mulf %55, %55 : tensor<432x291xbf16>
    %97 = arith.mulf %84, %84 : tensor<385x46x5xf64>
    %98 = arith.subf %93, %93 : tensor<?x431xbf16>
    %99 = arith.mulf %85, %85 : tensor<?x161x230x423xbf16>
    %100 = arith.subf %97, %97 : tensor<385x46x5xf64>
    %101 = arith.subf %96, %96 : tensor<432x291xbf16>
    %102 = arith.subf %100, %100 : tensor<385x46x5xf64>
    %103 = arith.mulf %101, %101 : tensor<432x291xbf16>
    %104 = arith.subf %102, %102 : tensor<385x46x5xf64>
    %105 = arith.mulf %76, %76 : tensor<?x179x311xbf16>
    %106 = arith.mulf %99, %99 : tensor<?x161x230x423xbf16>
    %107 = arith.mulf %104, %104 : tensor<385x46x5xf64>
    %108 = arith.subf %107, %107 : tensor<385x46x5xf64>
    %109 = arith.addf %108, %108 : tensor<385x46x5xf64>
    %110 = arith.subf %106, %106 : tensor<?x161x230x423xbf16>
    %111 = arith.mulf %110, %110 : tensor<?x161x230x423xbf16>
    %112 = arith.mulf %111, %111 : tensor<?x161x230x423xbf16>
    %113 = arith.subf %72, %72 : tensor<78x256xf64>
    %114 = arith.subf %94, %94 : tensor<?x468xbf16>
    %115 = arith.addf %91, %91 : tensor<?x322xbf16>
    %116 = arith.subf %115, %115 : tensor<?x322xbf16>
    %117 = arith.addf %103, %103 : tensor<432x291xbf16>
    %118 = arith.mulf %116, %116 : tensor<?x322xbf16>
    %119 = arith.mulf %89, %89 : tensor<?x482x67xf64>
    %120 = arith.subf %88, %88 : tensor<285x165xf64>
    %121 = arith.subf %114, %114 : tensor<?x468xbf16>
    %122 = arith.mulf %105, %105 : tensor<?x179x311xbf16>
    %123 = arith.addf %118, %118 : tensor<?x322xbf16>
    %124 = arith.addf %98, %98 : tensor<?x431xbf16>
    %125 = arith.addf %117, %117 : tensor<432x291xbf16>
    %126 = arith.addf %58, %58 : tensor<311xf16>
    %127 = arith.subf %124, %124 : tensor<?x431xbf16>
    %128 = arith.addf %112, %112 : tensor<?x161x230x423xbf16>
    %129 = arith.addf %121, %121 : tensor<?x468xbf16>
    %130 = arith.subf %123, %123 : tensor<?x322xbf16>
    %131 = arith.subf %109, %109 : tensor<385x46x5xf64>
    %132 = arith.mulf %95, %95 : tensor<?x495x16xf32>
    %133 = arith.mulf %127, %127 : tensor<?x431xbf16>
    %134 = arith.addf %130, %130 : tensor<?x322xbf16>
    %135 = arith.subf %126, %126 : tensor<311xf16>
    %136 = arith.addf %122, %122 : tensor<?x179x311xbf16>
    %137 = arith.subf %119, %119 : tensor<?x482x67xf64>
    %138 = arith.addf %134, %134 : tensor<?x322xbf16>
    %139 = arith.subf %132, %132 : tensor<?x495x16xf32>
    %140 = arith.mulf %136, %136 : tensor<?x179x311xbf16>
    %141 = arith.subf %140, %140 : tensor<?x179x311xbf16>
    %142 = arith.addf %137, %137 : tensor<?x482x67xf64>
    %143 = arith.addf %113, %113 : tensor<78x256xf64>
    %144 = arith.mulf %138, %138 : tensor<?x322xbf16>
    %145 = arith.addf %143, %143 : tensor<78x256xf64>
    %146 = arith.subf %128, %128 : tensor<?x161x230x423xbf16>
    %147 = arith.mulf %135, %135 : tensor<311xf16>
    %148 = arith.mulf %120, %120 : tensor<285x165xf64>
    %149 = arith.subf %131, %131 : tensor<385x46x5xf64>
    %150 = arith.addf %141, %141 : tensor<?x179x311xbf16>
    %151 = arith.mulf %145, %145 : tensor<78x256xf64>
    %152 = arith.mulf %146, %146 : tensor<?x161x230x423xbf16>
    %153 = arith.mulf %144, %144 : tensor<?x322xbf16>
    %154 = arith.mulf %152, %152 : tensor<?x161x230x423xbf16>
    %155 = arith.addf %153, %153 : tensor<?x322xbf16>
    %156 = arith.mulf %150, %150 : tensor<?x179x311xbf16>
    %157 = arith.subf %156, %156 : tensor<?x179x311xbf16>
    %158 = arith.mulf %147, %147 : tensor<311xf16>
    %159 = arith.addf %129, %129 : tensor<?x468xbf16>
    %160 = arith.mulf %148, %148 : tensor<285x165xf64>
    %161 = arith.addf %142, %142 : tensor<?x482x67xf64>
    %162 = arith.addf %139, %139 : tensor<?x495x16xf32>
    %163 = arith.subf %161, %161 : tensor<?x482x67xf64>
    %164 = arith.subf %133, %133 : tensor<?x431xbf16>
    %165 = arith.mulf %159, %159 : tensor<?x468xbf16>
    %166 = arith.mulf %158, %158 : tensor<311xf16>
    %167 = arith.subf %162, %162 : tensor<?x495x16xf32>
    %168 = arith.addf %167, %167 : tensor<?x495x16xf32>
    %169 = arith.addf %125, %125 : tensor<432x291xbf16>
    %170 = arith.subf %168, %168 : tensor<?x495x16xf32>
    %171 = arith.addf %151, %151 : tensor<78x256xf64>
    %172 = arith.subf %163, %163 : tensor<?x482x67xf64>
    %173 = arith.addf %157, %157 : tensor<?x179x311xbf16>
    %174 = arith.addf %169, %169 : tensor<432x291xbf16>
    %175 = arith.subf %165, %165 : tensor<?x468xbf16>
    %176 = arith.addf %175, %175 : tensor<?x468xbf16>
    %177 = arith.addf %173, %173 : tensor<?x179x311xbf16>
    %178 = arith.addf %149, %149 : tensor<385x46x5xf64>
    %179 = arith.mulf %171, %171 : tensor<78x256xf64>
    %180 = arith.mulf %178, %178 : tensor<385x46x5xf64>
    %181 = arith.addf %170, %170 : tensor<?x495x16xf32>
    %182 = arith.subf %179, %179 : tensor<78x256xf64>
    %183 = arith.mulf %154, %154 : tensor<?x161x230x423xbf16>
    %184 = arith.subf %182, %182 : tensor<78x256xf64>
    %185 = arith.subf %172, %172 : tensor<?x482x67xf64>
    %186 = arith.addf %176, %176 : tensor<?x468xbf16>
    %187 = arith.addf %186, %186 : tensor<?x468xbf16>
    %188 = arith.addf %164, %164 : tensor<?x431xbf16>
    %189 = arith.subf %187, %187 : tensor<?x468xbf16>
    %190 = arith.mulf %185, %185 : tensor<?x482x67xf64>
    %191 = arith.mulf %183, %183 : tensor<?x161x230x423xbf16>
    %192 = arith.subf %166, %166 : tensor<311xf16>
    %193 = arith.mulf %160, %160 : tensor<285x165xf64>
    %194 = arith.subf %192, %192 : tensor<311xf16>
    %195 = arith.subf %180, %180 : tensor<385x46x5xf64>
    %196 = arith.subf %188, %188 : tensor<?x431xbf16>
    %197 = arith.addf %174, %174 : tensor<432x291xbf16>
    %198 = arith.addf %190, %190 : tensor<?x482x67xf64>
    %199 = arith.mulf %198, %198 : tensor<?x482x67xf64>
    func.return %181, %193, %184, %196, %197, %177, %189, %195, %194, %155, %199, %191 : tensor<?x495x16xf32>, tensor<285x165xf64>, tensor<78x256xf64>, tensor<?x431xbf16>, tensor<432x291xbf16>, tensor<?x179x311xbf16>, tensor<?x468xbf16>, tensor<385x46x5xf64>, tensor<311xf16>, tensor<?x322xbf16>, tensor<?x482x67xf64>, tensor<?x161x230x423xbf16>
  }
}
