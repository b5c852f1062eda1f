package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Records as llvm-tblgen writes them, of arith.addi, arith.constant and scf.if.
const definitions = `{
  "!instanceof": {"Op": ["AddI", "Constant", "If", "Unknown"]},
  "Arith": {"name": "arith"}, "SCF": {"name": "scf"},
  "Int": {"!superclasses": ["Constraint", "TypeConstraint"]},
  "Many": {"!superclasses": ["TypeConstraint", "Variadic"]},
  "Flags": {"!superclasses": ["AttrConstraint", "Attr"], "isOptional": 0, "defaultValue": "::none"},
  "Value": {"!superclasses": ["AttrConstraint", "Attr"], "isOptional": 0, "defaultValue": null},
  "Body": {"!superclasses": ["Region"]},
  "AddI": {"opName": "addi", "opDialect": {"def": "Arith"},
    "arguments": {"args": [[{"def": "Int"}, "lhs"], [{"def": "Int"}, "rhs"], [{"def": "Flags"}, "overflowFlags"]]},
    "results": {"args": [[{"def": "Int"}, null]]}, "regions": {"args": []}, "successors": {"args": []},
    "traits": [{"def": "Pure"}, {"def": "Commutative"}]},
  "Constant": {"opName": "constant", "opDialect": {"def": "Arith"},
    "arguments": {"args": [[{"def": "Value"}, "value"]]}, "results": {"args": [[{"def": "Int"}, "result"]]},
    "regions": {"args": []}, "successors": {"args": []}, "traits": [{"def": "Pure"}, {"def": "ConstantLike"}]},
  "If": {"opName": "if", "opDialect": {"def": "SCF"},
    "arguments": {"args": [[{"def": "Int"}, "condition"]]}, "results": {"args": [[{"def": "Many"}, "results"]]},
    "regions": {"args": [[{"def": "Body"}, "thenRegion"], [{"def": "Body"}, "elseRegion"]]}, "successors": {"args": []}, "traits": []},
  "Unknown": {"opName": "not_here", "opDialect": {"def": "SCF"},
    "arguments": {"args": []}, "results": {"args": []}, "regions": {"args": []}, "successors": {"args": []}, "traits": []}
}`

func TestCompare(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", "", "", "4 ops, 3 of them here, 0 differences"},
		{"a name", `"rhs"`, `"other"`, "arith.addi: operands are (lhs, rhs), there (lhs, other)"},
		{"a number", `[{"def": "Many"}, "results"]`, `[{"def": "Int"}, "results"]`, "scf.if: results are (results*), there (results)"},
		{"a trait", `{"def": "Commutative"}`, `{"def": "Foldable"}`, "arith.addi: traits are (Pure, Commutative), there (Pure)"},
		{"an attribute", `"defaultValue": null`, `"defaultValue": "0"`, "arith.constant: attributes are (value), there (value?)"},
		{"a region", `, [{"def": "Body"}, "elseRegion"]`, ``, "scf.if: regions are (thenRegion, elseRegion), there (thenRegion)"},
		{"no records", `"!instanceof"`, `"instances"`, "this is no output of llvm-tblgen --dump-json"},
	} {
		path := filepath.Join(t.TempDir(), "ops.json")
		if err := os.WriteFile(path, []byte(strings.Replace(definitions, c.old, c.new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		status := run([]string{path}, &out, &out)
		if !strings.Contains(out.String(), c.want) || (status == 0) != (c.name == "the same") {
			t.Errorf("%s: status %d\n%s", c.name, status, &out)
		}
	}
	if status := run(nil, &bytes.Buffer{}, &bytes.Buffer{}); status != 2 {
		t.Errorf("without files: status %d", status)
	}
}
