package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/tliron/glsp"
	protocol "github.com/tliron/glsp/protocol_3_16"
)

// Errors of the protocol beside those of JSON-RPC.
const (
	codeNotInitialized   = -32002
	codeRequestFailed    = -32803
	codeRequestCancelled = -32800
	codeContentModified  = -32801
)

// failed is the answer to a request that is right but can't be met; editors show it to the user.
func failed(format string, args ...any) error {
	return &jsonrpc2.Error{Code: codeRequestFailed, Message: fmt.Sprintf(format, args...)}
}

// server is a connection. Notifications are dealt with in their order, as they arrive; requests are answered at the same
// time, each from the documents as they were when it arrived.
type server struct {
	*config
	conn  *jsonrpc2.Conn
	ready chan struct{} // closed when conn is set
	ended chan struct{} // closed when no more messages will come
	work  sync.WaitGroup

	initialized, shutdown bool // of the loop that reads messages only
	documents             map[protocol.DocumentUri]*snapshot

	mu        sync.Mutex
	exited    bool // the editor has said goodbye, and in good order
	cancels   map[jsonrpc2.ID]context.CancelFunc
	current   map[protocol.DocumentUri]*snapshot // the newest of documents, for publishing
	publishes sync.Mutex                         // one at a time, so that the newest comes last
}

// serve answers messages until the editor says goodbye or the input ends.
func serve(c *config, in io.Reader, out io.Writer) int {
	s := &server{
		config: c, ready: make(chan struct{}), ended: make(chan struct{}), documents: map[protocol.DocumentUri]*snapshot{},
		cancels: map[jsonrpc2.ID]context.CancelFunc{}, current: map[protocol.DocumentUri]*snapshot{},
	}
	stream := newStream(in, out, s.drain)
	s.conn = jsonrpc2.NewConn(context.Background(), stream, s, jsonrpc2.SetLogger(logger{c.log}))
	close(s.ready)
	<-s.conn.DisconnectNotify()
	s.mu.Lock()
	for _, cancel := range s.cancels {
		cancel()
	}
	s.mu.Unlock()
	s.work.Wait()
	if s.mu.Lock(); s.exited {
		return 0
	}
	return 1
}

// drain waits at the end of the input until what came before it has been answered.
func (s *server) drain() {
	close(s.ended)
	s.work.Wait()
}

// logger is the connection's.
type logger struct{ w io.Writer }

func (l logger) Printf(format string, args ...any) { fmt.Fprintf(l.w, format, args...) }

// Handle deals with a message; the connection calls it for one after the other.
func (s *server) Handle(ctx context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-s.ready
	err := s.lifecycle(req)
	switch {
	case err != nil && req.Notif:
	case err != nil:
		s.reply(req, nil, err)
	case req.Notif:
		if _, err := s.safely(s.view(ctx), req); err != nil {
			fmt.Fprintf(s.log, "%s: %v\n", req.Method, err)
		}
	case req.Method == protocol.MethodInitialize || req.Method == protocol.MethodShutdown:
		result, err := s.safely(s.view(ctx), req)
		s.reply(req, result, err)
	default:
		s.start(ctx, req)
	}
}

// start answers a request in the background. A cancelled one is answered at once; what it is doing ends by itself.
func (s *server) start(ctx context.Context, req *jsonrpc2.Request) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.cancels[req.ID] = cancel
	s.mu.Unlock()
	type answer struct {
		result any
		err    error
	}
	done := make(chan answer, 1)
	v := s.view(ctx)
	s.work.Go(func() {
		result, err := s.safely(v, req)
		done <- answer{result, err}
	})
	s.work.Go(func() {
		defer cancel()
		a := answer{err: &jsonrpc2.Error{Code: codeRequestCancelled, Message: "the request was cancelled"}}
		select {
		case a = <-done:
		case <-ctx.Done():
		}
		s.mu.Lock()
		delete(s.cancels, req.ID)
		s.mu.Unlock()
		s.reply(req, a.result, a.err)
	})
}

func (s *server) reply(req *jsonrpc2.Request, result any, err error) {
	response := &jsonrpc2.Response{ID: req.ID}
	if err == nil {
		err = response.SetResult(result)
	}
	if err != nil {
		response.Error = &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
		errors.As(err, &response.Error)
	}
	if err := s.conn.SendResponse(context.Background(), response); err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		fmt.Fprintf(s.log, "%s: %v\n", req.Method, err)
	}
}

// safely runs the handler of a message; a panic in it becomes an error.
func (s *server) safely(v *view, req *jsonrpc2.Request) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(s.log, "internal error in %s: %v\n%s", req.Method, p, debug.Stack())
			result, err = nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprintf("internal error: %v", p)}
		}
	}()
	switch req.Method {
	case protocol.MethodCancelRequest:
		return decode(req, v.cancel)
	case methodInlayHint:
		return decode(req, v.inlayHint)
	}
	var params json.RawMessage
	if req.Params != nil {
		params = *req.Params
	}
	result, known, valid, err := v.handler().Handle(&glsp.Context{Method: req.Method, Params: params})
	switch {
	case !known && req.Notif:
		return nil, nil // of the many that editors send
	case !known:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "method not found: " + req.Method}
	case !valid:
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("bad parameters of %s: %v", req.Method, err)}
	}
	return result, err
}

// lifecycle says whether a message may come now.
func (s *server) lifecycle(req *jsonrpc2.Request) error {
	switch {
	case req.Method == protocol.MethodExit:
		return nil
	case s.shutdown:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server has been shut down"}
	case req.Method == protocol.MethodInitialize && s.initialized:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is initialized already"}
	case req.Method != protocol.MethodInitialize && !s.initialized:
		return &jsonrpc2.Error{Code: codeNotInitialized, Message: "the server is not initialized yet"}
	}
	return nil
}

// decode calls f with the parameters of a request that the library does not know.
func decode[P, R any](req *jsonrpc2.Request, f func(*P) (R, error)) (any, error) {
	params := new(P)
	if req.Params == nil {
		req.Params = new(json.RawMessage)
	}
	if err := json.Unmarshal(*req.Params, params); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: fmt.Sprintf("bad parameters of %s: %v", req.Method, err)}
	}
	return f(params)
}

// view is what the handler of one message sees: the documents as they were when it came.
type view struct {
	*server
	ctx       context.Context
	documents map[protocol.DocumentUri]*snapshot
}

func (s *server) view(ctx context.Context) *view { return &view{s, ctx, maps.Clone(s.documents)} }

// snapshot is a document that is open.
func (v *view) snapshot(uri protocol.DocumentUri) (*snapshot, error) {
	if s := v.documents[uri]; s != nil {
		return s, nil
	}
	return nil, failed("the document is not open: %s", uri)
}

// handler is the table of what the server understands, but for inlay hints.
func (v *view) handler() *protocol.Handler {
	h := &protocol.Handler{
		Initialize:                v.initialize,
		Initialized:               func(*glsp.Context, *protocol.InitializedParams) error { return nil },
		Shutdown:                  func(*glsp.Context) error { v.server.shutdown = true; return nil },
		Exit:                      v.exit,
		SetTrace:                  func(*glsp.Context, *protocol.SetTraceParams) error { return nil },
		TextDocumentDidOpen:       v.didOpen,
		TextDocumentDidChange:     v.didChange,
		TextDocumentDidClose:      v.didClose,
		TextDocumentHover:         v.hover,
		TextDocumentDefinition:    v.definition,
		TextDocumentReferences:    v.references,
		TextDocumentRename:        v.rename,
		TextDocumentPrepareRename: v.prepareRename,

		TextDocumentDocumentHighlight: v.documentHighlight,
		TextDocumentDocumentSymbol:    v.documentSymbol,
		TextDocumentCompletion:        v.completion,
		TextDocumentFormatting:        v.formatting,
		TextDocumentCodeAction:        v.codeAction,
		WorkspaceExecuteCommand:       v.executeCommand,
	}
	h.SetInitialized(true) // lifecycle keeps watch
	return h
}

func (v *view) exit(*glsp.Context) error {
	v.mu.Lock()
	v.exited = v.server.shutdown
	v.mu.Unlock()
	return v.conn.Close()
}

// cancelParams are those of $/cancelRequest; the library's lose the id.
type cancelParams struct {
	ID jsonrpc2.ID `json:"id"`
}

func (s *server) cancel(params *cancelParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.cancels[params.ID]; cancel != nil {
		cancel()
	}
	return nil, nil
}

// capabilities are those of 3.16 and inlay hints, which are of 3.17.
type capabilities struct {
	protocol.ServerCapabilities
	InlayHintProvider bool `json:"inlayHintProvider"`
}

type initializeResult struct {
	Capabilities capabilities                         `json:"capabilities"`
	ServerInfo   *protocol.InitializeResultServerInfo `json:"serverInfo"`
}

func (v *view) initialize(*glsp.Context, *protocol.InitializeParams) (any, error) {
	v.server.initialized = true
	yes := true
	return &initializeResult{
		Capabilities: capabilities{
			ServerCapabilities: protocol.ServerCapabilities{
				TextDocumentSync: protocol.TextDocumentSyncOptions{
					OpenClose: &yes, Change: pointer(protocol.TextDocumentSyncKindIncremental),
				},
				HoverProvider: true, DefinitionProvider: true, ReferencesProvider: true, DocumentHighlightProvider: true,
				DocumentSymbolProvider: true, DocumentFormattingProvider: true,
				RenameProvider:         protocol.RenameOptions{PrepareProvider: &yes},
				CompletionProvider:     &protocol.CompletionOptions{TriggerCharacters: []string{"%", "^", "@", "#", "!", "."}},
				CodeActionProvider:     protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{runPassKind}},
				ExecuteCommandProvider: &protocol.ExecuteCommandOptions{Commands: []string{v.runPassCommand()}},
			},
			InlayHintProvider: true,
		},
		ServerInfo: &protocol.InitializeResultServerInfo{Name: v.Name + " lsp", Version: pointer(v.Version)},
	}, nil
}

func pointer[T any](v T) *T { return &v }

func (v *view) didOpen(_ *glsp.Context, params *protocol.DidOpenTextDocumentParams) error {
	d := params.TextDocument
	v.set(d.URI, &snapshot{uri: d.URI, version: d.Version, text: newText(d.Text), config: v.config})
	return nil
}

func (v *view) didChange(_ *glsp.Context, params *protocol.DidChangeTextDocumentParams) error {
	uri := params.TextDocument.URI
	before, err := v.snapshot(uri)
	if err != nil {
		return err
	}
	after := before.text.apply(params.ContentChanges)
	v.set(uri, &snapshot{uri: uri, version: params.TextDocument.Version, text: after, config: v.config})
	return nil
}

func (v *view) didClose(_ *glsp.Context, params *protocol.DidCloseTextDocumentParams) error {
	v.set(params.TextDocument.URI, nil)
	return nil
}

// set makes a snapshot the newest of a document, nil closes it, and publishes its diagnostics in the background.
func (s *server) set(uri protocol.DocumentUri, snap *snapshot) {
	if snap == nil {
		delete(s.documents, uri)
	} else {
		s.documents[uri] = snap
	}
	s.mu.Lock()
	s.current[uri] = snap
	s.mu.Unlock()
	s.work.Go(func() { s.publish(uri, snap) })
}

// publish sends the diagnostics of a snapshot unless there is a newer one by then.
func (s *server) publish(uri protocol.DocumentUri, snap *snapshot) {
	s.publishes.Lock()
	defer s.publishes.Unlock()
	newest := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.current[uri] == snap
	}
	if !newest() {
		return
	}
	params := &publishParams{URI: uri, Diagnostics: []protocol.Diagnostic{}}
	if snap != nil {
		params.Version, params.Diagnostics = &snap.version, snap.diagnostics()
	}
	if !newest() {
		return
	}
	s.conn.Notify(context.Background(), protocol.ServerTextDocumentPublishDiagnostics, params)
}

// publishParams are those of textDocument/publishDiagnostics, with versions of the type that documents have.
type publishParams struct {
	URI         protocol.DocumentUri  `json:"uri"`
	Version     *protocol.Integer     `json:"version,omitempty"`
	Diagnostics []protocol.Diagnostic `json:"diagnostics"`
}
