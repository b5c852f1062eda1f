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
    %0 = arith.subi %arg0, %arg2 : i32
    %1 = arith.subf %arg8, %arg8 : f32
    %2 = arith.subf %arg8, %arg8 : f32
    %3 = arith.cmpi slt, %arg0, %arg2 : i32
    %4 = scf.if %3 -> (i32) {
      %5 = arith.trunci %arg3 : i64 to i32
      %6 = arith.subi %arg0, %arg2 : i32
      %7 = arith.addi %arg5, %arg6 : index
      %8 = scf.for %9 = %arg5 to %arg6 step %arg7 iter_args(%10 = %6) -> (i32) {
        %11 = arith.addf %arg10, %arg10 : vector<4xf32>
        %12 = arith.subi %arg0, %arg2 : i32
        %13 = arith.andi %arg4, %arg3 : i64
        %14 = arith.cmpi ne, %12, %arg2 : i32
        %15 = scf.if %14 -> (i32) {
          %16 = arith.constant 0 : i32
          %17 = arith.addi %6, %16 : i32
          %18 = arith.ori %17, %5 : i32
          %19 = scf.for %20 = %arg5 to %arg6 step %arg7 iter_args(%21 = %10) -> (i32) {
            %22 = arith.cmpi ne, %arg5, %9 : index
            %23 = arith.select %22, %arg5, %arg5 : index
            %24 = arith.addi %arg5, %arg6 : index
            %25 = arith.cmpi ugt, %0, %arg0 : i32
            %26 = scf.if %25 -> (i32) {
              %27 = arith.addf %arg13, %arg12 : tensor<16x32xf32>
              %28 = arith.ori %24, %9 : index
              %29 = arith.addi %28, %20 : index
              %30 = scf.for %31 = %arg5 to %arg6 step %arg7 iter_args(%32 = %18) -> (i32) {
                %33 = arith.constant 0 : index
                %34 = arith.addi %arg6, %33 : index
                %35 = arith.cmpi sge, %34, %34 : index
                %36 = arith.select %35, %31, %29 : index
                %37 = arith.cmpi ne, %18, %arg1 : i32
                %38 = scf.if %37 -> (i32) {
                  %39 = arith.subi %arg0, %arg2 : i32
                  %40 = arith.addi %28, %20 : index
                  %41 = arith.subi %40, %40 : index
                  %42 = scf.for %43 = %arg5 to %arg6 step %arg7 iter_args(%44 = %39) -> (i32) {
                    %45 = arith.muli %43, %40 : index
                    %46 = arith.addf %arg8, %arg8 : f32
                    %47 = arith.constant -70 : i32
                    %48 = arith.constant 78 : i32
                    %49 = arith.addi %47, %48 : i32
                    %50 = arith.cmpi eq, %49, %arg1 : i32
                    %51 = scf.if %50 -> (i32) {
                      %52 = arith.constant 0 : i64
                      %53 = arith.addi %arg3, %52 : i64
                      %54 = arith.ori %17, %5 : i32
                      %55 = scf.for %56 = %arg5 to %arg6 step %arg7 iter_args(%57 = %54) -> (i32) {
                        %58 = arith.xori %32, %18 : i32
                        %59 = arith.ori %24, %9 : index
                        %60 = arith.addi %28, %20 : index
                        %61 = arith.cmpi ult, %58, %arg0 : i32
                        %62 = scf.if %61 -> (i32) {
                          %63 = arith.ori %43, %60 : index
                          %64 = arith.addi %28, %20 : index
                          %65 = arith.xori %32, %18 : i32
                          %66 = scf.for %67 = %arg5 to %arg6 step %arg7 iter_args(%68 = %65) -> (i32) {
                            %69 = arith.subi %65, %54 : i32
                            %70 = arith.ori %69, %arg1 : i32
                            %71 = arith.mulf %arg8, %arg8 : f32
                            %72 = arith.cmpi ugt, %70, %arg2 : i32
                            %73 = scf.if %72 -> (i32) {
                              %74 = arith.mulf %arg8, %arg8 : f32
                              %75 = arith.ori %24, %9 : index
                              %76 = arith.andi %75, %60 : index
                              %77 = scf.for %78 = %arg5 to %arg6 step %arg7 iter_args(%79 = %54) -> (i32) {
                                %80 = arith.subi %arg0, %arg2 : i32
                                %81 = arith.cmpi sle, %arg3, %arg3 : i64
                                %82 = arith.select %81, %arg3, %arg3 : i64
                                %83 = arith.cmpi sle, %80, %arg2 : i32
                                %84 = scf.if %83 -> (i32) {
                                  %85 = arith.subf %arg8, %arg8 : f32
                                  %86 = arith.addi %79, %58 : i32
                                  %87 = arith.constant 0 : i32
                                  %88 = arith.addi %86, %87 : i32
                                  %89 = scf.for %90 = %arg5 to %arg6 step %arg7 iter_args(%91 = %69) -> (i32) {
                                    %92 = arith.subf %85, %71 : f32
                                    %93 = arith.andi %arg0, %54 : i32
                                    %94 = arith.addf %arg8, %arg8 : f32
                                    %95 = arith.cmpi sle, %93, %arg0 : i32
                                    %96 = scf.if %95 -> (i32) {
                                      %97 = arith.constant 0 : i32
                                      %98 = arith.addi %93, %97 : i32
                                      %99 = arith.addi %arg5, %arg6 : index
                                      %100 = scf.for %101 = %arg5 to %arg6 step %arg7 iter_args(%102 = %5) -> (i32) {
                                        %103 = arith.cmpi eq, %76, %76 : index
                                        %104 = arith.select %103, %78, %67 : index
                                        %105 = arith.constant 95 : i64
                                        %106 = arith.constant 67 : i64
                                        %107 = arith.subi %105, %106 : i64
                                        %108 = arith.cmpi sle, %102, %arg1 : i32
                                        %109 = scf.if %108 -> (i32) {
                                          %110 = arith.ori %68, %102 : i32
                                          %111 = arith.constant 54 : i64
                                          %112 = arith.constant 29 : i64
                                          %113 = arith.subi %111, %112 : i64
                                          %114 = scf.for %115 = %arg5 to %arg6 step %arg7 iter_args(%116 = %110) -> (i32) {
                                            %117 = arith.constant -91 : i64
                                            %118 = arith.constant 24 : i64
                                            %119 = arith.muli %117, %118 : i64
                                            %120 = arith.cmpi ult, %49, %arg1 : i32
                                            %121 = scf.if %120 -> (i32) {
                                              %122 = arith.andi %113, %arg4 : i64
                                              %123 = arith.andi %122, %113 : i64
                                              %124 = arith.subf %arg12, %arg13 : tensor<16x32xf32>
                                              %125 = scf.for %126 = %arg5 to %arg6 step %arg7 iter_args(%127 = %98) -> (i32) {
                                                %128 = arith.cmpi sge, %93, %116 : i32
                                                %129 = arith.select %128, %86, %88 : i32
                                                %130 = arith.ori %68, %102 : i32
                                                %131 = arith.cmpi ne, %130, %arg1 : i32
                                                %132 = scf.if %131 -> (i32) {
                                                  %133 = arith.xori %101, %76 : index
                                                  %134 = arith.ori %133, %126 : index
                                                  %135 = arith.mulf %124, %arg12 : tensor<16x32xf32>
                                                  %136 = scf.for %137 = %arg5 to %arg6 step %arg7 iter_args(%138 = %127) -> (i32) {
                                                    %139 = arith.muli %138, %130 : i32
                                                    %140 = arith.constant 0 : i32
                                                    %141 = arith.addi %139, %140 : i32
                                                    %142 = arith.cmpi ult, %130, %arg2 : i32
                                                    %143 = scf.if %142 -> (i32) {
                                                      %144 = arith.muli %133, %133 : index
                                                      %145 = arith.cmpi uge, %122, %53 : i64
                                                      %146 = arith.select %145, %arg3, %82 : i64
                                                      %147 = scf.for %148 = %arg5 to %arg6 step %arg7 iter_args(%149 = %141) -> (i32) {
                                                        %150 = arith.ori %arg3, %53 : i64
                                                        %151 = arith.subf %arg11, %arg10 : vector<4xf32>
                                                        %152 = arith.subi %123, %113 : i64
                                                        %153 = arith.cmpi sge, %149, %arg0 : i32
                                                        %154 = scf.if %153 -> (i32) {
                                                          %155 = arith.subf %94, %92 : f32
                                                          %156 = arith.mulf %155, %2 : f32
                                                          %157 = arith.extsi %69 : i32 to i64
                                                          %158 = scf.for %159 = %arg5 to %arg6 step %arg7 iter_args(%160 = %110) -> (i32) {
                                                            %161 = arith.andi %146, %107 : i64
                                                            %162 = arith.constant 0 : i32
                                                            %163 = arith.addi %80, %162 : i32
                                                            %164 = arith.cmpi uge, %163, %arg1 : i32
                                                            %165 = scf.if %164 -> (i32) {
                                                              %166 = arith.constant 96 : i32
                                                              %167 = arith.constant 61 : i32
                                                              %168 = arith.subi %166, %167 : i32
                                                              %169 = scf.for %170 = %arg5 to %arg6 step %arg7 iter_args(%171 = %168) -> (i32) {
                                                                %172 = arith.subf %arg12, %arg12 : tensor<16x32xf32>
                                                                %173 = arith.constant 0 : i32
                                                                %174 = arith.addi %130, %173 : i32
                                                                %175 = arith.cmpi uge, %174, %arg0 : i32
                                                                %176 = scf.if %175 -> (i32) {
                                                                  %177 = arith.subi %148, %144 : index
                                                                  %178 = arith.ori %68, %102 : i32
                                                                  %179 = arith.subf %155, %155 : f32
                                                                  %180 = scf.for %181 = %arg5 to %arg6 step %arg7 iter_args(%182 = %178) -> (i32) {
                                                                    %183 = arith.constant 0 : index
                                                                    %184 = arith.addi %115, %183 : index
                                                                    %185 = arith.subi %184, %181 : index
                                                                    %186 = arith.cmpi ult, %168, %arg0 : i32
                                                                    %187 = scf.if %186 -> (i32) {
                                                                      %188 = arith.addf %arg13, %arg13 : tensor<16x32xf32>
                                                                      %189 = arith.constant 56 : i64
                                                                      %190 = arith.constant 99 : i64
                                                                      %191 = arith.muli %189, %190 : i64
                                                                      %192 = scf.for %193 = %arg5 to %arg6 step %arg7 iter_args(%194 = %163) -> (i32) {
                                                                        %195 = arith.mulf %27, %arg12 : tensor<16x32xf32>
                                                                        %196 = arith.addi %79, %58 : i32
                                                                        %197 = arith.constant 0 : index
                                                                        %198 = arith.addi %193, %197 : index
                                                                        %199 = arith.cmpi sgt, %196, %arg0 : i32
                                                                        %200 = scf.if %199 -> (i32) {
                                                                          %201 = arith.constant 0 : index
                                                                          %202 = arith.addi %184, %201 : index
                                                                          %203 = arith.constant -11 : index
                                                                          %204 = arith.constant 42 : index
                                                                          %205 = arith.subi %203, %204 : index
                                                                          %206 = scf.for %207 = %arg5 to %arg6 step %arg7 iter_args(%208 = %116) -> (i32) {
                                                                            %209 = arith.subi %207, %205 : index
                                                                            %210 = arith.constant 12 : index
                                                                            %211 = arith.constant 46 : index
                                                                            %212 = arith.muli %210, %211 : index
                                                                            %213 = arith.cmpi ugt, %160, %arg0 : i32
                                                                            %214 = scf.if %213 -> (i32) {
                                                                              %215 = arith.subi %123, %113 : i64
                                                                              %216 = arith.addf %85, %92 : f32
                                                                              %217 = arith.subi %137, %207 : index
                                                                              %218 = scf.for %219 = %arg5 to %arg6 step %arg7 iter_args(%220 = %178) -> (i32) {
                                                                                %221 = arith.muli %212, %212 : index
                                                                                %222 = arith.sitofp %163 : i32 to f32
                                                                                %223 = arith.subf %94, %92 : f32
                                                                                %224 = arith.cmpi sle, %194, %arg1 : i32
                                                                                %225 = scf.if %224 -> (i32) {
                                                                                  %226 = arith.ori %arg3, %191 : i64
                                                                                  %227 = arith.subf %135, %195 : tensor<16x32xf32>
                                                                                  %228 = arith.sitofp %208 : i32 to f32
                                                                                  %229 = scf.for %230 = %arg5 to %arg6 step %arg7 iter_args(%231 = %208) -> (i32) {
                                                                                    %232 = arith.addf %arg10, %11 : vector<4xf32>
                                                                                    %233 = arith.ori %230, %217 : index
                                                                                    %234 = arith.subi %207, %205 : index
                                                                                    func.call @sink_vec(%232) : (vector<4xf32>) -> ()
                                                                                    func.call @sink_index(%233) : (index) -> ()
                                                                                    func.call @sink_index(%234) : (index) -> ()
                                                                                    scf.yield %208 : i32
                                                                                  }
                                                                                  func.call @sink_i64(%226) : (i64) -> ()
                                                                                  func.call @sink_tensor(%227) : (tensor<16x32xf32>) -> ()
                                                                                  func.call @sink_f32(%228) : (f32) -> ()
                                                                                  func.call @sink_i32(%229) : (i32) -> ()
                                                                                  scf.yield %220 : i32
                                                                                } else {
                                                                                  %235 = arith.muli %219, %193 : index
                                                                                  %236 = arith.muli %123, %152 : i64
                                                                                  func.call @sink_index(%235) : (index) -> ()
                                                                                  func.call @sink_i64(%236) : (i64) -> ()
                                                                                  scf.yield %163 : i32
                                                                                }
                                                                                func.call @sink_index(%221) : (index) -> ()
                                                                                func.call @sink_f32(%222) : (f32) -> ()
                                                                                func.call @sink_f32(%223) : (f32) -> ()
                                                                                func.call @sink_i32(%225) : (i32) -> ()
                                                                                scf.yield %208 : i32
                                                                              }
                                                                              func.call @sink_i64(%215) : (i64) -> ()
                                                                              func.call @sink_f32(%216) : (f32) -> ()
                                                                              func.call @sink_index(%217) : (index) -> ()
                                                                              func.call @sink_i32(%218) : (i32) -> ()
                                                                              scf.yield %163 : i32
                                                                            } else {
                                                                              %237 = arith.xori %202, %212 : index
                                                                              %238 = arith.index_cast %208 : i32 to index
                                                                              func.call @sink_index(%237) : (index) -> ()
                                                                              func.call @sink_index(%238) : (index) -> ()
                                                                              scf.yield %178 : i32
                                                                            }
                                                                            func.call @sink_index(%209) : (index) -> ()
                                                                            func.call @sink_index(%212) : (index) -> ()
                                                                            scf.yield %214 : i32
                                                                          }
                                                                          func.call @sink_index(%202) : (index) -> ()
                                                                          func.call @sink_index(%205) : (index) -> ()
                                                                          scf.yield %206 : i32
                                                                        } else {
                                                                          %239 = arith.subf %155, %155 : f32
                                                                          %240 = arith.addi %146, %191 : i64
                                                                          func.call @sink_f32(%239) : (f32) -> ()
                                                                          func.call @sink_i64(%240) : (i64) -> ()
                                                                          scf.yield %182 : i32
                                                                        }
                                                                        func.call @sink_tensor(%195) : (tensor<16x32xf32>) -> ()
                                                                        func.call @sink_i32(%200) : (i32) -> ()
                                                                        func.call @sink_index(%198) : (index) -> ()
                                                                        scf.yield %200 : i32
                                                                      }
                                                                      func.call @sink_tensor(%188) : (tensor<16x32xf32>) -> ()
                                                                      func.call @sink_i64(%191) : (i64) -> ()
                                                                      func.call @sink_i32(%192) : (i32) -> ()
                                                                      scf.yield %149 : i32
                                                                    } else {
                                                                      %241 = arith.muli %168, %171 : i32
                                                                      %242 = arith.subf %arg10, %11 : vector<4xf32>
                                                                      func.call @sink_i32(%241) : (i32) -> ()
                                                                      func.call @sink_vec(%242) : (vector<4xf32>) -> ()
                                                                      scf.yield %160 : i32
                                                                    }
                                                                    func.call @sink_index(%184) : (index) -> ()
                                                                    func.call @sink_index(%185) : (index) -> ()
                                                                    scf.yield %187 : i32
                                                                  }
                                                                  func.call @sink_index(%177) : (index) -> ()
                                                                  func.call @sink_f32(%179) : (f32) -> ()
                                                                  scf.yield %180 : i32
                                                                } else {
                                                                  %243 = arith.muli %75, %56 : index
                                                                  %244 = arith.constant 55 : i32
                                                                  %245 = arith.constant 51 : i32
                                                                  %246 = arith.muli %244, %245 : i32
                                                                  func.call @sink_index(%243) : (index) -> ()
                                                                  scf.yield %246 : i32
                                                                }
                                                                func.call @sink_tensor(%172) : (tensor<16x32xf32>) -> ()
                                                                scf.yield %176 : i32
                                                              }
                                                              scf.yield %169 : i32
                                                            } else {
                                                              %247 = arith.subi %160, %129 : i32
                                                              %248 = arith.mulf %arg8, %arg8 : f32
                                                              func.call @sink_f32(%248) : (f32) -> ()
                                                              scf.yield %247 : i32
                                                            }
                                                            func.call @sink_i64(%161) : (i64) -> ()
                                                            func.call @sink_i32(%165) : (i32) -> ()
                                                            scf.yield %98 : i32
                                                          }
                                                          func.call @sink_f32(%156) : (f32) -> ()
                                                          func.call @sink_i64(%157) : (i64) -> ()
                                                          scf.yield %158 : i32
                                                        } else {
                                                          %249 = arith.andi %110, %141 : i32
                                                          %250 = arith.subi %65, %54 : i32
                                                          func.call @sink_i32(%249) : (i32) -> ()
                                                          scf.yield %250 : i32
                                                        }
                                                        func.call @sink_i64(%150) : (i64) -> ()
                                                        func.call @sink_i64(%152) : (i64) -> ()
                                                        func.call @sink_vec(%151) : (vector<4xf32>) -> ()
                                                        func.call @sink_i32(%154) : (i32) -> ()
                                                        scf.yield %149 : i32
                                                      }
                                                      func.call @sink_index(%144) : (index) -> ()
                                                      func.call @sink_i64(%146) : (i64) -> ()
                                                      func.call @sink_i32(%147) : (i32) -> ()
                                                      scf.yield %139 : i32
                                                    } else {
                                                      %251 = arith.constant 0 : index
                                                      %252 = arith.addi %31, %251 : index
                                                      func.call @sink_index(%252) : (index) -> ()
                                                      scf.yield %98 : i32
                                                    }
                                                    func.call @sink_i32(%141) : (i32) -> ()
                                                    scf.yield %143 : i32
                                                  }
                                                  func.call @sink_index(%134) : (index) -> ()
                                                  func.call @sink_tensor(%135) : (tensor<16x32xf32>) -> ()
                                                  scf.yield %136 : i32
                                                } else {
                                                  %253 = arith.index_cast %110 : i32 to index
                                                  %254 = arith.extsi %129 : i32 to i64
                                                  func.call @sink_index(%253) : (index) -> ()
                                                  func.call @sink_i64(%254) : (i64) -> ()
                                                  scf.yield %6 : i32
                                                }
                                                func.call @sink_i32(%129) : (i32) -> ()
                                                func.call @sink_i32(%132) : (i32) -> ()
                                                scf.yield %130 : i32
                                              }
                                              func.call @sink_i64(%123) : (i64) -> ()
                                              func.call @sink_tensor(%124) : (tensor<16x32xf32>) -> ()
                                              scf.yield %125 : i32
                                            } else {
                                              %255 = arith.addi %arg4, %arg3 : i64
                                              %256 = arith.cmpi sge, %115, %101 : index
                                              %257 = arith.select %256, %60, %101 : index
                                              func.call @sink_i64(%255) : (i64) -> ()
                                              func.call @sink_index(%257) : (index) -> ()
                                              scf.yield %49 : i32
                                            }
                                            func.call @sink_i64(%119) : (i64) -> ()
                                            scf.yield %121 : i32
                                          }
                                          func.call @sink_i64(%113) : (i64) -> ()
                                          scf.yield %114 : i32
                                        } else {
                                          %258 = arith.cmpi sge, %arg3, %arg3 : i64
                                          %259 = arith.select %258, %arg3, %arg3 : i64
                                          func.call @sink_i64(%259) : (i64) -> ()
                                          scf.yield %102 : i32
                                        }
                                        func.call @sink_index(%104) : (index) -> ()
                                        func.call @sink_i64(%107) : (i64) -> ()
                                        scf.yield %109 : i32
                                      }
                                      func.call @sink_i32(%98) : (i32) -> ()
                                      func.call @sink_i32(%100) : (i32) -> ()
                                      func.call @sink_index(%99) : (index) -> ()
                                      scf.yield %93 : i32
                                    } else {
                                      %260 = arith.cmpi sle, %13, %53 : i64
                                      %261 = arith.select %260, %arg3, %82 : i64
                                      func.call @sink_i64(%261) : (i64) -> ()
                                      scf.yield %91 : i32
                                    }
                                    func.call @sink_f32(%92) : (f32) -> ()
                                    func.call @sink_f32(%94) : (f32) -> ()
                                    scf.yield %96 : i32
                                  }
                                  func.call @sink_f32(%85) : (f32) -> ()
                                  func.call @sink_i32(%88) : (i32) -> ()
                                  func.call @sink_i32(%89) : (i32) -> ()
                                  scf.yield %68 : i32
                                } else {
                                  %262 = arith.constant 0 : i32
                                  %263 = arith.addi %58, %262 : i32
                                  scf.yield %263 : i32
                                }
                                func.call @sink_i64(%82) : (i64) -> ()
                                scf.yield %84 : i32
                              }
                              func.call @sink_f32(%74) : (f32) -> ()
                              func.call @sink_index(%76) : (index) -> ()
                              func.call @sink_i32(%77) : (i32) -> ()
                              scf.yield %69 : i32
                            } else {
                              %264 = arith.muli %70, %58 : i32
                              %265 = arith.mulf %arg8, %arg8 : f32
                              func.call @sink_f32(%265) : (f32) -> ()
                              scf.yield %264 : i32
                            }
                            func.call @sink_f32(%71) : (f32) -> ()
                            scf.yield %73 : i32
                          }
                          func.call @sink_index(%63) : (index) -> ()
                          func.call @sink_index(%64) : (index) -> ()
                          func.call @sink_i32(%65) : (i32) -> ()
                          func.call @sink_i32(%66) : (i32) -> ()
                          scf.yield %49 : i32
                        } else {
                          %266 = arith.addf %arg8, %arg8 : f32
                          %267 = arith.muli %13, %arg3 : i64
                          func.call @sink_f32(%266) : (f32) -> ()
                          func.call @sink_i64(%267) : (i64) -> ()
                          scf.yield %21 : i32
                        }
                        func.call @sink_i32(%62) : (i32) -> ()
                        func.call @sink_index(%59) : (index) -> ()
                        func.call @sink_index(%60) : (index) -> ()
                        scf.yield %10 : i32
                      }
                      func.call @sink_i64(%53) : (i64) -> ()
                      scf.yield %55 : i32
                    } else {
                      %268 = arith.subf %27, %arg12 : tensor<16x32xf32>
                      %269 = arith.subf %arg8, %arg8 : f32
                      func.call @sink_tensor(%268) : (tensor<16x32xf32>) -> ()
                      func.call @sink_f32(%269) : (f32) -> ()
                      scf.yield %18 : i32
                    }
                    func.call @sink_index(%45) : (index) -> ()
                    func.call @sink_f32(%46) : (f32) -> ()
                    scf.yield %51 : i32
                  }
                  func.call @sink_i32(%39) : (i32) -> ()
                  func.call @sink_i32(%42) : (i32) -> ()
                  func.call @sink_index(%41) : (index) -> ()
                  scf.yield %39 : i32
                } else {
                  %270 = arith.addi %21, %32 : i32
                  %271 = arith.xori %31, %31 : index
                  func.call @sink_i32(%270) : (i32) -> ()
                  func.call @sink_index(%271) : (index) -> ()
                  scf.yield %12 : i32
                }
                func.call @sink_index(%36) : (index) -> ()
                scf.yield %38 : i32
              }
              func.call @sink_tensor(%27) : (tensor<16x32xf32>) -> ()
              func.call @sink_index(%28) : (index) -> ()
              func.call @sink_index(%29) : (index) -> ()
              func.call @sink_i32(%30) : (i32) -> ()
              scf.yield %21 : i32
            } else {
              %272 = arith.ori %17, %5 : i32
              %273 = arith.subf %arg8, %arg8 : f32
              func.call @sink_i32(%272) : (i32) -> ()
              func.call @sink_f32(%273) : (f32) -> ()
              scf.yield %5 : i32
            }
            func.call @sink_index(%23) : (index) -> ()
            func.call @sink_index(%24) : (index) -> ()
            func.call @sink_i32(%26) : (i32) -> ()
            scf.yield %arg0 : i32
          }
          func.call @sink_i32(%18) : (i32) -> ()
          scf.yield %19 : i32
        } else {
          %274 = arith.constant 0 : index
          %275 = arith.addi %9, %274 : index
          func.call @sink_index(%275) : (index) -> ()
          scf.yield %12 : i32
        }
        func.call @sink_vec(%11) : (vector<4xf32>) -> ()
        func.call @sink_i32(%12) : (i32) -> ()
        func.call @sink_i32(%15) : (i32) -> ()
        func.call @sink_i64(%13) : (i64) -> ()
        scf.yield %arg0 : i32
      }
      func.call @sink_i32(%5) : (i32) -> ()
      func.call @sink_index(%7) : (index) -> ()
      scf.yield %8 : i32
    } else {
      %276 = arith.mulf %arg12, %arg12 : tensor<16x32xf32>
      %277 = arith.andi %arg6, %arg5 : index
      func.call @sink_tensor(%276) : (tensor<16x32xf32>) -> ()
      func.call @sink_index(%277) : (index) -> ()
      scf.yield %arg1 : i32
    }
    func.call @sink_i32(%0) : (i32) -> ()
    func.call @sink_f32(%1) : (f32) -> ()
    func.return %4, %arg3, %2 : i32, i64, f32
  }
}
