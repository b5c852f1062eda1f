# The checkout's own commands. BUILD.md explains them.
#   make tools   the external programs, into .tools/
#   make build   bin/tawa-opt and bin/tawa-run
#   make test    everything that CI checks
#   make demo    a GEMM compiled, explained, and run before and after
#   make fuzz    every fuzz target for FUZZTIME each

GO ?= go
FUZZTIME ?= 20s
export PATH := $(CURDIR)/.tools/bin:$(PATH)
export CGO_ENABLED := 0

.PHONY: tools build test fmt-check vet gotest lit fuzz-parser standalone pytest demo fuzz clean

tools:
	@scripts/tools.sh

build:
	$(GO) build -trimpath -o bin/ ./tawa-opt ./tawa-run

test: tools build fmt-check vet gotest lit fuzz-parser standalone pytest demo

fmt-check:
	@files=$$(gofmt -l .) && \
	if [ -n "$$files" ]; then echo "not formatted, run gofmt -w on:"; echo "$$files"; exit 1; fi

vet: tools
	$(GO) vet ./...
	staticcheck ./...

gotest: tools
	$(GO) test -timeout 40m ./...

lit: tools build
	lit -sv lit

# The out-of-tree tool is a module of its own, so ./... does not reach it.
standalone: tools
	cd examples/standalone && $(GO) vet ./... && staticcheck ./... && $(GO) test ./...

# Inside stock Triton, which compiles without a GPU.
pytest: tools build
	.tools/bin/python-triton -m unittest discover -s python/tests

demo: tools build
	@scripts/demo.sh

# What others write goes through the parser first.
fuzz-parser: tools
	scripts/fuzz.sh 1m ./parser

fuzz: tools
	scripts/fuzz.sh $(FUZZTIME)

clean:
	rm -rf bin out
