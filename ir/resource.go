package ir

import (
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"
	"sync"
)

// Resource is a blob that attributes name by a key of their context: bytes with an alignment, which is a power of two.
// It may be named before, or without, being Defined.
type Resource struct {
	Name    string
	Data    string
	Align   uint32
	Defined bool
}

// Text is the blob as it is written in `{-# … #-}`: 0x, the alignment in four bytes, little endian, and the data.
func (r *Resource) Text() string {
	b := binary.LittleEndian.AppendUint32(nil, r.Align)
	return "0x" + strings.ToUpper(hex.EncodeToString(append(b, r.Data...)))
}

// ExternalResources is a section of `external_resources`, which belongs to tools and is kept as it is.
type ExternalResources struct {
	Name    string
	Entries []ExternalResource
}

// ExternalResource is `key: text`; Text is a string in quotes, true or false.
type ExternalResource struct{ Key, Text string }

// resources are the blobs and sections of a context.
type resources struct {
	mu       sync.Mutex
	blobs    map[string]*Resource
	external []ExternalResources
}

// NewResource makes a resource of that name, with a number behind it if the name is taken.
func (c *Context) NewResource(name string) *Resource {
	r := &c.resources
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.blobs == nil {
		r.blobs = map[string]*Resource{}
	}
	free := name
	for n := 1; r.blobs[free] != nil; n++ {
		free = name + "_" + strconv.Itoa(n)
	}
	blob := &Resource{Name: free}
	r.blobs[free] = blob
	return blob
}

// AddExternal keeps a section of external resources. One of the same name gives way.
func (c *Context) AddExternal(s ExternalResources) {
	r := &c.resources
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.external {
		if r.external[i].Name == s.Name {
			r.external[i] = s
			return
		}
	}
	r.external = append(r.external, s)
}

// External returns the sections of external resources.
func (c *Context) External() []ExternalResources {
	c.resources.mu.Lock()
	defer c.resources.mu.Unlock()
	return c.resources.external
}
