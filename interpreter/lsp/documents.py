"""What a document is, and what is known of the rules that it is part of.

A profile is looked at together with its parents and house rules, a house rule on top of a game: one that it fits, if
any. Where a document's own text is too broken for that, the line at the cursor is left out, and then an earlier text of
the document is taken that wasn't; of its parents and house rules only the newest text counts.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.errors import Problem
from interpreter.expression.types import Scope
from interpreter.lsp.positions import LINE_END
from interpreter.profile.compose import Composed, gather
from interpreter.profile.keys import Kind
from interpreter.profile.keys import Path as Keys
from interpreter.profile.library import overlaid
from interpreter.profile.nodes import Mapping, Scalar, data, follow
from interpreter.profile.salvage import salvaged
from interpreter.profile.schema import validate
from interpreter.profile.scopes import Scopes
from interpreter.profile.shelf import Entry, entries
from interpreter.profile.source import parse
from interpreter.profile.typing import typed
from interpreter.profile.vocabulary import read_vocabulary

TOP = re.compile(r"^(profile|house_rule|reference):[ \t]*([\w-]*)", re.MULTILINE)
FORMAT = re.compile(r"^format:[ \t]*1\b", re.MULTILINE)
KINDS: dict[str, Kind] = {"profile": "profile", "house_rule": "house-rule", "reference": "cases"}
MODELINE = re.compile(r"^#.*\$schema=\S*?(profile|house-rule|cases)\.schema\.json", re.MULTILINE)
BY_SCHEMA: dict[str, Kind] = {"profile": "profile", "house-rule": "house-rule", "cases": "cases"}
KEPT = ("format", "profile", "house_rule", "abstract", "extends", "house_rules")
"""The lines of a document that say what stands below its own."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text that is open in an editor, with all such texts by real path.

    `game` is the one that a house rule is looked at with, None as long as that isn't known. `good` is an earlier text
    of the document that could be read, empty where there was none.
    """

    path: Path
    text: str
    texts: dict[str, bytes]
    game: str | None = None
    good: str = ""

    @property
    def kind(self) -> Kind | None:
        """What the document is; None where it is none of ours."""
        return kind_of(self.path, self.text)

    @property
    def reference(self) -> str | None:
        """The rules that the document is part of, named from its own folder; None where there are none."""
        own = f"./{self.path.name}"
        if self.kind == "profile":
            return own
        return f"{self.game}+{own}" if self.kind == "house-rule" and self.game else None

    def nameable(self) -> list[Entry]:
        """Return the profiles and house rules that can be named in the document, those included that aren't saved."""
        with overlaid(self.texts):
            return entries(self.path.parent)

    def with_text(self, text: str) -> Document:
        """Return the document as it would be with another text."""
        texts = {**self.texts, os.path.realpath(self.path): text.encode("utf-8", "surrogatepass")}
        return replace(self, text=text, texts=texts)


def kind_of(path: Path, text: str) -> Kind | None:
    """Return what a file is, by its name, the schema that it names, or its top-level keys.

    Editors send any YAML file: one that only happens to have a key `profile` is none of ours.
    """
    if path.name.endswith(".cases.yaml"):
        return "cases"
    named = MODELINE.search(text)
    if named:
        return BY_SCHEMA[named[1]]
    found = TOP.search(text)
    ours = found is not None and (found[2] == path.name.removesuffix(".yaml") or FORMAT.search(text) is not None)
    return KINDS[found[1]] if found is not None and ours else None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that a document is part of: `below` what its own lines go on top of, `tree` with them.

    `scopes` knows the names of expressions; None where too little is known for that.
    """

    below: Mapping | None = None
    tree: Mapping | None = None
    scopes: Scopes | None = None

    def verb(self, path: Keys) -> str | None:
        """Return the `do` of the phase that a path leads into."""
        if len(path) < 2 or path[0] != "phases":
            return None
        trees = [tree for tree in (self.tree, self.below) if tree is not None]
        found = next((node for tree in trees if (node := follow(tree, (*path[:2], "do")))), None)
        return str(data(found)) if isinstance(found, Scalar) else None

    def scope(self, place: str, path: Keys) -> Scope | None:
        """Return what an expression at a path may use; None where that can't be told."""
        if self.scopes is None:
            return None
        if place == "define":
            return self.scopes.define_scope()
        phases = self.scopes.vocabulary.phases
        if path and path[0] == "phases" and (len(path) < 2 or path[1] not in phases):
            return None
        return self.scopes.scope(place, path)


def rules_of(document: Document, offset: int | None = None) -> Rules:
    """Return what is known of the rules around a document; `offset` is where the line being written is."""
    if document.kind not in ("profile", "house-rule"):
        return Rules()
    texts = [document.text]
    if offset is not None:
        texts.append(without_line(document.text, offset))
    first: Rules | None = None
    for text in dict.fromkeys([*texts, document.good]):
        found = read_rules(document.with_text(text)) if text else None
        if found is not None and found.scopes is not None:
            return found
        first = first or found
    return first or Rules()


def read_rules(document: Document) -> Rules | None:
    """Compose the rules around a document; None where they can't be."""
    reference, root = document.reference, root_of(document.text)
    composed = None if reference is None or root is None else composed_of(document, reference)
    if composed is None or root is None or reference is None:
        return None
    beneath = composed_of(document.with_text(skeleton(root)), reference)
    return Rules(beneath.tree if beneath else None, composed.tree, scopes_of(composed))


def composed_of(document: Document, reference: str) -> Composed | None:
    """Merge the rules that a document is part of, its open text included."""
    with overlaid(document.texts):
        return gather(reference, None, document.path.parent).composed


def scopes_of(composed: Composed) -> Scopes | None:
    """Return what is known of the names of expressions, as far as the rules make sense."""
    problems: list[Problem] = []
    validate(composed.tree, "profile", False, problems)
    if problems:
        sources = [document.root.source for document in composed.documents]
        composed = composed._replace(tree=salvaged(composed.tree, sources)[0])
    found: list[Problem] = []
    vocabulary = read_vocabulary(composed.tree, found)
    return typed(composed, vocabulary, []).scopes if vocabulary.phases else None


def root_of(text: str) -> Mapping | None:
    """Return a text's map, None where there is none."""
    root = parse(text.encode("utf-8", "surrogatepass"), "", [])
    return root if isinstance(root, Mapping) else None


def skeleton(root: Mapping) -> str:
    """Return a text with nothing but what a document builds on."""
    return json.dumps({key: data(root.entries[key]) for key in KEPT if key in root.entries}, ensure_ascii=False)


def without_line(text: str, offset: int) -> str:
    """Return a text with the line of an offset left empty."""
    ends = [match.span() for match in LINE_END.finditer(text)]
    start = max((end for _, end in ends if end <= offset), default=0)
    end = min((start for start, _ in ends if start >= offset), default=len(text))
    return text[:start] + text[end:]


def params_of(document: Document) -> list[tuple[str, str]]:
    """Return the params of the game that a file of cases is about, each with its value."""
    node = follow(root_of(document.text), ("reference",))
    if not isinstance(node, Scalar) or not node.text:
        return []
    with overlaid(document.texts):
        composed = gather(node.text.partition("+")[0], None, document.path.parent).composed
    params = follow(composed.tree, ("params",)) if composed is not None else None
    return [(name, str(data(value))) for name, value in params.entries.items()] if isinstance(params, Mapping) else []


def files_of(document: Document) -> set[str]:
    """Return the real paths of the files that a document builds on, or is about, readable or not; its own too."""
    reference = document.reference
    node = follow(root_of(document.text), ("reference",)) if document.kind == "cases" else None
    if isinstance(node, Scalar):
        reference = node.text
    found = {os.path.realpath(document.path)}
    if reference:
        with overlaid(document.texts):
            gathered = gather(reference, None, document.path.parent)
        paths = [*(read.path for read in gathered.documents), *(lookup.path for lookup in gathered.lookups)]
        found |= {os.path.realpath(path) for path in paths}
    return found
