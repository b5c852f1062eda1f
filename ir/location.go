package ir

import "tawa/diag"

// Location says where an operation or block argument comes from: Attr is the
// location that the input gave (`loc(...)`) or nil, Span is where it was read.
// A pass that makes an op gives it the location of the op that it stands for.
// The zero Location is unknown.
//
// It is kept as offsets: line and column are found when they are asked for.
type Location struct {
	at         *origin
	start, end uint32
}

// origin is what the locations of a file without an attribute share. Of an attribute that was read with an op, it holds
// a FileLineColLoc that is not unique: most are never asked for.
type origin struct {
	file *diag.File
	attr LocationAttr
}

// LocationAt is the location of something that was read there.
func LocationAt(span diag.Span) Location {
	if span.File == nil {
		return Location{}
	}
	return Location{&origin{file: span.File}, uint32(span.Start), uint32(span.End)}
}

// Within is l for another place of its file.
func (l Location) Within(start, end int) Location {
	return Location{l.at, uint32(start), uint32(end)}
}

// WithAttr returns l with the attribute a, which may be nil.
func (l Location) WithAttr(a LocationAttr) Location {
	if l.Attr() != a {
		l.at = &origin{l.Span().File, a}
	}
	return l
}

// Attr returns the location attribute, or nil.
func (l Location) Attr() LocationAttr {
	if l.at == nil {
		return nil
	}
	if f, ok := l.at.attr.(*FileLineColLoc); ok && f.id == 0 {
		return f.ctx.FileRange(f.File, f.Line, f.Col, f.EndLine, f.EndCol)
	}
	return l.at.attr
}

// Span returns where in the text it was read; it has no file if it was not read.
func (l Location) Span() diag.Span {
	if l.at == nil || l.at.file == nil {
		return diag.Span{}
	}
	return diag.Span{File: l.at.file, Start: int(l.start), End: int(l.end)}
}

// LocationAttr is one of the location attributes below.
type LocationAttr interface {
	Attribute
	location()
}

type locationBase struct{ AttrBase }

func (*locationBase) location() {}

// UnknownLoc is `loc(unknown)`.
type UnknownLoc struct{ locationBase }

// FileLineColLoc is `loc("file":line:col)`; line and column count from 1, column 0 is the whole line. A range
// `"file":line:col to line:col` ends elsewhere, other locations where they begin.
type FileLineColLoc struct {
	locationBase
	File            string
	Line, Col       int
	EndLine, EndCol int
}

// NameLoc is `loc("name"(child))`; a child of UnknownLoc is not printed.
type NameLoc struct {
	locationBase
	Name  string
	Child LocationAttr
}

// CallSiteLoc is `loc(callsite(callee at caller))`.
type CallSiteLoc struct {
	locationBase
	Callee, Caller LocationAttr
}

// FusedLoc is `loc(fused<metadata>[a, b])`; Metadata may be nil.
type FusedLoc struct {
	locationBase
	Locs     []LocationAttr
	Metadata Attribute
}

// AttrName and Key implement Attribute.
func (*UnknownLoc) AttrName() string     { return "builtin.unknown_loc" }
func (*FileLineColLoc) AttrName() string { return "builtin.file_line_loc" }
func (*NameLoc) AttrName() string        { return "builtin.name_loc" }
func (*CallSiteLoc) AttrName() string    { return "builtin.call_site_loc" }
func (*FusedLoc) AttrName() string       { return "builtin.fused_loc" }

func (*UnknownLoc) Key(*Key) {}
func (l *FileLineColLoc) Key(k *Key) {
	k.Str(l.File).Int(int64(l.Line)).Int(int64(l.Col))
	if l.isRange() {
		k.Int(int64(l.EndLine)).Int(int64(l.EndCol))
	}
}

func (l *FileLineColLoc) isRange() bool { return l.EndLine != l.Line || l.EndCol != l.Col }
func (l *NameLoc) Key(k *Key)           { k.Str(l.Name).Attr(l.Child) }
func (l *CallSiteLoc) Key(k *Key)       { k.Attr(l.Callee).Attr(l.Caller) }
func (l *FusedLoc) Key(k *Key) {
	k.Attr(l.Metadata).Int(int64(len(l.Locs)))
	for _, c := range l.Locs {
		k.Attr(c)
	}
}

// Print writes what stands between the parentheses of `loc(...)`.
func (*UnknownLoc) Print(p AsmPrinter) { p.Str("unknown") }

func (l *FileLineColLoc) Print(p AsmPrinter) {
	p.Quoted(l.File)
	p.Str(":")
	p.Int(int64(l.Line))
	p.Str(":")
	p.Int(int64(l.Col))
	if !l.isRange() {
		return
	}
	p.Str(" to ")
	if l.EndLine != l.Line {
		p.Int(int64(l.EndLine))
	}
	p.Str(":")
	p.Int(int64(l.EndCol))
}

func (l *NameLoc) Print(p AsmPrinter) {
	p.Quoted(l.Name)
	if _, unknown := l.Child.(*UnknownLoc); !unknown && l.Child != nil {
		p.Str("(")
		p.LocationRef(l.Child)
		p.Str(")")
	}
}

func (l *CallSiteLoc) Print(p AsmPrinter) {
	p.Str("callsite(")
	p.LocationRef(l.Callee)
	p.Str(" at ")
	p.LocationRef(l.Caller)
	p.Str(")")
}

func (l *FusedLoc) Print(p AsmPrinter) {
	p.Str("fused")
	if l.Metadata != nil {
		p.Str("<")
		p.Attr(l.Metadata)
		p.Str(">")
	}
	p.Str("[")
	PrintList(p, l.Locs, p.LocationRef)
	p.Str("]")
}

// UnknownLoc returns the location attribute of something without an origin.
func (c *Context) UnknownLoc() *UnknownLoc { return c.unknown }

// FileLineCol returns `loc("file":line:col)`.
func (c *Context) FileLineCol(file string, line, col int) *FileLineColLoc {
	return c.FileRange(file, line, col, line, col)
}

// FileRange returns `loc("file":line:col to endLine:endCol)`.
func (c *Context) FileRange(file string, line, col, endLine, endCol int) *FileLineColLoc {
	return UniqueAttr(c, &FileLineColLoc{File: file, Line: line, Col: col, EndLine: endLine, EndCol: endCol})
}

// NameLoc returns `loc("name"(child))`; a nil child means unknown.
func (c *Context) NameLoc(name string, child LocationAttr) *NameLoc {
	if child == nil {
		child = c.UnknownLoc()
	}
	return UniqueAttr(c, &NameLoc{Name: name, Child: child})
}

// CallSite returns `loc(callsite(callee at caller))`.
func (c *Context) CallSite(callee, caller LocationAttr) *CallSiteLoc {
	return UniqueAttr(c, &CallSiteLoc{Callee: callee, Caller: caller})
}

// Fused returns `loc(fused<metadata>[locs])`. Locations come once each, unknown ones not at all, and those of another
// fusion with the same metadata by themselves; what remains of one or none without metadata is that one, or unknown.
func (c *Context) Fused(locs []LocationAttr, metadata Attribute) LocationAttr {
	var flat []LocationAttr
	seen := map[LocationAttr]bool{c.UnknownLoc(): true}
	add := func(l LocationAttr) {
		if !seen[l] {
			seen[l] = true
			flat = append(flat, l)
		}
	}
	for _, l := range locs {
		if f, ok := l.(*FusedLoc); ok && f.Metadata == metadata {
			for _, part := range f.Locs {
				add(part)
			}
			continue
		}
		add(l)
	}
	switch {
	case metadata != nil && len(flat) == 0:
		flat = []LocationAttr{c.UnknownLoc()}
	case metadata == nil && len(flat) == 0:
		return c.UnknownLoc()
	case metadata == nil && len(flat) == 1:
		return flat[0]
	}
	return UniqueAttr(c, &FusedLoc{Locs: flat, Metadata: metadata})
}

// Resolve returns the file, line and column that a location finally points to:
// the callee of a call site, the child of a name, the first of a fusion.
func Resolve(l LocationAttr) (file string, line, col int, ok bool) {
	switch l := l.(type) {
	case *FileLineColLoc:
		return l.File, l.Line, l.Col, true
	case *NameLoc:
		return Resolve(l.Child)
	case *CallSiteLoc:
		return Resolve(l.Callee)
	case *FusedLoc:
		for _, c := range l.Locs {
			if file, line, col, ok = Resolve(c); ok {
				return file, line, col, ok
			}
		}
	}
	return "", 0, 0, false
}
