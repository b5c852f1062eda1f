package pass

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Option describes an option of a pass: an exported field with an `opt` tag, of type bool, int, float64, string, []int or
// []string. A string with a `values:"a,b"` tag is one of these.
type Option struct {
	Name, Help string
	Kind       string // such as "int list"; of a string with values "a, b or c"
	Default    string
}

// Options lists the options of a pass or pipeline, in the order of its fields.
func Options(entry any) []Option {
	var out []Option
	eachOption(entry, func(tag reflect.StructTag, v reflect.Value) {
		o := Option{tag.Get("opt"), tag.Get("help"), kindOf(v), format(v)}
		if values := valuesOf(tag); values != nil {
			last := len(values) - 1
			o.Kind = strings.Join(values[:last], ", ") + " or " + values[last]
		}
		out = append(out, o)
	})
	return out
}

func eachOption(entry any, f func(tag reflect.StructTag, v reflect.Value)) {
	v := reflect.ValueOf(entry).Elem()
	if v.Kind() != reflect.Struct {
		return
	}
	for i := range v.NumField() {
		if tag := v.Type().Field(i).Tag; tag.Get("opt") != "" {
			f(tag, v.Field(i))
		}
	}
}

// valuesOf lists what an option may be, nil if that is not said.
func valuesOf(tag reflect.StructTag) []string { return splitList(tag.Get("values")) }

func kindOf(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool:
		return "bool"
	case reflect.Int:
		return "int"
	case reflect.Float64:
		return "float"
	case reflect.String:
		return "string"
	case reflect.Slice:
		switch v.Type() {
		case reflect.TypeFor[[]int]():
			return "int list"
		case reflect.TypeFor[[]string]():
			return "string list"
		}
	}
	return ""
}

// checkOptions panics if a field can't be an option: better when the pass is registered than when the option is used.
func checkOptions(name string, entry any) {
	t := reflect.TypeOf(entry).Elem()
	if t.Kind() != reflect.Struct {
		return
	}
	seen := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		opt := f.Tag.Get("opt")
		if opt == "" {
			continue
		}
		problem := ""
		switch kind := kindOf(reflect.Zero(f.Type)); {
		case kind == "":
			problem = "is of type " + f.Type.String() + ", but options are bool, int, float64, string, []int or []string"
		case !f.IsExported():
			problem = "is the unexported field " + f.Name
		case seen[opt]:
			problem = "is there twice"
		case kind != "string" && f.Tag.Get("values") != "":
			problem = "has a list of values, but is no string"
		}
		if problem != "" {
			panic(fmt.Sprintf("pass: option '%s' of '%s' %s", opt, name, problem))
		}
		seen[opt] = true
	}
}

// SetOption sets an option from its text. A bool without a value is true.
// The error says what is wrong with the value, or that there is no such option.
func SetOption(entry any, name, value string, hasValue bool) error {
	err := error(&UnknownOption{name})
	eachOption(entry, func(tag reflect.StructTag, v reflect.Value) {
		if tag.Get("opt") != name {
			return
		}
		if values := valuesOf(tag); values != nil && hasValue && !slices.Contains(values, value) {
			err = &BadValue{value, values}
			return
		}
		err = set(v, value, hasValue)
	})
	return err
}

// UnknownOption is the error for an option that a pass does not have.
type UnknownOption struct{ Name string }

// Error implements error.
func (e *UnknownOption) Error() string { return fmt.Sprintf("no such option: %q", e.Name) }

// BadValue is the error for a value that is none of those that an option may have.
type BadValue struct {
	Value   string
	Allowed []string
}

func (e *BadValue) Error() string {
	return fmt.Sprintf("%q is none of %s", e.Value, strings.Join(e.Allowed, ", "))
}

func set(v reflect.Value, value string, hasValue bool) error {
	kind := kindOf(v)
	if !hasValue && kind != "bool" {
		return fmt.Errorf("needs a value: %s", kind)
	}
	switch kind {
	case "bool":
		b, err := strconv.ParseBool(value)
		if !hasValue {
			b, err = true, nil
		}
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", value)
		}
		v.SetBool(b)
	case "int":
		n, err := number(value)
		if err != nil {
			return err
		}
		v.SetInt(int64(n))
	case "float":
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return notANumber(value, err)
		}
		v.SetFloat(x)
	case "string":
		v.SetString(value)
	case "string list":
		v.Set(reflect.ValueOf(elements(value)))
	case "int list":
		var list []int
		for _, s := range elements(value) {
			n, err := number(s)
			if err != nil {
				return err
			}
			list = append(list, n)
		}
		v.Set(reflect.ValueOf(list))
	}
	return nil
}

func number(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, notANumber(s, err)
	}
	return n, nil
}

func notANumber(s string, err error) error {
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("%s is out of range", s)
	}
	return fmt.Errorf("%q is not a number", s)
}

// elements are those of a list as it is written on a command line: `a,b`, or `{a,b}` as MLIR prints it.
func elements(s string) []string {
	if inner, ok := strings.CutPrefix(s, "{"); ok && strings.HasSuffix(inner, "}") {
		s = strings.TrimSuffix(inner, "}")
	}
	return splitList(s)
}

func splitList(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func format(v reflect.Value) string {
	if v.Kind() != reflect.Slice {
		return fmt.Sprint(v.Interface())
	}
	var parts []string
	for i := range v.Len() {
		parts = append(parts, fmt.Sprint(v.Index(i).Interface()))
	}
	return strings.Join(parts, ",")
}

// formatOptions writes ` {a=1 b=2}` of the options that are not at their defaults.
func formatOptions(entry, fresh any) string {
	defaults := Options(fresh)
	var parts []string
	for i, o := range Options(entry) {
		if o.Default != defaults[i].Default {
			parts = append(parts, o.Name+"="+quoteOption(o.Default))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "{" + strings.Join(parts, " ") + "}"
}

func quoteOption(s string) string {
	if s == "" || strings.ContainsAny(s, " \t\r\n{}\"'\\") {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
	}
	return s
}

// optionNames returns the names for near-name hints.
func optionNames(entry any) []string {
	var names []string
	for _, o := range Options(entry) {
		names = append(names, o.Name)
	}
	slices.Sort(names)
	return names
}
