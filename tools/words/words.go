// Package words splits command lines into words, as a POSIX shell does with quotes and backslashes and nothing else.
package words

import (
	"errors"
	"strings"
)

// Split returns the words of a line. The characters | < > & ; outside of quotes are words of their own, with
// the digits before a < or > in front ("2>&1" is "2>", "&", "1").
func Split(line string) ([]string, error) {
	var out []string
	var word strings.Builder
	open := false // a word has begun; it may be empty: ''
	end := func() {
		if open {
			out = append(out, word.String())
		}
		word.Reset()
		open = false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n':
			end()
		case c == '\'' || c == '"':
			n, ok := quoted(line[i:], &word)
			if !ok {
				return nil, errors.New("a quote is not closed")
			}
			i, open = i+n-1, true
		case c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			open = true
		case strings.IndexByte("|<>&;", c) >= 0:
			if (c == '<' || c == '>') && word.Len() > 0 && strings.Trim(word.String(), "0123456789") == "" {
				word.WriteByte(c)
			} else {
				end()
				word.WriteByte(c)
			}
			open = true
			end()
		default:
			word.WriteByte(c)
			open = true
		}
	}
	end()
	return out, nil
}

// quoted appends what stands in the quotes that s begins with and returns the length, quotes included.
func quoted(s string, word *strings.Builder) (n int, ok bool) {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == s[0]:
			return i + 1, true
		case s[0] == '"' && s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\"\\$`", s[i+1]) >= 0:
			i++
		}
		word.WriteByte(s[i])
	}
	return 0, false
}
