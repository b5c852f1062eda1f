package emu

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"tawa/diag"
	"tawa/emu/tensor"
	"tawa/ptx"
)

const (
	defaultInstructions = 200_000_000
	defaultReports      = 20
	maxThreads          = 1024
	maxShared           = 232448 // bytes a CTA can have on Hopper
	maxCluster          = 16
	maxGridX, maxGridYZ = 1<<31 - 1, 1<<16 - 1
	multiprocessors     = 132
	maxSpins            = 2 // rests without progress after which other clusters have a turn
)

// machine is one launch.
type machine struct {
	mod        *ptx.Module
	cfg        Config
	prog       *program
	grid       [3]int
	block      [3]int
	clusterDim [3]int
	threads    int
	registers  int // a thread at launch
	globals    globals
	params     []byte
	moduleVars map[*ptx.Var]uint64
	rng        *rand.Rand
	budget     int64
	maxReports int

	reports []Report
	seen    map[reportKey]bool
	stopped bool
	stats   Stats

	maps     map[string]*tensor.TensorMap // decoded tensor maps
	progress int64                        // changes that others may wait for
}

func newMachine(mod *ptx.Module, cfg Config) *machine {
	m := &machine{mod: mod, cfg: cfg, seen: map[reportKey]bool{}, moduleVars: map[*ptx.Var]uint64{}, maps: map[string]*tensor.TensorMap{}}
	m.rng = rand.New(rand.NewPCG(cfg.Schedule.Seed, uint64(cfg.Schedule.Mode)))
	m.budget, m.maxReports = cfg.MaxInstructions, cfg.MaxReports
	if m.budget == 0 {
		m.budget = defaultInstructions
	}
	if m.maxReports == 0 {
		m.maxReports = defaultReports
	}
	return m
}

// Check says whether the emulator knows every instruction of every kernel of the module; what it does not know goes
// to the sink, all of it.
func Check(mod *ptx.Module, sink *diag.Sink) bool {
	all := true
	for _, fn := range mod.Funcs {
		if fn.Entry {
			_, ok := newProgram(mod, fn, sink)
			all = all && ok
		}
	}
	return all
}

// prepare decodes the kernel and lays out the launch; false means that a report says why not.
func (m *machine) prepare() bool {
	fn, err := m.mod.Entry(m.cfg.Kernel)
	if err != nil {
		m.report(Unsupported, nil, nil, 0, "%v", err)
		return false
	}
	sink := &diag.Sink{}
	prog, ok := newProgram(m.mod, fn, sink)
	m.prog = prog
	if !ok {
		for _, d := range sink.All() {
			r := m.report(Unsupported, nil, nil, 0, "%s", d.Message)
			r.PTXLine, _ = d.Span.Position()
		}
		return false
	}
	for _, problem := range []string{m.shape(fn), m.arguments(fn)} {
		if problem != "" {
			m.report(Unsupported, nil, nil, 0, "%s", problem)
			return false
		}
	}
	for _, v := range prog.globals {
		data := make([]byte, v.Size)
		copy(data, v.Init)
		m.moduleVars[v] = m.globals.add(data, v.Name).addr
	}
	return true
}

func orOne(a, b [3]int) [3]int {
	if a == [3]int{} {
		a = b
	}
	for i := range a {
		a[i] = max(a[i], 1)
	}
	return a
}

// shape checks grid, block, cluster, shared memory and registers: "" or what is wrong.
func (m *machine) shape(fn *ptx.Func) string {
	m.grid = orOne(m.cfg.Grid, [3]int{})
	m.block = orOne(m.cfg.Block, fn.ReqNTID)
	m.clusterDim = orOne(m.cfg.Cluster, fn.ReqNCTAPerCluster)
	m.threads = m.block[0] * m.block[1] * m.block[2]
	ctas := m.clusterDim[0] * m.clusterDim[1] * m.clusterDim[2]
	shared := m.prog.static + m.cfg.Shared
	switch {
	case m.threads > maxThreads || m.block[0] > maxThreads || m.block[1] > maxThreads || m.block[2] > maxThreads:
		return fmt.Sprintf("a CTA of %v threads is more than %d", m.block, maxThreads)
	case fn.ReqNTID != [3]int{} && m.block != orOne(fn.ReqNTID, [3]int{}):
		return fmt.Sprintf("the kernel requires %v threads, the launch has %v", fn.ReqNTID, m.block)
	case m.prog.tooLarge() != "":
		return m.prog.tooLarge()
	case shared > maxShared || m.cfg.Shared < 0:
		return fmt.Sprintf("%d bytes of shared memory are more than %d", shared, maxShared)
	case ctas > maxCluster:
		return fmt.Sprintf("a cluster of %d CTAs is more than %d", ctas, maxCluster)
	case m.grid[0] > maxGridX || m.grid[1] > maxGridYZ || m.grid[2] > maxGridYZ:
		return fmt.Sprintf("a grid of %v CTAs is more than %v", m.grid, [3]int{maxGridX, maxGridYZ, maxGridYZ})
	case mod3(m.grid, m.clusterDim) != [3]int{}:
		return fmt.Sprintf("the grid %v is no multiple of the cluster %v", m.grid, m.clusterDim)
	}
	m.registers = m.cfg.Registers
	if m.registers == 0 {
		m.registers = launchRegisters(fn, m.threads)
	}
	return ""
}

// launchRegisters is how many registers a thread gets: .maxnreg, or an equal share of the 65536 of an SM for
// .minnctapersm CTAs, in steps of 8.
func launchRegisters(fn *ptx.Func, threads int) int {
	if fn.MaxNReg > 0 {
		return fn.MaxNReg
	}
	warps := (threads + 31) / 32
	return min(65536/(warps*32*max(fn.MinNCTAPerSM, 1)), 255) &^ 7
}

// arguments builds the parameter block.
func (m *machine) arguments(fn *ptx.Func) string {
	if len(m.cfg.Args) != len(fn.Params) {
		return fmt.Sprintf("`%s` takes %d arguments, these are %d", fn.Name, len(fn.Params), len(m.cfg.Args))
	}
	m.params = make([]byte, m.prog.params)
	for i, p := range fn.Params {
		value, problem := m.argument(i, &m.cfg.Args[i])
		if problem != "" {
			return problem
		}
		if len(value) != p.Size {
			return fmt.Sprintf("argument %d of `%s` has %d bytes, the parameter has %d", i, fn.Name, len(value), p.Size)
		}
		copy(m.params[p.Offset:], value)
	}
	return ""
}

func (m *machine) argument(i int, a *Arg) (value []byte, problem string) {
	if !a.global && a.tmap == nil {
		return a.bytes, ""
	}
	b := m.globals.add(a.buffer, fmt.Sprintf("the buffer of argument %d", i))
	for j, p := range a.pointers {
		to := m.globals.add(p, fmt.Sprintf("buffer %d of argument %d", j, i))
		binary.LittleEndian.PutUint64(a.buffer[8*j:], to.addr)
	}
	if a.global {
		return binary.LittleEndian.AppendUint64(nil, b.addr), ""
	}
	t := *a.tmap
	t.Base += b.addr
	if err := t.Check(); err != nil {
		return nil, fmt.Sprintf("tensor map of argument %d: %v", i, err)
	}
	code := t.Encode()
	return code[:], ""
}

// varAddr is a variable's address in its state space.
func (m *machine) varAddr(v *ptx.Var) uint64 {
	if a, ok := m.moduleVars[v]; ok {
		return a
	}
	return m.prog.vars[v]
}

// runGrid runs the clusters one after the other. A cluster that only spins, as one does that waits for another's
// writes to global memory, stays and gets further turns, up to as many CTAs as an H200 has multiprocessors.
func (m *machine) runGrid() {
	n := div3(m.grid, m.clusterDim)
	total, resident := n[0]*n[1]*n[2], max(multiprocessors/(m.clusterDim[0]*m.clusterDim[1]*m.clusterDim[2]), 1)
	var running []*cluster
	for started := 0; !m.stopped && (started < total || len(running) > 0); {
		if started < total && len(running) < resident {
			at := [3]int{started % n[0], started / n[0] % n[1], started / (n[0] * n[1])}
			for i := range at {
				at[i] *= m.clusterDim[i]
			}
			running = append(running, m.newCluster(at))
			started++
		}
		kept := running[:0]
		for _, c := range running {
			if !c.run() && !m.stopped {
				kept = append(kept, c)
			}
		}
		running = kept
	}
}

// cluster is a set of CTAs that run together; a CTA without a cluster is a cluster of one.
type cluster struct {
	m       *machine
	ctas    []*cta
	warps   []*warp
	agents  []agentInfo
	pending []*pendingOp
	lines   map[uint64]*mapLine // of global memory that the cluster wrote, by address / 128, if it writes tensor maps
	born    int64               // pending operations so far
	barrier clusterBarrier
	starved int   // the warp group that StarveOne starves
	rested  int64 // machine.progress at the last rest
	spins   int   // rests in a row without progress
}

// cta is one thread block.
type cta struct {
	cluster *cluster
	id      [3]int
	linear  int // in the grid
	rank    int // in the cluster
	shared  *shared
	warps   []*warp
	groups  []*warpGroup
	named   [16]namedBarrier
	remote  map[*warp]remoteAccess
	pool    int // registers that setmaxnreg can still hand out

	copyFree, tensorFree int64 // model time at which the copy engine and the tensor cores are free
}

// remoteAccess is the last thing that a warp of another CTA did to this one's shared memory.
type remoteAccess struct {
	epoch
	in *inst
}

// touchedBy notes that w reaches into the CTA from another.
func (t *cta) touchedBy(w *warp, in *inst) {
	if t == w.cta {
		return
	}
	if t.remote == nil {
		t.remote = map[*warp]remoteAccess{}
	}
	t.remote[w] = remoteAccess{w.now(), in}
}

// saw says whether any of the CTA's warps had seen the step when it exited.
func (t *cta) saw(e epoch) bool {
	for _, w := range t.warps {
		if w.order.generic.saw(e) {
			return true
		}
	}
	return false
}

// atExit reports what may still reach the CTA's shared memory after its last warp has exited: copies that nobody has
// waited for and peers that nobody has heard of since.
func (t *cta) atExit() {
	m := t.cluster.m
	for _, addr := range slices.Sorted(maps.Keys(t.shared.bars)) {
		if b := t.shared.bars[addr]; b.copier != nil && !t.saw(b.lastCopy) {
			m.report(PendingAtExit, b.copier, b.copyInst, 0, "CTA %d exits without having waited for this copy to the mbarrier at 0x%x", t.rank, addr)
		}
	}
	for _, w := range t.cluster.warps {
		if r, ok := t.remote[w]; ok && !t.saw(r.epoch) {
			m.report(PendingAtExit, w, r.in, 0, "warp %d of CTA %d reaches into the shared memory of CTA %d, which may have exited by then", w.id, w.cta.rank, t.rank)
		}
	}
}

func (m *machine) newCluster(first [3]int) *cluster {
	c := &cluster{m: m, agents: []agentInfo{{}}, lines: map[uint64]*mapLine{}}
	d := m.clusterDim
	for z := range d[2] {
		for y := range d[1] {
			for x := range d[0] {
				c.addCTA([3]int{first[0] + x, first[1] + y, first[2] + z})
			}
		}
	}
	if groups := (len(c.ctas[0].warps) + 3) / 4; groups > 0 {
		c.starved = int(m.cfg.Schedule.Seed % uint64(groups))
	}
	m.stats.CTAs += len(c.ctas)
	return c
}

func (c *cluster) addCTA(id [3]int) {
	m := c.m
	t := &cta{cluster: c, id: id, rank: len(c.ctas), linear: (id[2]*m.grid[1]+id[1])*m.grid[0] + id[0]}
	t.shared = newShared(m.prog.static + m.cfg.Shared)
	c.ctas = append(c.ctas, t)
	for i := range (m.threads + 31) / 32 {
		if i%4 == 0 {
			t.groups = append(t.groups, &warpGroup{cta: t, index: i / 4})
		}
		w := newWarp(t, i)
		g := t.groups[i/4]
		g.warps = append(g.warps, w)
		w.group = g
		t.warps = append(t.warps, w)
		c.warps = append(c.warps, w)
	}
}

// run schedules the warps until all have exited or nothing can go on; false means that they only spin.
func (c *cluster) run() bool {
	m := c.m
	for !m.stopped {
		w := c.choose()
		if w == nil {
			if !c.rest() {
				break
			}
			if c.spins > maxSpins {
				c.spins = 0
				return false
			}
			continue
		}
		w.run()
		if m.cfg.Schedule.Mode == Random && m.rng.IntN(8) == 0 {
			c.completeAny()
		}
	}
	if !m.stopped {
		c.finish()
	}
	return true
}

// completeAny lets a copy or a wgmma group happen that nobody has waited for yet.
func (c *cluster) completeAny() {
	rng := c.m.rng
	if len(c.pending) > 0 && rng.IntN(2) == 0 {
		c.complete(rng.IntN(len(c.pending)))
		return
	}
	t := c.ctas[rng.IntN(len(c.ctas))]
	t.groups[rng.IntN(len(t.groups))].completeAny()
}

// rest lets something happen when no warp can go on: a copy completes, or warps that only poll try again.
func (c *cluster) rest() bool {
	if len(c.pending) > 0 {
		if c.m.cfg.Schedule.Mode == InOrder {
			c.complete(c.oldest())
		} else {
			c.complete(c.m.rng.IntN(len(c.pending)))
		}
	} else if !c.pollers() {
		return false
	}
	for _, w := range c.warps {
		w.tired, w.spent = false, 0
	}
	return true
}

// pollers says whether a warp may still see something new: it is in the middle of work, or things have changed since
// the last time that all others only polled.
func (c *cluster) pollers() bool {
	any, changed := false, c.m.progress != c.rested
	c.rested = c.m.progress
	if c.spins++; changed {
		c.spins = 0
	}
	for _, w := range c.warps {
		if w.tired && w.live != 0 && (changed || w.polling == nil) {
			any = true
		}
	}
	return any
}

// choose picks the warp that runs next, nil if none can.
func (c *cluster) choose() *warp {
	var ready, favoured []*warp
	mode := c.m.cfg.Schedule.Mode
	for _, w := range c.warps {
		if w.live == 0 || w.tired || !w.runnable() {
			continue
		}
		ready = append(ready, w)
		if mode == InOrder {
			return w
		}
		if c.favours(mode, w) {
			favoured = append(favoured, w)
		}
	}
	if len(favoured) > 0 {
		ready = favoured
	}
	if len(ready) == 0 {
		return nil
	}
	return ready[c.m.rng.IntN(len(ready))]
}

func (c *cluster) favours(mode Mode, w *warp) bool {
	switch mode {
	case ProducerFirst:
		return w.group.produces
	case ConsumersFirst:
		return !w.group.produces
	case StarveOne:
		return w.group.index != c.starved
	}
	return true
}

// finish ends the cluster: outstanding work is named, warps that still wait are a deadlock.
func (c *cluster) finish() {
	for _, w := range c.warps {
		if w.live != 0 {
			c.deadlock()
			return
		}
	}
	for _, w := range c.warps {
		c.m.stats.Time = max(c.m.stats.Time, w.time)
	}
	for _, t := range c.ctas {
		t.atExit()
		for _, g := range t.groups {
			g.checkRegisters()
		}
	}
}
