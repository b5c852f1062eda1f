package cost

// Machine is what the model knows of a GPU. Rates are of one multiprocessor for a clock, if
// nothing else is said.
type Machine struct {
	Name string
	SMs  int

	TensorFLOP  float64 // dense, of 16-bit elements; 8-bit ones have twice, 32-bit ones half of it
	Lanes       float64 // of arithmetic
	Special     float64 // of exp2, log2, reciprocals and roots
	SharedBytes float64 // of shared memory
	CopyBytes   float64 // from the L2 cache by TMA
	StoreBytes  float64 // to global memory by TMA, when all multiprocessors store at a time
	PlainBytes  float64 // from global memory through registers

	// Efficiencies are the part of the peak that a busy unit reaches.
	TensorEfficiency, VectorEfficiency float64

	// Latencies, in clocks.
	Copy    float64 // from the start of a TMA load until its barrier completes
	Plain   float64 // of a load through a pointer
	Store   float64 // of a TMA store, until what it read can be overwritten
	Barrier float64 // from an arrival until who waits goes on
	Issue   float64 // from the start of a dot until the tensor cores work, and as much after its end
	Ramp    float64 // of tensor cores, from one dot to the next of a warp group that had none in flight
	Reload  float64 // of tensor cores, for each accumulator register of a thread that CUDA cores have written
	Drain   float64 // after a loop that left dots in flight
	Put     float64 // of the producer for one slot
	Meet    float64 // of the warps of all consumers at a barrier
	Start   float64 // of a CTA, from its launch until its roles part
	Tile    float64 // at the end of a tile, beside what is counted

	DRAM float64 // bytes a second, of all multiprocessors together

	// Times that do not depend on the clock, in seconds.
	Launch float64 // from one kernel to the next
	Idle   float64 // of a CTA that has nothing to do

	// The clock, in Hz: Top, or where that needs more power than the board may have,
	// PowerClock · busy^−PowerExponent, busy being the part of the time in which tensor cores work.
	Top, PowerClock, PowerExponent float64
}

// H200 is an NVIDIA H200 SXM at 700 W. Where it says "fitted", the number was chosen so that
// predictions meet the measurements in testdata/measured.csv.
var H200 = Machine{
	Name: "H200", SMs: 132,
	TensorFLOP:  4096, // 989 TFLOP/s at 1.83 GHz on 132 multiprocessors
	Lanes:       128,  // CUDA programming guide, throughput of arithmetic instructions, 9.0
	Special:     16,   // the same
	SharedBytes: 128,  // 32 banks of 4 bytes
	CopyBytes:   64,   // a sector each two clocks on each of 4 slices; what all together get is less
	StoreBytes:  20,   // fitted
	PlainBytes:  24,   // a guess: no measurement in testdata depends on it

	TensorEfficiency: 0.94, // fitted: GEMM of long K
	VectorEfficiency: 0.8,  // fitted: attention, which exp2 and its like bound

	Copy: 700, Plain: 800, Store: 700, Barrier: 30, Issue: 30, Put: 60, Meet: 60,
	Reload: 1.8, Ramp: 22, Drain: 1500, // fitted: one dot in flight against none, long and short K
	Start: 2500, Tile: 1500, // fitted: one tile a program against several; short K

	DRAM:   4.8e12, // NVIDIA's data sheet
	Launch: 2e-6, Idle: 1e-9,
	Top: 1.98e9, // nvidia-smi, maximum of the SM clock
	// Fitted to four pairs of clock and tensor-pipe activity: 0.86 at 1.39 GHz, 0.826 at 1.406, 0.724 at 1.534, 0.692 at 1.544.
	PowerClock: 1.275e9, PowerExponent: 0.573,
}
