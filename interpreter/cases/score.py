"""Cases about the score of a deal and what it does to the game, without cards."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.cases.reading import Findings, Reader
from interpreter.cases.single import Check
from interpreter.errors import InputError, Place, suggestion
from interpreter.facts import outcome_from
from interpreter.model import Profile
from interpreter.profile.nodes import Scalar, follow
from interpreter.scoring import (
    DRAW,
    UNDECIDED,
    Outcome,
    Result,
    Standing,
    match_end,
    score_deal,
    score_passed_out,
)
from interpreter.standing import doubts
from interpreter.table import NOBODY, Pair, Side

FACTS = {"fields": "set", "counts": "count"}
"""The keys of a case for what `outcome_from` calls differently."""
AS_KEYS = {
    "bid": "bid: {}",
    "books": "books: {}",
    "both": "books: [{}]",
    "fields": "set: {{{}: {}}}",
    "counts": "count: {{{}: [{}]}}",
}
"""How a case tells a fact."""


def read_score(reader: Reader) -> Check:
    """Read a case about a deal's score. Pairs are by side; the declarer sits north where there is one."""
    standing = read_standing(reader)
    after = {name: reader.inside("after").pair(name) for name in reader.inside("after").names()}
    for name in after:
        check_tally(reader.inside("after"), name)
    if reader.flag("passed_out"):
        check_passed_out(reader)
        outcome: Outcome | None = Outcome(reader.profile.contract)
    else:
        outcome = read_outcome(reader)

    def check(findings: Findings) -> None:
        assert outcome is not None
        score = score_passed_out_deal if reader.flag("passed_out") else score_deal
        result = score(reader.profile, outcome, standing)
        if result.undecided:
            findings.add(UNDECIDED, reader.place())
            return
        expect_result(reader, result, findings)
        end = match_end(reader.profile, result)
        ended = result.after if end is None else end.after
        expect_pair(reader, "points", points(result, ended), findings)
        for name, pair in after.items():
            findings.expect(f"{name} after the deal", pair, ended.tallies[name], reader.inside("after").place(name))
        if "match_winner" in reader:
            found = "none" if end is None else winner_word(reader.text("match_winner"), end.winner, outcome)
            findings.expect("the match's winner", reader.text("match_winner"), found, reader.place("match_winner"))
        if "result" in reader:
            found_result = None if end is None else end.settlement
            findings.expect("the result", reader.number("result"), found_result, reader.place("result"))

    return check


def score_passed_out_deal(profile: Profile, outcome: Outcome, standing: Standing) -> Result:
    """Score a deal that nobody bid on, as `score_deal` scores others."""
    return score_passed_out(profile, outcome.contract, standing)


def points(result: Result, ended: Standing) -> Pair:
    """Return what the deal added to the totals, the rows of a match's end included."""
    before, after = result.before.tallies["total"], ended.tallies["total"]
    return (after[0] - before[0], after[1] - before[1])


def read_standing(reader: Reader) -> Standing:
    """Read both sides' tallies and games before the deal, and the deal's number."""
    before = reader.inside("before")
    tallies = dict.fromkeys(reader.profile.scoring.tallies, (0, 0))
    for name in before.names():
        if check_tally(before, name):
            tallies[name] = before.pair(name)
    standing = Standing(tallies, reader.pair("games"), reader.number("deal", 1))
    deal = standing.deal if "deal" in reader else None
    reader.problems += doubts(reader.profile, standing, deal, places_in(reader), reached=False)
    return standing


def check_passed_out(reader: Reader) -> None:
    """Refuse what a deal that everybody passed hasn't."""
    if reader.profile.auction is None:
        said = "nobody bids in this game, so that nobody passes"
        reader.report("T022", said, reader.place("passed_out"), "leave `passed_out` out")
        return
    told = [f"`{key}`" for key in ("bid", "set", "books", "count", "revokes") if key in reader]
    if told:
        keys = " and ".join(told)
        place = reader.node.place_of(told[0].strip("`")) if len(told) == 1 else reader.node.place_of("passed_out")
        said = f"a deal that everybody passed has no {keys}"
        reader.report("T022", said, place, f"leave `passed_out` out, or {keys}")


def check_tally(reader: Reader, name: str) -> bool:
    """Demand that a tally exists."""
    if name in reader.profile.scoring.tallies:
        return True
    source, start, end = reader.node.keys[name]
    near = suggestion(name, reader.profile.scoring.tallies)
    reader.report("T020", f"there is no tally {name!r}", source.place(start, end), near)
    return False


def read_outcome(reader: Reader) -> Outcome | None:
    """Read how the deal fell; None where there are problems."""
    counts = {name: reader.inside("count").pair(name) for name in reader.inside("count").names()}
    node = reader.node.entries.get("books")
    books: int | Pair | None = None
    if isinstance(node, Scalar):
        books = reader.number("books")
    elif node is not None:
        books = reader.pair("books")
    fields = reader.inside("set")
    try:
        return outcome_from(
            reader.profile,
            bid=reader.text("bid") if "bid" in reader else None,
            fields={name: fields.text(name) for name in fields.names()},
            books=books,
            counts=counts,
            revokes=[item.text for item in reader.items("revokes")],
            where=places_in(reader),
            deal=reader.number("deal") if "deal" in reader else None,
            ways=AS_KEYS,
        )
    except InputError as error:
        reader.problems.extend(error.problems)
        return None


def places_in(reader: Reader) -> Callable[..., Place]:
    """Return where the facts of a score stand in its case."""

    def where(*path: str) -> Place:
        if not path:
            return reader.place()
        key = FACTS.get(path[0], path[0])
        node = follow(reader.node, (key, *(int(step) if step.isdecimal() else step for step in path[1:])))
        return reader.place(key) if node is None else node.place()

    return where


def expect_pair(reader: Reader, key: str, found: Pair, findings: Findings) -> None:
    """Compare a pair where the case expects one."""
    if key in reader:
        findings.expect(key, reader.pair(key), found, reader.place(key))


def expect_result(reader: Reader, result: Result, findings: Findings) -> None:
    """Compare what one finished deal came to."""
    expect_pair(reader, "counted", result.books, findings)
    if "made" in reader:
        findings.expect("made", reader.flag("made"), result.made, reader.place("made"))
    if "over" in reader:
        findings.expect("over", reader.flag("over"), result.over, reader.place("over"))
    if "winner" in reader:
        wanted = reader.text("winner")
        found = winner_word(wanted, result.winner, result.outcome) if result.over else "none"
        findings.expect("the winner", wanted, found, reader.place("winner"))


def winner_word(wanted: str, side: Side, outcome: Outcome) -> str:
    """Return the word for a winner, in the terms of the word expected."""
    if side == DRAW:
        return "draw"
    declarers = outcome.contract.declarers
    if declarers != NOBODY and wanted not in ("first", "second"):
        return "declarers" if side == declarers else "defenders"
    return ("first", "second")[side]
