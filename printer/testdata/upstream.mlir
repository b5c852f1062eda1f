#set = affine_set<(d0) : (d0 - 1 >= 0)>
module @top attributes {a.x = 1 : i32, a.y} {
  module {
  }
  func.func private @ext(i32, tensor<4xf32>) -> (i1 {a.b}, f32)
  func.func @f(%a: i32 {a.arg = "x"}, %b: i32, %v: tensor<4x?xf32>, %c: i1) -> (i32, tensor<4x?xf32>) attributes {a.attr = [1, 2 : i8, 3.5, "s", @f, @top::@f, i32, unit]} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : index
    %t = arith.constant true
    %f = arith.constant 1.25 : f16
    %neg = arith.constant -7 : i8
    %d = arith.constant dense<[[1, 2], [3, -4]]> : tensor<2x2xi64>
    %s = arith.constant dense<0xFF800000> : tensor<8xf32>
    %sum = arith.addi %a, %b overflow<nsw, nuw> : i32
    %cmp = arith.cmpi slt, %sum, %zero : i32
    %sel = arith.select %cmp, %a, %b : i32
    %fm = arith.mulf %f, %f fastmath<fast> : f16
    %ext = arith.extsi %neg : i8 to i32
    %w = math.exp2 %fm : f16
    %r:2 = scf.for %i = %one to %one step %one iter_args(%x = %sel, %y = %v) -> (i32, tensor<4x?xf32>) {
      %if = scf.if %c -> i32 {
        %q = arith.muli %x, %x : i32
        scf.yield %q : i32
      } else {
        scf.yield %x : i32
      }
      scf.yield %if, %y : i32, tensor<4x?xf32>
    }
    scf.if %c {
      func.call @g() : () -> ()
    }
    scf.for %i = %one to %one step %one {
      "u.op"(%i) ({
      ^bb0(%k: index, %l: f32):
        "u.br"()[^bb1] : () -> ()
      ^bb1:
        "u.end"(%k) {z = #set} : (index) -> ()
      }, {
      }) : (index) -> ()
    } {loop.attr = 3 : i64}
    %wh = scf.while (%n = %a) : (i32) -> i32 {
      scf.condition(%c) %n : i32
    } do {
    ^bb0(%m: i32):
      scf.yield %m : i32
    }
    cf.cond_br %c, ^bb1(%wh : i32), ^bb2
  ^bb1(%p: i32):
    cf.br ^bb3(%p, %r#1 : i32, tensor<4x?xf32>)
  ^bb2:
    cf.cond_br %t, ^bb1(%r#0 : i32), ^bb1(%ext : i32)
  ^bb3(%z: i32, %u: tensor<4x?xf32>):
    return %z, %u : i32, tensor<4x?xf32>
  }
  func.func @g() {
    %p = ub.poison : i32
    %1 = "u.def"() {d = dense<1.5> : tensor<2xf64>, e = array<i32: 1, 2>, f = "a\22b\0A", "g h" = dense<> : tensor<0xi8>} : () -> tensor<4xf32>
    %0:2 = call @ext(%p, %1) : (i32, tensor<4xf32>) -> (i1, f32)
    gpu.barrier
    return
  }
}
