package asm

import "bytes"

// SkipBraces finds the brace that closes a block of text whose content begins at pos, past strings and comments, and
// returns the offset behind it. Only the braces are looked at: whether the text between is sound remains to be seen.
func SkipBraces(src []byte, pos int) (end int, ok bool) {
	depth := 1
	for pos < len(src) {
		c := src[pos]
		pos++
		if !stops[c] {
			continue
		}
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return pos, true
			}
		case '/':
			if pos < len(src) && src[pos] == '/' {
				n := bytes.IndexByte(src[pos:], '\n')
				if n < 0 {
					return 0, false
				}
				pos += n + 1
			}
		case '"':
			for pos < len(src) && src[pos] != '"' {
				switch src[pos] {
				case '\n':
					return 0, false // no string spans lines
				case '\\':
					pos++
				}
				pos++
			}
			pos++
		}
	}
	return 0, false
}

// stops are the bytes that SkipBraces looks at.
var stops = [256]bool{'{': true, '}': true, '"': true, '/': true}
