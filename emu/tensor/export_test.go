package tensor

import "testing"

// Elementwise is a recorded instruction for the test that runs it on the emulator.
type Elementwise struct {
	Name, Body string
	Block      int
	Input      func(i int) (x, y uint32)
	Inputs     int
	Bounded    bool // the package promises a bound only
	Differs    func(block int, words []uint32) string
}

// RecordedElementwise returns all of them.
func RecordedElementwise(t *testing.T) (list []Elementwise) {
	for _, r := range recorded(t, "unary") {
		_, bounded := approximated[r.Name]
		list = append(list, Elementwise{r.Name, r.Body, r.Block, r.input, r.inputs(), bounded, r.differs})
	}
	return list
}
