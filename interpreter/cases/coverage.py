"""What cases touch of a game: its phases, bids, calls, ranking layers, claims and rows of the score.

The rules are watched while cases run: the expressions that every phase, layer, claim and row evaluates say that it was
reached. Which bids and calls were made is read from the cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter.cases import CaseFile, Loading
from interpreter.cases.single import Check
from interpreter.contract import Bid, OtherCall
from interpreter.errors import InputError, Problem
from interpreter.expression.compile import Compiled
from interpreter.model import BidPhase, ChoosePhase, DealPhase, ExchangePhase, Phase, PlayPhase, Profile, Row
from interpreter.notation import parse_call
from interpreter.profile.load import load
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence

Part = tuple[str, str]
"""A kind of part ("row", "layer", ..) and its name."""
KINDS = ("phase", "bid", "call", "layer", "claim", "row")
DEALT = ("auction", "record")
PLAYED = ("trick", "legal", "record")
"""Kinds of cases in which cards are dealt, and ranked."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """All parts of a game in order, and those that cases touched."""

    parts: tuple[Part, ...]
    touched: frozenset[Part]

    def counts(self) -> dict[str, tuple[int, int]]:
        """Return for each kind of part how many were touched, and how many there are."""
        found = {}
        for kind in KINDS:
            names = [part for part in self.parts if part[0] == kind]
            if names:
                found[kind] = (sum(part in self.touched for part in names), len(names))
        return found

    def missing(self) -> list[str]:
        """Return what no case touched, in words."""
        return [f"{kind} {name}" for kind, name in self.parts if (kind, name) not in self.touched]


@dataclass(slots=True)
class Watcher(Loading):
    """Loads cases under rules that note in `touched` what is evaluated."""

    touched: set[Part] = field(default_factory=set)

    def profile(self, reference: str, named: Scalar) -> Profile | None:
        """Load the rules that a reference names, once, and watch them."""
        if reference not in self.profiles:
            found = Loading.profile(self, reference, named)
            self.profiles[reference] = None if found is None else watched(found, self.touched.add)
        return self.profiles[reference]

    def check(self, reference: str, named: Scalar, kind: str, node: Mapping, problems: list[Problem]) -> Check | None:
        """Read what a case checks; while it runs, note also what its own words say."""
        check = Loading.check(self, reference, named, kind, node, problems)
        profile = self.profiles.get(reference)
        if check is None or profile is None or problems:
            return check
        said = list(parts_said(profile, kind, node.entries[kind]))

        def noting(findings: object) -> None:
            self.touched.update(said)
            check(findings)  # type: ignore[arg-type]  # the one argument is passed on

        return noting


def watching(path: Path) -> tuple[CaseFile, Callable[[], Coverage | None]]:
    """Read a file of cases as `read_cases` does; the function tells what those that have run since then touched.

    It tells nothing where the file's game doesn't load.
    """
    watcher = Watcher.of(path)
    file = watcher.file()
    watcher.touched.clear()

    def coverage() -> Coverage | None:
        try:
            game = load(file.reference, None, path.parent)
        except InputError:
            return None
        return Coverage(tuple(parts(game)), frozenset(watcher.touched))

    return file, coverage


# ---- the parts of a game


def parts(profile: Profile) -> Iterator[Part]:
    """Yield every part of a game that cases can touch."""
    yield from (("phase", phase.name) for phase in profile.flow)
    auction = profile.auction
    if auction is not None:
        yield from dict.fromkeys(("bid", bid.kind) for bid in auction.bids)
        yield from (("call", rule.call.name) for rule in auction.calls)
    yield from (("layer", layer.name) for layer in profile.ranking.layers)
    yield from (("claim", claim.name) for claim in profile.play.claims)
    for prefix, rows in groups_of_rows(profile):
        yield from (("row", prefix + row.name) for row in rows)


def groups_of_rows(profile: Profile) -> list[tuple[str, tuple[Row, ...]]]:
    """Return the rows of the score with what stands before their names."""
    scoring = profile.scoring
    match = scoring.match.score if scoring.match is not None else ()
    return [("", scoring.rows), ("game.", scoring.game.score), ("match.", match)]


def parts_said(profile: Profile, kind: str, node: Node) -> Iterator[Part]:
    """Yield the parts that a case names by itself."""
    if kind in DEALT:
        yield "phase", profile.dealing.name
    if kind in PLAYED:
        yield from (("layer", layer.name) for layer in profile.ranking.layers if layer.when is None)
    if kind in ("trick", "legal"):
        yield "phase", profile.play.name
    if kind == "auction" and profile.auction is not None:
        yield "phase", profile.auction.name
    for text in texts_of(node):
        try:
            call = parse_call(profile, text)
        except InputError:
            continue
        if isinstance(call, Bid):
            yield "bid", call.kind
        elif isinstance(call, OtherCall):
            yield "call", call.name


def texts_of(node: Node) -> Iterator[str]:
    """Yield what is called in a case."""
    if isinstance(node, Mapping):
        for key in ("calls", "actions", "bid"):
            found = node.entries.get(key)
            for item in found.items if isinstance(found, Sequence) else [found]:
                if isinstance(item, Scalar):
                    yield item.text


# ---- watching


def watched(profile: Profile, note: Callable[[Part], object]) -> Profile:
    """Return the same rules; whenever a part of them is evaluated, it is noted."""

    def watch(found: Compiled, kind: str, name: str, only_true: bool = False) -> Compiled:
        call = found.call

        def noting(names: object) -> object:
            value = call(names)  # type: ignore[arg-type]  # whatever it is called with
            if value or not only_true:
                note((kind, name))
            return value

        return Compiled(noting, found.reads)

    def rows(prefix: str, group: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(row._replace(add=watch(row.add, "row", prefix + row.name)) for row in group)

    layers = tuple(
        layer._replace(when=layer.when and watch(layer.when, "layer", layer.name, True))
        for layer in profile.ranking.layers
    )
    scoring = profile.scoring
    match = None if scoring.match is None else scoring.match._replace(score=rows("match.", scoring.match.score))
    game = scoring.game._replace(score=rows("game.", scoring.game.score))
    return replace(
        profile,
        ranking=replace(profile.ranking, layers=layers, _memo={}),
        flow=tuple(watched_phase(phase, watch) for phase in profile.flow),
        scoring=scoring._replace(rows=rows("", scoring.rows), game=game, match=match),
    )


def watched_phase(phase: Phase, watch: Callable[[Compiled, str, str], Compiled]) -> Phase:
    """Return a phase that notes that it began; the play, its claims too."""

    def began(found: Compiled) -> Compiled:
        return watch(found, "phase", phase.name)

    match phase:
        case DealPhase():
            return phase
        case BidPhase():
            return replace(phase, start=began(phase.start), memo={})
        case ChoosePhase():
            return phase._replace(by=began(phase.by))
        case ExchangePhase():
            steps = [
                step._replace(who=step.who and began(step.who), of=step.of and began(step.of)) for step in phase.steps
            ]
            return phase._replace(steps=tuple(steps))
        case PlayPhase():
            claims = [claim._replace(add=watch(claim.add, "claim", claim.name)) for claim in phase.claims]
            return replace(phase, leader=began(phase.leader), claims=tuple(claims), memo={})
