"""What is to be played: rule sets, players, a seed, and which sums of them are looked at.

A *setting* is one rule set with the players of the four seats. A *contrast* is a sum of settings with whole factors:
one setting by itself, a change of rules, or how much a change of rules depends on the players. All of them are taken
on the same cards, unit by unit; a *unit* is a deal, the four deals of one shuffle (each seat deals once, the hands stay
where they are), or a game.
"""

from __future__ import annotations

import hashlib
import json
import pickle
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from interpreter.model import Profile
from interpreter.profile.load import load_document

Unit: TypeAlias = Literal["deals", "shuffles", "games"]
Kind: TypeAlias = Literal["value", "change", "depends", "skill", "skill change"]
ACROSS = ("skill", "skill change")
"""Kinds of contrasts between players of different skill, who sit across."""
BATCH, SLOW_BATCH, SLOWEST_BATCH = 1_000, 10, 1
"""Units that one worker plays at a time: where the kernel plays them, where the interpreter does, and where a player
looks ahead: some tenths of a second's work to some seconds'. Each goes into `running.LOOK`."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One rule set: how it was named, its resolved document as JSON, and its hash."""

    reference: str
    document: str
    hash: str

    def load(self) -> Profile:
        """Return the rules; needs no file, so any machine can play them."""
        return load_document(json.loads(self.document), self.reference)


@dataclass(frozen=True, slots=True)
class Setting:
    """One rule set, by its number, and who sits at the four seats."""

    rules: int
    players: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Contrast:
    """A sum of settings: pairs of a setting's number and its factor. `rules` and `player` say what it is about."""

    kind: Kind
    terms: tuple[tuple[int, int], ...]
    rules: int
    player: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. The first rule set is what the others are compared with.

    `prepared` holds what was found out beforehand (`sources.Prepared`), pickled; workers only read it. `paired` says of
    each rule set whether its deals are those of the first.
    """

    rules: tuple[RuleSet, ...]
    players: tuple[str, ...]
    seed: int
    unit: Unit = "deals"
    rows: bool = False
    paired: tuple[bool, ...] = ()
    batch: int = BATCH
    prepared: bytes = b""
    settings: tuple[Setting, ...] = field(init=False)
    contrasts: tuple[Contrast, ...] = field(init=False)

    def __post_init__(self) -> None:
        settings = [Setting(rules, (player,) * 4) for player in self.players for rules in range(len(self.rules))]
        contrasts = [
            Contrast("value", ((at, 1),), setting.rules, at // len(self.rules)) for at, setting in enumerate(settings)
        ]
        count = len(self.rules)
        changes = [
            Contrast("change", ((player * count + rules, 1), (player * count, -1)), rules, player)
            for player in range(len(self.players))
            for rules in range(1, count)
        ]
        contrasts += changes
        if len(self.players) == 2:
            for rules in range(1, count):
                one, other = (change.terms for change in changes if change.rules == rules)
                terms = (*other, *((setting, -factor) for setting, factor in one))
                contrasts.append(Contrast("depends", terms, rules))
            self.add_skill(settings, contrasts)
        object.__setattr__(self, "settings", tuple(settings))
        object.__setattr__(self, "contrasts", tuple(contrasts))

    def add_skill(self, settings: list[Setting], contrasts: list[Contrast]) -> None:
        """Let the two players play against each other, each at either pair of seats."""
        one, other = self.players
        first = len(settings)
        for rules in range(len(self.rules)):
            at = len(settings)
            settings += [Setting(rules, (one, other, one, other)), Setting(rules, (other, one, other, one))]
            contrasts.append(Contrast("skill", ((at, 1), (at + 1, -1)), rules))
        for rules in range(1, len(self.rules)):
            at = first + 2 * rules
            terms = ((at, 1), (at + 1, -1), (first, -1), (first + 1, 1))
            contrasts.append(Contrast("skill change", terms, rules))

    @property
    def changes(self) -> list[tuple[int, Contrast]]:
        """The changes of rules, each with its number among the contrasts."""
        return [(at, contrast) for at, contrast in enumerate(self.contrasts) if contrast.kind == "change"]

    @property
    def comparisons(self) -> int:
        """How many changes of rules are looked at together."""
        return max(1, len(self.changes))

    @property
    def key(self) -> str:
        """What tells this plan from others, on any machine."""
        return hashlib.sha256(pickle.dumps((self.rules, self.players, self.seed, self.unit, self.rows, self.batch,
                                            self.prepared), protocol=5)).hexdigest()  # fmt: skip


def rule_set(profile: Profile) -> RuleSet:
    """Return a profile as a plan carries it."""
    return RuleSet(profile.reference, json.dumps(profile.document), profile.hash)


def same_cards(one: Profile, other: Profile) -> bool:
    """Whether two rule sets are dealt the same cards: equal packs, hands and kitties."""
    return one.pack.cards == other.pack.cards and (one.dealing.each, one.dealing.kitty) == (
        other.dealing.each,
        other.dealing.kitty,
    )


def unlike(one: Profile, other: Profile) -> str:
    """Return why two rule sets aren't dealt the same cards, in words."""
    parts = [
        f"{name} {a} against {b}"
        for name, a, b in (
            ("a pack of", len(one.pack.cards), len(other.pack.cards)),
            ("hands of", one.dealing.each, other.dealing.each),
            ("a kitty of", one.dealing.kitty, other.dealing.kitty),
        )
        if a != b
    ]
    return ", ".join(parts) or "other cards in the pack"
