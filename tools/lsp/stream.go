package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage bounds the length that a header may announce.
const maxMessage = 1 << 30

// stream reads and writes messages with their headers, as the base protocol has them. Unlike the streams of the library it
// survives what is no message: it answers with an error and goes on behind it.
type stream struct {
	in    *bufio.Reader
	drain func() // called at the end of the input
	mu    sync.Mutex
	out   io.Writer
}

var _ jsonrpc2.ObjectStream = (*stream)(nil)

func newStream(in io.Reader, out io.Writer, drain func()) *stream {
	return &stream{in: bufio.NewReaderSize(in, 1<<16), out: out, drain: drain}
}

// ReadObject decodes the next message into v.
func (s *stream) ReadObject(v any) error {
	for {
		body, err := s.frame()
		if err != nil {
			s.drain()
			return err
		}
		err = json.Unmarshal(body, v)
		if err == nil {
			return nil
		}
		code := jsonrpc2.CodeInvalidRequest
		if !json.Valid(body) {
			code = jsonrpc2.CodeParseError
		}
		// Whom to answer is not known: the id is null.
		reply := map[string]any{"jsonrpc": "2.0", "id": nil, "error": &jsonrpc2.Error{Code: int64(code), Message: err.Error()}}
		if err := s.WriteObject(reply); err != nil {
			return err
		}
	}
}

// frame reads headers and the body that they announce. Lines that are no header of the protocol are skipped.
func (s *stream) frame() ([]byte, error) {
	length := -1
	for {
		line, err := s.in.ReadSlice('\n')
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" && length >= 0 {
			break
		}
		name, value, _ := strings.Cut(text, ":")
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && n >= 0 && n <= maxMessage {
			length = n
		}
	}
	// The buffer grows with what arrives, not with what is announced.
	var body strings.Builder
	if _, err := io.CopyN(&body, s.in, int64(length)); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return []byte(body.String()), nil
}

// WriteObject encodes and writes a message.
func (s *stream) WriteObject(obj any) error {
	body, err := json.Marshal(obj)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err = fmt.Fprintf(s.out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return err
}

// Close does nothing: who made the reader and the writer closes them.
func (s *stream) Close() error { return nil }
