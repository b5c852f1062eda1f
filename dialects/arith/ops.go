package arith

import (
	"tawa/dialects/builtin"
	"tawa/dialects/ub"
	"tawa/ir"
)

// The ops.
var (
	Constant      = ir.Op("arith.constant")
	AddI          = ir.Op("arith.addi")
	AddUIExtended = ir.Op("arith.addui_extended")
	SubI          = ir.Op("arith.subi")
	MulI          = ir.Op("arith.muli")
	MulSIExtended = ir.Op("arith.mulsi_extended")
	MulUIExtended = ir.Op("arith.mului_extended")
	DivUI         = ir.Op("arith.divui")
	DivSI         = ir.Op("arith.divsi")
	CeilDivUI     = ir.Op("arith.ceildivui")
	CeilDivSI     = ir.Op("arith.ceildivsi")
	FloorDivSI    = ir.Op("arith.floordivsi")
	RemUI         = ir.Op("arith.remui")
	RemSI         = ir.Op("arith.remsi")
	AndI          = ir.Op("arith.andi")
	OrI           = ir.Op("arith.ori")
	XOrI          = ir.Op("arith.xori")
	ShLI          = ir.Op("arith.shli")
	ShRUI         = ir.Op("arith.shrui")
	ShRSI         = ir.Op("arith.shrsi")
	MaxSI         = ir.Op("arith.maxsi")
	MaxUI         = ir.Op("arith.maxui")
	MinSI         = ir.Op("arith.minsi")
	MinUI         = ir.Op("arith.minui")
	NegF          = ir.Op("arith.negf")
	AddF          = ir.Op("arith.addf")
	SubF          = ir.Op("arith.subf")
	MulF          = ir.Op("arith.mulf")
	DivF          = ir.Op("arith.divf")
	RemF          = ir.Op("arith.remf")
	MaximumF      = ir.Op("arith.maximumf")
	MaxNumF       = ir.Op("arith.maxnumf")
	MinimumF      = ir.Op("arith.minimumf")
	MinNumF       = ir.Op("arith.minnumf")
	ExtUI         = ir.Op("arith.extui")
	ExtSI         = ir.Op("arith.extsi")
	ExtF          = ir.Op("arith.extf")
	ScalingExtF   = ir.Op("arith.scaling_extf")
	TruncI        = ir.Op("arith.trunci")
	TruncF        = ir.Op("arith.truncf")
	ScalingTruncF = ir.Op("arith.scaling_truncf")
	UIToFP        = ir.Op("arith.uitofp")
	SIToFP        = ir.Op("arith.sitofp")
	FPToUI        = ir.Op("arith.fptoui")
	FPToSI        = ir.Op("arith.fptosi")
	IndexCast     = ir.Op("arith.index_cast")
	IndexCastUI   = ir.Op("arith.index_castui")
	Bitcast       = ir.Op("arith.bitcast")
	CmpI          = ir.Op("arith.cmpi")
	CmpF          = ir.Op("arith.cmpf")
	Select        = ir.Op("arith.select")
)

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "arith", Summary: "arithmetic on integers and floats", Constant: materialize}) {
		return
	}
	ub.Register(r)
	r.DefineAttr(fastMath.name, fastMath.parse)
	r.DefineAttr(overflow.name, overflow.parse)
	registerIntegers(r)
	registerFloats(r)
	registerCasts(r)
	registerOthers(r)
	ir.Attach(r, Select, builtin.ViewLike, builtin.ViewOf(1, 2))
	for _, n := range []*ir.OpName{DivUI, CeilDivUI, RemUI} {
		ir.Attach[builtin.Speculation](r, n, builtin.Speculatable, divisorIsSafe(false))
	}
	for _, n := range []*ir.OpName{DivSI, CeilDivSI, FloorDivSI, RemSI} {
		ir.Attach[builtin.Speculation](r, n, builtin.Speculatable, divisorIsSafe(true))
	}
}

const (
	elementwise  = ir.Pure | ir.Elementwise
	uniform      = elementwise | ir.SameOperandsAndResultType
	commutative  = uniform | ir.Commutative
	withOverflow = "(`overflow` `` $overflowFlags^)? "
	withFastMath = "(`fastmath` `` $fastmath^)? "
	withRounding = "($roundingmode^)? "
)

// binary is an op on two integers, which gives a third of their type.
func binary(summary string, traits ir.Trait, rules ...rule) ir.OpDef {
	return ir.OpDef{
		Summary:  summary,
		Operands: []ir.Operand{{Name: "lhs", Type: ir.AnyIntegerLike}, {Name: "rhs", Type: ir.AnyIntegerLike}},
		Results:  []ir.Result{{Name: "result", Type: ir.AnyIntegerLike}},
		Traits:   traits,
		Format:   "$lhs `,` $rhs attr-dict `:` type($result)",
		Fold:     folds(rules...),
	}
}

// wrapping is a binary op with overflow flags.
func wrapping(summary string, traits ir.Trait, rules ...rule) ir.OpDef {
	d := binary(summary, traits, rules...)
	d.Attrs = []ir.Attr{overflowColumn}
	d.Format = "$lhs `,` $rhs " + withOverflow + "attr-dict `:` type($result)"
	return d
}

// exactable is a binary op that may say that no bits are lost.
func exactable(summary string, rules ...rule) ir.OpDef {
	d := binary(summary, uniform, rules...)
	d.Attrs = []ir.Attr{ir.Unit("isExact")}
	d.Format = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)"
	return d
}

// binaryFloat is an op on two floats, which gives a third of their type.
func binaryFloat(summary string, traits ir.Trait, rules ...rule) ir.OpDef {
	return ir.OpDef{
		Summary:  summary,
		Operands: []ir.Operand{{Name: "lhs", Type: ir.AnyFloatLike}, {Name: "rhs", Type: ir.AnyFloatLike}},
		Results:  []ir.Result{{Name: "result", Type: ir.AnyFloatLike}},
		Attrs:    []ir.Attr{FastMathColumn},
		Traits:   traits,
		Format:   "$lhs `,` $rhs " + withFastMath + "attr-dict `:` type($result)",
		Fold:     folds(rules...),
	}
}

// patterns returns the row with its own rewrites.
func patterns(d ir.OpDef, ps ...ir.Pattern) ir.OpDef {
	d.Canonicalize = ps
	return d
}

func registerIntegers(r *ir.Registry) {
	r.Define(AddI, patterns(wrapping("the sum", commutative, rightIdentity(0), addOfSub, intConst(addInt)), append(addConstants(AddI), negatedProduct)...))
	r.Define(SubI, patterns(wrapping("the difference", uniform, sameGivesZero, rightIdentity(0), subOfAdd, intConst(subInt)), append(addConstants(SubI), differenceLess)...))
	r.Define(MulI, patterns(wrapping("the product", commutative, rightAbsorbs(0), rightIdentity(1), intConst(mulInt)), mulConstants))
	r.Define(DivUI, exactable("the quotient of unsigned integers, rounded down", rightIdentity(1), quotientOfProduct(NoUnsignedWrap), intConst(divUnsigned)))
	r.Define(DivSI, exactable("the quotient of signed integers, rounded towards zero", rightIdentity(1), quotientOfProduct(NoSignedWrap), intConst(divSigned(0))))
	r.Define(CeilDivUI, binary("the quotient of unsigned integers, rounded up", uniform, rightIdentity(1), intConst(ceilDivUnsigned)))
	r.Define(CeilDivSI, binary("the quotient of signed integers, rounded up", uniform, rightIdentity(1), intConst(divSigned(1))))
	r.Define(FloorDivSI, binary("the quotient of signed integers, rounded down", uniform, rightIdentity(1), intConst(divSigned(-1))))
	r.Define(RemUI, binary("the remainder of divui", uniform, remByOne, intConst(remUnsigned)))
	r.Define(RemSI, binary("the remainder of divsi, with the sign of the dividend", uniform, remByOne, intConst(remSigned)))
	r.Define(AndI, patterns(binary("bitwise and", commutative, rightAbsorbs(0), rightIdentity(-1), sameGivesSame, withComplement(0), andTwice, intConst(andInt)), ofExtensions(AndI)...))
	r.Define(OrI, patterns(binary("bitwise or", commutative, rightIdentity(0), rightAbsorbs(-1), sameGivesSame, withComplement(-1), intConst(orInt)), ofExtensions(OrI)...))
	r.Define(XOrI, patterns(binary("bitwise exclusive or", commutative, rightIdentity(0), sameGivesZero, xorTwice, intConst(xorInt)), append(ofExtensions(XOrI), notOfCompare)...))
	r.Define(ShLI, wrapping("shift to the left, zeros shifted in", uniform, rightIdentity(0), intConst(shiftLeft)))
	r.Define(ShRUI, exactable("shift to the right, zeros shifted in", rightIdentity(0), intConst(shiftRight)))
	r.Define(ShRSI, exactable("shift to the right, the sign shifted in", rightIdentity(0), intConst(shiftRightSigned)))
	r.Define(MaxSI, binary("the larger of signed integers", commutative, sameGivesSame, extremes(maxSigned, minSigned), intConst(maxInt)))
	r.Define(MinSI, binary("the smaller of signed integers", commutative, sameGivesSame, extremes(minSigned, maxSigned), intConst(minInt)))
	r.Define(MaxUI, binary("the larger of unsigned integers", commutative, sameGivesSame, extremes(maxUnsigned, zero), intConst(maxUInt)))
	r.Define(MinUI, binary("the smaller of unsigned integers", commutative, sameGivesSame, extremes(zero, maxUnsigned), intConst(minUInt)))
	r.Define(AddUIExtended, ir.OpDef{
		Summary:  "the sum of unsigned integers, and whether it was too large",
		Operands: []ir.Operand{{Name: "lhs", Type: ir.AnyIntegerLike}, {Name: "rhs", Type: ir.AnyIntegerLike}},
		Results:  []ir.Result{{Name: "sum", Type: ir.AnyIntegerLike}, {Name: "overflow", Type: ir.BoolLike}},
		TypeRules: []ir.TypeRule{
			{To: "lhs", From: "sum", Summary: "all of {lhs, rhs, sum} have same type"},
			{To: "rhs", From: "lhs", Summary: "all of {lhs, rhs, sum} have same type"},
			{To: "sum", From: "lhs", Summary: "all of {lhs, rhs, sum} have same type"},
			{To: "overflow", From: "lhs", Map: BoolLike, Summary: "overflow is one bit for each sum"},
		},
		Traits:       elementwise | ir.Commutative,
		Format:       "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
		Fold:         foldAddExtended,
		Canonicalize: []ir.Pattern{lowHalf(AddUIExtended, AddI)},
		ResultName:   columnName,
	})
	r.Define(MulSIExtended, patterns(mulExtended("the product of signed integers in two halves", mulHighSigned), lowHalf(MulSIExtended, MulI)))
	r.Define(MulUIExtended, patterns(mulExtended("the product of unsigned integers in two halves", mulHighUnsigned), lowHalf(MulUIExtended, MulI)))
}

func mulExtended(summary string, high intFunc) ir.OpDef {
	return ir.OpDef{
		Summary:    summary,
		Operands:   []ir.Operand{{Name: "lhs", Type: ir.AnyIntegerLike}, {Name: "rhs", Type: ir.AnyIntegerLike}},
		Results:    []ir.Result{{Name: "low", Type: ir.AnyIntegerLike}, {Name: "high", Type: ir.AnyIntegerLike}},
		Traits:     commutative,
		Format:     "$lhs `,` $rhs attr-dict `:` type($lhs)",
		Fold:       foldMulExtended(high),
		ResultName: columnName,
	}
}

// columnName names a result as its column.
func columnName(op *ir.Operation, i int) string { return op.Def().Results[i].Name }

func registerFloats(r *ir.Registry) {
	r.Define(NegF, ir.OpDef{
		Summary:  "the value with its sign flipped, NaN too",
		Operands: []ir.Operand{{Name: "operand", Type: ir.AnyFloatLike}},
		Results:  []ir.Result{{Name: "result", Type: ir.AnyFloatLike}},
		Attrs:    []ir.Attr{FastMathColumn},
		Traits:   uniform,
		Format:   "$operand " + withFastMath + "attr-dict `:` type($result)",
		Fold:     folds(negTwice, negConst),
	})
	r.Define(AddF, binaryFloat("the sum", commutative, floatIdentity(negativeZero), floatConst(addFloat)))
	r.Define(SubF, binaryFloat("the difference", uniform, floatIdentity(0), floatConst(subFloat)))
	r.Define(MulF, patterns(binaryFloat("the product", commutative, floatIdentity(1), mulByZero, floatConst(mulFloat)), ofNegated(MulF)))
	r.Define(DivF, patterns(binaryFloat("the quotient", uniform, floatIdentity(1), floatConst(divFloat)), ofNegated(DivF)))
	r.Define(RemF, binaryFloat("the remainder of the quotient rounded towards zero", uniform, floatConst(remFloat)))
	r.Define(MaximumF, binaryFloat("the larger, NaN if one is NaN", commutative, sameGivesSame, floatIdentity(negativeInfinity), extremeConst(true, true)))
	r.Define(MinimumF, binaryFloat("the smaller, NaN if one is NaN", commutative, sameGivesSame, floatIdentity(infinity), extremeConst(false, true)))
	r.Define(MaxNumF, binaryFloat("the larger, the other if one is NaN", commutative, sameGivesSame, otherThanNaN, extremeConst(true, false)))
	r.Define(MinNumF, binaryFloat("the smaller, the other if one is NaN", commutative, sameGivesSame, otherThanNaN, extremeConst(false, false)))
}

// cast is an op from one type to another of the same shape. Ok says which pairs of
// element types are allowed; nil allows all.
func cast(summary string, in, out *ir.TypeConstraint, middle string, ok func(from, to ir.Type) bool, rules ...rule) ir.OpDef {
	d := ir.OpDef{
		Summary:  summary,
		Operands: []ir.Operand{{Name: "in", Type: in}},
		Results:  []ir.Result{{Name: "out", Type: out}},
		Traits:   elementwise,
		Format:   "$in " + middle + "attr-dict `:` type($in) `to` type($out)",
		Fold:     folds(rules...),
	}
	if ok != nil {
		d.Verify = castable(ok)
	}
	return d
}

func withAttrs(d ir.OpDef, attrs ...ir.Attr) ir.OpDef {
	d.Attrs = attrs
	return d
}

func registerCasts(r *ir.Registry) {
	r.Define(ExtUI, cast("a wider integer, zeros put before", fixedInteger, fixedInteger, "", wider, extTwice(ExtUI), castConst(extendUnsigned)))
	r.Define(ExtSI, patterns(cast("a wider integer, the sign put before", fixedInteger, fixedInteger, "", wider, extTwice(ExtSI), castConst(resizeSigned)), signOfUnsigned))
	r.Define(TruncI, patterns(withAttrs(cast("a narrower integer, high bits dropped", fixedInteger, fixedInteger, withOverflow, narrower, truncOfExt, castConst(resizeSigned)), overflowColumn),
		truncExtended(ExtSI), truncExtended(ExtUI), truncOfShift))
	r.Define(ExtF, withAttrs(cast("a float in a wider format, exactly", ir.AnyFloatLike, ir.AnyFloatLike, withFastMath, wider, castConst(convertFloat)), maybeFastMath))
	r.Define(TruncF, withAttrs(cast("a float in a narrower format, rounded", ir.AnyFloatLike, ir.AnyFloatLike, withRounding+withFastMath, narrower, truncOfExtF, castConst(convertFloat)),
		roundingColumn, maybeFastMath))
	r.Define(UIToFP, cast("an unsigned integer as a float, rounded to nearest even", fixedInteger, ir.AnyFloatLike, "", nil, castConst(unsignedToFloat)))
	r.Define(SIToFP, cast("a signed integer as a float, rounded to nearest even", fixedInteger, ir.AnyFloatLike, "", nil, castConst(signedToFloat)))
	r.Define(FPToUI, cast("a float as an unsigned integer, rounded towards zero", ir.AnyFloatLike, fixedInteger, "", nil, castConst(floatToUnsigned)))
	r.Define(FPToSI, cast("a float as a signed integer, rounded towards zero", ir.AnyFloatLike, fixedInteger, "", nil, castConst(floatToSigned)))
	r.Define(IndexCast, patterns(cast("an index as an integer or the other way, sign-extended", ir.AnyIntegerLike, ir.AnyIntegerLike, "", indexAndInteger, indexTwice(IndexCast), castConst(resizeSigned)), castOfExtension(IndexCast, ExtSI)))
	r.Define(IndexCastUI, patterns(cast("an index as an integer or the other way, zero-extended", ir.AnyIntegerLike, ir.AnyIntegerLike, "", indexAndInteger, indexTwice(IndexCastUI), castConst(extendUnsigned)), castOfExtension(IndexCastUI, ExtUI)))
	r.Define(Bitcast, cast("the same bits as a value of another type", bitsLike, bitsLike, "", sameWidth, bitcastTwice, castConst(sameBits)))
	scaling := func(d ir.OpDef, attrs ...ir.Attr) ir.OpDef {
		middle := withFastMath
		if len(attrs) > 1 {
			middle = withRounding + middle
		}
		d.Operands = append(d.Operands, ir.Operand{Name: "scale", Type: ir.AnyFloatLike})
		d.Format = "$in `,` $scale " + middle + "attr-dict `:` type($in) `,` type($scale) `to` type($out)"
		return withAttrs(d, attrs...)
	}
	r.Define(ScalingExtF, scaling(cast("a float times a power of two, in a wider format", ir.AnyFloatLike, ir.AnyFloatLike, "", wider), maybeFastMath))
	r.Define(ScalingTruncF, scaling(cast("a float divided by a power of two, in a narrower format", ir.AnyFloatLike, ir.AnyFloatLike, "", narrower), roundingColumn, maybeFastMath))
}

func registerOthers(r *ir.Registry) {
	r.Define(Constant, ir.OpDef{
		Summary:    "a value known when the program is compiled",
		Results:    []ir.Result{{Name: "result", Type: ir.AnyType}},
		Attrs:      []ir.Attr{{Name: "value", Kind: ir.TypedAttrKind}},
		Traits:     ir.Pure | ir.ConstantLike,
		Format:     "attr-dict $value",
		InferTypes: inferConstant,
		Verify:     verifyConstant,
		ResultName: constantName,
	})
	compare := func(summary string, t *ir.TypeConstraint, predicate *ir.AttrConstraint, middle string, attrs ...ir.Attr) ir.OpDef {
		return ir.OpDef{
			Summary:   summary,
			Operands:  []ir.Operand{{Name: "lhs", Type: t}, {Name: "rhs", Type: t}},
			Results:   []ir.Result{{Name: "result", Type: ir.BoolLike}},
			Attrs:     append([]ir.Attr{{Name: "predicate", Kind: predicate}}, attrs...),
			TypeRules: []ir.TypeRule{{To: "result", From: "lhs", Map: BoolLike, Summary: "result type has i1 element type and same shape as operands"}},
			Traits:    elementwise | ir.SameTypeOperands,
			Format:    "$predicate `,` $lhs `,` $rhs " + middle + "attr-dict `:` type($lhs)",
		}
	}
	cmpI := compare("whether two integers compare so", ir.AnyIntegerLike, cmpIPredicate, "")
	cmpI.Fold = folds(cmpConstantRight, cmpSame, cmpBool, cmpConst)
	cmpI.Canonicalize = compareExtended
	r.Define(CmpI, cmpI)
	cmpF := compare("whether two floats compare so", ir.AnyFloatLike, cmpFPredicate, withFastMath, FastMathColumn)
	cmpF.Fold = folds(cmpFTrivial, cmpFConst)
	r.Define(CmpF, cmpF)
	r.Define(Select, ir.OpDef{
		Summary: "the second operand if the first is true, else the third",
		Operands: []ir.Operand{{Name: "condition", Type: ir.BoolLike},
			{Name: "true_value", Type: ir.AnyType}, {Name: "false_value", Type: ir.AnyType}},
		Results: []ir.Result{{Name: "result", Type: ir.AnyType}},
		TypeRules: []ir.TypeRule{
			{To: "false_value", From: "true_value", Summary: "all of {true_value, false_value, result} have same type"},
			{To: "result", From: "true_value", Summary: "all of {true_value, false_value, result} have same type"},
		},
		Traits:       elementwise,
		Parse:        parseSelect,
		Print:        printSelect,
		Verify:       verifySelect,
		Fold:         foldSelect,
		Canonicalize: append(selectPatterns, partOfSelect),
	})
}
