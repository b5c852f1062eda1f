package printer

import "hash/maphash"

// nameSet is a set of names of which those that came last can be dropped again. It is an open-addressing table, from
// which entries go in the reverse of the order in which they came, so that no probe sequence breaks.
type nameSet struct {
	slots []int32 // 1 more than an index into names; 0 is free
	names []string
	seed  maphash.Seed
}

func (s *nameSet) len() int { return len(s.names) }

// find gives the slot that holds the name, or the free one where it would be.
func (s *nameSet) find(name string) int {
	mask := len(s.slots) - 1
	i := int(maphash.String(s.seed, name)) & mask
	for s.slots[i] != 0 && s.names[s.slots[i]-1] != name {
		i = (i + 1) & mask
	}
	return i
}

func (s *nameSet) has(name string) bool {
	return len(s.names) > 0 && s.slots[s.find(name)] != 0
}

// add adds a name that is not in the set.
func (s *nameSet) add(name string) {
	if 2*(len(s.names)+1) > len(s.slots) {
		s.grow()
	}
	s.names = append(s.names, name)
	s.slots[s.find(name)] = int32(len(s.names))
}

func (s *nameSet) grow() {
	if s.slots == nil {
		s.seed = maphash.MakeSeed()
	}
	s.slots = make([]int32, max(64, 4*len(s.slots)))
	for i, name := range s.names {
		s.slots[s.find(name)] = int32(i + 1)
	}
}

// cut drops all names but the first n.
func (s *nameSet) cut(n int) {
	for i := len(s.names) - 1; i >= n; i-- {
		s.slots[s.find(s.names[i])] = 0
	}
	s.names = s.names[:n]
}
