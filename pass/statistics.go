package pass

import (
	"reflect"
	"sync/atomic"
)

// Statistic is a counter of a pass: an exported field with a `stat` tag, which --mlir-pass-statistics shows.
//
//	type CSE struct {
//		Replaced pass.Statistic `stat:"num-cse'd" help:"ops replaced by equal ones"`
//	}
//
// It may be counted up from several goroutines, and adds up over all ops that the pass runs on.
type Statistic struct{ n atomic.Int64 }

// Inc adds one.
func (s *Statistic) Inc() { s.n.Add(1) }

// Add adds n.
func (s *Statistic) Add(n int) { s.n.Add(int64(n)) }

// Count is the sum so far.
func (s *Statistic) Count() int64 { return s.n.Load() }

// NamedCount is a statistic as reports show it.
type NamedCount struct {
	Name, Help string
	Count      int64
}

// Statistics reads the statistics of a pass, in the order of its fields.
func Statistics(p Pass) []NamedCount {
	v := reflect.Indirect(reflect.ValueOf(p))
	if v.Kind() != reflect.Struct || !v.CanAddr() {
		return nil
	}
	var out []NamedCount
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name := field.Tag.Get("stat")
		if name == "" {
			continue
		}
		s, ok := v.Field(i).Addr().Interface().(*Statistic)
		if !ok {
			panic("pass: statistic " + name + " is no pass.Statistic")
		}
		out = append(out, NamedCount{name, field.Tag.Get("help"), s.Count()})
	}
	return out
}
