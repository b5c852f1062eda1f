package ir

// Constraints that rows of several dialects share.

func typeIs(summary string, ok func(Type) bool) *TypeConstraint {
	return &TypeConstraint{Summary: summary, Ok: ok}
}

func exactly(summary string, build func(*Context) Type) *TypeConstraint {
	return &TypeConstraint{
		Summary: summary,
		Ok:      func(t Type) bool { return t == build(t.Context()) },
		Build:   build,
	}
}

// IsInteger reports whether t is an integer type.
func IsInteger(t Type) bool { _, ok := t.(*IntegerType); return ok }

// IsSignless reports whether t is an integer without a sign.
func IsSignless(t Type) bool { i, ok := t.(*IntegerType); return ok && i.Sign == Signless }

// IsIndex reports whether t is index.
func IsIndex(t Type) bool { _, ok := t.(*IndexType); return ok }

// IsFloat reports whether t is a floating-point type.
func IsFloat(t Type) bool { _, ok := t.(*FloatType); return ok }

// IsTensor reports whether t is a ranked tensor.
func IsTensor(t Type) bool { _, ok := t.(*RankedTensorType); return ok }

// Like allows t and vectors and tensors of it.
func Like(ok func(Type) bool) func(Type) bool {
	return func(t Type) bool {
		switch s := t.(type) {
		case *RankedTensorType, *UnrankedTensorType, *VectorType:
			return ok(ElementType(s))
		}
		return ok(t)
	}
}

func signlessOrIndex(t Type) bool { return IsSignless(t) || IsIndex(t) }
func isI1(t Type) bool            { return IsSignless(t) && BitWidth(t) == 1 }

// Type constraints.
var (
	AnyType         = typeIs("any type", func(Type) bool { return true })
	AnyIntegerLike  = typeIs("signless-integer-like", Like(signlessOrIndex))
	AnyFloatLike    = typeIs("floating-point-like", Like(IsFloat))
	AnyNumberLike   = typeIs("integer-like or floating-point-like", Like(func(t Type) bool { return signlessOrIndex(t) || IsFloat(t) }))
	BoolLike        = typeIs("bool-like", Like(isI1))
	AnySignless     = typeIs("signless integer or index", signlessOrIndex)
	AnyTensor       = typeIs("ranked tensor of any type values", IsTensor)
	I1              = exactly("1-bit signless integer", func(c *Context) Type { return c.I1() })
	I32             = exactly("32-bit signless integer", func(c *Context) Type { return c.I32() })
	I64             = exactly("64-bit signless integer", func(c *Context) Type { return c.I64() })
	IndexOnly       = exactly("index", func(c *Context) Type { return c.Index() })
	AnyIntegerType  = typeIs("signless integer", IsSignless)
	AnyFunctionType = typeIs("function type", func(t Type) bool { _, ok := t.(*FunctionType); return ok })
)

func attrIs[T Attribute](summary string) *AttrConstraint {
	return &AttrConstraint{Summary: summary, Ok: func(a Attribute) bool { _, ok := a.(T); return ok }}
}

func intAttrOf(summary string, t func(*Context) Type) *AttrConstraint {
	return &AttrConstraint{
		Summary: summary,
		Ok:      func(a Attribute) bool { i, ok := a.(*IntegerAttr); return ok && i.Type == t(a.Context()) },
		Type:    t,
	}
}

// Attribute constraints.
var (
	AnyAttr        = &AttrConstraint{Summary: "any attribute", Ok: func(Attribute) bool { return true }}
	StringAttrKind = attrIs[*StringAttr]("string attribute")
	UnitAttrKind   = attrIs[*UnitAttr]("unit attribute")
	TypeAttrKind   = attrIs[*TypeAttr]("any type attribute")
	ArrayAttrKind  = attrIs[*ArrayAttr]("array attribute")
	DictAttrKind   = attrIs[*DictAttr]("dictionary of named attribute values")
	SymbolAttrKind = attrIs[*StringAttr]("string attribute")
	SymbolRefKind  = attrIs[*SymbolRefAttr]("symbol reference attribute")
	FlatSymbolKind = &AttrConstraint{Summary: "flat symbol reference attribute", Ok: func(a Attribute) bool {
		s, ok := a.(*SymbolRefAttr)
		return ok && len(s.Nested) == 0
	}}
	IntegerAttrKind  = attrIs[*IntegerAttr]("integer attribute")
	FunctionTypeKind = &AttrConstraint{Summary: "type attribute of function type", Ok: func(a Attribute) bool {
		t, ok := a.(*TypeAttr)
		return ok && AnyFunctionType.Ok(t.Type)
	}}
	TypedAttrKind    = &AttrConstraint{Summary: "TypedAttr instance", Ok: func(a Attribute) bool { return TypeOfAttr(a) != nil }}
	BoolAttrKind     = intAttrOf("bool attribute", func(c *Context) Type { return c.I1() })
	I32AttrKind      = intAttrOf("32-bit signless integer attribute", func(c *Context) Type { return c.I32() })
	I64AttrKind      = intAttrOf("64-bit signless integer attribute", func(c *Context) Type { return c.I64() })
	I32ArrayAttrKind = denseArrayOf("i32 dense array attribute", func(c *Context) Type { return c.I32() })
	I64ArrayAttrKind = denseArrayOf("i64 dense array attribute", func(c *Context) Type { return c.I64() })
)

func denseArrayOf(summary string, elem func(*Context) Type) *AttrConstraint {
	return &AttrConstraint{Summary: summary, Ok: func(a Attribute) bool {
		d, ok := a.(*DenseArrayAttr)
		return ok && d.Elem == elem(a.Context())
	}}
}

// EnumAttr is an integer attribute of i32 (or i64) whose values 0, 1, … have
// names that assembly forms print bare; "" is no value.
func EnumAttr(summary string, wide bool, names ...string) *AttrConstraint {
	t := func(c *Context) Type {
		if wide {
			return c.I64()
		}
		return c.I32()
	}
	k := intAttrOf(summary, t)
	inner := k.Ok
	k.Enum = names
	k.Ok = func(a Attribute) bool {
		if !inner(a) {
			return false
		}
		v := a.(*IntegerAttr).Value
		return v >= 0 && v < int64(len(names)) && names[v] != ""
	}
	return k
}

// TypeOfAttr returns the type of a number, dense elements or (for other
// attributes with one) the type; nil if it has none.
func TypeOfAttr(a Attribute) Type {
	switch a := a.(type) {
	case *IntegerAttr:
		return a.Type
	case *FloatAttr:
		return a.Type
	case *DenseElementsAttr:
		return a.Type
	case *StringAttr:
		return a.Type
	case *DenseStringAttr:
		return a.Type
	case *SparseAttr:
		return a.Type
	case *DenseResourceAttr:
		return a.Type
	case *OpaqueAttr:
		return a.Type
	}
	return nil
}

// DefaultI32 is a default of type i32, for Attr.Default.
func DefaultI32(v int64) func(*Context) Attribute {
	return func(c *Context) Attribute { return c.I32Attr(v) }
}

// DefaultI64 is a default of type i64.
func DefaultI64(v int64) func(*Context) Attribute {
	return func(c *Context) Attribute { return c.I64Attr(v) }
}

// DefaultBool is a default of type i1.
func DefaultBool(v bool) func(*Context) Attribute {
	return func(c *Context) Attribute { return c.Bool(v) }
}
