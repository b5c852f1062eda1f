package printer

import (
	"io"
	"sync"

	"tawa/ir"
)

// hole is where the text of an operation goes that any goroutine may print.
type hole struct {
	at      int // in the text without the holes
	op      *ir.Operation
	indent  int
	dialect string
	names   *names
}

// separate says whether op is left out of the text, to be printed apart.
func (p *printer) separate(op *ir.Operation) bool {
	return p.holes != nil && op.Has(ir.IsolatedFromAbove) && !op.Has(ir.SymbolTable) &&
		op.NumRegions() > 0 && (p.names.unique() || p.names.defers(op))
}

func (p *printer) leaveOut(op *ir.Operation) {
	*p.holes = append(*p.holes, hole{len(p.buf), op, p.indent, p.dialect, p.names})
}

// batches is how many parts the holes are divided into at most: enough to keep all workers busy, few enough for each
// to be worth a write.
const batches = 256

// drainAt is the length of text that is written out early.
const drainAt = 1 << 16

// write prints what is around the holes, and then fills them in parallel and writes everything in order.
func (p *printer) write(w io.Writer, op *ir.Operation) error {
	var holes []hole
	p.holes = &holes
	p.definitions(false)
	p.topLevel(op)
	p.definitions(true)
	p.metadata()
	frame := p.buf
	size := (len(holes) + batches - 1) / batches
	n := 1
	if size > 0 {
		n = (len(holes) + size - 1) / size
	}
	out := &inOrder{w: w, waiting: make([][]byte, n)}
	ir.Parallel(p.ctx.Workers(), n, func(_, i int) {
		part := &printer{ctx: p.ctx, opts: p.opts, aliases: p.aliases, types: out.types(), buf: out.buffer()}
		part.drain = func() { part.buf = out.early(i, part.buf) }
		from := 0
		if i > 0 {
			from = holes[i*size-1].at
		}
		for _, h := range holes[min(i*size, len(holes)):min((i+1)*size, len(holes))] {
			part.buf = append(part.buf, frame[from:h.at]...)
			from = h.at
			part.indent, part.dialect, part.names = h.indent, h.dialect, h.names
			part.op(h.op)
		}
		if i == n-1 {
			part.buf = append(part.buf, frame[from:]...)
		}
		out.put(i, part.buf, part.types)
	})
	return out.err
}

// inOrder writes parts, which come in any order, in theirs, and lends buffers and caches.
type inOrder struct {
	mu      sync.Mutex
	w       io.Writer
	err     error
	next    int      // the part to be written
	waiting [][]byte // parts that are done, but not their turn
	buffers [][]byte
	caches  []*typeCache
}

func (o *inOrder) buffer() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.buffers); n > 0 {
		b := o.buffers[n-1]
		o.buffers = o.buffers[:n-1]
		return b
	}
	return make([]byte, 0, 2*drainAt)
}

func (o *inOrder) types() *typeCache {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n := len(o.caches); n > 0 {
		c := o.caches[n-1]
		o.caches = o.caches[:n-1]
		return c
	}
	return &typeCache{}
}

// early writes what there is of part i, if it is its turn, and returns what is left to be written.
func (o *inOrder) early(i int, text []byte) []byte {
	if len(text) < drainAt {
		return text
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if i != o.next {
		return text
	}
	o.write(text)
	return text[:0]
}

func (o *inOrder) write(text []byte) {
	if o.err == nil {
		_, o.err = o.w.Write(text)
	}
}

// put takes the rest of part i.
func (o *inOrder) put(i int, text []byte, types *typeCache) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.caches = append(o.caches, types)
	o.waiting[i] = text
	for o.next < len(o.waiting) && o.waiting[o.next] != nil {
		o.write(o.waiting[o.next])
		o.buffers = append(o.buffers, o.waiting[o.next][:0])
		o.waiting[o.next] = nil
		o.next++
	}
}
