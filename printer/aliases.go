package printer

import (
	"sort"
	"strconv"

	"tawa/ir"
)

// aliasOf is the alias that a type or attribute asks for, or "".
func aliasOf(x any) string {
	if a, ok := x.(ir.Aliased); ok {
		return a.Alias()
	}
	return ""
}

// aliasOf is the alias that is given for x or that it asks for.
func (p *printer) aliasOf(x any) string {
	if name := p.opts.Aliases[x]; name != "" {
		return name[1:]
	}
	return aliasOf(x)
}

// symbol is a type, attribute or location that was visited in the first run.
type symbol struct {
	value      ir.Uniqued
	alias      string
	depth      int // 1 of an alias without another inside, else 1 more than the deepest part; 0 where no alias is
	isType     bool
	deferrable bool // may be defined behind the operation
	parts      []int
}

// collector records what the first run visits, in order.
type collector struct {
	symbols []symbol
	index   []int32 // by the number of a type or attribute: 1 more than its symbol, 0 for none
	stack   []int
	found   bool // something wants an alias
}

// visit visits x, whose parts are what inside visits. What was visited before is visited no second time for its parts,
// but may lose its deferrability.
func (c *collector) visit(x ir.Uniqued, alias string, isType, deferrable bool, inside func()) {
	slot := c.slot(x)
	i, seen := int(*slot)-1, *slot > 0
	if !seen {
		i = len(c.symbols)
		*slot = int32(i + 1)
		s := symbol{value: x, alias: alias, isType: isType, deferrable: deferrable}
		if alias != "" {
			s.depth = 1
		}
		c.symbols = append(c.symbols, s)
		c.found = c.found || alias != "" || ordered(x)
		c.stack = append(c.stack, i)
		inside()
		c.stack = c.stack[:len(c.stack)-1]
	} else if !deferrable {
		c.keepInFront(i)
	}
	if n := len(c.stack); n > 0 {
		parent := &c.symbols[c.stack[n-1]]
		if depth := c.symbols[i].depth; depth > 0 {
			parent.depth = max(parent.depth, depth+1)
		}
		parent.parts = append(parent.parts, i)
	}
}

// deferrable says whether the symbol being visited is.
func (c *collector) deferrable() bool {
	n := len(c.stack)
	return n > 0 && c.symbols[c.stack[n-1]].deferrable
}

// keepInFront makes a symbol and its parts be defined before the operation.
func (c *collector) keepInFront(i int) {
	s := &c.symbols[i]
	if !s.deferrable {
		return
	}
	s.deferrable = false
	for _, part := range s.parts {
		c.keepInFront(part)
	}
}

// slot is where the index has x.
func (c *collector) slot(x ir.Uniqued) *int32 {
	id := int(ir.IDOf(x))
	if id >= len(c.index) {
		c.index = append(c.index, make([]int32, id+1-len(c.index))...)
	}
	return &c.index[id]
}

// aliases are the names of the second run.
type aliases struct {
	names []string // by the number of a type or attribute; "" is none
	order []symbol // those with an alias, in the order of definition

	distinct  map[*ir.DistinctAttr]int
	resources []*ir.Resource
}

// number sorts by depth, attributes before types, then by name and by first visit, so that every definition
// stands before its uses; equal names are numbered from the second on.
func (c *collector) number(given map[any]string) *aliases {
	a := &aliases{names: make([]string, len(c.index))}
	taken := make(map[string]bool, len(given))
	for _, name := range given {
		taken[name] = true
	}
	for _, s := range c.symbols {
		if s.alias != "" {
			a.order = append(a.order, s)
		}
	}
	sort.SliceStable(a.order, func(i, j int) bool {
		x, y := &a.order[i], &a.order[j]
		switch {
		case x.depth != y.depth:
			return x.depth < y.depth
		case x.isType != y.isType:
			return y.isType
		}
		return x.alias < y.alias
	})
	counts := map[string]int{}
	for _, s := range a.order {
		name := given[s.value]
		for name == "" || taken[name] && given[s.value] == "" {
			name = numbered(s, counts[s.alias])
			counts[s.alias]++
		}
		a.names[ir.IDOf(s.value)] = name
	}
	a.orderOf(c)
	return a
}

// numbered is the n-th name for aliases that ask for that of s.
func numbered(s symbol, n int) string {
	name := "#" + s.alias
	if s.isType {
		name = "!" + s.alias
	}
	if n == 0 {
		return name
	}
	if last := name[len(name)-1]; last >= '0' && last <= '9' {
		name += "_"
	}
	return name + strconv.Itoa(n)
}

func (a *aliases) name(x ir.Uniqued) (string, bool) {
	if a == nil || int(ir.IDOf(x)) >= len(a.names) {
		return "", false
	}
	name := a.names[ir.IDOf(x)]
	return name, name != ""
}

// definitions writes the alias definitions that come before the operation, or those after it.
func (p *printer) definitions(deferred bool) {
	if p.aliases == nil {
		return
	}
	for _, s := range p.aliases.order {
		if s.deferrable != deferred {
			continue
		}
		p.Str(p.aliases.names[ir.IDOf(s.value)])
		p.Str(" = ")
		switch x := s.value.(type) {
		case ir.Type:
			p.wholeType(x, false)
		case ir.Attribute:
			p.wholeAttr(x)
		}
		p.byte('\n')
	}
}
