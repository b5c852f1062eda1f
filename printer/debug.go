package printer

import (
	"tawa/ir"
)

// This file is what the debugging options add to the text: comments about uses, locations for people, names out of
// locations.

// users writes who uses the results of op, or the number that others know op by.
func (p *printer) users(op *ir.Operation) {
	if !p.opts.ValueUsers || p.collect != nil {
		return
	}
	results := op.Results()
	switch {
	case len(results) == 0 && op.NumOperands() > 0:
		p.Str(" // id: ")
		p.identity(op)
	case len(results) == 0:
	case allUnused(results):
		p.Str(" // unused")
	default:
		p.Str(" // users: ")
		if oneUser(results) {
			p.buf = append(p.buf[:len(p.buf)-len("s: ")], ": "...)
		}
		for i, r := range results {
			if i > 0 {
				p.Str(", ")
			}
			if len(results) == 1 {
				p.usersOf(r)
				continue
			}
			p.byte('(')
			p.usersOf(r)
			p.byte(')')
		}
	}
}

func allUnused(values []*ir.Value) bool {
	for _, v := range values {
		if !v.Unused() {
			return false
		}
	}
	return true
}

// oneUser says whether one op with one result at most uses all of the values.
func oneUser(values []*ir.Value) bool {
	var user *ir.Operation
	for _, v := range values {
		for u := range v.Users() {
			if user != nil && u != user {
				return false
			}
			user = u
		}
	}
	return user.NumResults() <= 1
}

// argumentUsers writes a comment line for each argument of a block.
func (p *printer) argumentUsers(b *ir.Block) {
	if !p.opts.ValueUsers || p.collect != nil {
		return
	}
	for _, a := range b.Args() {
		p.pad()
		p.Str("// ")
		p.Operand(a)
		if a.Unused() {
			p.Str(" is unused\n")
			continue
		}
		p.Str(" is used by ")
		p.usersOf(a)
		p.byte('\n')
	}
}

// usersOf lists the users of a value once each, the newest use first.
func (p *printer) usersOf(v *ir.Value) {
	if v.Unused() {
		p.Str("unused")
	}
	seen := map[*ir.Operation]bool{}
	for u := range v.Users() {
		if seen[u] {
			continue
		}
		if len(seen) > 0 {
			p.Str(", ")
		}
		seen[u] = true
		p.identity(u)
	}
}

// identity is what an op is known by in comments: its results, or a number of its own.
func (p *printer) identity(op *ir.Operation) {
	if op.NumResults() > 0 {
		p.Operands(op.Results())
		return
	}
	if n, ok := p.names.ids[op]; ok {
		p.byte('%')
		p.Int(int64(n))
		return
	}
	p.Str("<<UNKNOWN OPERATION>>")
}

// nameLocOf is the name that the location of a value gives it, or "".
func nameLocOf(v *ir.Value) string {
	return nameIn(v.Loc().Attr())
}

// nameIn finds the first name inside a location.
func nameIn(loc ir.LocationAttr) string {
	switch l := loc.(type) {
	case *ir.NameLoc:
		return l.Name
	case *ir.CallSiteLoc:
		if name := nameIn(l.Callee); name != "" {
			return name
		}
		return nameIn(l.Caller)
	case *ir.FusedLoc:
		for _, part := range l.Locs {
			if name := nameIn(part); name != "" {
				return name
			}
		}
	}
	return ""
}

// prettyLocation writes a location without `loc(…)`, for people: `file:line:col`, callers on lines of their own.
func (p *printer) prettyLocation(loc ir.LocationAttr) {
	switch l := loc.(type) {
	case *ir.UnknownLoc:
		p.Str("[unknown]")
	case *ir.FileLineColLoc:
		p.Str(l.File)
		p.byte(':')
		p.Int(int64(l.Line))
		p.byte(':')
		p.Int(int64(l.Col))
	case *ir.NameLoc:
		p.Quoted(l.Name)
		if _, unknown := l.Child.(*ir.UnknownLoc); !unknown && l.Child != nil {
			p.byte('(')
			p.prettyLocation(l.Child)
			p.byte(')')
		}
	case *ir.CallSiteLoc:
		p.prettyLocation(l.Callee)
		_, named := l.Callee.(*ir.NameLoc)
		if _, file := l.Caller.(*ir.FileLineColLoc); !named || !file {
			p.Newline()
		}
		p.Str(" at ")
		p.prettyLocation(l.Caller)
	case *ir.FusedLoc:
		if l.Metadata != nil {
			p.byte('<')
			p.Attr(l.Metadata)
			p.byte('>')
		}
		p.byte('[')
		ir.PrintList(p, l.Locs, p.prettyLocation)
		p.byte(']')
	default:
		loc.Print(p)
	}
}
