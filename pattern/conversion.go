package pattern

import (
	"slices"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// ConversionPattern converts an op that the target does not want. Operands are those of
// op in their new types: one value each, or as many as its type became.
type ConversionPattern struct {
	Name    string
	Root    *ir.OpName // nil: any op
	Benefit int
	// Makes may list ops that the pattern makes. It is not tried if one of them may never stay and no pattern converts it,
	// or if no dialect of the tool has it.
	Makes []*ir.OpName
	// Match changes the program through c and returns true, or changes nothing and returns false.
	Match func(op *ir.Operation, operands [][]*ir.Value, c *Conversion) bool
}

// ConversionConfig sets what a conversion insists on.
type ConversionConfig struct {
	// Types is what values become; nil changes no types.
	Types *TypeConverter
	// Full makes ops illegal that the target has no rule for.
	Full bool
	// KeepCasts leaves builtin.unrealized_conversion_cast where an unconverted op uses a
	// converted value, for another conversion to resolve. Otherwise that is an error.
	KeepCasts bool
	// Listener, if set, hears of each change.
	Listener ir.Listener
	// LastFirst visits the ops of a block from the last one, an op still before those inside. A conversion
	// that changes no types and cuts blocks behind its ops then does not move the rest of a block again and again.
	LastFirst bool
}

// Convert makes the ops inside root legal for the target. It visits definitions before
// uses, once; each change is made at once and for good, so a pattern sees the program as
// it is. What a pattern makes and the target does not want is converted next. If something
// can't be converted that is reported, and the result must be thrown away.
func Convert(root *ir.Operation, target *Target, patterns []ConversionPattern, cfg ConversionConfig, sink *diag.Sink) bool {
	c := &Conversion{
		cfg: cfg, target: target, sink: sink,
		control: root.Context().Rewrites, casts: map[*ir.Operation]*ir.Operation{}, ok: true,
	}
	if c.cfg.Listener == nil {
		c.cfg.Listener = deaf{}
	}
	c.usable(patterns, root.Context())
	var ops []*ir.Operation
	c.collect(root, &ops)
	for _, op := range ops {
		if !op.Erased() && op.Block() != nil {
			c.legalize(op, nil)
		}
	}
	return c.ok && c.resolveCasts()
}

// Conversion is the rewriter of conversion patterns.
type Conversion struct {
	cfg     ConversionConfig
	target  *Target
	sink    *diag.Sink
	byRoot  map[*ir.OpName][]ConversionPattern
	control *ir.RewriteControl
	useless []deadEnd
	made    []*ir.Operation                 // by the pattern that is running
	casts   map[*ir.Operation]*ir.Operation // ours, with the op that needed each
	order   []*ir.Operation                 // the casts in the order of their making
	at      *ir.Operation                   // what is being converted
	ok      bool
}

// collect lists the ops inside root, definitions before uses: blocks in reverse
// postorder, then those that nothing leads to.
func (c *Conversion) collect(root *ir.Operation, out *[]*ir.Operation) {
	for _, r := range root.Regions() {
		for _, b := range reversePostorder(r) {
			ops := slices.Collect(b.Ops())
			if c.cfg.LastFirst {
				slices.Reverse(ops)
			}
			for _, op := range ops {
				*out = append(*out, op)
				if legal, _ := c.target.IsLegal(op); !legal || !c.target.whole[op.Name()] {
					c.collect(op, out)
				}
			}
		}
	}
}

func reversePostorder(r *ir.Region) []*ir.Block {
	if r.Empty() || r.OneBlock() {
		return slices.Collect(r.Blocks())
	}
	seen := map[*ir.Block]bool{}
	var post []*ir.Block
	type frame struct {
		b    *ir.Block
		next int
	}
	stack := []frame{{r.First(), 0}}
	seen[r.First()] = true
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if last := f.b.Last(); last != nil && f.next < len(last.Successors()) {
			s := last.Successors()[f.next]
			f.next++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		post = append(post, f.b)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(post)
	for b := range r.Blocks() {
		if !seen[b] {
			post = append(post, b)
		}
	}
	return post
}

// legalize converts op, and what that makes, until the target is content. From are the
// patterns that led here, which are not applied to what they made themselves.
func (c *Conversion) legalize(op *ir.Operation, from []string) {
	legal, known := c.target.IsLegal(op)
	if legal || !known && !c.cfg.Full || c.casts[op] != nil || c.control.Exhausted() {
		return
	}
	name, loc := op.Name(), op.Loc
	for _, p := range c.patterns(name) {
		if slices.Contains(from, p.Name) {
			continue
		}
		c.made, c.at = nil, op
		if !p.Match(op, c.operands(op), c) {
			continue
		}
		c.control.Count(p.Name, name, loc)
		from = append(slices.Clip(from), p.Name)
		for _, made := range c.made {
			if !made.Erased() && made.Block() != nil {
				c.legalize(made, from)
			}
		}
		if !op.Erased() && op.Block() != nil { // converted in place
			c.legalize(op, from)
		}
		return
	}
	c.ok = false
	d := c.sink.Errorf(loc.Span(), "failed to legalize operation '%s'", name)
	if known {
		d.Message += " that was explicitly marked illegal"
	}
	for _, p := range c.useless {
		if p.root == nil || p.root == name {
			d.Note(loc.Span(), "the pattern '%s' is not tried: it makes '%s', which %s", p.name, p.makes, p.why)
		}
	}
	if len(from) > 0 {
		d.Note(loc.Span(), "it was made by the pattern '%s'", from[len(from)-1])
	}
}

func (c *Conversion) patterns(name *ir.OpName) []ConversionPattern {
	list := append(slices.Clone(c.byRoot[name]), c.byRoot[nil]...)
	slices.SortStableFunc(list, func(a, b ConversionPattern) int { return b.Benefit - a.Benefit })
	return list
}

// operands returns op's operands in their new types.
func (c *Conversion) operands(op *ir.Operation) [][]*ir.Value {
	out := make([][]*ir.Value, op.NumOperands())
	for i, v := range op.Operands() {
		out[i] = c.Converted(v)
	}
	return out
}

// Converted returns what v, of an old type, became, in its new types.
func (c *Conversion) Converted(v *ir.Value) []*ir.Value {
	to := c.cfg.Types.Convert(v.Type())
	if len(to) == 1 && to[0] == v.Type() {
		return []*ir.Value{v}
	}
	if def := v.Def(); def != nil && c.casts[def] != nil && slices.Equal(ir.TypesOf(def.Operands()), to) {
		return def.Operands() // v stands for the new values
	}
	return c.cast(ir.Before(c.at), []*ir.Value{v}, to)
}

// cast makes values of other types of vs, by the type converter's way or as a cast.
func (c *Conversion) cast(b *ir.Builder, vs []*ir.Value, to []ir.Type) []*ir.Value {
	if made := c.cfg.Types.make(b, to, vs); made != nil {
		return made
	}
	return c.castOp(b, vs, to).Results()
}

func (c *Conversion) castOp(b *ir.Builder, vs []*ir.Value, to []ir.Type) *ir.Operation {
	op := b.Create(builtin.UnrealizedConversionCast, vs, append([]ir.Type{}, to...))
	c.casts[op] = c.at
	c.order = append(c.order, op)
	c.cfg.Listener.Inserted(op)
	return op
}

// Types returns the type converter.
func (c *Conversion) Types() *TypeConverter { return c.cfg.Types }

// Builder inserts before the op that is being converted, with its location.
func (c *Conversion) Builder() *ir.Builder { return c.Before(c.at) }

// Before returns a builder before op that the conversion listens to; AtEnd one at the end of a block.
func (c *Conversion) Before(op *ir.Operation) *ir.Builder {
	b := ir.Before(op)
	b.Listener = listening{c}
	return b
}

// AtEnd inserts at the end of blk.
func (c *Conversion) AtEnd(blk *ir.Block, loc ir.Location) *ir.Builder {
	b := ir.AtEnd(c.at.Context(), blk, loc)
	b.Listener = listening{c}
	return b
}

type listening struct{ c *Conversion }

func (l listening) Inserted(op *ir.Operation) {
	l.c.made = append(l.c.made, op)
	l.c.cfg.Listener.Inserted(op)
}
func (listening) Modified(*ir.Operation)              {}
func (listening) Replaced(*ir.Operation, []*ir.Value) {}
func (listening) Erased(*ir.Operation)                {}

// Replace makes the users of op's results use values, one for each, and erases op. The
// types may differ from the old ones.
func (c *Conversion) Replace(op *ir.Operation, values ...*ir.Value) {
	groups := make([][]*ir.Value, len(values))
	for i, v := range values {
		groups[i] = []*ir.Value{v}
	}
	c.ReplaceMany(op, groups...)
}

// ReplaceMany is Replace with any number of values for each result.
func (c *Conversion) ReplaceMany(op *ir.Operation, values ...[]*ir.Value) {
	mustFit(op, len(values))
	c.cfg.Listener.Replaced(op, flatten(values))
	for i, r := range op.Results() {
		c.substitute(ir.Before(op), r, values[i])
	}
	c.Erase(op)
}

// substitute lets the users of old use what stands for it, by a cast if the types differ.
func (c *Conversion) substitute(b *ir.Builder, old *ir.Value, with []*ir.Value) {
	switch {
	case len(with) == 1 && with[0].Type() == old.Type():
		old.ReplaceAllUses(with[0])
	case !old.Unused():
		if len(with) == 1 && with[0].Name() == "" {
			with[0].SetName(old.Name())
		}
		old.ReplaceAllUses(c.castOp(b, with, []ir.Type{old.Type()}).Result(0))
	}
}

// ReplaceOp makes an op before op and replaces op by its results.
func (c *Conversion) ReplaceOp(op *ir.Operation, name *ir.OpName, operands []*ir.Value, results []ir.Type, attrs ...ir.NamedAttr) *ir.Operation {
	n := c.Before(op).Create(name, operands, results, attrs...)
	c.Replace(op, n.Results()...)
	return n
}

// Erase erases op, whose results are unused.
func (c *Conversion) Erase(op *ir.Operation) {
	c.cfg.Listener.Erased(op)
	op.Erase()
}

// ConvertArgs gives the arguments of b their new types.
func (c *Conversion) ConvertArgs(b *ir.Block) {
	for i := 0; i < len(b.Args()); {
		old := b.Arg(i)
		to := c.cfg.Types.Convert(old.Type())
		if len(to) == 1 && to[0] == old.Type() {
			i++
			continue
		}
		var with []*ir.Value
		for j, t := range to {
			with = append(with, b.InsertArg(i+1+j, t, old.Loc()))
		}
		at := ir.AtStart(c.at.Context(), b, old.Loc())
		c.substitute(at, old, with)
		b.EraseArg(i)
		i += len(to)
	}
	c.cfg.Listener.Modified(b.Parent())
}

// resolveCasts removes the casts that cancel out or that nothing uses, and reports those that are left.
func (c *Conversion) resolveCasts() bool {
	for changed := true; changed; {
		changed = false
		for _, op := range c.order {
			if !op.Erased() && (c.dropCast(op) || c.cancel(op)) {
				changed = true
			}
		}
	}
	for _, op := range c.order {
		if !op.Erased() && !c.cfg.KeepCasts && !c.control.Exhausted() { // what a limit left half done is to be looked at
			c.reportCast(op)
		}
	}
	return c.ok
}

func (c *Conversion) dropCast(op *ir.Operation) bool {
	for _, r := range op.Results() {
		if !r.Unused() {
			return false
		}
	}
	c.Erase(op)
	return true
}

// cancel replaces a cast of another cast's results back to the types that those came from.
func (c *Conversion) cancel(op *ir.Operation) bool {
	folded := op.Def().Fold(op, make([]ir.Attribute, op.NumOperands()))
	if folded == nil {
		return false
	}
	values := make([]*ir.Value, len(folded))
	for i, f := range folded {
		values[i] = f.Value
	}
	c.cfg.Listener.Replaced(op, values)
	for i, v := range values {
		op.Result(i).ReplaceAllUses(v)
	}
	c.Erase(op)
	return true
}

func (c *Conversion) reportCast(op *ir.Operation) {
	for _, r := range op.Results() {
		for user := range r.Users() {
			c.ok = false
			d := c.sink.Errorf(user.Span(), "'%s' op needs a value of type '%s', but it became '%s', and nothing makes the one of the other",
				user.Name(), ir.TypeString(r.Type()), typeList(op.Operands()))
			d.Note(op.Span(), "the value is converted here")
			return
		}
	}
}

func typeList(vs []*ir.Value) string {
	s := ""
	for i, v := range vs {
		if i > 0 {
			s += ", "
		}
		s += ir.TypeString(v.Type())
	}
	return s
}
