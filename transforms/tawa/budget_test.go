package tawa

import (
	"strings"
	"testing"
)

func TestChooseDepth(t *testing.T) {
	tests := []struct {
		name         string
		s            shared
		given, limit int64
		inFlight     int64
		want         int64
		err          string
	}{
		{"four of 48 KB fit", shared{slot: 49168}, -1, 0, 1, 4, ""},
		{"with all of C beside them three", shared{slot: 49168, fixed: 65536, staging: 65536}, -1, 0, 1, 3, ""},
		{"with panels of C four", shared{slot: 49168, fixed: 32768, staging: 32768}, -1, 0, 1, 4, ""},
		{"bounded", shared{slot: 49168}, -1, 2, 1, 2, ""},
		{"a bound may be above four", shared{slot: 16384}, -1, 6, 1, 6, ""},
		{"five in flight", shared{slot: 16384}, -1, 0, 5, 7, ""},
		{"given", shared{slot: 49168}, 1, 0, 1, 1, ""},
		{"given, too many", shared{slot: 49168}, 9, 0, 1, 0, "depth=9 does not fit: 9 slots of 49168 bytes"},
		{"one is too large", shared{slot: 240000}, -1, 0, 1, 0, "more than the 232448 bytes"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			got, err := chooseDepth(x.s, x.given, x.limit, x.inFlight)
			if got != x.want || (err == nil) != (x.err == "") || err != nil && !strings.Contains(err.Error(), x.err) {
				t.Errorf("got %d, %v, want %d, %q", got, err, x.want, x.err)
			}
		})
	}
}
