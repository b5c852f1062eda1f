package ttg

import (
	"fmt"

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

func (c CGA) check(rank int) error {
	for _, b := range c {
		if len(b) != rank {
			return fmt.Errorf("bases of CGALayout must have %d coordinates", rank)
		}
	}
	return nil
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
