package nvptx

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tawa/llvmir"
)

// machine runs straight-line LLVM IR as the code generator prints it, all threads
// of a CTA in step: what is needed to check where data goes. A value is a list of
// words per thread, more than one for vectors and structs.
type machine struct {
	t       *testing.T
	threads int
	vals    map[string][][]uint64
	smem    []byte
	fields  map[string][]int // bits of the fields of named structs
	count   map[string]int   // executed PTX statements by opcode
}

func newMachine(t *testing.T, threads int) *machine {
	return &machine{t: t, threads: threads, vals: map[string][][]uint64{}, smem: make([]byte, 1<<17), fields: map[string][]int{}, count: map[string]int{}}
}

var (
	asmLine   = regexp.MustCompile(`^call (\S+|<[^>]*>|\{[^}]*\}) asm (?:sideeffect )?"([^"]*)", "([^"]*)"\((.*)\)[^)]*$`)
	shflLine  = regexp.MustCompile(`^call i32 @llvm\.nvvm\.shfl\.sync\.(idx|bfly)\.i32\(i32 -1, i32 (\S+), i32 (\S+), i32 31\)$`)
	typeAhead = regexp.MustCompile(`^(<\d+ x \w+>|ptr addrspace\(\d\)|[\w.%]+) (.*)$`)
)

func (m *machine) run(module string) {
	for line := range strings.Lines(module) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "%results."):
			name, def, _ := strings.Cut(line, " = type { ")
			for _, f := range strings.Split(strings.TrimSuffix(def, " }"), ", ") {
				m.fields[name] = append(m.fields[name], width(f))
			}
		case strings.HasPrefix(line, "%v"):
			name, text, _ := strings.Cut(line, " = ")
			if m.vals[name] == nil {
				m.vals[name] = m.eval(text)
			}
		case strings.HasPrefix(line, "call "):
			m.eval(line)
		}
	}
}

func width(t string) int {
	bits := map[string]int{"half": 16, "bfloat": 16, "float": 32, "double": 64}[t]
	if bits == 0 {
		fmt.Sscanf(t, "i%d", &bits)
	}
	return bits
}

// vector says how many elements of how many bits a type has.
func vector(t string) (n, bits int) {
	if _, err := fmt.Sscanf(t, "<%d x ", &n); err == nil {
		return n, width(strings.TrimSuffix(t[strings.Index(t, "x ")+2:], ">"))
	}
	return 1, width(t)
}

// operand is a value by its spelling.
func (m *machine) operand(text, typ string) [][]uint64 {
	if v, ok := m.vals[text]; ok {
		return v
	}
	n, bits := vector(typ)
	var word uint64
	switch {
	case text == "true":
		word = 1
	case text == "false", text == "poison", text == "undef", text == "zeroinitializer":
	default:
		x, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			m.t.Fatalf("operand %q of type %s", text, typ)
		}
		word = uint64(x) & mask(bits)
	}
	return slices.Repeat([][]uint64{slices.Repeat([]uint64{word}, n)}, m.threads)
}

func mask(bits int) uint64 { return 1<<bits - 1 }

func split(text string) (typ, rest string) {
	p := typeAhead.FindStringSubmatch(text)
	return p[1], p[2]
}

// each computes one word per thread.
func (m *machine) each(f func(th int) uint64) [][]uint64 {
	out := make([][]uint64, m.threads)
	for th := range out {
		out[th] = []uint64{f(th)}
	}
	return out
}

func (m *machine) eval(text string) [][]uint64 {
	if p := asmLine.FindStringSubmatch(text); p != nil {
		return m.asm(p[1], p[2], p[3], p[4])
	}
	if p := shflLine.FindStringSubmatch(text); p != nil {
		m.count["shfl"]++
		v, lane := m.operand(p[2], "i32"), m.operand(p[3], "i32")
		return m.each(func(th int) uint64 {
			from := int(lane[th][0])
			if p[1] == "bfly" {
				from ^= th & 31
			}
			return v[th&^31|from&31][0]
		})
	}
	op, rest, _ := strings.Cut(text, " ")
	switch op {
	case "zext", "trunc", "bitcast":
		return m.cast(op, rest)
	case "select", "insertelement", "extractelement", "extractvalue":
		return m.choose(op, rest)
	}
	pred := ""
	if op == "icmp" {
		pred, rest, _ = strings.Cut(rest, " ")
	}
	typ, args := split(rest)
	a, b, _ := strings.Cut(args, ", ")
	x, y := m.operand(a, typ), m.operand(b, typ)
	return m.each(func(th int) uint64 { return binary(m.t, op+pred, x[th][0], y[th][0]) & mask(width(typ)) })
}

func binary(t *testing.T, op string, x, y uint64) uint64 {
	truth := map[bool]uint64{true: 1}
	switch op {
	case "add":
		return x + y
	case "sub":
		return x - y
	case "mul":
		return x * y
	case "and":
		return x & y
	case "or":
		return x | y
	case "xor":
		return x ^ y
	case "shl":
		return x << y
	case "lshr":
		return x >> y
	case "icmpeq":
		return truth[x == y]
	case "icmpne":
		return truth[x != y]
	}
	t.Fatalf("instruction %s", op)
	return 0
}

func (m *machine) cast(op, rest string) [][]uint64 {
	typ, args := split(rest)
	a, to, _ := strings.Cut(args, " to ")
	x := m.operand(a, typ)
	_, from := vector(typ)
	n, bits := vector(to)
	out := make([][]uint64, m.threads)
	for th := range out {
		var all uint64
		for i, w := range x[th] {
			all |= w & mask(from) << (i * from)
		}
		for i := range n {
			out[th] = append(out[th], all>>(i*bits)&mask(bits))
		}
	}
	return out
}

func (m *machine) choose(op, rest string) [][]uint64 {
	typ, args := split(rest)
	part := strings.SplitN(args, ", ", 3)
	x := m.operand(part[0], typ)
	out := make([][]uint64, m.threads)
	for th := range out {
		switch op {
		case "select":
			t1, a := split(part[1])
			t2, b := split(part[2])
			if out[th] = m.operand(b, t2)[th]; x[th][0] != 0 {
				out[th] = m.operand(a, t1)[th]
			}
		case "insertelement":
			t1, a := split(part[1])
			k, _ := strconv.Atoi(strings.TrimPrefix(part[2], "i32 "))
			out[th] = slices.Clone(x[th])
			out[th][k] = m.operand(a, t1)[th][0]
		default:
			k, _ := strconv.Atoi(strings.TrimPrefix(part[1], "i32 "))
			out[th] = x[th][k : k+1]
		}
	}
	return out
}

var (
	accessStmt = regexp.MustCompile(`^(?:@(\S+) )?(ld|st)\.shared(?:\.v(\d))?\.b(\d+) (.*);$`)
	matrixStmt = regexp.MustCompile(`^(ld|st)matrix\.sync\.aligned\.m8n8\.x(\d)(\.trans)?\.shared\.b16 (.*);$`)
	place      = regexp.MustCompile(`\[\$(\d+)\+(\d+)\]`)
	refs       = regexp.MustCompile(`\$(\d+)`)
)

// asm runs a PTX statement. Placeholders are numbered results first.
func (m *machine) asm(ret, text, constraints, args string) [][]uint64 {
	outs := strings.Count(constraints, "=")
	in := make([][][]uint64, outs)
	for _, a := range strings.Split(args, ", ") {
		if a != "" {
			typ, v := split(a)
			in = append(in, m.operand(v, typ))
		}
	}
	m.count[strings.SplitN(strings.TrimLeft(text, "@$0123456789 "), " ", 2)[0]]++
	out := make([][]uint64, m.threads)
	for th := range out {
		out[th] = make([]uint64, outs)
	}
	if p := accessStmt.FindStringSubmatch(text); p != nil {
		m.access(p, in, out)
	} else if p := matrixStmt.FindStringSubmatch(text); p != nil {
		m.matrix(p, in, out)
	} else if !strings.HasPrefix(text, "bar.") && !strings.HasPrefix(text, "fence.") {
		m.t.Fatalf("statement %q", text)
	}
	return out
}

func (m *machine) read(at uint64, bytes int) uint64 {
	var w uint64
	for i := range bytes {
		w |= uint64(m.smem[int(at)+i]) << (8 * i)
	}
	return w
}

func (m *machine) write(at uint64, bytes int, w uint64) {
	for i := range bytes {
		m.smem[int(at)+i] = byte(w >> (8 * i))
	}
}

// operands takes the address and the other placeholders of a statement apart.
func operands(text string) (addr, offset int, data []int) {
	p := place.FindStringSubmatch(text)
	addr, _ = strconv.Atoi(p[1])
	offset, _ = strconv.Atoi(p[2])
	for _, r := range refs.FindAllStringSubmatch(place.ReplaceAllString(text, ""), -1) {
		n, _ := strconv.Atoi(r[1])
		data = append(data, n)
	}
	return addr, offset, data
}

func (m *machine) access(p []string, in [][][]uint64, out [][]uint64) {
	addr, offset, data := operands(p[5])
	bits, _ := strconv.Atoi(p[4])
	size := bits / 8
	for th := range m.threads {
		if p[1] != "" {
			k, _ := strconv.Atoi(p[1][1:])
			if in[k][th][0] == 0 {
				continue
			}
		}
		at := in[addr][th][0] + uint64(offset)
		if at%uint64(size*len(data)) != 0 {
			m.t.Fatalf("thread %d: address %d of %s is not aligned", th, at, p[0])
		}
		for i, d := range data {
			if p[2] == "ld" {
				out[th][d] = m.read(at+uint64(i*size), size)
			} else {
				m.write(at+uint64(i*size), size, in[d][th][0])
			}
		}
	}
}

// matrix runs ldmatrix and stmatrix as the PTX ISA describes them: lane 8k+r gives
// the address of row r of matrix k, and word k of lane l is half-words 2(l%4) and
// 2(l%4)+1 of row l/4, or with .trans of column l/4.
func (m *machine) matrix(p []string, in [][][]uint64, out [][]uint64) {
	addr, offset, data := operands(p[4])
	for th := range m.threads {
		warp, lane := th&^31, th&31
		for k, d := range data {
			for half := range 2 {
				row, col := lane/4, 2*(lane%4)+half
				if p[3] != "" {
					row, col = col, row
				}
				at := in[addr][warp+8*k+row][0] + uint64(offset)
				if at%16 != 0 {
					m.t.Fatalf("row address %d of %s is not aligned", at, p[0])
				}
				at += uint64(2 * col)
				if p[1] == "ld" {
					out[th][d] |= m.read(at, 2) << (16 * half)
				} else {
					m.write(at, 2, in[d][th][0]>>(16*half)&0xffff)
				}
			}
		}
	}
}

// bench is a function under construction whose threads hold known values.
type bench struct {
	*gen
	m  *machine
	f  *llvmir.Func
	in int
}

// newBench makes a warp group of the given number of warps, whose shared memory
// begins at address 0.
func newBench(t *testing.T, warps int) *bench {
	mod := llvmir.NewModule("bench")
	params := []llvmir.Param{{Name: "tid", Type: llvmir.I32}, {Name: "lane", Type: llvmir.I32}, {Name: "warp", Type: llvmir.I32}}
	f := mod.Func("bench", llvmir.Void, params...)
	b := &bench{m: newMachine(t, 32*warps), f: f}
	b.gen = &gen{Builder: f.Block("entry").Builder(), smem: ci(0), warps: warps, bar: ci(1)}
	b.tid, b.lane, b.warp = f.Param(0), f.Param(1), f.Param(2)
	b.m.vals["%tid"] = b.m.each(func(th int) uint64 { return uint64(th) })
	b.m.vals["%lane"] = b.m.each(func(th int) uint64 { return uint64(th & 31) })
	b.m.vals["%warp"] = b.m.each(func(th int) uint64 { return uint64(th >> 5) })
	b.lead = b.ICmp(llvmir.EQ, b.tid, ci(0))
	return b
}

// hold makes a value of type t of which each thread holds what f says.
func (b *bench) hold(t *llvmir.Type, f func(th int) uint64) value {
	bits := 8 * sizeOf(t)
	if t == llvmir.I1 {
		bits = 1
	}
	a := b.Asm() // any instruction whose result the machine is told
	if bits < 16 {
		v := b.Cast(llvmir.Trunc, b.Bin(llvmir.Add, b.tid, ci(1<<20+b.in)), t)
		b.in++
		b.tell(v, f)
		return v
	}
	a.Out(t)
	v := a.SideEffect().Emit(fmt.Sprintf("hold %d;", b.in))[0]
	b.in++
	b.tell(v, f)
	return v
}

// tell fixes the value of an instruction instead of running it.
func (b *bench) tell(v value, f func(th int) uint64) {
	name := strings.Fields(v.String())
	b.m.vals[name[len(name)-1]] = b.m.each(f)
}

// run runs what was built.
func (b *bench) run() {
	b.RetVoid()
	b.m.run(b.Module().String())
}

// got is the words that the threads hold in a value after the run.
func (b *bench) got(v value) [][]uint64 {
	typ, text := split(v.String())
	return b.m.operand(text, typ)
}
