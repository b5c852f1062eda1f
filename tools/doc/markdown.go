package doc

import (
	"cmp"
	"fmt"
	"strings"
)

// mark is the first line of each file that is written here, so that those of dialects that are gone can be told.
const mark = "<!-- written by tawa-opt doc -->\n"

// Files returns the reference as Markdown, by file name.
func (r *Reference) Files() map[string]string {
	files := map[string]string{"README.md": r.index(), "passes.md": mark + "# Passes\n" + r.passes()}
	for _, d := range r.Dialects {
		files[d.Name+".md"] = mark + d.markdown()
	}
	return files
}

// Markdown returns the reference as one text.
func (r *Reference) Markdown() string {
	var b strings.Builder
	for _, d := range r.Dialects {
		b.WriteString(d.markdown() + "\n")
	}
	b.WriteString("# Passes\n" + r.passes())
	return b.String()
}

func (r *Reference) index() string {
	var b strings.Builder
	b.WriteString(mark + "# Reference\n\n| dialect | ops | |\n|---|---|---|\n")
	for _, d := range r.Dialects {
		fmt.Fprintf(&b, "| [%s](%s.md) | %d | %s |\n", d.Name, d.Name, len(d.Ops), cell(d.Summary))
	}
	fmt.Fprintf(&b, "\n[The %d passes and pipelines](passes.md).\n", len(r.Passes))
	return b.String()
}

func (d *Dialect) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Dialect %s\n\n%s\n", d.Name, sentence(d.Summary))
	items(&b, "Types", "!", d.Types)
	items(&b, "Attributes", "#", d.Attributes)
	if len(d.Ops) > 0 {
		b.WriteString("\n## Ops\n")
	}
	for _, op := range d.Ops {
		op.markdown(&b)
	}
	return b.String()
}

func items(b *strings.Builder, title, sigil string, list []Item) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n", title)
	for _, it := range list {
		fmt.Fprintf(b, "- `%s%s`", sigil, it.Name)
		if it.Summary != "" {
			b.WriteString(": " + it.Summary)
		}
		b.WriteByte('\n')
	}
}

// Markdown returns the documentation of one op.
func (op *Op) Markdown() string {
	var b strings.Builder
	op.markdown(&b)
	return strings.TrimSpace(b.String())
}

func (op *Op) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n### `%s`\n\n%s\n", op.Name, sentence(op.Summary))
	if op.Description != "" {
		fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(op.Description))
	}
	if op.Format != "" {
		fmt.Fprintf(b, "\n```text\n%s %s\n```\n", op.Name, op.Format)
	}
	table(b, "operand", op.Operands)
	table(b, "result", op.Results)
	table(b, "attribute", op.Attributes)
	table(b, "region", op.Regions)
	table(b, "successor", op.Successors)
	var facts []string
	fact := func(title string, words []string) {
		if len(words) > 0 {
			facts = append(facts, "- "+title+": "+strings.Join(words, ", "))
		}
	}
	fact("Traits", op.Traits)
	fact("Type rules", op.Rules)
	fact("Only in", quoted(op.Parents))
	if op.Terminator != "" {
		fact("Blocks end by themselves with", quoted([]string{op.Terminator}))
	}
	if op.Format == "" && !op.Code {
		facts = append(facts, "- Generic form only")
	}
	if op.Folds {
		facts = append(facts, "- Folds")
	}
	fact("Canonicalization patterns", quoted(op.Patterns))
	if len(facts) > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.Join(facts, "\n"))
	}
}

func table(b *strings.Builder, title string, list []Column) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n| %s | |\n|---|---|\n", title)
	for _, c := range list {
		var words []string
		for _, w := range []string{c.Arity, c.Constraint, strings.Join(quoted(c.Enum), " ")} {
			if w != "" {
				words = append(words, cell(w))
			}
		}
		if c.Default != "" {
			words = append(words, "default `"+cell(c.Default)+"`")
		}
		fmt.Fprintf(b, "| `%s` | %s |\n", c.Name, strings.Join(words, "; "))
	}
}

func (r *Reference) passes() string {
	var b strings.Builder
	for _, p := range r.Passes {
		fmt.Fprintf(&b, "\n## `--%s`\n\n%s\n", p.Name, sentence(p.Summary))
		if p.Description != "" {
			fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(p.Description))
		}
		switch {
		case p.Pipeline:
			b.WriteString("\nA pipeline.\n")
		case p.Anchor != "":
			fmt.Fprintf(&b, "\nRuns on `%s`.\n", p.Anchor)
		case p.SymbolTable:
			b.WriteString("\nRuns on symbol tables.\n")
		}
		if len(p.Dialects) > 0 {
			fmt.Fprintf(&b, "\nMakes ops of `%s`.\n", strings.Join(p.Dialects, "`, `"))
		}
		if len(p.Options) > 0 {
			b.WriteString("\n| option | default | |\n|---|---|---|\n")
		}
		for _, o := range p.Options {
			fmt.Fprintf(&b, "| `%s=<%s>` | %s | %s |\n", o.Name, o.Kind, cmp.Or(cell(o.Default), "none"), cell(o.Help))
		}
	}
	return b.String()
}

func quoted(words []string) []string {
	var out []string
	for _, w := range words {
		out = append(out, "`"+w+"`")
	}
	return out
}

// sentence ends a summary with a full stop and starts it with a capital.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}

// cell keeps text within a cell of a table.
func cell(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "|", `\|`), "\n", " ")
}
