package llvmir

// foldBin computes an integer instruction of constants and drops identities.
func foldBin(op BinOp, x, y Value) (Value, bool) {
	if !x.Type.IsInt() {
		return Value{}, false
	}
	if x.kind == intConst && y.kind == intConst {
		return foldInts(op, x, y)
	}
	if y.kind == intConst {
		if v, ok := foldRight(op, x, y); ok {
			return v, true
		}
	}
	if x.kind == intConst {
		switch {
		case x.n == 0 && (op == Add || op == Or || op == Xor):
			return y, true
		case x.n == 0 && (op == Mul || op == And || op == Shl || op == LShr || op == AShr):
			return x, true
		case x.isOne() && op == Mul, x.isOnes() && op == And:
			return y, true
		case x.isOnes() && op == Or:
			return x, true
		}
	}
	if x.Equal(y) {
		switch op {
		case Sub, Xor:
			return ConstInt(x.Type, 0), true
		case And, Or:
			return x, true
		}
	}
	return Value{}, false
}

// foldRight drops identities with a constant on the right.
func foldRight(op BinOp, x, c Value) (Value, bool) {
	switch op {
	case Add, Sub, Or, Xor, Shl, LShr, AShr:
		if c.n == 0 {
			return x, true
		}
		if op == Or && c.isOnes() {
			return c, true
		}
	case Mul:
		if c.isOne() {
			return x, true
		}
		if c.n == 0 {
			return c, true
		}
	case And:
		if c.n == 0 {
			return c, true
		}
		if c.isOnes() {
			return x, true
		}
	case UDiv, SDiv:
		if c.isOne() && c.Type != I1 {
			return x, true
		}
	case URem:
		if c.isOne() {
			return ConstInt(x.Type, 0), true
		}
	}
	return Value{}, false
}

func (v Value) isOne() bool { return v.isInt(1) }

// isOnes reports whether v is the constant with all bits set.
func (v Value) isOnes() bool {
	return v.kind == intConst && (v.n == -1 || v.Type.bits == 1 && v.n == 1)
}

// unsigned is the constant's bits without the extension of its sign.
func (v Value) unsigned() uint64 {
	if v.Type.bits >= 64 {
		return uint64(v.n)
	}
	return uint64(v.n) & (1<<v.Type.bits - 1)
}

// foldInts is x op y for constants of at most 64 bits, where the result is defined.
func foldInts(op BinOp, x, y Value) (Value, bool) {
	w := x.Type.bits
	if w > 64 {
		return Value{}, false
	}
	a, c := x.unsigned(), y.unsigned()
	var r int64
	switch op {
	case Add:
		r = int64(a + c)
	case Sub:
		r = int64(a - c)
	case Mul:
		r = int64(a * c)
	case And:
		r = int64(a & c)
	case Or:
		r = int64(a | c)
	case Xor:
		r = int64(a ^ c)
	case UDiv, URem, SDiv, SRem:
		if c == 0 || w == 1 || y.n == -1 {
			return Value{}, false
		}
		r = divide(op, x.n, y.n, a, c)
	case Shl, LShr, AShr:
		if c >= uint64(w) {
			return Value{}, false
		}
		r = shift(op, x.n, a, c)
	default:
		return Value{}, false
	}
	return ConstInt(x.Type, r), true
}

func divide(op BinOp, x, y int64, a, c uint64) int64 {
	switch op {
	case UDiv:
		return int64(a / c)
	case URem:
		return int64(a % c)
	case SDiv:
		return x / y
	}
	return x % y
}

func shift(op BinOp, x int64, a, c uint64) int64 {
	switch op {
	case Shl:
		return int64(a << c)
	case LShr:
		return int64(a >> c)
	}
	return x >> c
}

// foldCast converts integer constants, and reads the bits of float ones.
func foldCast(op CastOp, x Value, t *Type) (Value, bool) {
	switch {
	case x.kind == intConst && t.IsInt() && t.bits <= 64:
		if op == ZExt {
			return ConstInt(t, int64(x.unsigned())), true
		}
		if op == SExt && x.Type.bits == 1 {
			return ConstInt(t, -x.n), true
		}
		return ConstInt(t, x.n), true
	case op == BitCast && x.kind == intConst && t.IsFloat():
		return ConstBits(t, x.unsigned()), true
	case op == BitCast && x.kind == bitsConst && t.IsInt():
		return ConstInt(t, x.n), true
	}
	return Value{}, false
}

// foldICmp compares integer constants, and a value with itself.
func foldICmp(p Pred, x, y Value) (Value, bool) {
	if x.Equal(y) && !x.Type.IsVec() {
		return Bool(p == EQ || p == UGE || p == ULE || p == SGE || p == SLE), true
	}
	if x.kind != intConst || y.kind != intConst {
		return Value{}, false
	}
	a, c := x.unsigned(), y.unsigned()
	s, r := x.n, y.n
	if x.Type.bits == 1 { // true is -1 to a signed comparison
		s, r = -s, -r
	}
	return Bool(map[Pred]bool{
		EQ: a == c, NE: a != c,
		UGT: a > c, UGE: a >= c, ULT: a < c, ULE: a <= c,
		SGT: s > r, SGE: s >= r, SLT: s < r, SLE: s <= r,
	}[p]), true
}
