// Command tawa-run runs a kernel, before or after passes, on made-up data.
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
	os.Exit(driver.RunMain(driver.All(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
