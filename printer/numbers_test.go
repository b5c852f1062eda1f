package printer_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tawa/ir"
	"tawa/printer"
)

// Files with aliases and with metadata, right and wrong.
func TestMetadataAgainstMLIR(t *testing.T) {
	src, err := os.ReadFile("testdata/metadata.mlir")
	if err != nil {
		t.Fatal(err)
	}
	chunks := strings.Split(string(src), split)
	compare(t, chunks, chunks, nil, printer.Options{})
	compare(t, chunks, chunks, nil, printer.Options{Generic: true}, "--mlir-print-op-generic")
}

// What is too much is left out, or written as bytes, as the flags say.
func TestLimitsAgainstMLIR(t *testing.T) {
	chunks := []string{`"u.x"() {a = dense<[1, 2, 3]> : tensor<3xi8>, b = dense<[1, 2]> : tensor<2xi16>, c = dense<1> : tensor<9xi8>,
  d = dense_resource<blob> : tensor<3xi8>, e = sparse<[[0], [1]], [1.0, 2.0]> : tensor<9xf16>, f = dense<["a", "b", "c"]> : tensor<3x!foo.s>,
  g = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>, h = sparse<[[0]], 1> : tensor<9xi8>, i = dense<[true, false, true]> : tensor<3xi1>,
  j = dense<[[1, 2, 3]]> : tensor<1x3xi100>} : () -> ()
{-# dialect_resources: { builtin: { blob: "0x04000000010203" } }, external_resources: { t: { a: "0123456789", b: "0123" } } #-}
`}
	for _, l := range []ir.Limits{
		{Elide: 2, Hex: 100, Resource: -1}, {Elide: 0, Hex: 100, Resource: -1}, {Elide: -1, Hex: 1, Resource: -1}, {Elide: -1, Hex: 0, Resource: 8},
		{Elide: 2, Hex: 1, Resource: 16}, {Elide: -1, Hex: -1, Resource: 13}, {Elide: -1, Hex: 2, Resource: 6}, {Elide: -1, Hex: 2, Resource: 12},
	} {
		args := []string{fmt.Sprintf("--mlir-print-elementsattrs-with-hex-if-larger=%d", l.Hex)}
		if l.Elide >= 0 {
			args = append(args, fmt.Sprintf("--mlir-elide-elementsattrs-if-larger=%d", l.Elide))
		}
		if l.Resource >= 0 {
			args = append(args, fmt.Sprintf("--mlir-elide-resource-strings-if-larger=%d", l.Resource))
		}
		compare(t, []string{fmt.Sprintf("%+v", l)}, chunks, nil, printer.Options{Limits: &l}, args...)
	}
}

var floatTypes = []string{
	"f16", "bf16", "tf32", "f32", "f64", "f80", "f128", "f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ",
	"f8E4M3B11FNUZ", "f8E3M4", "f8E8M0FNU", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN",
}

// All patterns of the small float types, and many of the others, print the same; so do digits that have to be rounded.
func TestFloatsAgainstMLIR(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var names, chunks []string
	add := func(value, typ string) {
		if typ == "f8E8M0FNU" && strings.HasPrefix(value, "-") {
			return // it has no sign, but mlir-opt keeps one until it prints
		}
		names = append(names, value+" : "+typ)
		chunks = append(chunks, "\"u.x\"() {a = "+value+" : "+typ+"} : () -> ()\n")
	}
	for _, name := range floatTypes {
		width := uint(ir.FloatFormats[name].Bits)
		all := new(big.Int).Lsh(big.NewInt(1), width)
		for i := range 256 {
			if v := big.NewInt(int64(i)); v.Cmp(all) < 0 {
				add(fmt.Sprintf("0x%X", v), name)
			}
		}
		for range 60 {
			v := new(big.Int)
			for range 4 {
				v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(r.Uint64()>>(r.IntN(3)*20)))
			}
			add(fmt.Sprintf("0x%X", v.Mod(v, all)), name)
		}
		for i := range 100 {
			exponent := i/4 - 12
			if i%5 == 0 {
				exponent *= 12
			}
			add(fmt.Sprintf("%s%d.%de%d", []string{"", "-"}[i%2], r.IntN(10), r.IntN(1000), exponent), name)
		}
		for _, v := range []string{"0.0", "-0.0", "1.5", "2.5", "3.5", "0.75", "6.0", "1.0e-8", "-1.0", "240.0", "448.0", "57344.0", "1.0e6", "1.0e300"} {
			add(v, name)
		}
	}
	compare(t, names, chunks, nil, printer.Options{})
}

// Integers of all signs around the limits of their widths.
func TestIntegersAgainstMLIR(t *testing.T) {
	var names, chunks []string
	for _, width := range []uint{1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000} {
		for _, sign := range []string{"i", "si", "ui"} {
			half := new(big.Int).Lsh(big.NewInt(1), width-1)
			for _, base := range []*big.Int{new(big.Int).Neg(half), big.NewInt(0), half, new(big.Int).Add(half, half)} {
				for d := int64(-1); d <= 1; d++ {
					v := new(big.Int).Add(base, big.NewInt(d))
					typ := fmt.Sprintf("%s%d", sign, width)
					for _, form := range []string{"%d : " + typ, "dense<%d> : tensor<2x" + typ + ">", "array<" + typ + ": %d>", "dense<[%[1]d, 0]> : vector<2x" + typ + ">"} {
						names = append(names, fmt.Sprintf(form, v))
						chunks = append(chunks, "\"u.x\"() {a = "+fmt.Sprintf(form, v)+"} : () -> ()\n")
					}
				}
			}
		}
	}
	compare(t, names, chunks, nil, printer.Options{})
}
