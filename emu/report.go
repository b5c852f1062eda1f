package emu

import (
	"fmt"
	"strings"

	"tawa/ptx"
)

// Kind is a class of mistakes.
type Kind uint8

// The kinds of reports.
const (
	Deadlock        Kind = iota // warps wait for what nobody will do
	Race                        // two accesses to shared memory without an order
	ProxyFence                  // generic writes seen by the async proxy without fence.proxy.async
	Uninitialized               // a read of what nothing has written
	PendingWrite                // an access to what a copy may still write
	PendingRead                 // a write to what wgmma or a copy may still read
	Accumulator                 // registers of a wgmma used between issue and wait, or without wgmma.fence
	Transactions                // bytes expected and bytes copied differ
	ArrivalOverflow             // more arrivals than the barrier counts
	BarrierReinit               // an mbarrier initialised while in use
	BarrierMisuse               // no mbarrier there, a wrong thread count, …
	PendingAtExit               // exit with copies that still read or write
	OutOfBounds                 // an address outside of every buffer
	Misaligned                  // an address that breaks an alignment
	Registers                   // setmaxnreg that the pool cannot satisfy
	Divergence                  // an .aligned or .sync instruction that not all threads execute together
	BadDescriptor               // a matrix descriptor or tensor map that breaks the rules
	Limit                       // too many instructions
	Trap                        // the kernel executed trap
	Unsupported                 // an instruction, argument or launch that the executor does not know
)

var kindNames = [...]string{
	"deadlock", "race", "missing proxy fence", "uninitialized read", "pending write", "pending read", "accumulator hazard",
	"transaction count", "arrival overflow", "barrier re-initialized", "barrier misuse", "pending at exit", "out of bounds",
	"misaligned", "register pool", "divergence", "bad descriptor", "limit", "trap", "unsupported",
}

// String implements fmt.Stringer; fatal says that a run cannot sensibly go on after a report of this kind.
func (k Kind) String() string { return kindNames[k] }
func (k Kind) fatal() bool {
	switch k {
	case Deadlock, Transactions, BarrierMisuse, OutOfBounds, Misaligned, Registers, Divergence, BadDescriptor, Limit, Trap, Unsupported:
		return true
	}
	return false
}

// Loc is a place in the kernel's source.
type Loc struct {
	File      string
	Line, Col int
}

// String implements fmt.Stringer.
func (l Loc) String() string {
	if l.Line == 0 {
		return "?"
	}
	return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Col)
}

func locOf(in *ptx.Inst) Loc {
	l := in.Loc.Outermost()
	if l == nil {
		return Loc{}
	}
	return Loc{l.File, l.Line, l.Col}
}

// Note is a second place that belongs to a report.
type Note struct {
	Message string
	Loc     Loc
	PTXLine int
}

// Report is one mistake found.
type Report struct {
	Kind    Kind
	Message string
	Loc     Loc    // in the kernel's source
	PTXLine int    // in the PTX text, 0 if none
	PTX     string // the instruction
	CTA     [3]int
	Warp    int // -1 if no warp did it
	Lanes   uint32
	Notes   []Note
	Trace   []string // the warp's last visible steps, oldest first
}

// String is the report in several lines.
func (r *Report) String() string {
	var b strings.Builder
	if r.Loc.Line > 0 || r.Warp >= 0 {
		fmt.Fprintf(&b, "%s: ", r.Loc)
	}
	fmt.Fprintf(&b, "%s: %s\n", r.Kind, r.Message)
	if r.Warp >= 0 {
		fmt.Fprintf(&b, "  CTA (%d,%d,%d), warp %d, lanes %08x", r.CTA[0], r.CTA[1], r.CTA[2], r.Warp, r.Lanes)
		if r.PTXLine > 0 {
			fmt.Fprintf(&b, ", PTX line %d: %s", r.PTXLine, r.PTX)
		}
		b.WriteByte('\n')
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "  note: %s: %s", n.Loc, n.Message)
		if n.PTXLine > 0 {
			fmt.Fprintf(&b, " (PTX line %d)", n.PTXLine)
		}
		b.WriteByte('\n')
	}
	for _, t := range r.Trace {
		fmt.Fprintf(&b, "  trace: %s\n", t)
	}
	return b.String()
}

// report files a mistake of w at in, once for each kind and pair of instructions.
func (m *machine) report(kind Kind, w *warp, in *inst, lanes uint32, format string, args ...any) *Report {
	r := Report{Kind: kind, Message: fmt.Sprintf(format, args...), Warp: -1, Lanes: lanes}
	if w != nil {
		r.CTA, r.Warp = w.cta.id, w.id
		r.Trace = w.history()
	}
	key := reportKey{kind: kind, pc: -1}
	if in != nil {
		r.Loc, r.PTXLine, r.PTX, key.pc = locOf(in.src0), m.line(in), m.text(in), in.pc
	} else {
		key.message = r.Message
	}
	if kind.fatal() {
		m.stopped = true
	}
	if m.seen[key] {
		return &Report{}
	}
	m.seen[key] = true
	m.reports = append(m.reports, r)
	if len(m.reports) >= m.maxReports {
		m.stopped = true
	}
	return &m.reports[len(m.reports)-1]
}

type reportKey struct {
	kind    Kind
	pc      int
	message string
}

func (r *Report) note(loc Loc, line int, format string, args ...any) {
	r.Notes = append(r.Notes, Note{fmt.Sprintf(format, args...), loc, line})
}

// noteInst adds the place of an instruction by its number; -1 adds nothing.
func (m *machine) noteInst(r *Report, pc int, format string, args ...any) {
	if pc < 0 || pc >= len(m.prog.code) {
		return
	}
	in := &m.prog.code[pc]
	r.note(locOf(in.src0), m.line(in), format, args...)
}

func (m *machine) line(in *inst) int {
	line, _ := in.src0.Span.Position()
	return line
}

// text is the instruction as written, cut short.
func (m *machine) text(in *inst) string {
	const limit = 100
	s := in.src0.Span
	text := strings.Join(strings.Fields(string(s.File.Src[s.Start:s.End])), " ")
	if len(text) > limit {
		text = text[:limit] + "…"
	}
	return text
}
