package cost

import (
	"math"
	"testing"
)

// gemm is a producer and two consumers that share a tile of k steps: what traceProgram makes of a product.
func gemm(m *Machine, k, pendings, tiles int) []*role {
	producer, consumer := &role{name: "producer", copies: 1, scale: 1}, &role{name: "consumer", copies: 2, scale: 1}
	d := dot{instructions: 4, clocks: 128}
	for range tiles {
		for i := range k {
			producer.steps = append(producer.steps, step{kind: put, bytes: 48 << 10})
			consumer.steps = append(consumer.steps, step{kind: get}, step{kind: issue, dot: d}, step{kind: wait, n: pendings})
			if i >= pendings {
				consumer.steps = append(consumer.steps, step{kind: release})
			}
		}
		consumer.steps = append(consumer.steps, step{kind: wait, work: m.Drain * float64(min(pendings, 1))})
		for range min(pendings, k) {
			consumer.steps = append(consumer.steps, step{kind: release})
		}
		consumer.steps = append(consumer.steps, step{kind: store, bytes: 32 << 10, plain: 16 << 10})
	}
	return []*role{producer, consumer}
}

// A long loop runs at the speed of the tensor cores if the ring lets the producer run ahead, and of the
// copies' latency if it has one slot. Slots never do harm.
func TestDepths(t *testing.T) {
	m := &H200
	const k, perStep = 256, 2 * 4 * 128
	last := math.Inf(1)
	for depth := 2; depth <= 6; depth++ {
		clocks, used := m.simulate(gemm(m, k, 1, 1), []int{depth})
		if clocks > last*1.001 {
			t.Errorf("D=%d takes %.0f clocks, one slot less %.0f", depth, clocks, last)
		}
		last = clocks
		if want := k * perStep * m.TensorEfficiency; math.Abs(used.tensor-want) > 1e-6*want {
			t.Errorf("D=%d: tensor cores work %.0f clocks, not %.0f", depth, used.tensor, want)
		}
		if want := k * 48 * 1024 / m.CopyBytes; used.copies != want {
			t.Errorf("D=%d: copies take %.0f clocks, not %.0f", depth, used.copies, want)
		}
	}
	if last > 1.06*k*perStep {
		t.Errorf("D=6 takes %.0f clocks, tensor cores alone %d", last, k*perStep)
	}
	one, _ := m.simulate(gemm(m, k, 0, 1), []int{1})
	if least := k * (perStep + m.Copy + 48*1024/m.CopyBytes); one < least {
		t.Errorf("D=1 takes %.0f clocks, though nothing overlaps: %.0f", one, least)
	}
}

// With as many dots in flight as there are slots but one, nothing is prefetched.
func TestDotsInFlight(t *testing.T) {
	m := &H200
	at := func(depth, pendings int) float64 {
		clocks, _ := m.simulate(gemm(m, 256, pendings, 1), []int{depth})
		return clocks
	}
	if tight, free := at(3, 2), at(3, 1); tight < 1.1*free {
		t.Errorf("D=3: P=2 takes %.0f clocks, P=1 %.0f", tight, free)
	}
}

// Iterations of an outermost loop that stand for others count as often.
func TestSamples(t *testing.T) {
	m := &H200
	all := gemm(m, 16, 1, 120)
	want, used := m.simulate(all, []int{4})
	some := gemm(m, 16, 1, 12)
	for _, r := range some {
		r.scale = 10
		tile := len(r.steps) / 12
		var steps []step
		for i := range 12 {
			steps = append(append(steps, step{kind: sample}), r.steps[i*tile:(i+1)*tile]...)
		}
		r.steps = append(steps, step{kind: sample, n: 1})
	}
	got, sampled := m.simulate(some, []int{4})
	if math.Abs(got/want-1) > 0.05 || math.Abs(sampled.tensor/used.tensor-1) > 1e-6 {
		t.Errorf("12 of 120 tiles: %.0f clocks, tensor cores %.0f; all: %.0f, %.0f", got, sampled.tensor, want, used.tensor)
	}
}

// The clock falls with the power that tensor cores take, and never exceeds the highest.
func TestClock(t *testing.T) {
	m := &H200
	for _, test := range []struct{ busy, clock float64 }{{0.1, 1.98}, {0.724, 1.534}, {0.86, 1.39}} {
		p := Prediction{Clocks: 1e6}
		m.finish(&p, usage{tensor: 1e6 * test.busy}, 1)
		if math.Abs(p.Clock/1e9-test.clock) > 0.03 {
			t.Errorf("busy %.3f: %.3f GHz, not %.3f", test.busy, p.Clock/1e9, test.clock)
		}
	}
}

// Consumers that take whole tiles in turn: each order counts its own turns, and all tiles are multiplied.
func TestOrdersOfTurns(t *testing.T) {
	m := &H200
	const tiles, k = 6, 32
	producer := &role{name: "producer", copies: 1, scale: 1}
	consumers := []*role{{name: "consumer", copies: 1, scale: 1}, {name: "consumer", copies: 1, scale: 1}}
	for tile := range tiles {
		for n, c := range consumers {
			if n != tile%2 {
				for range k {
					c.steps = append(c.steps, step{kind: skip})
				}
				continue
			}
			c.steps = append(c.steps, step{kind: take, n: n})
			for range k {
				c.steps = append(c.steps, step{kind: get}, step{kind: issue, dot: dot{instructions: 4, clocks: 128}}, step{kind: wait}, step{kind: release})
			}
			c.steps = append(c.steps, step{kind: pass, n: n}, step{kind: take, ring: 1, n: n}, step{kind: store, bytes: 32 << 10}, step{kind: pass, ring: 1, n: n})
		}
		for range k {
			producer.steps = append(producer.steps, step{kind: put, bytes: 32 << 10})
		}
	}
	_, used := m.simulate([]*role{producer, consumers[0], consumers[1]}, []int{4})
	if want := tiles * k * 4 * 128 * m.TensorEfficiency; math.Abs(used.tensor-want) > 1e-6*want {
		t.Errorf("tensor cores work %.0f clocks, not %.0f", used.tensor, want)
	}
}
