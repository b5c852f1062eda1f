package emu

import (
	"math/bits"

	"tawa/ptx"
)

// bitwise is an instruction on bits: the same for all widths, cut to the type.
func bitwise(f laneFunc) func(d *decoder) laneFunc {
	return func(d *decoder) laneFunc { return integer(d.in.Type(), f) }
}

var logic = map[string]func(d *decoder) laneFunc{
	"and":  bitwise(func(a, b, _ uint64) uint64 { return a & b }),
	"or":   bitwise(func(a, b, _ uint64) uint64 { return a | b }),
	"xor":  bitwise(func(a, b, _ uint64) uint64 { return a ^ b }),
	"not":  bitwise(func(a, _, _ uint64) uint64 { return ^a }),
	"cnot": bitwise(func(a, _, _ uint64) uint64 { return boolean(a == 0) }),
	"shl":  shift(func(a uint64, n uint64) uint64 { return a << n }),
	"shr": func(d *decoder) laneFunc {
		if d.in.Type().Signed() {
			return shift(func(a, n uint64) uint64 { return uint64(int64(a) >> n) })(d)
		}
		return shift(func(a, n uint64) uint64 { return a >> n })(d)
	},
	"selp": func(d *decoder) laneFunc {
		tr := truncate(d.in.Type())
		return func(a, b, c uint64) uint64 {
			if c&1 != 0 {
				return tr(a)
			}
			return tr(b)
		}
	},
	"slct": slct,
	"prmt": prmt,
	"lop3": lop3,
	"bfi":  bfi,
	"bmsk": bmsk,
	"shf":  shf,
	"szext": func(d *decoder) laneFunc {
		signed, wrap := d.in.Type().Signed(), d.in.Has("wrap")
		return func(a, b, _ uint64) uint64 {
			n := uint64(uint32(b))
			if wrap {
				n &= 31
			}
			if n == 0 {
				return 0
			}
			n = 32 - min(n, 32)
			if signed {
				return uint64(uint32(int32(uint32(a)<<n) >> n))
			}
			return uint64(uint32(a) << n >> n)
		}
	},

	"set": set,
}

// shift takes its amount as u32; from the type's width on, all bits are gone.
func shift(f func(a, n uint64) uint64) func(d *decoder) laneFunc {
	return func(d *decoder) laneFunc {
		width := uint64(bitWidth(d.in.Type()))
		e, tr := extend(d.in.Type()), truncate(d.in.Type())
		return func(a, b, _ uint64) uint64 {
			n := min(uint64(uint32(b)), width)
			return tr(f(e(a), n))
		}
	}
}

func slct(d *decoder) laneFunc {
	tr := truncate(ptx.ParseType(d.in.Mods[len(d.in.Mods)-2]))
	if d.in.Type() == ptx.F32 {
		load := codecs[ptx.F32].load
		return func(a, b, c uint64) uint64 {
			if load(c) >= 0 {
				return tr(a)
			}
			return tr(b)
		}
	}
	return func(a, b, c uint64) uint64 {
		if int32(c) >= 0 {
			return tr(a)
		}
		return tr(b)
	}
}

// prmt picks four bytes of {b, a}; bit 3 of a selector copies the byte's sign instead.
func prmt(d *decoder) laneFunc {
	if len(d.in.Mods) > 1 {
		return prmtMode(d.in.Mods[1])
	}
	return func(a, b, c uint64) uint64 {
		all := uint64(uint32(a)) | b<<32
		var v uint64
		for i := range uint(4) {
			sel := c >> (4 * i)
			x := all >> (8 * (sel & 7)) & 0xff
			if sel&8 != 0 {
				x = uint64(uint8(int8(x) >> 7))
			}
			v |= x << (8 * i)
		}
		return v
	}
}

// prmtMode are the forms whose selector is a number from 0 to 3.
func prmtMode(mode string) laneFunc {
	table := map[string][4]uint64{
		"f4e": {0x3210, 0x4321, 0x5432, 0x6543}, "b4e": {0x5670, 0x6701, 0x7012, 0x0123},
		"rc8": {0x0000, 0x1111, 0x2222, 0x3333}, "ecl": {0x3210, 0x3211, 0x3222, 0x3333},
		"ecr": {0x0000, 0x1110, 0x2210, 0x3210}, "rc16": {0x1010, 0x3232, 0x1010, 0x3232},
	}
	selectors, ok := table[mode]
	if !ok {
		return nil
	}
	return func(a, b, c uint64) uint64 {
		all := uint64(uint32(a)) | b<<32
		var v uint64
		for i := range uint(4) {
			v |= all >> (8 * (selectors[c&3] >> (4 * i) & 7)) & 0xff << (8 * i)
		}
		return v
	}
}

// lop3 looks every bit up in an 8-entry table.
func lop3(d *decoder) laneFunc {
	if len(d.in.Args) != 5 || d.in.Args[4].Kind != ptx.Imm {
		return nil
	}
	lut := d.in.Args[4].Bits
	return func(a, b, c uint64) uint64 {
		var v uint64
		for i := range uint(8) {
			if lut>>i&1 != 0 {
				x, y, z := a, b, c
				if i&4 == 0 {
					x = ^x
				}
				if i&2 == 0 {
					y = ^y
				}
				if i&1 == 0 {
					z = ^z
				}
				v |= x & y & z
			}
		}
		return uint64(uint32(v))
	}
}

// bfi has four sources; position and length must be constants.
func bfi(d *decoder) laneFunc {
	width := uint64(bitWidth(d.in.Type()))
	if len(d.in.Args) != 5 || d.in.Args[4].Kind != ptx.Imm {
		return nil
	}
	n := d.in.Args[4].Bits & 0xff
	tr := truncate(d.in.Type())
	return func(a, b, c uint64) uint64 {
		pos := c & 0xff
		if pos >= width || n == 0 {
			return tr(b)
		}
		mask := (uint64(1)<<min(n, width-pos) - 1)
		if n >= 64 {
			mask = ^uint64(0)
		}
		mask <<= pos
		return tr(a<<pos&mask | b&^mask)
	}
}

func bmsk(d *decoder) laneFunc {
	wrap := d.in.Has("wrap")
	return func(a, b, _ uint64) uint64 {
		pos, n := uint64(uint32(a)), uint64(uint32(b))
		if wrap {
			pos, n = pos&31, n&31
		}
		pos, n = min(pos, 32), min(n, 32)
		return uint64(uint32((uint64(1)<<n - 1) << pos))
	}
}

func shf(d *decoder) laneFunc {
	left, wrap := d.in.Mods[0] == "l", d.in.Has("wrap")
	return func(a, b, c uint64) uint64 {
		n := uint64(uint32(c))
		if wrap {
			n &= 31
		}
		n = min(n, 32)
		all := uint64(uint32(a)) | b<<32
		if left {
			return uint64(uint32(all >> (32 - n)))
		}
		return uint64(uint32(all >> n))
	}
}

// compare makes the comparison of a setp or set.
func compare(d *decoder) func(a, b uint64) bool {
	t, cmp := d.in.Type(), d.in.Mods[0]
	if k, ok := codecs[t]; ok {
		return compareFloats(d, k, cmp)
	}
	if t.Float() {
		return nil
	}
	e := extend(t)
	switch cmp {
	case "eq":
		return func(a, b uint64) bool { return e(a) == e(b) }
	case "ne":
		return func(a, b uint64) bool { return e(a) != e(b) }
	}
	less, swap, negate := cmp, false, false
	switch less {
	case "lt", "lo":
	case "gt", "hi":
		swap = true
	case "ge", "hs":
		negate = true
	case "le", "ls":
		swap, negate = true, true
	default:
		return nil
	}
	signed := t.Signed()
	return func(a, b uint64) bool {
		x, y := e(a), e(b)
		if swap {
			x, y = y, x
		}
		if signed {
			return (int64(x) < int64(y)) != negate
		}
		return (x < y) != negate
	}
}

func compareFloats(d *decoder, k codec, cmp string) func(a, b uint64) bool {
	tests := map[string]func(x, y float64) bool{
		"eq": func(x, y float64) bool { return x == y }, "ne": func(x, y float64) bool { return x < y || x > y },
		"lt": func(x, y float64) bool { return x < y }, "le": func(x, y float64) bool { return x <= y },
		"gt": func(x, y float64) bool { return x > y }, "ge": func(x, y float64) bool { return x >= y },
		"equ": func(x, y float64) bool { return !(x < y || x > y) }, "neu": func(x, y float64) bool { return x != y },
		"ltu": func(x, y float64) bool { return !(x >= y) }, "leu": func(x, y float64) bool { return !(x > y) },
		"gtu": func(x, y float64) bool { return !(x <= y) }, "geu": func(x, y float64) bool { return !(x < y) },
		"num": func(x, y float64) bool { return x == x && y == y }, "nan": func(x, y float64) bool { return x != x || y != y },
	}
	f := tests[cmp]
	if f == nil {
		return nil
	}
	load := k.load
	if d.in.Has("ftz") {
		load = func(v uint64) float64 { return flush(k.load(v), k.tiny) }
	}
	return func(a, b uint64) bool { return f(load(a), load(b)) }
}

// combine reads the and, or or xor of setp and set with a third operand.
func combine(d *decoder) func(x bool, c uint64) uint64 {
	switch {
	case len(d.in.Args) < 4:
		return func(x bool, _ uint64) uint64 { return boolean(x) }
	case d.in.Mods[1] == "and":
		return func(x bool, c uint64) uint64 { return boolean(x) & c }
	case d.in.Mods[1] == "or":
		return func(x bool, c uint64) uint64 { return boolean(x) | c&1 }
	}
	return func(x bool, c uint64) uint64 { return boolean(x) ^ c&1 }
}

func setp(d *decoder) laneFunc {
	test := compare(d)
	if test == nil {
		return nil
	}
	with := combine(d)
	if d.in.Args[0].Second >= 0 {
		return nil
	}
	return func(a, b, c uint64) uint64 { return with(test(a, b), c) }
}

func set(d *decoder) laneFunc {
	test := compare(d)
	if test == nil {
		return nil
	}
	with, yes := combine(d), uint64(0xffffffff)
	if len(d.in.Mods) > 1 && d.in.Mods[len(d.in.Mods)-2] == "f32" {
		yes = 0x3f800000
	}
	return func(a, b, c uint64) uint64 { return with(test(a, b), c) * yes }
}

// onlyBit is the number of the lowest set bit.
func onlyBit(mask uint32) int { return bits.TrailingZeros32(mask) & 31 }
