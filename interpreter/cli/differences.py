"""How two games' rules differ: by path, in words where there are words for it.

Titles, sources and notes say what rules are called, not what they are: they are compared last, and alone make no
difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.cli.origins import flow, short
from interpreter.model import Profile
from interpreter.notation import format_call
from interpreter.profile.checked import ORDERED
from interpreter.spelling import spoken
from interpreter.titles import fill

ABOUT = ("title", "summary", "sources", "notes", "needs", "conflicts")
"""Keys that don't change how a game is played."""
NAMES = ("format", "profile")
SAID = ("says", "terms")
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
NOUNS = {
    "params": "the number",
    "phases": "the phase",
    "score": "the score row",
    "ranking": "the ranking layer",
    "define": "the define",
    "cards": "the card class",
    "tallies": "the tally",
    "bids": "the bid",
    "calls": "the call",
    "claims": "the claim",
    "steps": "the step",
    "follow": "the rule for following",
    "says": "the text",
}
"""What is called how, by the key above it."""
PILES = {"kitty": "the kitty", "out": "the cards out of play"}
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: what stands at a path in each game (None: nothing), and what that means in words."""

    path: Path
    a: Any
    b: Any
    words: str

    @property
    def matters(self) -> bool:
        """Whether the games are played differently because of it."""
        return self.path[0] not in ABOUT and self.path[0] not in SAID


def differences(a: Profile, b: Profile) -> list[Difference]:
    """Return how two games differ, in the order of the first one's keys."""
    documents = [{key: value for key, value in game.document.items() if key not in NAMES} for game in (a, b)]
    found = list(compared((), *documents))
    told = {difference.path: difference for difference in found}
    for difference in found:
        words = in_words(difference, a, b)
        told[difference.path] = Difference(difference.path, difference.a, difference.b, words)
    return sorted(told.values(), key=lambda difference: (difference.path[0] in ABOUT, not difference.matters))


def compared(path: Path, a: dict[str, Any], b: dict[str, Any]) -> Iterator[Difference]:
    """Yield the leaves that differ; what only one game has, as a whole."""
    for key in [*a, *(key for key in b if key not in a)]:
        below, one, other = (*path, key), a.get(key), b.get(key)
        if isinstance(one, dict) and isinstance(other, dict):
            yield from compared(below, one, other)
        elif not same(one, other):
            yield Difference(below, one, other, "")
    if path and path[-1] in ORDERED:
        one_order, other_order = [key for key in a if key in b], [key for key in b if key in a]
        if one_order != other_order:
            yield Difference((*path, "(order)"), one_order, other_order, "")


def same(one: Any, other: Any) -> bool:
    """Whether two leaves say the same, however they are written."""
    if one == other and type(one) is type(other):
        return True
    if as_words(one) is not None and as_words(one) == as_words(other):
        return True
    return isinstance(one, str) and isinstance(other, str) and read(one) == read(other) is not None


def as_words(value: Any) -> list[str] | None:
    """Return a list of words, however it is written."""
    if isinstance(value, list):
        return [str(item) for item in value]
    return value.split() if isinstance(value, str) else None


def read(text: str) -> str | None:
    """Return an expression as it is printed, None where a text is none."""
    from interpreter.errors import Place
    from interpreter.expression.parse import parse

    tree = parse(text, None, [], lambda start, end: Place("", 1, start + 1, end + 1))
    return None if tree is None else str(tree)


# ---- words


def in_words(found: Difference, a: Profile, b: Profile) -> str:
    """Return a difference in words; its path and both values where there are no better ones."""
    for key, speak in SPEAKERS:
        if key in (found.path[0], found.path[-1]):
            words = speak(found, a, b)
            if words:
                return words
    return plainly(found)


def plainly(found: Difference) -> str:
    """Return a difference by its path."""
    path, noun = ".".join(found.path), NOUNS.get(found.path[-2]) if len(found.path) > 1 else None
    name = f"{noun} {found.path[-1]}" if noun else path
    where = f" ({path})" if noun and len(found.path) > 2 else ""
    one, other = shown(found.a), shown(found.b)
    if not found.matters:
        one, other = short(one), short(other)
    if found.a is None:
        return f"new: {name}{where}: {other}"
    if found.b is None:
        return f"gone: {name}{where}, which was {one}"
    return f"{path}: {one} -> {other}"


def shown(value: Any) -> str:
    """Return a value in a line."""
    return value if isinstance(value, str) else flow(value) if value not in ([], {}) else "nothing"


def speak_of_param(found: Difference, a: Profile, b: Profile) -> str:
    """Say a param in the words of the text that names it: "minimum bid 3 -> 4"."""
    name = found.path[-1]
    if found.path[0] != "params" or found.a is None or found.b is None:
        return ""
    for text in texts(a).values():
        if f"{{{name}}}" in text or f"{{{name}:words}}" in text:
            said = fill(text.replace(f"{{{name}:words}}", f"{{{name}}}"), {**a.params, name: found.a})
            return f"{said} -> {found.b}"
    return f"{name.replace('_', ' ')} {found.a} -> {found.b}"


def texts(profile: Profile) -> dict[str, str]:
    """Return the texts of a title."""
    says = profile.document.get("says", {})
    return {name: str(text) for name, text in says.items() if text} if isinstance(says, dict) else {}


def speak_of_step(found: Difference, a: Profile, b: Profile) -> str:
    """Say what happens in a step of an exchange that only one game has."""
    if len(found.path) < 2 or found.path[-2] != "steps":
        return ""
    step = found.b if found.a is None else found.a
    if not isinstance(step, dict) or (found.a is not None and found.b is not None):
        return ""
    when = f"if {step['when']}, " if "when" in step else ""
    acts = f"{when}{step.get('who')} " + " and ".join(said_of_step(step))
    phase = found.path[1]
    return f"new in {phase}: {acts}" if found.a is None else f"gone from {phase}: {acts}"


def said_of_step(step: dict[str, Any]) -> Iterator[str]:
    """Yield what somebody does in a step of an exchange."""
    if "take" in step:
        yield f"take up {PILES.get(step['take'], step['take'])}"
    if "give" in step:
        cards = f"{step['give']} card{'s' * (step['give'] != 1)}"
        which = f" ({step['of']})" if "of" in step else ""
        first = f", first those that must ({step['must']})," if "must" in step else ""
        yield f"give {cards}{which}{first} to {PILES.get(str(step.get('to')), step.get('to'))}"
    if "draw" in step:
        only = f" ({step['draw_of']})" if "draw_of" in step else ""
        yield f"draw as many{only} from {PILES.get(step['draw'], step['draw'])}"


def speak_of_text(found: Difference, a: Profile, b: Profile) -> str:
    """Say how a text of the title changes."""
    if found.path[0] != "says" or found.path[-1] == "(order)":
        return ""
    one, other = (None if text is None else fill(str(text), game.params) for text, game in ((found.a, a), (found.b, b)))
    if one is None or other is None:
        return f"also said: {other}" if one is None else f"no longer said: {one}"
    return f"said: {one} -> {other}"


def speak_of_flow(found: Difference, a: Profile, b: Profile) -> str:
    """Say which phases move, appear or disappear."""
    if found.path != ("flow",):
        return ""
    one, other = list(as_words(found.a) or ()), list(as_words(found.b) or ())
    gone = [f"the hand has no {name}" for name in one if name not in other]
    new = [f"{name} comes {after(name, other)}" for name in other if name not in one]
    kept = longest_common(one, other)
    moved = []
    for block in blocks([name for name in one if name in other and name not in kept], one, other):
        moves, comes = ("moves: it", "comes") if len(block) == 1 else ("move: they", "come")
        moved.append(f"{' and '.join(block)} {moves} {comes} {after(block[0], other)}, not {after(block[0], one)}")
    return "; ".join([*gone, *new, *moved])


def longest_common(one: list[str], other: list[str]) -> list[str]:
    """Return a longest list of names that stand in the same order in both; what isn't in it has moved."""
    best: list[list[list[str]]] = [[[] for _ in range(len(other) + 1)] for _ in range(len(one) + 1)]
    for i in reversed(range(len(one))):
        for j in reversed(range(len(other))):
            if one[i] == other[j]:
                best[i][j] = [one[i], *best[i + 1][j + 1]]
            else:
                best[i][j] = max(best[i + 1][j], best[i][j + 1], key=len)
    return best[0][0]


def blocks(moved: list[str], one: list[str], other: list[str]) -> list[list[str]]:
    """Join names that moved and that follow one another in both orders."""
    found: list[list[str]] = []
    for name in moved:
        before = one[one.index(name) - 1]
        if found and found[-1][-1] == before == other[other.index(name) - 1]:
            found[-1].append(name)
        else:
            found.append([name])
    return found


def after(name: str, order: list[str]) -> str:
    """Return what a phase comes after."""
    index = order.index(name)
    return f"after {order[index - 1]}" if index else "first"


def speak_of_order(found: Difference, a: Profile, b: Profile) -> str:
    """Say a ranking in the names of cards, best first."""
    if found.path[-1] not in ("order", "trumps", "idle") or found.path[0] != "ranking" or None in (found.a, found.b):
        return ""
    one, other = (
        ", ".join(card(word, game) for word in as_words(side) or ()) for side, game in ((found.a, a), (found.b, b))
    )
    what = {"order": "cards rank", "trumps": "trumps rank", "idle": "cards that never win:"}[found.path[-1]]
    return f"{found.path[1]}: {what} {one} -> {other}"


def card(word: str, profile: Profile) -> str:
    """Return how a rank, card or class is called."""
    if word == "...":
        return "the rest of the suit"
    if word in profile.pack.extra or word in profile.classes:
        return spoken(word, profile.terms)[0]
    suit = spoken(word[-1], profile.terms)[0] if len(word) > 1 and word[-1] in profile.pack.suits else ""
    rank = RANKS.get(word[:-1] if suit else word, word[:-1] if suit else word)
    return f"{rank} of {suit}" if suit else rank


def speak_of_bid(found: Difference, a: Profile, b: Profile) -> str:
    """Say which bids appear or disappear, where their ranks change."""
    if "bids" not in found.path or found.path[-1] != "rank":
        return ""
    lists = [", ".join(ranked(game, found.path[-2])) for game in (a, b)]
    return (
        f"{'.'.join(found.path)}: {found.a} -> {found.b}"
        if lists[0] == lists[1]
        else f"the bids rank {lists[0]} -> {lists[1]}"
    )


def ranked(profile: Profile, kind: str) -> list[str]:
    """Return the first bids of a game in their order, those of one rank joined."""
    auction = profile.auction
    groups: dict[int, list[str]] = {}
    for bid in sorted(auction.bids if auction else (), key=lambda bid: bid.rank):
        groups.setdefault(bid.rank, []).append(format_call(profile, bid))
    return [" = ".join(group) for group in list(groups.values())[:4]] + (["..."] if len(groups) > 4 else [])


SPEAKERS: tuple[tuple[str, Callable[[Difference, Profile, Profile], str]], ...] = (
    ("params", speak_of_param),
    ("says", speak_of_text),
    ("flow", speak_of_flow),
    ("ranking", speak_of_order),
    ("rank", speak_of_bid),
    ("phases", speak_of_step),
)
"""Who has words for what, by the first or last key of a path."""
