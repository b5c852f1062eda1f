package lsp_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"tawa/driver"
	"tawa/tools/lsp"
)

// An editor opens a file, asks what is at its first letter, and leaves.
func Example() {
	var in, out bytes.Buffer
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":
			{"uri":"file:///f.mlir","languageId":"mlir","version":1,"text":"!t = tensor<4xf32>\n"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":
			{"textDocument":{"uri":"file:///f.mlir"},"position":{"line":0,"character":0}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`,
	} {
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	all := driver.All()
	tool := lsp.Tool{Name: "tawa-opt", Version: driver.Version, Dialects: all.Dialects, Passes: all.Passes}
	status := lsp.Main(tool, nil, &in, &out, os.Stderr)
	fmt.Println("status", status, strings.Contains(out.String(), "!t = tensor\\u003c4xf32\\u003e"))
	// Output: status 1 true
}
