package ttng

import (
	"tawa/dialects/ttg"
	"tawa/ir"
)

// TensorMemoryAttr is `#ttng.tensor_memory`, the memory space of Blackwell's accumulators.
type TensorMemoryAttr struct{ ir.AttrBase }

// AttrName, Key and Print implement ir.Attribute.
func (*TensorMemoryAttr) AttrName() string    { return "ttng.tensor_memory" }
func (*TensorMemoryAttr) Key(*ir.Key)         {}
func (*TensorMemoryAttr) Print(ir.AsmPrinter) {}

func parseTensorMemory(p ir.AsmParser) (ir.Attribute, bool) {
	return ir.UniqueAttr(p.Context(), &TensorMemoryAttr{}), true
}

// cluster says how the CTAs of a cluster share a buffer: how many along M and N, or
// (from 3.8 on) the bases of a map from the number of the CTA. Both are kept as they are spelt.
type cluster struct {
	SplitM, SplitN int64
	CGA            ttg.CGA
}

func (c *cluster) key(k *ir.Key) {
	k.Int(c.SplitM).Int(c.SplitN).Int(int64(len(c.CGA)))
	for _, b := range c.CGA {
		k.Ints(b)
	}
}

// TMEMAttr is `#ttng.tensor_memory_encoding<…>`: rows in the lanes, in blocks of
// BlockM × BlockN; an element takes ColStride places of its width. In 3.5, which has no
// ColStride, Unpacked elements take a word of 32 bits; how many places that is only the
// buffer's element says, so it is kept as it was spelt, with a ColStride of 0.
type TMEMAttr struct {
	ir.AttrBase
	BlockM, BlockN, ColStride int64
	Cluster                   cluster
	Unpacked                  bool
	TwoCTAs, FP4Padded        bool
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*TMEMAttr) AttrName() string { return "ttng.tensor_memory_encoding" }
func (*TMEMAttr) Alias() string    { return "tmem" }
func (a *TMEMAttr) Key(k *ir.Key) {
	k.Int(a.BlockM).Int(a.BlockN).Int(a.ColStride).Bool(a.Unpacked).Bool(a.TwoCTAs).Bool(a.FP4Padded)
	a.Cluster.key(k)
}
func (a *TMEMAttr) Print(p ir.AsmPrinter) {
	w := &params{p: p}
	w.int("blockM", a.BlockM)
	w.int("blockN", a.BlockN)
	if a.ColStride == 0 {
		w.bool("unpacked", a.Unpacked)
	} else {
		w.int("colStride", a.ColStride)
	}
	w.cluster(&a.Cluster)
	w.flag("twoCTAs", a.TwoCTAs)
	w.flag("fp4Padded", a.FP4Padded)
	w.end()
}

func parseTMEM(p ir.AsmParser) (ir.Attribute, bool) {
	a := &TMEMAttr{Cluster: cluster{SplitM: 1, SplitN: 1}}
	span := p.Span()
	ok := readParams(p, map[string]any{
		"blockM": &a.BlockM, "blockN": &a.BlockN, "colStride": &a.ColStride, "unpacked": &a.Unpacked, "CTASplitM": &a.Cluster.SplitM,
		"CTASplitN": &a.Cluster.SplitN, "CGALayout": &a.Cluster.CGA, "twoCTAs": &a.TwoCTAs, "fp4Padded": &a.FP4Padded,
	}, "blockM", "blockN")
	if !ok {
		return nil, false
	}
	if a.BlockM < 1 || a.BlockN < 1 || a.ColStride < 0 || a.ColStride > 0 && a.Unpacked {
		p.Errorf(span, "blockM, blockN and colStride must be positive; unpacked is the older word for a colStride")
		return nil, false
	}
	if err := a.Cluster.CGA.Check(2); err != nil {
		p.Errorf(span, "%s", err)
		return nil, false
	}
	if a.FP4Padded && a.ColStride > 1 {
		p.Errorf(span, "fp4Padded requires a colStride of 1, not %d", a.ColStride)
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

// TMEMScalesAttr is `#ttng.tensor_memory_scales_encoding<…>`: the scales of a microscaled dot.
type TMEMScalesAttr struct {
	ir.AttrBase
	Cluster cluster
	KThenMN bool
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*TMEMScalesAttr) AttrName() string { return "ttng.tensor_memory_scales_encoding" }
func (*TMEMScalesAttr) Alias() string    { return "tmem_scales" }
func (a *TMEMScalesAttr) Key(k *ir.Key) {
	k.Bool(a.KThenMN)
	a.Cluster.key(k)
}
func (a *TMEMScalesAttr) Print(p ir.AsmPrinter) {
	w := &params{p: p}
	w.cluster(&a.Cluster)
	if a.KThenMN {
		w.name("blockRepOrder")
		p.Str("kThenMn")
	}
	w.end()
}

func parseTMEMScales(p ir.AsmParser) (ir.Attribute, bool) {
	a := &TMEMScalesAttr{Cluster: cluster{SplitM: 1, SplitN: 1}}
	var order string
	span := p.Span()
	ok := readParams(p, map[string]any{
		"CTASplitM": &a.Cluster.SplitM, "CTASplitN": &a.Cluster.SplitN, "CGALayout": &a.Cluster.CGA, "blockRepOrder": &order,
	})
	if !ok {
		return nil, false
	}
	if err := a.Cluster.CGA.Check(2); err != nil {
		p.Errorf(span, "%s", err)
		return nil, false
	}
	a.KThenMN = order == "kThenMn"
	return ir.UniqueAttr(p.Context(), a), true
}

// Im2ColType is `!ttng.tensordesc_im2col<SHAPExELT, ENCODING>`: a descriptor that TMA
// reads in the pattern of a convolution.
type Im2ColType struct {
	ir.TypeBase
	Shape    []int64
	Elem     ir.Type
	Encoding ir.Attribute // may be nil
}

// TypeName, Key and Print implement ir.Type.
func (*Im2ColType) TypeName() string { return "ttng.tensordesc_im2col" }
func (t *Im2ColType) Key(k *ir.Key)  { k.Ints(t.Shape).Type(t.Elem).Attr(t.Encoding) }
func (t *Im2ColType) Print(p ir.AsmPrinter) {
	p.Str("<")
	ir.PrintShape(p, t.Shape)
	p.Type(t.Elem)
	if t.Encoding != nil {
		p.Str(", ")
		p.Attr(t.Encoding)
	}
	p.Str(">")
}

func isIm2Col(t ir.Type) bool { _, ok := t.(*Im2ColType); return ok }

func parseIm2Col(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	t, span := &Im2ColType{}, p.Span()
	// The newer spelling; the older one has a tensor type inside.
	inner, present, ok := p.OptionalType()
	if tensor, is := inner.(*ir.RankedTensorType); present && ok && is {
		t.Shape, t.Elem, t.Encoding = tensor.Shape, tensor.Elem, tensor.Encoding
		return ir.UniqueType(p.Context(), t), p.Punct(">")
	}
	if present {
		return nil, false
	}
	if t.Shape, ok = p.Shape(false); !ok {
		return nil, false
	}
	if len(t.Shape) != 2 {
		p.Errorf(span, "requires a shape of rank 2, not %d", len(t.Shape))
		return nil, false
	}
	if t.Elem, ok = p.Type(); !ok {
		return nil, false
	}
	if p.OptionalPunct(",") {
		if t.Encoding, ok = p.Attr(nil); !ok {
			return nil, false
		}
	}
	return ir.UniqueType(p.Context(), t), p.Punct(">")
}
