package ir

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// interner is the table of types and attributes: open addressing in shards. Looking up takes no lock, so that
// goroutines that parse or rewrite do not wait for each other.
type interner struct {
	seed   maphash.Seed
	shards [32]shard
	next   atomic.Uint32 // the last id given
}

type shard struct {
	mu    sync.Mutex // of inserting
	count int
	slots atomic.Pointer[slots]

	entries []entry // pages, as in Arena
	keys    []byte
}

// keep copies a key into a page of keys. Nobody writes there again, so a string may share it.
func (s *shard) keep(key []byte) string {
	to := take(&s.keys, len(key))
	copy(to, key)
	return unsafe.String(unsafe.SliceData(to), len(to))
}

// slots is a table; its length is a power of two and a part of it is always empty.
type slots []slot

// slot is an entry behind its hash, so that those of other keys are not visited. The hash is set last.
type slot struct {
	hash  atomic.Uint64 // 0 is empty
	entry atomic.Pointer[entry]
}

type entry struct {
	key   string
	value any
}

func newInterner() *interner {
	t := &interner{seed: maphash.MakeSeed()}
	for i := range t.shards {
		s := make(slots, 8)
		t.shards[i].slots.Store(&s)
	}
	return t
}

// find returns the entry of a key, or nil and the empty slot where it belongs.
func (s slots) find(hash uint64, key []byte) (*entry, *slot) {
	for i := int(hash >> 1); ; i++ {
		slot := &s[i&(len(s)-1)]
		switch slot.hash.Load() {
		case 0:
			return nil, slot
		case hash:
			if e := slot.entry.Load(); e.key == string(key) {
				return e, nil
			}
		}
	}
}

// free is the empty slot where a key of that hash belongs that is not in the table.
func (s slots) free(hash uint64) *slot {
	for i := int(hash >> 1); ; i++ {
		if slot := &s[i&(len(s)-1)]; slot.hash.Load() == 0 {
			return slot
		}
	}
}

// get returns the value of a key, which make makes if there is none: once, with an id of its own.
func (t *interner) get(key []byte, make func(id uint32) any) any {
	hash := maphash.Bytes(t.seed, key) | 1
	s := &t.shards[hash>>59]
	if e, _ := (*s.slots.Load()).find(hash, key); e != nil {
		return e.value
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e, slot := (*s.slots.Load()).find(hash, key)
	if e != nil {
		return e.value
	}
	if s.count++; s.count*2 > len(*s.slots.Load()) {
		s.grow()
		slot = (*s.slots.Load()).free(hash)
	}
	e = &take(&s.entries, 1)[0]
	*e = entry{s.keep(key), make(t.next.Add(1))}
	slot.entry.Store(e)
	slot.hash.Store(hash)
	return e.value
}

func (s *shard) grow() {
	old := *s.slots.Load()
	bigger := make(slots, len(old)*2)
	for i := range old {
		if hash := old[i].hash.Load(); hash != 0 {
			slot := bigger.free(hash)
			slot.entry.Store(old[i].entry.Load())
			slot.hash.Store(hash)
		}
	}
	s.slots.Store(&bigger)
}

// names are the names of values of a context, by number.
type names struct {
	mu       sync.RWMutex
	byText   map[string]uint32
	byNumber atomic.Pointer[[]string]
}

func newNames() *names {
	n := &names{byText: map[string]uint32{"": 0}}
	n.byNumber.Store(&[]string{""})
	return n
}

func (n *names) text(number uint32) string { return (*n.byNumber.Load())[number] }

// number gives a text its number, 0 if it is empty.
func (n *names) number(text string) uint32 {
	if text == "" {
		return 0
	}
	n.mu.RLock()
	i, ok := n.byText[text]
	n.mu.RUnlock()
	if ok {
		return i
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if i, ok := n.byText[text]; ok {
		return i
	}
	text = strings.Clone(text) // which may be a piece of a whole file
	list := append(*n.byNumber.Load(), text)
	n.byNumber.Store(&list) // readers see the old list, a prefix of the new one
	i = uint32(len(list) - 1)
	n.byText[text] = i
	return i
}
