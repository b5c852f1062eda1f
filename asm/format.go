package asm

// Var is a named operand, result, attribute, region or successor of an op, as far as its format is concerned.
type Var struct {
	Name string
	Many bool // any number of operands, results, regions or successors
	May  bool // may be absent: an optional one, or an attribute that is not printed when it has its default
	Unit bool // an attribute that says all by being there
}

// Names are the names that a format may use after $, in the order of the op's row.
type Names struct {
	Operands, Results, Attrs, Regions, Successors []Var
}

// VarKind says which list of Names an index is into.
type VarKind uint8

// The kinds of variables. AllOperands and the like stand for a whole list and have no index.
const (
	Operand VarKind = iota
	Result
	Attr
	Region
	Successor
	AllOperands
	AllResults
	AllRegions
	AllSuccessors
	Text // a string argument of a custom directive
)

// Arg is an argument of a directive: a variable, its type, or a string.
type Arg struct {
	Kind  VarKind
	Index int
	Type  bool // type($x)
	Ref   bool // ref($x): already read elsewhere, for information
	Text  string
}

// StepKind is what a step reads or writes.
type StepKind uint8

// The kinds of steps.
const (
	Literal    StepKind = iota // a keyword or punctuation, Text
	Blank                      // writes a space
	Newline                    // writes a new line
	Variable                   // Arg: operands, attribute, region, successor
	UnitAttr                   // Arg: reaching it means that the attribute is there; no text
	AttrDict                   // { … } of the attributes that the format does not name
	AttrDictKw                 // the same after the word `attributes`
	PropDict                   // < { … } > of the inherent ones
	Types                      // type(Arg)
	Functional                 // functional-type(Args[0], Args[1])
	Custom                     // custom<Text>(Args…)
	Group                      // ( Then )? or ( Then ) : ( Else )?
	Clauses                    // oilist: Then holds one Group a clause, in any order, each at most once
)

// Step is one step of a compiled format.
type Step struct {
	Kind      StepKind
	Space     bool // a space comes before it in print
	Qualified bool // a type or attribute is written with its dialect prefix
	Token     Kind // of a literal
	Text      string
	Arg       Arg
	Args      []Arg
	Then      []Step // of a Group: its first step that is not white space decides in parsing
	Else      []Step
	Anchor    []Arg // of a Group: printed if one of these is present
}

// Format is a compiled assembly format.
type Format struct {
	Steps []Step
	// Attrs, OperandTypes and ResultTypes say which attributes the format itself writes, so that the
	// dictionary leaves them out, and whose types are in the text, so that the others must be inferred.
	Attrs, OperandTypes, ResultTypes []bool
	HasAttrDict, HasCustom           bool
	Rules                            []RuleColumns
	Elided                           []string // what attr-dict leaves out: the marked Attrs, all if there is a prop-dict
}

// RuleColumns are the columns that a type rule of the row names, operands or results.
type RuleColumns struct{ To, From Arg }

// note records that an argument occurs in the format.
func (f *Format) note(a Arg) {
	all := func(marks []bool) {
		for i := range marks {
			marks[i] = true
		}
	}
	switch {
	case a.Ref:
	case a.Kind == Attr:
		f.Attrs[a.Index] = true
	case a.Type && a.Kind == Operand:
		f.OperandTypes[a.Index] = true
	case a.Type && a.Kind == Result:
		f.ResultTypes[a.Index] = true
	case a.Type && a.Kind == AllOperands:
		all(f.OperandTypes)
	case a.Type && a.Kind == AllResults:
		all(f.ResultTypes)
	}
}

// spacing decides where the printer writes spaces. The rules are those of MLIR's generated printers: a space
// between elements, none after an opening or before a closing bracket or a comma, and an empty literal
// suppresses the next one.
type spacing struct {
	want  bool // the element before wants a space after itself
	punct bool // it was punctuation
}

func (s *spacing) literal(text string) (space bool) {
	switch {
	case !s.want:
	case len(text) != 1 && text != "->":
		space = true
	case s.punct:
		space = !oneOf(text[0], ">)}],")
	default:
		space = !oneOf(text[0], "<>(){}[],")
	}
	s.want = len(text) != 1 || !oneOf(text[0], "<({[")
	s.punct = classes[text[0]]&letter == 0
	return space
}

func (s *spacing) element() (space bool) {
	space = s.want || !s.punct
	s.want, s.punct = true, false
	return space
}

func oneOf(c byte, set string) bool {
	for i := range len(set) {
		if set[i] == c {
			return true
		}
	}
	return false
}

// layout fills in Space, in the order of printing. Both branches of a group are taken as following each other,
// as MLIR takes them.
func layout(steps []Step, s *spacing) {
	for i := range steps {
		st := &steps[i]
		switch st.Kind {
		case Literal:
			if st.Text == "" {
				*s = spacing{want: false, punct: true}
				continue
			}
			st.Space = s.literal(st.Text)
		case Blank, Newline:
			*s = spacing{}
			if st.Kind == Newline {
				s.punct = true
			}
		case AttrDict, AttrDictKw, PropDict:
			s.punct = false
		case Group, Clauses:
			layout(st.Then, s)
			layout(st.Else, s)
		case UnitAttr:
		default:
			st.Space = s.element()
		}
	}
}
