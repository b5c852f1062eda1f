package parser

import (
	"math"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
	"tawa/ir/affine"
)

// affineReader reads one affine map or set: the names that stand for its dimensions and symbols.
type affineReader struct {
	*parser
	names         map[string]*affine.Expr
	dims, symbols int
}

// affineAttr reads `affine_map<…>` or `affine_set<…>`.
func (p *parser) affineAttr() (ir.Attribute, bool) {
	wantMap := p.word("affine_map")
	p.next()
	if !p.want(asm.Less) {
		return nil, false
	}
	a := &affineReader{parser: p, names: map[string]*affine.Expr{}}
	span := p.Span()
	if !a.space() {
		return nil, false
	}
	var attr ir.Attribute
	isMap, ok := p.is(asm.Arrow), false
	switch {
	case isMap:
		p.next()
		attr, ok = a.results()
	case p.accept(asm.Colon):
		attr, ok = a.constraints()
	default:
		ok = p.expected("'->' or ':'")
	}
	switch {
	case !ok:
		return nil, false
	case isMap && !wantMap:
		return nil, p.fail(span, "expected an integer set, but got an affine map")
	case !isMap && wantMap:
		return nil, p.fail(span, "expected an affine map, but got an integer set")
	}
	return attr, p.want(asm.Greater)
}

// AffineMap reads `(d0) -> (d0)`, without a name before it.
func (p *parser) AffineMap() (ir.Attribute, bool) {
	a := &affineReader{parser: p, names: map[string]*affine.Expr{}}
	if !a.space() || !p.want(asm.Arrow) {
		return nil, false
	}
	return a.results()
}

// space reads `(d0, d1)[s0]`.
func (a *affineReader) space() bool {
	return a.List("(", ")", func() bool {
		a.dims++
		return a.declare(affine.NewDim(a.dims - 1))
	}) && (!a.is(asm.LSquare) || a.List("[", "]", func() bool {
		a.symbols++
		return a.declare(affine.NewSymbol(a.symbols - 1))
	}))
}

func (a *affineReader) declare(e *affine.Expr) bool {
	if !a.is(asm.Ident) {
		return a.expected("an identifier")
	}
	name := string(a.text())
	if a.names[name] != nil {
		return a.fail(diag.Span{}, "redefinition of identifier '%s'", name)
	}
	a.names[name] = e
	a.next()
	return true
}

func (a *affineReader) results() (ir.Attribute, bool) {
	var results []*affine.Expr
	ok := a.List("(", ")", func() bool {
		e := a.sum()
		results = append(results, e)
		return e != nil
	})
	if !ok {
		return nil, false
	}
	return a.ctx.AffineMap(affine.Map{Dims: a.dims, Symbols: a.symbols, Results: results}), true
}

// constraints reads `(expr == expr, expr >= expr, expr <= expr)`; no constraint is `0 == 0`.
func (a *affineReader) constraints() (ir.Attribute, bool) {
	s := affine.Set{Dims: a.dims, Symbols: a.symbols}
	ok := a.List("(", ")", func() bool {
		c, ok := a.constraint()
		s.Constraints = append(s.Constraints, c)
		return ok
	})
	if !ok {
		return nil, false
	}
	if len(s.Constraints) == 0 {
		s.Constraints = []affine.Constraint{{Expr: affine.NewConstant(0), Equal: true}}
	}
	return a.ctx.IntegerSet(s), true
}

func (a *affineReader) constraint() (c affine.Constraint, ok bool) {
	l := a.sum()
	if l == nil {
		return c, false
	}
	relation := a.tok.Kind
	switch relation {
	case asm.Equal, asm.Greater, asm.Less:
		a.next()
		if a.accept(asm.Equal) {
			break
		}
		fallthrough
	default:
		return c, a.fail(diag.Span{}, "expected '== expression', '>= expression' or '<= expression' at the end of an affine constraint")
	}
	r := a.sum()
	if r == nil {
		return c, false
	}
	if relation == asm.Less {
		l, r = r, l
	}
	return affine.Constraint{Expr: l.Sub(r), Equal: relation == asm.Equal}, true
}

// sum reads an expression, nil with an error. + and - bind least and are taken from the left.
func (a *affineReader) sum() *affine.Expr {
	e := a.product(nil)
	for e != nil && (a.is(asm.Plus) || a.is(asm.Minus)) {
		minus := a.is(asm.Minus)
		a.next()
		switch f := a.product(e); {
		case f == nil:
			return nil
		case minus:
			e = a.bounded(e.Sub(f))
		default:
			e = a.bounded(e.Add(f))
		}
	}
	return e
}

// bounded refuses expressions that are nested too deep to be walked.
func (a *affineReader) bounded(e *affine.Expr) *affine.Expr {
	if e.Depth() > maxDepth {
		a.Errorf(diag.Span{}, "nested deeper than %d levels", maxDepth)
		return nil
	}
	return e
}

var affineOps = map[string]affine.Kind{"mod": affine.Mod, "floordiv": affine.FloorDiv, "ceildiv": affine.CeilDiv}

// productOp is the operator at the current token.
func (a *affineReader) productOp() (k affine.Kind, ok bool) {
	if a.is(asm.Ident) {
		k, ok = affineOps[string(a.text())]
		return k, ok
	}
	return affine.Mul, a.is(asm.Star)
}

// product reads factors and divisors; left says what is before it, nil at the beginning.
func (a *affineReader) product(left *affine.Expr) *affine.Expr {
	e := a.operand(left)
	if e == nil {
		return nil
	}
	op, more := a.productOp()
	for span := a.Span(); more; {
		a.next()
		f := a.operand(e)
		if f == nil {
			return nil
		}
		next, again := a.productOp()
		if again { // an operation that is none is reported where it is found, which is at the one behind it
			span = a.Span()
		}
		if e = a.apply(op, e, f, span); e == nil {
			return nil
		}
		op, more = next, again
	}
	return e
}

func (a *affineReader) apply(op affine.Kind, e, f *affine.Expr, span diag.Span) *affine.Expr {
	name := [...]string{affine.Mod: "mod", affine.FloorDiv: "floordiv", affine.CeilDiv: "ceildiv"}
	switch {
	case op == affine.Mul && !e.Symbolic() && !f.Symbolic():
		a.Errorf(span, "not affine: one of the factors has to be a constant or symbolic")
		return nil
	case op == affine.Mul:
		return a.bounded(e.Mul(f))
	case !f.Symbolic():
		a.Errorf(span, "not affine: the right operand of %s has to be a constant or symbolic", name[op])
		return nil
	case op == affine.Mod:
		return a.bounded(e.Mod(f))
	case op == affine.FloorDiv:
		return a.bounded(e.FloorDiv(f))
	}
	return a.bounded(e.CeilDiv(f))
}

// operand reads a name, a number, an expression in parentheses, or the negative of one of these.
func (a *affineReader) operand(left *affine.Expr) *affine.Expr {
	if !a.enter() {
		return nil
	}
	defer a.leave()
	switch a.tok.Kind {
	case asm.Ident:
		return a.name()
	case asm.Integer:
		v, ok := a.unsigned()
		if !ok || v > math.MaxInt64 {
			a.Errorf(diag.Span{}, "constant too large for index")
			return nil
		}
		a.next()
		return affine.NewConstant(int64(v))
	case asm.Minus:
		a.next()
		if v, ok := a.unsigned(); ok && v == -math.MinInt64 { // MLIR prints it but does not read it
			a.next()
			return affine.NewConstant(math.MinInt64)
		}
		if e := a.operand(left); e != nil {
			return a.bounded(e.Neg())
		}
		return nil
	case asm.LParen:
		a.next()
		if a.is(asm.RParen) {
			a.Errorf(diag.Span{}, "no expression inside parentheses")
			return nil
		}
		e := a.sum()
		if e == nil || !a.want(asm.RParen) {
			return nil
		}
		return e
	}
	switch {
	case left != nil:
		a.Errorf(diag.Span{}, "missing right operand of a binary operator")
	case a.is(asm.Plus), a.is(asm.Star):
		a.Errorf(diag.Span{}, "missing left operand of a binary operator")
	default:
		a.Errorf(diag.Span{}, "expected an affine expression")
	}
	return nil
}

func (a *affineReader) name() *affine.Expr {
	name := string(a.text())
	e := a.names[name]
	if e == nil {
		d := a.Errorf(diag.Span{}, "use of undeclared identifier '%s'", name)
		if near, ok := diag.Nearest(name, func(yield func(string) bool) {
			for n := range a.names {
				if !yield(n) {
					return
				}
			}
		}); ok {
			d.Hint("did you mean '%s'?", near)
		}
		return nil
	}
	a.next()
	return e
}
