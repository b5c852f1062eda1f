// Command power-opt is tawa-opt with one more dialect and one more pass.
package main

import (
	"os"

	"power-opt/power"

	"tawa/driver"
)

func registry() *driver.Registry {
	reg := driver.All()
	reg.Name = "power-opt"
	power.Register(reg.Dialects)
	reg.Passes.Add(power.NewExpand)
	reg.Passes.Add(power.NewLower)
	return reg
}

func main() {
	os.Exit(driver.Main(registry(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
