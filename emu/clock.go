package emu

// An agent is what has an order of its own: a warp, the wgmma groups of a warp group, the copies bound to one
// mbarrier, the bulk stores of one thread, the cp.async groups of one warp. A clock says, for every agent, up to which
// of its steps one has seen it.
type agent = uint32

// epoch is one step of one agent; clock 0 is no step at all.
type epoch struct {
	agent agent
	clock uint32
}

type clock []uint32

func (c clock) at(a agent) uint32 {
	if int(a) < len(c) {
		return c[a]
	}
	return 0
}

// saw says that the step happens before the owner of the clock.
func (c clock) saw(e epoch) bool { return c.at(e.agent) >= e.clock }

func (c *clock) set(a agent, t uint32) {
	for int(a) >= len(*c) {
		*c = append(*c, 0)
	}
	(*c)[a] = max((*c)[a], t)
}

func (c *clock) join(o clock) {
	for len(*c) < len(o) {
		*c = append(*c, 0)
	}
	d := (*c)[:len(o)]
	for i, t := range o {
		if d[i] < t {
			d[i] = t
		}
	}
}

// order is what one has seen: as the generic proxy sees memory, and as the async proxy does. The second lags behind
// the first until a proxy fence. The third is what has been released to those who read tensor maps.
type order struct{ generic, async, maps clock }

func (o *order) join(p *order) {
	o.generic.join(p.generic)
	o.async.join(p.async)
	o.maps.join(p.maps)
}

func (o *order) clone() *order {
	return &order{append(clock(nil), o.generic...), append(clock(nil), o.async...), append(clock(nil), o.maps...)}
}

type agentKind uint8

const (
	noAgent agentKind = iota
	warpAgent
	cpAsyncAgent
	wgmmaAgent
	copyAgent  // bulk loads, by mbarrier
	storeAgent // bulk stores, by thread: they read shared memory
)

// agentInfo tells who an agent is.
type agentInfo struct {
	kind agentKind
	name string
}

// generic says that the agent's accesses go through the generic proxy.
func (a *agentInfo) generic() bool { return a.kind == warpAgent || a.kind == cpAsyncAgent }

func (c *cluster) newAgent(kind agentKind, name string) agent {
	c.agents = append(c.agents, agentInfo{kind, name})
	return agent(len(c.agents) - 1)
}
