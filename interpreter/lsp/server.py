"""The language server: the protocol on one side, the functions of this package on the other, nothing else."""

from __future__ import annotations

import os
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from interpreter.errors import Place
from interpreter.lsp.checking import Checker
from interpreter.lsp.completion import Item, completion
from interpreter.lsp.definition import definition
from interpreter.lsp.diagnostics import Finding
from interpreter.lsp.documents import Document
from interpreter.lsp.hover import hover
from interpreter.lsp.positions import offset_of, position_of, span_of
from interpreter.lsp.session import Session

PAUSE = 0.15
"""How long nothing has to be typed before a document is checked, in seconds."""
WATCHED = "**/*.{yaml,yml}"
"""The files that may be of rules or cases."""
SOURCE = "bidwhist"
SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
ITEM_KINDS = {
    "key": types.CompletionItemKind.Property,
    "word": types.CompletionItemKind.EnumMember,
    "file": types.CompletionItemKind.File,
    "variable": types.CompletionItemKind.Variable,
    "param": types.CompletionItemKind.Constant,
    "define": types.CompletionItemKind.Reference,
    "class": types.CompletionItemKind.Class,
    "card": types.CompletionItemKind.Value,
    "function": types.CompletionItemKind.Function,
    "keyword": types.CompletionItemKind.Keyword,
}
TRIGGERS = [".", " ", "+", ":", "[", "{", ",", "("]


class Server(LanguageServer):
    """A server of one editor. Documents are sent whole: they are small, and nothing can get out of step."""

    def __init__(self, version: str) -> None:
        super().__init__(SOURCE, version, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.session = Session()
        self.checker = Checker(self.session, self.publish, self.log)

    @property
    def encoding(self) -> str:
        """The units in which this editor counts columns."""
        named = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        return types.PositionEncodingKind(named).value

    def watch(self) -> None:
        """Ask the editor to tell of files that others change, where it can be asked."""
        workspace = self.client_capabilities.workspace
        able = workspace.did_change_watched_files if workspace is not None else None
        if able is not None and able.dynamic_registration:
            options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(WATCHED)])
            asked = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.client_register_capability(types.RegistrationParams([asked]))

    def take(self, uri: str, version: int | None, pause: float, anew: bool = False) -> None:
        """Note the text of a document that was opened or changed, and check it soon, if it stands for a file."""
        path = to_fs_path(uri)
        if path:
            text = self.workspace.get_text_document(uri).source
            self.session.put(uri, Path(path), text, version)
            self.checker.changed_one(uri, pause, anew)

    def shutdown(self) -> None:
        """End the service, and what is still being checked."""
        self.checker.close()
        super().shutdown()  # type: ignore[no-untyped-call]

    def publish(self, uri: str, found: list[Finding], version: int | None) -> None:
        """Send what is wrong with a document, and nothing to take back what was sent before."""
        diagnostics = [self.diagnostic(finding) for finding in found]
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def log(self, message: str) -> None:
        """Tell the editor's log of an error of the program itself."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))

    def diagnostic(self, finding: Finding) -> types.Diagnostic:
        """Return a problem as the protocol has it."""
        notes = [types.DiagnosticRelatedInformation(self.location(place), text) for text, place in finding.notes]
        return types.Diagnostic(
            range=self.range(finding.place),
            message=finding.message,
            severity=SEVERITIES[finding.severity],
            code=finding.code,
            source=SOURCE,
            related_information=notes,
        )

    def range(self, place: Place) -> types.Range:
        """Return a place as the protocol has it."""
        line, start, end = span_of(place, self.encoding)
        return types.Range(types.Position(line, start), types.Position(line, end))

    def location(self, place: Place) -> types.Location:
        """Return a place with its file."""
        return types.Location(Path(os.path.abspath(place.file)).as_uri(), self.range(place))

    def span(self, text: str, start: int, end: int) -> types.Range:
        """Return offsets in a text as the protocol has them."""
        ends = (position_of(text, offset, self.encoding) for offset in (start, end))
        return types.Range(*(types.Position(*position) for position in ends))

    def at(self, asked: types.TextDocumentIdentifier, position: types.Position) -> tuple[Document, int] | None:
        """Return the document that is asked about, and the offset in it."""
        document = self.session.document(asked.uri)
        if document is None:
            return None
        return document, offset_of(document.text, position.line, position.character, self.encoding)

    def item(self, span: types.Range, item: Item, number: int) -> types.CompletionItem:
        """Return something to write as the protocol has it; `number` keeps the order."""
        return types.CompletionItem(
            label=item.label,
            kind=ITEM_KINDS[item.kind],
            detail=item.detail or None,
            documentation=types.MarkupContent(types.MarkupKind.Markdown, item.text) if item.text else None,
            sort_text=f"{number:04}",
            filter_text=item.label,
            text_edit=types.TextEdit(span, item.insert),
        )


def serve(version: str) -> None:
    """Serve one editor on standard input and output until it says goodbye."""
    # copies, since they are closed at the end, and what the process has is still flushed then
    made(version).start_io(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))


def made(version: str) -> Server:
    """Return a server with all that it can do."""
    server = Server(version)

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        server.watch()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.version, 0, anew=True)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.version, PAUSE)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        if params.text_document.uri in server.session.opened:
            # not all editors tell what changes on disk, and some only what they save themselves
            server.checker.changed_all(0)
            server.checker.changed_one(params.text_document.uri, 0, anew=True)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def touched(params: types.DidChangeWatchedFilesParams) -> None:
        paths = (to_fs_path(change.uri) for change in params.changes)
        if not {os.path.realpath(path) for path in paths if path} <= server.session.texts().keys():
            server.checker.changed_outside(PAUSE)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        if params.text_document.uri in server.session.opened:
            server.session.forget(params.text_document.uri)
            server.publish(params.text_document.uri, [], None)
            server.checker.changed_all(PAUSE)  # what is on disk counts again

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        where = server.at(params.text_document, params.position)
        found = hover(*where) if where else None
        if where is None or found is None:
            return None
        text = types.MarkupContent(types.MarkupKind.Markdown, found.text)
        return types.Hover(text, server.span(where[0].text, found.start, found.end))

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS))
    def completed(params: types.CompletionParams) -> types.CompletionList:
        where = server.at(params.text_document, params.position)
        found = completion(*where) if where else []
        if where is None or not found:
            return types.CompletionList(is_incomplete=False, items=[])
        span = server.span(where[0].text, found[0].start, found[0].end)
        items = [server.item(span, item, number) for number, item in enumerate(found)]
        return types.CompletionList(is_incomplete=False, items=items)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(params: types.DefinitionParams) -> list[types.Location]:
        where = server.at(params.text_document, params.position)
        return [server.location(place) for place in definition(*where)] if where else []

    return server
