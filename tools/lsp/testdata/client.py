"""Drives a language server with the client of pygls, which decodes every answer by the protocol's own description.

python client.py SERVER ARGUMENT...: each check that fails is printed, and the exit status is 1 if one did.
"""

import ast
import asyncio
import sys

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

URI = "file:///é😀.mlir"
GOOD = """#map = affine_map<(d0) -> (d0)>
func.func @f(%x: i32) -> i32 attributes {m = #map, note = "😀"} {
  %a = arith.constant {note = "é😀"} 7 : i32
  %b   = arith.addi %x, %a : i32 // kept
  %c = arith.addi %x, %a : i32
  %d = arith.muli %b, %c : i32
  return %d : i32
}
"""
BAD = GOOD.replace("return %d : i32", "return %d : i64")

failed = False


def check(what, ok, shown=None):
    global failed
    if not ok:
        failed = True
        print(f"FAILED {what}: {shown!r}")


def place(text, word, skip=0):
    """The position of a word, in UTF-16 units as the protocol counts them."""
    at = -1
    for _ in range(skip + 1):
        at = text.index(word, at + 1)
    before = text[:at]
    last = before[before.rfind("\n") + 1 :]
    return lsp.Position(before.count("\n"), len(last.encode("utf-16-le")) // 2)


def cut(text, r):
    """The text of a range within a line."""
    line = text.split("\n")[r.start.line].encode("utf-16-le")
    return line[2 * r.start.character : 2 * r.end.character].decode("utf-16-le")


def apply(text, edits):
    lines = text.split("\n")

    def offset(p):
        line = lines[p.line].encode("utf-16-le") if p.line < len(lines) else b""
        return sum(len(x) + 1 for x in lines[: p.line]) + len(line[: 2 * p.character].decode("utf-16-le"))

    for e in sorted(edits, key=lambda e: offset(e.range.start), reverse=True):
        text = text[: offset(e.range.start)] + e.new_text + text[offset(e.range.end) :]
    return text


class Editor:
    def __init__(self):
        self.client = LanguageClient("pygls", "1")
        self.published = asyncio.Queue()
        self.applied = None

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def on_diagnostics(params: lsp.PublishDiagnosticsParams):
            self.published.put_nowait(params)

        @self.client.feature(lsp.WORKSPACE_APPLY_EDIT)
        def on_edit(params: lsp.ApplyWorkspaceEditParams):
            self.applied = params.edit.changes[URI]
            return lsp.ApplyWorkspaceEditResult(applied=True)

    async def diagnostics(self, version):
        while True:
            params = await asyncio.wait_for(self.published.get(), 20)
            if params.version == version:
                return params.diagnostics

    def at(self, word, skip=0, text=GOOD):
        return {"text_document": lsp.TextDocumentIdentifier(URI), "position": place(text, word, skip)}


async def navigation(e):
    c, doc = e.client, lsp.TextDocumentIdentifier(URI)
    hover = await c.text_document_hover_async(lsp.HoverParams(**e.at("arith.addi")))
    check("hover", "arith.addi" in hover.contents.value, hover)
    where = await c.text_document_definition_async(lsp.DefinitionParams(**e.at("%a", 1)))
    check("definition", where.range.start == place(GOOD, "%a"), where)
    refs = await c.text_document_references_async(
        lsp.ReferenceParams(**e.at("%x", 1), context=lsp.ReferenceContext(include_declaration=True))
    )
    check("references", [cut(GOOD, r.range) for r in refs] == ["%x"] * 3, refs)
    marks = await c.text_document_document_highlight_async(lsp.DocumentHighlightParams(**e.at("%x")))
    check("highlights", len(marks) == 3, marks)
    symbols = await c.text_document_document_symbol_async(lsp.DocumentSymbolParams(doc))
    check("symbols", [s.name for s in symbols] == ["f"] and symbols[0].kind == lsp.SymbolKind.Function, symbols)
    hints = await c.text_document_inlay_hint_async(
        lsp.InlayHintParams(doc, lsp.Range(lsp.Position(0, 0), lsp.Position(9, 0)))
    )
    check("inlay hints", list(hints) == [], hints)
    items = await c.text_document_completion_async(lsp.CompletionParams(**e.at("arith.muli")))
    check("completion", any(i.label == "arith.addi" and i.detail for i in items), items[:3])


async def editing(e):
    c, doc = e.client, lsp.TextDocumentIdentifier(URI)
    edits = await c.text_document_formatting_async(
        lsp.DocumentFormattingParams(doc, lsp.FormattingOptions(tab_size=2, insert_spaces=True))
    )
    text = apply(GOOD, edits)
    check("formatting", text == GOOD.replace("%b   =", "%b ="), text)
    ok = await c.text_document_prepare_rename_async(lsp.PrepareRenameParams(**e.at("%b")))
    check("prepare rename", cut(GOOD, ok) == "%b", ok)
    edit = await c.text_document_rename_async(lsp.RenameParams(**e.at("%b"), new_name="sum"))
    text = apply(GOOD, edit.changes[URI])
    check("rename", text == GOOD.replace("%b", "%sum"), text)
    here = lsp.Range(place(GOOD, "%b"), place(GOOD, "%b"))
    actions = await c.text_document_code_action_async(
        lsp.CodeActionParams(doc, here, lsp.CodeActionContext(diagnostics=[]))
    )
    [cse] = [a for a in actions if a.title == "Run cse on func.func @f"]
    command = cse.command
    if isinstance(command, str):  # lsprotocol takes an action with a command for a command
        command = lsp.Command(**ast.literal_eval(command))
    await c.workspace_execute_command_async(
        lsp.ExecuteCommandParams(command=command.command, arguments=command.arguments)
    )
    text = apply(GOOD, e.applied or [])
    check("run a pass", "%d = arith.muli %b, %b : i32" in text and "%c" not in text, text)


async def main(command):
    e = Editor()
    c = e.client
    await c.start_io(*command)
    answer = await c.initialize_async(
        lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), process_id=None, root_uri=None)
    )
    check("server info", answer.server_info.name.endswith("lsp"), answer.server_info)
    check("inlay hint capability", answer.capabilities.inlay_hint_provider, answer.capabilities)
    c.initialized(lsp.InitializedParams())
    c.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(URI, "mlir", 1, BAD)))
    diagnostics = await e.diagnostics(1)
    check("diagnostics", [cut(BAD, d.range) for d in diagnostics] == ["%d"], diagnostics)
    check("related", diagnostics[0].related_information[0].location.range.start == place(BAD, "%d"), diagnostics)
    start, end = place(BAD, "i64"), place(BAD, "i64")
    end.character += 3
    c.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(2, URI),
            [lsp.TextDocumentContentChangePartial(range=lsp.Range(start, end), text="i32")],
        )
    )
    check("mended", list(await e.diagnostics(2)) == [])
    await navigation(e)
    await editing(e)
    c.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(URI)))
    await c.shutdown_async(None)
    c.exit(None)
    status = await asyncio.wait_for(c._server.wait(), 20)
    check("exit status", status == 0, status)
    await c.stop()


asyncio.run(asyncio.wait_for(main(sys.argv[1:]), 60))
sys.exit(failed)
