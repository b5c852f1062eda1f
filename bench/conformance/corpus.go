package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const marker = "// -----"

// file is one .mlir file of a corpus.
type file struct {
	path   string // inside the corpus
	sum    [sha256.Size]byte
	chunks []*chunk
}

// chunk is a part of a file that is an input of its own.
type chunk struct {
	file     *file
	line     int // of the file, where it starts, from 1
	text     string
	dialects []string // that it spells, sorted
	expected []int    // lines in the chunk where a comment expects an error
	passes   bool     // the file is the input of passes, which may be what reports the expected errors
}

// readFolder reads the .mlir files in and below a folder, sorted.
func readFolder(folder string, exclude string) ([]*file, error) {
	var files []*file
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".mlir") {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		if err != nil || excluded(rel, exclude) {
			return err
		}
		src, err := os.ReadFile(path)
		if err == nil {
			files = append(files, split(filepath.ToSlash(rel), string(src)))
		}
		return err
	})
	return files, err
}

// digest tells whether two corpora are the same: a hash of paths and contents.
func digest(files []*file) string {
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%s %x\n", f.path, f.sum)
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:12]
}

func excluded(path string, words string) bool {
	path = strings.ToLower(path)
	return slices.ContainsFunc(strings.Split(strings.ToLower(words), ","), func(w string) bool {
		return w != "" && strings.Contains(path, w)
	})
}

// split cuts a file at the lines that are the marker. Chunks of comments alone are left out.
func split(path, src string) *file {
	f := &file{path: path, sum: sha256.Sum256([]byte(src))}
	passes := runsPasses(src)
	start, line, first := 0, 0, 0
	add := func(end int) {
		text := src[start:end]
		if code := blank(text); strings.TrimSpace(code) != "" {
			f.chunks = append(f.chunks, &chunk{
				file: f, line: first + 1, text: text, dialects: dialectsOf(code), expected: expectedLines(text), passes: passes,
			})
		}
	}
	for off := 0; off < len(src); line++ {
		next := len(src)
		if n := strings.IndexByte(src[off:], '\n'); n >= 0 {
			next = off + n + 1
		}
		if strings.TrimSpace(src[off:next]) == marker {
			add(off)
			start, first = next, line+1
		}
		off = next
	}
	add(len(src))
	return f
}

var (
	comment = regexp.MustCompile(`//.*`)
	quoted  = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)
	opName  = regexp.MustCompile(`^[A-Za-z_][\w$]*(?:\.[\w$]+)+$`)
)

// blank takes the comments and strings out of a text, except names of ops.
func blank(text string) string {
	text = quoted.ReplaceAllStringFunc(text, func(s string) string {
		if opName.MatchString(s[1 : len(s)-1]) {
			return " " + s[1:len(s)-1] + " "
		}
		return `""`
	})
	return comment.ReplaceAllString(text, "")
}

var (
	spelled = regexp.MustCompile(`[A-Za-z_][\w$]*(?:\.[\w$]+)+`)
	dotted  = regexp.MustCompile(`[!#]([a-z_]\w*)(?:\.[A-Za-z_]|<)`)
	// The dialect whose resources come first.
	resources = regexp.MustCompile(`dialect_resources\s*:\s*\{\s*(\w+)\s*:`)
	// What stands around the name of an attribute, and around other names that are none of ops.
	keyBefore = regexp.MustCompile(`[{,]\s*$`)
	keyAfter  = regexp.MustCompile(`^\s*[,}]`)
	equals    = regexp.MustCompile(`^\s*=`)
	sigil     = regexp.MustCompile(`[\w$.%@#!^-]$`)
)

// dialectsOf lists the dialects of the ops, types and attributes of a text without comments.
func dialectsOf(code string) []string {
	set := map[string]bool{}
	for _, at := range spelled.FindAllStringIndex(code, -1) {
		before, after := code[max(0, at[0]-80):at[0]], code[at[1]:min(len(code), at[1]+80)]
		if sigil.MatchString(before) || equals.MatchString(after) || keyBefore.MatchString(before) && keyAfter.MatchString(after) {
			continue
		}
		dialect, _, _ := strings.Cut(code[at[0]:at[1]], ".")
		set[dialect] = true
	}
	for _, m := range append(dotted.FindAllStringSubmatch(code, -1), resources.FindAllStringSubmatch(code, -1)...) {
		set[m[1]] = true
	}
	return slices.Sorted(maps.Keys(set))
}

var expectation = regexp.MustCompile(`expected-error(?:-re)?\s*(?:@([+-]\d+|above|below))?\s*\{\{`)

// expectedLines gives the lines of a chunk, from 1, at which comments expect errors.
func expectedLines(text string) []int {
	var lines []int
	all := strings.Split(text, "\n")
	for i, l := range all {
		for _, m := range expectation.FindAllStringSubmatch(l, -1) {
			lines = append(lines, expectedAt(all, i, m[1]))
		}
	}
	return lines
}

func expectedAt(lines []string, i int, where string) int {
	step := map[string]int{"above": -1, "below": 1}[where]
	if step == 0 {
		n := 0
		for _, d := range strings.TrimLeft(where, "+-") {
			n = n*10 + int(d-'0')
		}
		if strings.HasPrefix(where, "-") {
			n = -n
		}
		return i + 1 + n
	}
	j := i + step
	for j >= 0 && j < len(lines) && expectation.MatchString(lines[j]) {
		j += step
	}
	return j + 1
}

var (
	runLine  = regexp.MustCompile(`RUN:(.*)`)
	flagWord = regexp.MustCompile(`(?:^|\s)(-{1,2}[\w-]+)`)
	// Flags of tools named …-opt that run no pass.
	plain = regexp.MustCompile(`^-{1,2}(split-input-file|verify-diagnostics|parsing-diagnostics|allow-unregistered-dialect|` +
		`mlir-print-\S*|print-op-generic|verify-each|o|verify-roundtrip|t|disable-verify|no-implicit-module)$`)
)

// runsPasses says whether a RUN line of the file has flags that may be passes.
func runsPasses(src string) bool {
	for _, m := range runLine.FindAllStringSubmatch(src, -1) {
		for command := range strings.SplitSeq(m[1], "|") {
			if strings.Contains(strings.ToLower(command), "filecheck") {
				continue
			}
			for _, flag := range flagWord.FindAllStringSubmatch(command, -1) {
				if !plain.MatchString(flag[1]) {
					return true
				}
			}
		}
	}
	return false
}
