package ttg

import (
	"fmt"
	"slices"

	"tawa/ir"
)

// CGA says how the CTAs of a cluster share a tensor: the bases of a linear map from
// the number of the CTA to tile coordinates. It is empty where the cluster is one CTA.
type CGA [][]int64

// cga reads the cluster parameters: CGALayout, or the older CTAsPerCGA, CTASplitNum and CTAOrder.
func (f *fields) cga() CGA {
	bases := CGA(f.basesOr("CGALayout"))
	perCGA, split, order := f.lookup("CTAsPerCGA"), f.lookup("CTASplitNum"), f.lookup("CTAOrder")
	if perCGA == nil && split == nil && order == nil {
		return bases
	}
	if bases != nil || perCGA == nil || split == nil || order == nil {
		f.fail("CTAsPerCGA, CTASplitNum and CTAOrder come together and without CGALayout")
		return nil
	}
	out, err := oldCGA(f.list("CTAsPerCGA", perCGA), f.list("CTASplitNum", split), f.list("CTAOrder", order))
	f.check(err)
	return out
}

// oldCGA makes bases: along each dimension, those of order first, the CTAs share
// splitNum tiles, and the rest of perCGA hold the same.
func oldCGA(perCGA, splitNum, order []int64) (CGA, error) {
	rank := len(perCGA)
	if len(splitNum) != rank || len(order) != rank {
		return nil, fmt.Errorf("CTAsPerCGA, CTASplitNum and CTAOrder must have one length")
	}
	var out CGA
	for _, d := range order {
		if d < 0 || d >= int64(rank) {
			return nil, fmt.Errorf("CTAOrder must name dimensions of [0, %d)", rank)
		}
		if !powerOfTwo(perCGA[d]) || !powerOfTwo(splitNum[d]) || splitNum[d] > perCGA[d] {
			return nil, fmt.Errorf("CTAsPerCGA and CTASplitNum must be powers of two, the second at most the first")
		}
		for n := int64(1); n < perCGA[d]; n *= 2 {
			basis := make([]int64, rank)
			if n < splitNum[d] {
				basis[d] = n
			}
			out = append(out, basis)
		}
	}
	return out, nil
}

// Check checks that CTAs share tiles along the dimensions: each basis is zero, the CTA has what another has, or a
// step along one dimension, and the steps along each are 1, 2, 4, … in any order.
func (c CGA) Check(rank int) error {
	steps := stepSet{}
	for _, b := range c {
		if len(b) != rank {
			return fmt.Errorf("bases of CGALayout must have %d coordinates", rank)
		}
		if d, ok := along(b); !ok || d >= 0 && !steps.add(d, b[d]) {
			return fmt.Errorf("each basis of CGALayout must be zero or a power of two along one dimension, and no two the same")
		}
	}
	for _, b := range c {
		if d, _ := along(b); d >= 0 && b[d] > 1 && !steps[step{d, b[d] / 2}] {
			return fmt.Errorf("the CTAs must reach every tile along dimension %d, but %d is not a basis of CGALayout", d, b[d]/2)
		}
	}
	return nil
}

// stepSet has the steps of bases along dimensions.
type stepSet map[step]bool

type step struct {
	dim  int
	size int64
}

// add reports whether the set did not have the step before.
func (s stepSet) add(dim int, size int64) bool {
	fresh := !s[step{dim, size}]
	s[step{dim, size}] = true
	return fresh
}

// along returns the dimension along which a basis is a power of two, -1 if it is zero. It is not ok if there are several.
func along(basis []int64) (d int, ok bool) {
	d = -1
	for i, n := range basis {
		if n == 0 {
			continue
		}
		if d >= 0 || !powerOfTwo(n) {
			return d, false
		}
		d = i
	}
	return d, true
}

// each changes every basis.
func (c CGA) each(f func([]int64) []int64) CGA {
	var out CGA
	for _, b := range c {
		out = append(out, f(b))
	}
	return out
}

// permute gives the tensor with its dimensions in another order.
func (c CGA) permute(order []int64) CGA {
	return c.each(func(b []int64) []int64 { return permuted(b, order) })
}

// whole reports whether each CTA has all of dimension d.
func (c CGA) whole(d int) bool {
	return !slices.ContainsFunc(c, func(b []int64) bool { return b[d] != 0 })
}

// size is the number of CTAs.
func (c CGA) size() int64 { return 1 << len(c) }

// field appends the parameter where the cluster has several CTAs.
func (c CGA) field(fs []field) []field {
	if len(c) == 0 {
		return fs
	}
	return append(fs, basesField("CGALayout", c))
}

func keyBases(k *ir.Key, bases [][]int64) {
	k.Int(int64(len(bases)))
	for _, b := range bases {
		k.Ints(b)
	}
}

func powerOfTwo(n int64) bool { return n > 0 && n&(n-1) == 0 }

// Identity returns the clusters' layout in which n CTAs have a tile each, one after the other along one dimension.
func Identity(n int64) CGA {
	var out CGA
	for step := int64(1); step < n; step *= 2 {
		out = append(out, []int64{step})
	}
	return out
}

// Equal reports whether both share a tensor alike.
func (c CGA) Equal(other CGA) bool {
	return slices.EqualFunc(c, other, func(a, b []int64) bool { return slices.Equal(a, b) })
}

// Repeats reports whether several CTAs have the same.
func (c CGA) Repeats() bool {
	return slices.ContainsFunc(c, func(b []int64) bool { d, _ := along(b); return d < 0 })
}

// CGAOf returns how the CTAs of a cluster share a tensor or a buffer of that encoding. It is not ok for encodings
// that do not say it apart from the rest of the layout.
func CGAOf(encoding ir.Attribute) (c CGA, ok bool) {
	switch e := encoding.(type) {
	case *BlockedAttr:
		return e.CGA, true
	case *NvidiaMMAAttr:
		return e.CGA, true
	case *SwizzledSharedAttr:
		return e.CGA, true
	case *NVMMASharedAttr:
		return e.CGA, true
	case *SliceAttr:
		c, ok = CGAOf(e.Parent)
		return c.each(func(b []int64) []int64 { return slices.Delete(slices.Clone(b), int(e.Dim), int(e.Dim)+1) }), ok
	case *DotOperandAttr:
		c, ok = CGAOf(e.Parent)
		return e.operandCGA(c), ok
	case *LinearAttr:
		return nil, len(e.Block) == 0
	case *SharedLinearAttr:
		return nil, len(e.Block) == 0
	}
	return nil, false
}

// numCTAs returns the CTAs that share a buffer of that encoding, 0 if it does not say.
func numCTAs(encoding ir.Attribute) int64 {
	switch e := encoding.(type) {
	case TensorMemory:
		return e.NumCTAs()
	case *SharedLinearAttr:
		return 1 << len(e.Block)
	}
	if c, ok := CGAOf(encoding); ok {
		return c.size()
	}
	return 0
}
