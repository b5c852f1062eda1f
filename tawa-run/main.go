// Command tawa-run runs a kernel, before or after passes or compiled, on made-up or given data.
package main

import (
	"os"
	"runtime/debug"

	"tawa/driver"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // tiles are made and dropped fast: memory for time
	}
	registry := driver.All()
	registry.Executors = append(registry.Executors, &gpu{})
	os.Exit(driver.RunMain(registry, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
