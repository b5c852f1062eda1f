// Package emu runs PTX on the CPU as a Hopper SM may run it: warps in lockstep with an active mask, mbarriers, bulk
// tensor copies and wgmma that complete as late as they are allowed to, warp groups in adversarial orders. It gives
// the numbers a kernel computes and reports what a GPU would only sometimes punish: deadlocks, races on shared
// memory, reads of what is not there yet, missing proxy fences, accumulators used too early, wrong byte counts,
// accesses out of bounds.
//
// It promises what the PTX ISA promises for sm_90a and not more. A run is a function of the module and the Config.
//
//	program.go   instructions decoded once: operands become rows of 32 lanes
//	scalar*.go   what an instruction computes in one lane
//	machine.go   CTAs, warps, the scheduler
//	clock.go     vector clocks: what happens before what
//	shared.go    shared memory and, for every byte, who touched it last
//	report.go    what is found and how it reads
package emu

import (
	"encoding/binary"
	"math"

	"tawa/emu/tensor"
	"tawa/ptx"
)

// Mode is an order in which warps run and copies complete.
type Mode uint8

// The modes. All but Random let a warp run until it blocks and complete a copy only when nothing else can go on.
const (
	Random         Mode = iota // any warp at any moment, copies and wgmma at random legal moments
	InOrder                    // the lowest warp that can run; copies oldest first
	ProducerFirst              // warp groups that issue bulk loads before the others
	ConsumersFirst             // the others before those
	StarveOne                  // one warp group, chosen by the seed, runs only when no other can
	Latest                     // random warps, every completion at the last moment
	modes
)

var modeNames = [...]string{"random", "in-order", "producer-first", "consumers-first", "starve-one", "latest"}

// String implements fmt.Stringer.
func (m Mode) String() string { return modeNames[m] }

// Schedule chooses one run among those that the hardware allows.
type Schedule struct {
	Seed uint64
	Mode Mode
}

// Schedules are n schedules to try a kernel with: the modes in turn, each time with another seed.
func Schedules(n int) []Schedule {
	s := make([]Schedule, n)
	for i := range s {
		s[i] = Schedule{Seed: uint64(i/int(modes)) + 1, Mode: Mode((i + 1) % int(modes))}
	}
	return s
}

// Config is a launch.
type Config struct {
	Kernel    string // "" for the only kernel
	Grid      [3]int // CTAs; zero counts as one
	Block     [3]int // threads; zero takes .reqntid
	Cluster   [3]int // CTAs; zero takes .reqnctapercluster, or one
	Shared    int    // bytes of dynamic shared memory
	Registers int    // a thread at launch; zero derives them from .maxnreg, .reqntid and .minnctapersm
	Args      []Arg
	Schedule  Schedule
	Strict    bool // wgmma groups complete warp by warp; arrivals at other CTAs order only with .cluster

	// Lenient accepts three things that the PTX ISA does not promise and that stock Triton and others rely on: bulk
	// copies signal an mbarrier whose initialisation no proxy fence follows, wgmma reads what cp.async wrote
	// without a proxy fence, and copies use a tensor map that another thread of the CTA has acquired.
	Lenient bool

	MaxInstructions int64 // of all warps; zero means 2e8
	MaxReports      int   // zero means 20

	Trace func(Event) // called for waits, copies, wgmma and warp-group phases, if not nil
}

// Arg is one kernel argument.
type Arg struct {
	bytes    []byte
	buffer   []byte
	global   bool
	tmap     *tensor.TensorMap
	pointers [][]byte
}

// Global is a pointer to a buffer of its own, guarded at both ends, 512-byte aligned. The kernel reads and writes
// data in place. The same slice given twice is one buffer.
func Global(data []byte) Arg { return Arg{buffer: data, global: true} }

// Pointers is a pointer to an array of pointers to buffers, each as Global makes it.
func Pointers(buffers ...[]byte) Arg {
	return Arg{buffer: make([]byte, 8*len(buffers)), global: true, pointers: buffers}
}

// Map is a tensor map over a buffer; m.Base is an offset in data, zero as a rule.
func Map(m tensor.TensorMap, data []byte) Arg { return Arg{buffer: data, tmap: &m} }

// Scalar is an argument given by its bytes, little endian.
func Scalar(b ...byte) Arg { return Arg{bytes: b} }

// Int32 is a 32-bit integer argument.
func Int32(n int32) Arg { return Scalar(binary.LittleEndian.AppendUint32(nil, uint32(n))...) }

// Int64 is a 64-bit integer argument.
func Int64(n int64) Arg { return Scalar(binary.LittleEndian.AppendUint64(nil, uint64(n))...) }

// Float32 is a float argument.
func Float32(f float32) Arg {
	return Scalar(binary.LittleEndian.AppendUint32(nil, math.Float32bits(f))...)
}

// Event is one thing on the timeline, in model time.
type Event struct {
	Name       string // "wait", "load", "store", "wgmma"
	Detail     string
	CTA        [3]int
	Warp       int
	Begin, End int64
	Loc        Loc
}

// Stats counts what a run did.
type Stats struct {
	ThreadInstructions int64
	WarpInstructions   int64
	Wgmmas, Copies     int64
	CTAs               int
	Time               int64 // model time
}

// Result is what a run gives beside the buffers.
type Result struct {
	Reports []Report
	Stats   Stats
}

// Run executes the launch and returns what it found. It never panics on a module that ptx.Parse accepted.
func Run(mod *ptx.Module, cfg Config) *Result {
	m := newMachine(mod, cfg)
	if m.prepare() {
		m.runGrid()
	}
	return &Result{Reports: m.reports, Stats: m.stats}
}
