package printer

import (
	"slices"

	"tawa/ir"
)

// ordered are attributes of which the text depends on what is printed before: the first run notes where they come.
func ordered(x any) bool {
	switch x.(type) {
	case *ir.DistinctAttr, *ir.DenseResourceAttr:
		return true
	}
	return false
}

// orderOf numbers the distinct attributes as the text has them, definitions of aliases first, and lists the resources.
func (a *aliases) orderOf(c *collector) {
	a.distinct = map[*ir.DistinctAttr]int{}
	seen := make([]bool, len(c.symbols))
	var visit func(i int, whole bool)
	visit = func(i int, whole bool) {
		s := &c.symbols[i]
		if seen[i] || !whole && a.names[ir.IDOf(s.value)] != "" {
			return
		}
		seen[i] = true
		switch x := s.value.(type) {
		case *ir.DistinctAttr:
			a.distinct[x] = len(a.distinct)
		case *ir.DenseResourceAttr:
			if x.Resource.Defined {
				a.addResource(x.Resource)
			}
		}
		for _, part := range s.parts {
			visit(part, false)
		}
	}
	for _, s := range a.order {
		visit(int(*c.slot(s.value))-1, true)
	}
	for i := range c.symbols {
		visit(i, false)
	}
}

func (a *aliases) addResource(r *ir.Resource) {
	if !slices.Contains(a.resources, r) {
		a.resources = append(a.resources, r)
	}
}

// Limits says when elements are not written out one by one.
func (p *printer) Limits() ir.Limits {
	if p.opts.Limits == nil {
		return ir.DefaultLimits
	}
	return *p.opts.Limits
}

// DistinctNumber is the number that the first run has found.
func (p *printer) DistinctNumber(a *ir.DistinctAttr) int {
	if p.aliases == nil {
		return 0
	}
	return p.aliases.distinct[a]
}

// metadata writes the resources as `{-# … #-}` behind the operation: the blobs that attributes name, and what belongs
// to other tools.
func (p *printer) metadata() {
	var sections []section
	if p.aliases != nil {
		s := section{name: "builtin"}
		for _, r := range p.aliases.resources {
			s.add(r.Name, r.Text(), true, p.Limits().Resource)
		}
		sections = s.appendTo(sections)
	}
	var external []section
	for _, e := range p.ctx.External() {
		s := section{name: e.Name}
		for _, entry := range e.Entries {
			s.add(entry.Key, entry.Text, false, p.Limits().Resource)
		}
		external = s.appendTo(external)
	}
	if len(sections)+len(external) == 0 {
		return
	}
	p.Str("\n{-#\n")
	p.sections("dialect_resources", sections)
	if len(sections) > 0 && len(external) > 0 {
		p.Str(",\n")
	}
	p.sections("external_resources", external)
	p.Str("\n#-}\n")
}

// section is `name: {entries}`.
type section struct {
	name    string
	entries [][2]string
}

func (s *section) add(key, text string, quote bool, limit int) {
	if quote {
		text = `"` + text + `"`
	}
	if limit < 0 || len(text) <= limit {
		s.entries = append(s.entries, [2]string{key, text})
	}
}

func (s section) appendTo(list []section) []section {
	if len(s.entries) == 0 {
		return list
	}
	return append(list, s)
}

func (p *printer) sections(name string, list []section) {
	if len(list) == 0 {
		return
	}
	p.Str("  " + name + ": {\n")
	for i, s := range list {
		if i > 0 {
			p.Str(",\n")
		}
		p.Str("    ")
		p.KeywordOrString(s.name)
		p.Str(": {\n")
		for j, e := range s.entries {
			if j > 0 {
				p.Str(",\n")
			}
			p.Str("      ")
			p.KeywordOrString(e[0])
			p.Str(": " + e[1])
		}
		p.Str("\n    }")
	}
	p.Str("\n  }")
}

// dropAliases makes nothing ask for an alias.
func (c *collector) dropAliases() {
	for i := range c.symbols {
		c.symbols[i].alias = ""
	}
}
