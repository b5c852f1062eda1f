package layout

import "fmt"

// Cluster is the layout of a tensor that the CTAs of a cluster share in tiles. block
// holds the bases of the map from the number of the CTA, the input block, to the
// coordinates of its tile, counted in tiles; where one is zero several CTAs hold the
// same tile. tile makes the layout of a tile of the shape that it is given. A dimension
// that has fewer elements than tiles repeats them.
func Cluster(shape []int64, block [][]int, tile func(shape []int64) (Layout, error)) (Layout, error) {
	if len(block) == 0 {
		return tile(shape)
	}
	if err := checkShape(shape); err != nil {
		return Layout{}, err
	}
	ins := []In{{Block, block}}
	outs := make([]Out, len(shape))
	for d := range outs {
		outs[d] = Out{Dim(d), tileSize(ins, d)}
	}
	tiles, err := New(ins, outs)
	if err != nil {
		return Layout{}, err
	}
	if !tiles.IsSurjective() {
		return Layout{}, fmt.Errorf("the CTAs do not reach every tile of %v", tiles.Shape())
	}
	one := make([]int64, len(shape))
	for d, n := range shape {
		tiles = tiles.wrap(Dim(d), min(tiles.OutSize(Dim(d)), int(n)))
		one[d] = n / int64(tiles.OutSize(Dim(d)))
	}
	l, err := tile(one)
	if err != nil {
		return Layout{}, err
	}
	return l.Mul(tiles), nil
}
