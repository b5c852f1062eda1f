"u.x"() {a = dense_resource<blob> : tensor<3xi8>, b = dense_resource<none> : tensor<2xi8>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      blob: "0x08000000010203",
      unused: "0x0400000001"
    }
  }
#-}
// -----
"u.x"() {a = dense_resource<second> : tensor<1xi8>, b = [dense_resource<"first one"> : tensor<1xi8>]} : () -> ()
{-#
  dialect_resources: { builtin: { "first one": "0x0400000001", second: "0x0100000002" } },
  external_resources: { tool: { flag: true, off: false, text: "a \"b\" \n", blob: "0x0400000001020304" }, empty: {}, other: { x: "" } }
#-}
// -----
"u.x"() : () -> ()
{-# external_resources: { tool: { a: "b" } } #-}
// -----
"u.x"() : () -> ()
{-# #-}
// -----
"u.x"() : () -> ()
{-# dialect_resources: { builtin: { a: "0x00" } } #-}
// -----
"u.x"() : () -> ()
{-# dialect_resources: { builtin: { a: "0x0300000000" } } #-}
// -----
"u.x"() {a = dense_resource<a> : tensor<1xi8>} : () -> ()
{-# dialect_resources: { builtin: { a: "0x01000000" } } #-}
// -----
"u.x"() : () -> ()
{-# dialect_resources: { builtin: { a: 1 } } #-}
// -----
"u.x"() : () -> ()
{-# dialect_resources: { builtin: { a "0x01000000" } } #-}
// -----
"u.x"() : () -> ()
{-# dialect_resources: { nobody: { a: "0x01000000" } } #-}
// -----
"u.x"() : () -> ()
{-# other: { } #-}
// -----
"u.x"() : () -> ()
{-# external_resources: { tool: { a: 1 } } #-}
// -----
"u.x"() : () -> ()
{-# external_resources: { tool { a: "1" } } #-}
// -----
"u.x"() : () -> ()
{-# 1 #-}
// -----
#a = affine_map<(d0) -> (d0 + 1)>
!t = tuple<i32, f32>
#b = [#a, "x"]
"u.x"() {a = #a, b = #b, c = !t, d = memref<4xf32, #a>} : () -> ()
// -----
#map = affine_map<(i, j)[n] -> (i * n + j)>
#set = affine_set<(i) : (i >= 0, i <= 7)>
"u.x"() {a = #map, b = #set, c = affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>, d = affine_map<(d0) -> (d0)>} : () -> ()
// -----
#d = distinct[9]<"held">
"u.x"() {a = distinct[3]<>, b = #d, c = [distinct[3]<>, distinct[4]<#d>]} : () -> ()
"u.y"() {a = distinct[4]<#d>, b = distinct[1]<>} : () -> ()
// -----
#alias = "unused"
"u.x"() : () -> ()
// -----
"u.x"() {a = loc("x"), b = loc(fused<#foo.bar>["x", "y"](1))} : () -> ()
// -----
#loc1 = loc("a")
"u.x"() {a = #loc1, b = loc(#loc1), c = loc("b"(#loc1)), d = loc(callsite(#loc1 at "c"))} : () -> ()
// -----
#no.dot = 1
"u.x"() : () -> ()
// -----
#a = 1
#a = 2
"u.x"() : () -> ()
// -----
#a =
"u.x"() : () -> ()
// -----
"u.x"() {t = tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>, u = tensor<2x!foo.bar>} : () -> ()
