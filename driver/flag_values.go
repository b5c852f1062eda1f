package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// hidden declares flags that only --help-hidden shows.
type hidden struct{ f *pflag.FlagSet }

func (h hidden) hide(names ...string) {
	for _, n := range names {
		h.f.Lookup(n).Hidden = true
	}
}

func (h hidden) bool(p *bool, name string, value bool, usage string) {
	h.f.BoolVar(p, name, value, usage)
	h.hide(name)
}

func (h hidden) string(p *string, name, value, usage string) {
	h.f.StringVar(p, name, value, usage)
	h.hide(name)
}

// choice is a flag with a few values.
type choice struct {
	value   *string
	allowed []string
}

func oneOf(p *string, value string, allowed ...string) *choice {
	*p = value
	return &choice{p, allowed}
}

func (c *choice) String() string { return *c.value }
func (c *choice) Type() string   { return "choice" }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.allowed, s) {
		last := len(c.allowed) - 1
		return fmt.Errorf("must be %s or %s", strings.Join(c.allowed[:last], ", "), c.allowed[last])
	}
	*c.value = s
	return nil
}

// optional declares a string flag that may stand without a value; the flag's value is "" if it is absent.
func optional(f *pflag.FlagSet, p *string, name, bare, usage string) {
	f.Var(&optionalValue{p, bare}, name, usage)
	f.Lookup(name).NoOptDefVal = bare
}

type optionalValue struct {
	value *string
	bare  string
}

func (o *optionalValue) String() string { return *o.value }
func (o *optionalValue) Type() string   { return "text" }

func (o *optionalValue) Set(s string) error {
	switch s {
	case "":
		return errors.New("needs a value, or none")
	case "true":
		s = o.bare
	case "false":
		s = ""
	}
	*o.value = s
	return nil
}

// remarksFlag is text, yaml or a file for YAML.
type remarksFlag struct{ value *string }

func (r *remarksFlag) String() string { return *r.value }
func (r *remarksFlag) Type() string   { return "form" }

func (r *remarksFlag) Set(s string) error {
	switch {
	case s == "true":
		s = "text"
	case s == "false":
		s = ""
	case s != "text" && s != "yaml" && !isYAML(s):
		return errors.New("must be text, yaml or a file that ends in .yaml")
	}
	*r.value = s
	return nil
}

func isYAML(file string) bool {
	return strings.HasSuffix(file, ".yaml") || strings.HasSuffix(file, ".yml")
}
