package ir

import (
	"slices"
	"unsafe"
)

// Arena makes operations of one goroutine from pages, which costs less than making each by itself. A page is
// collected when nothing of it is in use. The zero Arena is ready to use, as is nil, which makes no pages.
type Arena struct {
	ops    []Operation
	uses   []Use
	values []Value
	slots  []Attribute
	extras []opExtra
	named  []NamedAttr
	places []origin
	files  []FileLineColLoc
}

// pageBytes is about the size of a page.
const pageBytes = 4 << 10

// take cuts n elements off a page, a new one if the rest is too small.
func take[T any](page *[]T, n int) []T {
	if n > len(*page) {
		var zero T
		size := pageBytes / int(unsafe.Sizeof(zero))
		if n > size/4 {
			return make([]T, n)
		}
		*page = make([]T, size)
	}
	out := (*page)[:n:n]
	*page = (*page)[n:]
	return out
}

// smallOp is what most ops consist of, for those that are made one by one.
type smallOp struct {
	op    Operation
	uses  [2]Use
	value Value
}

// alloc makes an op with room for its operands and results.
func (a *Arena) alloc(operands, results int) (op *Operation, uses []Use, values []Value) {
	switch {
	case a != nil:
		return &take(&a.ops, 1)[0], take(&a.uses, operands), take(&a.values, results)
	case operands <= 2 && results <= 1:
		s := &smallOp{}
		return &s.op, s.uses[:operands:operands], unsafe.Slice(&s.value, results)
	}
	return &Operation{}, make([]Use, operands), make([]Value, results)
}

// WithAttr is Location.WithAttr.
func (a *Arena) WithAttr(l Location, attr LocationAttr) Location {
	if l.Attr() != attr {
		o := &take(&a.places, 1)[0]
		*o = origin{l.Span().File, attr}
		l.at = o
	}
	return l
}

// WithFile is WithAttr of a location of c that is made when it is asked for.
func (a *Arena) WithFile(c *Context, l Location, loc FileLineColLoc) Location {
	f := &take(&a.files, 1)[0]
	*f = loc
	f.ctx = c
	return a.WithAttr(l, f)
}

// more gives op its extra part.
func (a *Arena) more(op *Operation) *opExtra {
	if op.extra == nil && a != nil {
		op.extra = &take(&a.extras, 1)[0]
	}
	return op.more()
}

// Create makes a detached operation. Missing default attributes are filled in,
// and as many empty regions are made as the row has single ones.
func Create(ctx *Context, st *OperationState) *Operation { return (*Arena)(nil).Create(ctx, st) }

// Create makes a detached operation as the function Create does. It keeps the slices of regions and successors of
// the state, nothing else of it.
func (a *Arena) Create(ctx *Context, st *OperationState) *Operation {
	info := ctx.opInfo(st.Name)
	op, uses, values := a.alloc(len(st.Operands), len(st.Results))
	op.info, op.Loc = info, st.Loc
	op.linkOperands(uses, st.Operands)
	op.numResults = uint32(len(values))
	for i, t := range st.Results {
		values[i] = Value{typ: t.base(), owner: unsafe.Pointer(op)}
	}
	switch {
	case len(values) == 1:
		op.result = &values[0]
	case len(values) > 1:
		a.linkResults(op, values)
	}
	if len(st.Attrs) > 0 || st.SegmentSizes != nil {
		a.setAttrs(op, st)
	}
	if len(st.Successors) > 0 {
		a.more(op).flow = newFlow(op, st.Successors)
	}
	regions := st.Regions
	if len(regions) == 0 && info.def != nil {
		for _, r := range info.def.Regions {
			if r.Arity == Single {
				regions = append(regions, &Region{})
			}
		}
	}
	if len(regions) > 0 {
		a.more(op).regions = regions
		for _, r := range regions {
			r.owner = op
		}
	}
	return op
}

func (op *Operation) linkOperands(uses []Use, vs []*Value) {
	for i, v := range vs {
		uses[i].owner = op
		uses[i].link(v)
	}
	op.operands, op.numOperands = unsafe.SliceData(uses), uint32(len(uses))
}

func (a *Arena) linkResults(op *Operation, values []Value) {
	op.result = &values[0]
	results := make([]*Value, len(values))
	for i := range values {
		results[i] = &values[i]
	}
	a.more(op).results = results
}

func newFlow(op *Operation, succs []*Block) *opFlow {
	f := &opFlow{succs: succs, edges: make([]blockUse, len(succs))}
	for i := range f.edges {
		f.edges[i].owner = op
		f.edges[i].link(succs[i])
	}
	return f
}

func (a *Arena) setAttrs(op *Operation, st *OperationState) {
	discardable := 0
	for _, n := range st.Attrs {
		i := op.info.def.AttrIndex(n.Name)
		if i < 0 {
			discardable++
			continue
		}
		if op.inherent == nil && a != nil && n.Value != op.info.defaults[i] {
			slots := take(&a.slots, len(op.info.defaults))
			copy(slots, op.info.defaults)
			op.inherent = &slots[0]
		}
		op.setSlot(i, n.Value)
	}
	if discardable > 0 {
		extra := a.more(op)
		if a != nil {
			extra.attrs = take(&a.named, discardable)[:0]
		} else {
			extra.attrs = slices.Grow(extra.attrs, discardable)
		}
		for _, n := range st.Attrs {
			if discardable == len(st.Attrs) || op.info.def.AttrIndex(n.Name) < 0 {
				op.SetAttr(n.Name, n.Value)
			}
		}
	}
	if st.SegmentSizes != nil {
		sizes := make([]int64, len(st.SegmentSizes))
		for i, n := range st.SegmentSizes {
			sizes[i] = int64(n)
		}
		op.SetAttr(OperandSegmentSizes, op.info.ctx.I32Array(sizes...))
	}
}
