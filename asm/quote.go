package asm

// Unquote gives the bytes that a String token (or the string of a SymbolName) stands for. The text is as the
// lexer passed it, quotes included.
func Unquote(text []byte) string {
	text = text[1 : len(text)-1]
	plain := true
	for _, c := range text {
		plain = plain && c != '\\'
	}
	if plain {
		return string(text)
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c != '\\' {
			out = append(out, c)
			continue
		}
		i++
		switch text[i] {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case '"', '\\':
			out = append(out, text[i])
		default:
			out = append(out, nibble(text[i])<<4|nibble(text[i+1]))
			i++
		}
	}
	return string(out)
}

func nibble(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}

// AppendQuoted appends s in quotes. Printable ASCII stands for itself, a backslash is doubled, and all else
// (the quote as well) is a backslash and two hexadecimal digits, as MLIR prints it.
func AppendQuoted(b []byte, s string) []byte {
	const digits = "0123456789ABCDEF"
	b = append(b, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b = append(b, '\\', '\\')
		case c >= ' ' && c < 0x7f && c != '"':
			b = append(b, c)
		default:
			b = append(b, '\\', digits[c>>4], digits[c&15])
		}
	}
	return append(b, '"')
}

// IsBareIdent says whether s can stand as an identifier without quotes, as an attribute's key or a symbol's name.
func IsBareIdent(s string) bool {
	if s == "" || classes[s[0]]&letter == 0 {
		return false
	}
	for i := 1; i < len(s); i++ {
		if !bareClass(s[i]) {
			return false
		}
	}
	return true
}

// AppendSymbol appends @s, with quotes where s is no identifier.
func AppendSymbol(b []byte, s string) []byte {
	b = append(b, '@')
	if IsBareIdent(s) {
		return append(b, s...)
	}
	return AppendQuoted(b, s)
}

// AppendKey appends the key of an attribute, with quotes where it is no identifier.
func AppendKey(b []byte, s string) []byte {
	if IsBareIdent(s) {
		return append(b, s...)
	}
	return AppendQuoted(b, s)
}
