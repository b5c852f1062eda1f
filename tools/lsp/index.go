package lsp

import (
	"cmp"
	"slices"
	"sort"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
)

// itemKind says what a name stands for.
type itemKind uint8

const (
	valueItem itemKind = iota
	blockItem
	aliasItem
	symbolItem
)

// item is something with a name, and where it is.
type item struct {
	kind    itemKind
	name    string // without what tells its kind
	def     span   // of the name; empty if nothing defines it
	defined bool
	uses    []span

	values     []*ir.Value // of a valueItem
	block      *ir.Block
	attr       ir.Attribute // of an alias
	typ        ir.Type
	definition span    // of an alias, with the name
	op         *opInfo // that a symbol names
}

// places are where the name stands, the definition first.
func (it *item) places(withDefinition bool) []span {
	if withDefinition && it.defined {
		return append([]span{it.def}, it.uses...)
	}
	return it.uses
}

// occurrence is one place of a name.
type occurrence struct {
	span
	item *item
	def  bool
}

// opInfo is where an op is.
type opInfo struct {
	span // from its first result to its last token
	op   *ir.Operation
	name span    // of its name alone
	in   *opInfo // the op around it
}

// regionInfo is where a region is, its braces included.
type regionInfo struct {
	span
	region   *ir.Region
	row      *ir.OpDef
	isolated bool
	in       *regionInfo
}

// index is what the parser says of a chunk of a document, by places in the document.
type index struct {
	base        int // of the chunk in the document
	src         string
	occurrences []occurrence // by their start, after finish
	items       []*item
	ops         []*opInfo
	regions     []*regionInfo

	byValue  map[*ir.Value]*item
	byBlock  map[*ir.Block]*item
	byAlias  map[string]*item
	byOp     map[*ir.Operation]*opInfo
	byRegion map[*ir.Region]*regionInfo
	pending  []pendingUse
	resolved map[*ir.Value]*ir.Value // stand-ins
	symbols  []span
	tables   map[*opInfo]map[string]*item // symbols by the op around them, nil for the chunk
}

type pendingUse struct {
	span
	value *ir.Value
}

var _ parser.Index = (*index)(nil)

func newIndex(base int, src string) *index {
	return &index{
		base: base, src: src, byValue: map[*ir.Value]*item{}, byBlock: map[*ir.Block]*item{}, byAlias: map[string]*item{},
		byOp: map[*ir.Operation]*opInfo{}, byRegion: map[*ir.Region]*regionInfo{}, resolved: map[*ir.Value]*ir.Value{},
		tables: map[*opInfo]map[string]*item{},
	}
}

func (ix *index) at(s diag.Span) span { return span{ix.base + s.Start, ix.base + s.End} }

func (ix *index) newItem(it *item) *item {
	ix.items = append(ix.items, it)
	return it
}

func (ix *index) define(it *item, s span) {
	it.def, it.defined = s, true
	ix.occurrences = append(ix.occurrences, occurrence{s, it, true})
}

func (ix *index) use(it *item, s span) {
	it.uses = append(it.uses, s)
	ix.occurrences = append(ix.occurrences, occurrence{s, it, false})
}

func (ix *index) DefineValue(name diag.Span, values []*ir.Value) {
	it := ix.newItem(&item{kind: valueItem, name: name.Text()[1:], values: values})
	ix.define(it, ix.at(name))
	for _, v := range values {
		ix.byValue[v] = it
	}
}

func (ix *index) UseValue(name diag.Span, v *ir.Value) {
	ix.pending = append(ix.pending, pendingUse{ix.at(name), v})
}

func (ix *index) ResolveValue(standIn, v *ir.Value) { ix.resolved[standIn] = v }

func (ix *index) blockOf(label diag.Span, b *ir.Block) *item {
	it := ix.byBlock[b]
	if it == nil {
		it = ix.newItem(&item{kind: blockItem, name: label.Text()[1:], block: b})
		ix.byBlock[b] = it
	}
	return it
}

func (ix *index) DefineBlock(label diag.Span, b *ir.Block) {
	ix.define(ix.blockOf(label, b), ix.at(label))
}

func (ix *index) UseBlock(label diag.Span, b *ir.Block) {
	ix.use(ix.blockOf(label, b), ix.at(label))
}

func (ix *index) aliasOf(name string) *item {
	it := ix.byAlias[name]
	if it == nil {
		it = ix.newItem(&item{kind: aliasItem, name: name})
		ix.byAlias[name] = it
	}
	return it
}

func (ix *index) DefineAlias(name, definition diag.Span, a ir.Attribute, t ir.Type) {
	it := ix.aliasOf(name.Text())
	it.attr, it.typ, it.definition = a, t, ix.at(definition)
	ix.define(it, ix.at(name))
}

func (ix *index) UseAlias(name diag.Span) { ix.use(ix.aliasOf(name.Text()), ix.at(name)) }

func (ix *index) Symbol(name diag.Span) { ix.symbols = append(ix.symbols, ix.at(name)) }

func (ix *index) Region(braces diag.Span, r *ir.Region, row *ir.OpDef) {
	info := &regionInfo{span: ix.at(braces), region: r, row: row, isolated: row.Is(ir.IsolatedFromAbove)}
	ix.regions = append(ix.regions, info)
	ix.byRegion[r] = info
}

func (ix *index) Op(op *ir.Operation, whole, name diag.Span) {
	info := &opInfo{span: ix.at(whole), op: op, name: ix.at(name)}
	ix.ops = append(ix.ops, info)
	ix.byOp[op] = info
}

// finish puts things in order when the chunk has been read.
func (ix *index) finish() {
	outside := func(a, b span) int { return cmp.Or(a.start-b.start, b.end-a.end) }
	slices.SortFunc(ix.ops, func(a, b *opInfo) int { return outside(a.span, b.span) })
	slices.SortFunc(ix.regions, func(a, b *regionInfo) int { return outside(a.span, b.span) })
	var ops []*opInfo
	for _, o := range ix.ops {
		for len(ops) > 0 && ops[len(ops)-1].end <= o.start {
			ops = ops[:len(ops)-1]
		}
		if len(ops) > 0 {
			o.in = ops[len(ops)-1]
		}
		ops = append(ops, o)
	}
	var regions []*regionInfo
	for _, r := range ix.regions {
		for len(regions) > 0 && regions[len(regions)-1].end <= r.start {
			regions = regions[:len(regions)-1]
		}
		if len(regions) > 0 {
			r.in = regions[len(regions)-1]
		}
		regions = append(regions, r)
	}
	ix.finishValues()
	ix.finishSymbols()
	slices.SortStableFunc(ix.occurrences, func(a, b occurrence) int { return a.start - b.start })
	for _, it := range ix.items {
		slices.SortFunc(it.uses, func(a, b span) int { return a.start - b.start })
	}
}

// finishValues says what the operands stand for, now that all definitions are known. Those without one are items too,
// by their stand-in.
func (ix *index) finishValues() {
	for _, u := range ix.pending {
		v := u.value
		if w := ix.resolved[v]; w != nil {
			v = w
		}
		it := ix.byValue[v]
		if it == nil {
			it = ix.newItem(&item{kind: valueItem, name: baseName(ix.text(u.span))})
			ix.byValue[v] = it
		}
		ix.use(it, u.span)
	}
	ix.pending = nil
}

// baseName is %x and %x#1 without what is not the name.
func baseName(text string) string {
	for i := range len(text) {
		if text[i] == '#' {
			return text[1:i]
		}
	}
	return text[1:]
}

func (ix *index) text(s span) string { return ix.src[s.start-ix.base : s.end-ix.base] }

// finishSymbols tells definitions of symbols from references and resolves these.
func (ix *index) finishSymbols() {
	slices.SortFunc(ix.symbols, func(a, b span) int { return a.start - b.start })
	defined := map[span]bool{}
	for _, o := range ix.ops {
		name := ir.SymbolName(o.op)
		if name == "" {
			continue
		}
		it := ix.newItem(&item{kind: symbolItem, name: name, op: o})
		if ix.tables[o.in] == nil {
			ix.tables[o.in] = map[string]*item{}
		}
		if ix.tables[o.in][name] == nil {
			ix.tables[o.in][name] = it
		}
		i := sort.Search(len(ix.symbols), func(i int) bool { return ix.symbols[i].start > o.name.start })
		if i < len(ix.symbols) && ix.symbols[i].start < ix.headerEnd(o) && symbolText(ix.text(ix.symbols[i])) == name {
			ix.define(it, ix.symbols[i])
			defined[ix.symbols[i]] = true
			continue
		}
		it.def, it.defined = o.name, true // the generic form: the name is a string somewhere in the op
	}
	loose := map[string]*item{}
	var last occurrence
	for _, s := range ix.symbols {
		if defined[s] {
			continue
		}
		name, it := symbolText(ix.text(s)), (*item)(nil)
		if last.item != nil && ix.src[last.end-ix.base:s.start-ix.base] == "::" {
			if last.item.op != nil {
				it = ix.tables[last.item.op][name]
			}
		} else {
			it = ix.lookup(ix.opAt(s.start), name)
		}
		if it == nil {
			if it = loose[name]; it == nil {
				it = ix.newItem(&item{kind: symbolItem, name: name})
				loose[name] = it
			}
		}
		ix.use(it, s)
		last = occurrence{span: s, item: it}
	}
}

// lookup finds a symbol as seen from an op, nil for the chunk.
func (ix *index) lookup(from *opInfo, name string) *item {
	for o := from; ; o = o.in {
		if it := ix.tables[o][name]; it != nil || o == nil {
			return it
		}
	}
}

// headerEnd is where the first region of an op begins, or the op ends.
func (ix *index) headerEnd(o *opInfo) int {
	if rs := ix.regionsFrom(o.start); len(rs) > 0 && rs[0].start < o.end {
		return rs[0].start
	}
	return o.end
}

// regionsFrom are the regions that begin at a place or behind it.
func (ix *index) regionsFrom(off int) []*regionInfo {
	return ix.regions[sort.Search(len(ix.regions), func(i int) bool { return ix.regions[i].start >= off }):]
}

// opAt is the innermost op that holds a place, or nil.
func (ix *index) opAt(off int) *opInfo {
	i := sort.Search(len(ix.ops), func(i int) bool { return ix.ops[i].start > off }) - 1
	if i < 0 {
		return nil
	}
	o := ix.ops[i]
	for o != nil && !o.holds(off) {
		o = o.in
	}
	return o
}

// regionAt is the innermost region that holds a place between its braces, or nil for the top of the chunk.
func (ix *index) regionAt(off int) *regionInfo {
	i := sort.Search(len(ix.regions), func(i int) bool { return ix.regions[i].start >= off }) - 1
	if i < 0 {
		return nil
	}
	r := ix.regions[i]
	for r != nil && off >= r.end {
		r = r.in
	}
	return r
}

// nameAt is the name at a place or just before it.
func (ix *index) nameAt(off int) (occurrence, bool) {
	i := sort.Search(len(ix.occurrences), func(i int) bool { return ix.occurrences[i].start > off }) - 1
	if i >= 0 && off <= ix.occurrences[i].end {
		return ix.occurrences[i], true
	}
	return occurrence{}, false
}
