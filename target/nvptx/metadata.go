package nvptx

import "encoding/json"

// Metadata is what a launcher must know of a compiled kernel, under the keys
// that Triton's launcher reads.
type Metadata struct {
	Name     string `json:"name"`
	NumWarps int    `json:"num_warps"` // of the whole CTA, producers included
	NumCTAs  int    `json:"num_ctas"`
	Cluster  [3]int `json:"cluster_dims"`
	Shared   int    `json:"shared"` // bytes of dynamic shared memory
	TmemSize int    `json:"tmem_size"`

	GlobalScratchSize   int `json:"global_scratch_size"` // bytes per CTA
	GlobalScratchAlign  int `json:"global_scratch_align"`
	ProfileScratchSize  int `json:"profile_scratch_size"`
	ProfileScratchAlign int `json:"profile_scratch_align"`

	// Resident is the number of CTAs, those with the lowest linear numbers, that do the work of the whole
	// grid, whatever grid is launched; 0 if each does its own.
	Resident int `json:"resident_ctas"`

	// GridMultiple divides the CTAs along x of every grid that can be launched: those that are a cluster by the code itself,
	// so that the launcher asks for none (num_ctas is one).
	GridMultiple int `json:"grid_multiple"`

	TensorDescs []TensorDesc `json:"tensordesc_meta"` // one per descriptor argument, in order
}

// TensorDesc says how the launcher encodes a tensor map.
type TensorDesc struct {
	Swizzle   int   `json:"swizzle"`    // CUtensorMapSwizzle: 0 none, 1 = 32, 2 = 64, 3 = 128 bytes
	ElemSize  int   `json:"elem_size"`  // bytes
	ElemType  int   `json:"elem_type"`  // as tensormap.replace numbers them
	BlockSize []int `json:"block_size"` // the TMA box, outermost dimension first
	FP4Padded bool  `json:"fp4_padded"`
}

// DataType is the element type as the driver numbers it, CUtensorMapDataType.
func (t TensorDesc) DataType() int {
	switch t.ElemType {
	case 8:
		return 10 // float32, denormals flushed
	case 9:
		return 8 // float64
	case 10:
		return 9 // bfloat16
	}
	return t.ElemType
}

// JSON is the metadata as an indented object.
func (m Metadata) JSON() []byte {
	if m.TensorDescs == nil {
		m.TensorDescs = []TensorDesc{}
	}
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		panic("nvptx: metadata: " + err.Error())
	}
	return append(b, '\n')
}
