"""`bidwhist score REF`: what one deal is worth, for people who keep score at a real table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from interpreter.cli.numbertypes import WholeNumber
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.stopped import Stopped
from interpreter.contract import Contract
from interpreter.errors import suggestion
from interpreter.table import SIDES, Pair

if TYPE_CHECKING:
    from interpreter.model import Profile
    from interpreter.scoring import Outcome, Result, ScoreLine, Standing

NUMBER = r"[-+]?[0-9]{1,9}"
REVOKERS = ("declarers", "defenders", "first", "second")
AS_OPTIONS = {
    "bid": '--bid "{}"',
    "books": "--books {}",
    "both": "--books {}",
    "fields": "--set {}={}",
    "counts": '--count "{}={}"',
}
"""How facts are told on the command line, for messages."""


class PairType(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """Two numbers, "5,-3"; where `single` is set, one number alone is one too."""

    name = "a,b"

    def __init__(self, *, single: bool = False) -> None:
        self.single = single

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int | Pair:
        """Read the numbers."""
        text = str(value)
        if self.single and re.fullmatch(NUMBER, text.strip()):
            return int(text)
        if not re.fullmatch(rf"\s*{NUMBER}\s*,\s*{NUMBER}\s*", text):
            self.fail(f"{text!r} is not {'one or ' if self.single else ''}two whole numbers such as 7,6", param, ctx)
        one, other = text.split(",")
        return int(one), int(other)


class NamedType(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A name with a value, "trump=none"; the value is two numbers where `pair` is set."""

    def __init__(self, example: str, *, pair: bool = False) -> None:
        self.name = "name=a,b" if pair else "name=value"
        self.example = example
        self.pair = pair

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str | int | Pair]:
        """Read the name and the value."""
        name, sign, rest = (part.strip() for part in str(value).partition("="))
        if not name or not sign or not rest:
            self.fail(f"{value!r} is not a name with a value, such as {self.example}", param, ctx)
        return name, PairType().convert(rest, param, ctx) if self.pair else rest


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal's score, and the match's end if it brought one.

    `known` are the tallies whose standing before was given; at the others the sides are taken to have stood at nought.
    `told` says which fields of the contract were given.
    """

    profile: Profile
    result: Result
    known: frozenset[str]
    told: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    after: Standing
    match_winner: int | None
    receive: int | None

    @property
    def names(self) -> tuple[str, str]:
        """What the two sides are called."""
        return ("first side", "second side") if self.profile.auction is None else ("declarers", "defenders")

    @property
    def contract(self) -> dict[str, int | str]:
        """The fields of the contract that were told; the others don't matter here."""
        return {name: value for name, value in self.result.outcome.contract.values.items() if name in self.told}

    @property
    def text(self) -> str:
        """The contract as players say it."""
        from interpreter.notation import format_contract

        return format_contract(self.profile, Contract(self.contract))


@click.command("score")
@click.argument("ref")
@click.option("--bid", metavar="CALL", help='The bid that won, such as "4 no trump".')
@click.option("--books", type=PairType(single=True), help="The declarers' books, or both sides' as 7,6.")
@click.option("--set", "fields", type=NamedType("trump=none"), multiple=True, help="A field of the contract.")
@click.option(
    "--count",
    "counts",
    type=NamedType("honours=3,1", pair=True),
    multiple=True,
    help="Cards of a class that each side has; `won & honours=2,2` where cards won and cards held both count.",
)
@click.option("--revoke", "revokes", multiple=True, help=f"A side that revoked, in order: {', '.join(REVOKERS)}.")
@click.option("--totals", type=PairType(), help="The totals before this deal; then says who has won.")
@click.option("--tally", "tallies", type=NamedType("sets=2,0", pair=True), multiple=True, help="Another tally before.")
@click.option("--games", type=PairType(), default="0,0", help="Games won before, in a match.")
@click.option("--deal", type=WholeNumber(1, 10**6), help="The number of this deal in its game, if it matters.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(ref: str, as_json: bool, **facts: object) -> None:
    """Say what one deal is worth under the rules REF, line by line.

    Pairs of numbers are the declarers' and the defenders'; in games without a bid, the first and the second side's.
    Books are those that were won, before any ruling on revokes, the kitty's included where the rules credit it.

    \b
    bidwhist score pagat-54 --bid "4 no trump" --books 11 --totals 5,-3
    """
    from interpreter.profile.load import load

    profile = load(ref)
    scored = score(profile, facts)
    if as_json:
        print_json(as_dict(scored))
    else:
        report(scored)


def score(profile: Profile, facts: dict[str, object]) -> Scored:
    """Score the deal that the options describe."""
    from interpreter.scoring import UNDECIDED, match_end, score_deal

    tallies: dict[str, Pair] = dict(facts["tallies"])  # type: ignore[call-overload]  # pairs, by the option's type
    if facts["totals"] is None and "total" in tallies:
        facts = {**facts, "totals": tallies.pop("total"), "tallies": tuple(tallies.items())}
    before = standing_of(profile, facts)
    outcome = outcome_told(profile, facts)
    result = score_deal(profile, outcome, before)
    if result.undecided:
        raise Stopped(UNDECIDED, 1)
    end = match_end(profile, result)
    known = frozenset(tallies) | (set() if facts["totals"] is None else {"total"})
    told = told_fields(profile, outcome, facts)
    if end is None or profile.scoring.match is None:
        return Scored(profile, result, known, told, result.lines, result.after, None, None)
    lines = (*result.lines, *end.lines)
    return Scored(profile, result, known, told, lines, end.after, end.winner, end.settlement)


def outcome_told(profile: Profile, facts: dict[str, object]) -> Outcome:
    """Return the outcome that the options describe; `InputError` where they don't fit the rules."""
    from interpreter.errors import InputError, Problem
    from interpreter.facts import outcome_from
    from interpreter.reads import reads_deal, reads_revokes

    if facts["revokes"] and not reads_revokes(profile):
        said = "these rules don't say what a revoke costs"
        help = "leave --revoke out, and give the books as the table settled it"
        raise InputError([Problem("T038", said, None, help)])
    if facts["deal"] is None and reads_deal(profile, ends=facts["totals"] is not None):
        said = "the score depends on the number of the deal in its game, which is missing"
        raise InputError([Problem("T037", said, None, "such as --deal 1")])
    fields: dict[str, str] = dict(facts["fields"])  # type: ignore[call-overload]  # pairs, by the option's type
    counts: dict[str, Pair] = dict(facts["counts"])  # type: ignore[call-overload]
    books, bid, revokes = facts["books"], facts["bid"], facts["revokes"]
    told = {"bid": bid, "fields": fields, "books": books, "counts": counts, "revokes": revokes, "deal": facts["deal"]}
    return outcome_from(profile, **told, ways=AS_OPTIONS)  # type: ignore[arg-type]


def told_fields(profile: Profile, outcome: Outcome, facts: dict[str, object]) -> tuple[str, ...]:
    """Return the names of the contract's fields that the options give, by the bid or by themselves."""
    values = outcome.contract.values
    kind = values.get("kind")
    bids = [bid for bid in profile.bid_texts.of if bid.kind == kind]
    bid = next((bid for bid in bids if all(values.get(n) == v for n, v in bid.fields.items())), None)
    return (*(bid.fields if bid else ()), "kind", *dict(facts["fields"]))  # type: ignore[call-overload]


def standing_of(profile: Profile, facts: dict[str, object]) -> Standing:
    """Return the standing before the deal, from the options."""
    from interpreter.errors import InputError, Problem
    from interpreter.scoring import Standing
    from interpreter.standing import doubts

    named: dict[str, Pair] = dict(facts["tallies"])  # type: ignore[call-overload]
    if facts["totals"] is not None and "total" in named:
        raise click.UsageError("--totals and --tally total=.. tell the same: leave one out")
    if facts["totals"] is not None:
        named["total"] = facts["totals"]  # type: ignore[assignment]
    for name in named:
        if name not in profile.scoring.tallies:
            near = suggestion(name, profile.scoring.tallies) or f"it has {', '.join(profile.scoring.tallies)}"
            raise click.BadParameter(f"this game has no tally {name!r}; {near}", param_hint="'--tally'")
    tallies = {name: named.get(name, (0, 0)) for name in profile.scoring.tallies}
    deal: int | None = facts["deal"]  # type: ignore[assignment]
    standing = Standing(tallies, facts["games"], deal or 1)  # type: ignore[arg-type]
    problems = list(doubts(profile, standing, deal))
    if problems:
        raise InputError(problems)
    missing = [name for name in settled_by(profile) if name not in named]
    if missing and any(standing.games) and facts["totals"] is not None:
        said = f"the games before brought {missing[0]}, which the match is settled by and which are missing"
        raise InputError([Problem("T037", said, None, f"such as --tally {missing[0]}=1,2")])
    return standing


def settled_by(profile: Profile) -> list[str]:
    """Return the tallies that go on from game to game and that decide the match or what its winners receive."""
    match = profile.scoring.match
    rules = [] if match is None else filter(None, [match.win, match.result])
    read = {name.partition(".")[2] for rule in rules for name in rule.reads}
    return [name for name, scope in profile.scoring.tallies.items() if scope == "match" and name in read]


def report(scored: Scored) -> None:
    """Print the score for people."""
    from interpreter.cli.commentary import verdict
    from interpreter.spelling import spoken

    screen, result, names = Screen(), scored.result, scored.names
    terms = scored.profile.terms
    ruled = "" if result.books == result.outcome.books else ", after the ruling on revokes"
    books = f"{spoken('trick', terms)[0]}s {result.books[0]} to {result.books[1]}{ruled}"
    screen.line((scored.profile.title, "title"))
    screen.line(f"{scored.text}, " if scored.text else "", books, (verdict(result), "mark"))
    width = max((len(line.row) for line in scored.lines), default=0)
    for line in scored.lines:
        into = "" if line.into == "total" else f" {spoken(line.into, terms)[0]}"
        screen.line(f"{line.row.ljust(width)}  {names[line.side].ljust(11)}  {line.amount:+d}{into}", indent=2)
    screen.line(("points: ", "mark"), both(names, result.points, signed=True))
    if "total" in scored.known:
        screen.line(("total: ", "mark"), both(names, scored.after.tallies["total"]))
        screen.line(verdict_on_game(scored))
    elif result.over:
        screen.line(f"at totals of 0 and 0 before the deal: {verdict_on_game(scored)} (other totals: --totals 5,-3)")


def both(names: tuple[str, str], amounts: Pair, *, signed: bool = False) -> str:
    """Return both sides with their amounts."""
    return ", ".join(f"{names[side]} {amounts[side]:{'+' if signed and amounts[side] else ''}}" for side in SIDES)


def verdict_on_game(scored: Scored) -> str:
    """Return who has won, as a line."""
    result, names = scored.result, scored.names
    if not result.over:
        return "the game goes on"
    won = (
        "the game is drawn"
        if result.winner < 0
        else f"the {names[result.winner]} {'wins' if names[result.winner].endswith('side') else 'win'} the game"
    )
    if scored.match_winner is None:
        return won
    paid = "" if scored.receive is None else f"; they receive {scored.receive}"
    return f"{won}, and with it the match{paid}"


def as_dict(scored: Scored) -> dict[str, object]:
    """Return the score as programs read it; pairs are in the order of `sides`, winners a side's name or null.

    What depends on totals that weren't given is null; `from_nought` then says what it is at 0 and 0 before the deal.
    """
    result, names, profile = scored.result, scored.names, scored.profile
    known = "total" in scored.known
    nobody = dict.fromkeys(("over", "winner", "match_winner", "receive"))
    end: dict[str, object] = {
        "over": result.over,
        "winner": names[result.winner] if result.winner >= 0 else None,
        "match_winner": names[scored.match_winner] if scored.match_winner is not None else None,
        "receive": scored.receive,
    }
    return {
        "reference": profile.reference,
        "title": profile.title,
        "hash": profile.hash,
        "sides": names,
        "contract": scored.contract,
        "text": scored.text,
        "taken": result.outcome.books,
        "books": result.books,
        "made": result.made,
        "lines": [
            {"row": line.row, "side": names[line.side], "into": line.into, "amount": line.amount}
            for line in scored.lines
        ],
        "points": result.points,
        "before": {name: pair if name in scored.known else None for name, pair in result.before.tallies.items()},
        "after": {name: pair if name in scored.known else None for name, pair in scored.after.tallies.items()},
        **(end if known else nobody),
        "from_nought": None if known else {"after": dict(scored.after.tallies), **end},
    }
