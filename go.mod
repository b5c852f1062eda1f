module tawa

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.1
	github.com/ebitengine/purego v0.11.3
	github.com/sourcegraph/jsonrpc2 v0.2.3
	github.com/spf13/pflag v1.1.0
	github.com/tliron/glsp v0.2.2
	mvdan.cc/sh/v3 v3.14.1
)

require (
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/term v0.45.0 // indirect
)
