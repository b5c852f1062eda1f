package main

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"tawa/ir"
)

// records is a file of llvm-tblgen --dump-json: a record for each definition, by its name.
type records map[string]json.RawMessage

// record is what matters of one.
type record struct {
	Superclasses []string        `json:"!superclasses"`
	Name         string          `json:"opName"`
	Dialect      ref             `json:"opDialect"`
	DialectName  string          `json:"name"`
	Arguments    dag             `json:"arguments"`
	Results      dag             `json:"results"`
	Regions      dag             `json:"regions"`
	Successors   dag             `json:"successors"`
	Traits       []ref           `json:"traits"`
	Optional     json.RawMessage `json:"isOptional"`
	Default      json.RawMessage `json:"defaultValue"`
	Trait        string          `json:"trait"` // of a NativeTrait
}

type ref struct {
	Def string `json:"def"`
}

// dag is `(ins Type:$name, …)`.
type dag struct {
	Args []arg `json:"args"`
}

// unnamed stands for the name of a column that has none.
const unnamed = "_"

// arg is [definition, name]; the name may be null.
type arg struct {
	def, name string
}

func (a *arg) UnmarshalJSON(text []byte) error {
	var pair [2]json.RawMessage
	if err := json.Unmarshal(text, &pair); err != nil {
		return err
	}
	var def ref
	var name *string
	if err := errors.Join(json.Unmarshal(pair[0], &def), json.Unmarshal(pair[1], &name)); err != nil {
		return err
	}
	if a.def, a.name = def.Def, unnamed; name != nil {
		a.name = *name
	}
	return nil
}

func (r records) get(name string) (*record, error) {
	out := &record{}
	return out, json.Unmarshal(r[name], out)
}

// readOps returns the ops that a file defines, in its order.
func readOps(text []byte) ([]*op, error) {
	var all records
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	var instances map[string][]string
	if err := json.Unmarshal(all["!instanceof"], &instances); err != nil {
		return nil, errors.New("this is no output of llvm-tblgen --dump-json")
	}
	var ops []*op
	for _, name := range instances["Op"] {
		o, err := all.op(name)
		if err != nil {
			return nil, err
		}
		ops = append(ops, o)
	}
	return ops, nil
}

func (r records) op(name string) (*op, error) {
	def, err := r.get(name)
	if err != nil {
		return nil, err
	}
	dialect, err := r.get(def.Dialect.Def)
	if err != nil {
		return nil, err
	}
	o := &op{name: dialect.DialectName + "." + def.Name}
	for _, a := range def.Arguments.Args {
		kind, err := r.get(a.def)
		switch {
		case err != nil:
			return nil, err
		case kind.isAttribute():
			o.attrs = add(o.attrs, a.name+kind.attributeMark())
		default:
			o.operands = add(o.operands, a.name+kind.arity())
		}
	}
	for _, list := range []struct {
		from *dag
		to   *string
	}{{&def.Results, &o.results}, {&def.Regions, &o.regions}, {&def.Successors, &o.successors}} {
		for _, a := range list.from.Args {
			kind, err := r.get(a.def)
			if err != nil {
				return nil, err
			}
			*list.to = add(*list.to, a.name+kind.arity())
		}
	}
	for _, t := range compared {
		// What Pure adds to having no effects there, that an op may run anywhere, is builtin.Speculatable here.
		if slices.ContainsFunc(def.Traits, func(x ref) bool { return x.Def == t.name || t.trait == ir.Pure && x.Def == "NoMemoryEffect" }) {
			o.traits = add(o.traits, t.name)
		}
	}
	return o, nil
}

func (r *record) is(classes ...string) bool {
	return slices.ContainsFunc(classes, func(c string) bool { return slices.Contains(r.Superclasses, c) })
}

// isAttribute: properties are attributes as far as text goes.
func (r *record) isAttribute() bool {
	return r.is("AttrConstraint", "Attr", "Property", "PropConstraint")
}

func (r *record) attributeMark() string {
	if string(r.Optional) == "1" || strings.Trim(string(r.Default), `"`) != "" && string(r.Default) != "null" {
		return "?"
	}
	return ""
}

func (r *record) arity() string {
	switch {
	case r.is("Optional"):
		return "?"
	case r.is("Variadic", "VariadicOfVariadic", "VariadicRegion", "VariadicSuccessor"):
		return "*"
	}
	return ""
}
