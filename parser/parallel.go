package parser

import (
	"bytes"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// The bodies of functions are read by several goroutines: functions see no values from outside. The text around them is
// read first, with the bodies skipped by their braces alone; then the bodies, each worker with its own parser.
//
// All of that holds for texts without a mistake. If there is anything to say about the text, what has been
// read is thrown away and the text is read again in one go, so that diagnostics are the same and in the same order
// whatever the number of goroutines. Texts that name resources are read in one go anyway: a context gives each reading
// resources of its own, with other names.

const (
	// minParallel is the length of a text below which goroutines are not worth their start.
	minParallel = 256 << 10
	// minBody is the length of a body below which it is read where it stands.
	minBody = 256
)

// body is that of a function, to be read later.
type body struct {
	region *ir.Region
	args   []ir.Argument
	def    *ir.OpDef
	start  int // of the brace
	end    int // behind the closing one
	depth  int
}

// parseParallel reads a file by several goroutines. It says false if that can't be done or the text has
// a mistake; the file is then to be read again.
func parseParallel(ctx *ir.Context, file *diag.File, sink *diag.Sink) (module *ir.Operation, ok bool) {
	workers := ctx.Workers()
	if workers < 2 || len(file.Src) < minParallel || bytes.Contains(file.Src, []byte("dense_resource")) {
		return nil, false
	}
	var said diag.Sink
	p := newParser(ctx, file, &said)
	if p == nil {
		return nil, false
	}
	p.later = &[]body{}
	if module, ok = p.topLevel(); !ok || len(said.All()) > 0 || p.later == nil || !p.resolveAll() {
		return nil, false
	}
	return module, p.readBodies(workers)
}

// postpone skips the region at the current brace if it is to be read later.
func (p *parser) postpone(r *ir.Region, args []ir.Argument) bool {
	if p.later == nil || !p.def.Is(ir.FunctionLike|ir.IsolatedFromAbove) || p.def.Is(ir.ImplicitTerminator) {
		return false
	}
	end, ok := asm.SkipBraces(p.src, int(p.tok.End))
	if !ok || end-int(p.tok.Start) < minBody {
		return false
	}
	r.Append(ir.NewBlock()) // that the region is not empty may be looked at
	*p.later = append(*p.later, body{r, args, p.def, int(p.tok.Start), end, p.depth})
	p.seek(end)
	return true
}

// resolveAll reads the aliases that have not been read, so that workers only look them up.
func (p *parser) resolveAll() bool {
	for _, a := range p.aliases {
		if p.resolve(a); a.state != good {
			return false
		}
	}
	return !p.failed()
}

// readBodies reads what was postponed, and says whether nothing was to be said about it.
func (p *parser) readBodies(workers int) bool {
	parsers := make([]*parser, workers)
	sinks := make([]diag.Sink, workers)
	failed := make([]bool, workers)
	ir.Parallel(workers, len(*p.later), func(w, i int) {
		if parsers[w] == nil {
			parsers[w] = p.worker(&sinks[w])
		}
		failed[w] = failed[w] || !parsers[w].body(&(*p.later)[i])
	})
	for w := range workers {
		if failed[w] || len(sinks[w].All()) > 0 || parsers[w] != nil && !p.spell(parsers[w].spelled) {
			return false
		}
	}
	return true
}

// worker is a parser of bodies in the file of p.
func (p *parser) worker(sink *diag.Sink) *parser {
	return &parser{
		ctx: p.ctx, file: p.file, origin: p.origin, src: p.src, str: p.str, sink: sink, lex: asm.NewLexer(p.src),
		aliases: p.aliases, shared: p.shared,
		rows: map[string]*ir.OpDef{}, words: map[string]string{}, types: map[string]readType{},
	}
}

// body reads a body. Its op has been made in the meantime.
func (p *parser) body(b *body) bool {
	b.region.First().Remove()
	p.seek(b.start)
	p.def, p.depth = b.def, b.depth
	if !p.Region(b.region, b.args) || p.prevEnd != b.end || len(p.missing) > 0 || b.region.Empty() {
		return false
	}
	if b.def.ArgName != nil {
		dropSuggested(b.region.Owner())
	}
	return true
}
