package ir

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Workers is the number of goroutines that may work on the program.
func (c *Context) Workers() int {
	if c.Threads > 0 {
		return c.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// WorkerPanic is what a panic of a worker becomes in the caller, whose own stack does not show it.
type WorkerPanic struct {
	Value any
	Stack []byte
}

// String implements fmt.Stringer.
func (p *WorkerPanic) String() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// Parallel calls f(worker, i) for each i < n on up to that many workers, in order of i as workers become free. A panic
// in f goes on in the caller, as a *WorkerPanic.
func Parallel(workers, n int, f func(worker, i int)) {
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			f(0, i)
		}
		return
	}
	var next atomic.Int64
	var failed atomic.Pointer[WorkerPanic]
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					failed.CompareAndSwap(nil, &WorkerPanic{r, debug.Stack()})
				}
			}()
			for i := int(next.Add(1)) - 1; i < n && failed.Load() == nil; i = int(next.Add(1)) - 1 {
				f(w, i)
			}
		})
	}
	wait.Wait()
	if r := failed.Load(); r != nil {
		panic(r)
	}
}
