"""A game's rules, ready to be played: frozen values, with every expression compiled.

Nothing here knows YAML, grammars or schemas. The phases say what may be done when; the scoring says what it is
worth. `profile/builders/` makes these values, the interpreter only reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from interpreter.actions import Action, Choice
from interpreter.cards import Card, Item, Pack
from interpreter.contract import Bid, Contract, OtherCall, Value
from interpreter.expression.compile import Compiled
from interpreter.ranking import Ranking

CardSet: TypeAlias = frozenset[Card]
Sets: TypeAlias = tuple[tuple[str, Compiled], ...]
"""Fields of the contract and the expressions that fill them."""


class DealPhase(NamedTuple):
    """Cards go out one at a time from the dealer's left.

    `not_first` and `not_last` are None where the profile doesn't keep the kitty away from that end of the deal.
    """

    name: str
    each: int
    kitty: int
    not_first: int | None
    not_last: int | None
    turn: bool
    sets: Sets
    deals: tuple[int, ...]
    """The numbers of deals that tell what a deal can set: the first ones, and those around numbers that `sets` name."""


class CallRule(NamedTuple):
    """A call beside bids and the pass, and when it may be made."""

    call: OtherCall
    when: Compiled | None


@dataclass(frozen=True, slots=True)
class BidPhase:
    """The auction. `bids` stand in rank order; a `may_pass` of None always holds."""

    name: str
    start: Compiled
    open: bool
    pass_is_final: bool
    bids: tuple[Bid, ...]
    where: Mapping[str, Compiled]
    beats: Compiled
    may_pass: Compiled | None
    calls: tuple[CallRule, ...]
    all_pass: Literal["redeal", "next_deal"] | None
    reads: frozenset[str]
    """Every name that the expressions above read."""
    memo: dict[tuple[object, ...], tuple[Action, ...]] = field(default_factory=dict, compare=False, repr=False)


class ChoosePhase(NamedTuple):
    """One seat fills fields of the contract: one of `options` that meets `where`."""

    name: str
    when: Compiled | None
    by: Compiled
    options: tuple[Choice, ...]
    where: Compiled | None


class Step(NamedTuple):
    """One move of cards between hands and the kitty (or out of play).

    `who` is a seat, or None for all seats but the declarer's. Exactly one of `take` and `give` is set; `give` is a
    number of cards or "all". Among the cards given, those that meet `must` go first, then those that meet `of`.
    """

    name: str
    who: Compiled | None
    when: Compiled | None
    take: str | None
    give: int | Literal["all"] | None
    of: Compiled | None
    must: Compiled | None
    to: str
    draw: str | None
    draw_of: Compiled | None
    count_is_public: bool

    @property
    def is_seen(self) -> bool:
        """Whether all learn how many cards a seat gave: by the rules, in the open, or because the profile says so."""
        return self.give != "all" or self.to == "out" or self.count_is_public


class ExchangePhase(NamedTuple):
    """Steps in order; with `show`, everybody sees the kitty first."""

    name: str
    when: Compiled | None
    show: Compiled | None
    steps: tuple[Step, ...]


class ClaimRule(NamedTuple):
    """A claim: at the `opening` or at a seat's `turn`, worth `add` to the total of the claimer's side.

    With `ask`, that seat answers whether `yes` holds for it, and only a yes earns anything.
    """

    name: str
    at: Literal["opening", "turn"]
    when: Compiled
    ask: Compiled | None
    yes: Compiled | None
    add: Compiled
    shows: tuple[str, ...] = ()
    """The card classes that `when` and `yes` look at in a hand: these cards are shown."""


@dataclass(frozen=True, slots=True)
class PlayPhase:
    """Tricks until the hands are empty. `follow` rungs narrow a hand one after the other; `free` cards come back."""

    name: str
    leader: Compiled
    follow: tuple[tuple[str, Compiled], ...]
    free: Compiled | None
    opening_when: Compiled | None
    opening_sets: Sets
    books: Mapping[str, int]
    worth: Compiled | None
    claims: tuple[ClaimRule, ...]
    memo: dict[tuple[object, ...], object] = field(default_factory=dict, compare=False, repr=False)
    """What following means under each contract, filled as contracts come up."""


Phase: TypeAlias = DealPhase | BidPhase | ChoosePhase | ExchangePhase | PlayPhase


class Row(NamedTuple):
    """One line of the score: whoever `to` names gets `add` into a tally where `when` holds."""

    name: str
    to: Literal["declarers", "defenders", "sides", "winner", "loser"]
    when: Compiled | None
    add: Compiled
    into: str


class Tie(NamedTuple):
    """Who wins when both sides would at once: the declarers, the defenders, the higher tally, or nobody."""

    to: Literal["declarers", "defenders", "highest", "draw"]
    tally: str | None = None


class GameRules(NamedTuple):
    """When a game is over and what its end is worth."""

    win: Compiled | None
    lose: Compiled | None
    over: Compiled | None
    winner: Compiled | None
    tie: Tie | None
    after_each_row: bool
    score: tuple[Row, ...]


class MatchRules(NamedTuple):
    """Games until `win` holds for a side; `result` is what the winners receive."""

    win: Compiled
    score: tuple[Row, ...]
    result: Compiled | None


class RevokeRuling(NamedTuple):
    """The books of both sides after a revoke, each computed from the books before it."""

    offenders: Compiled
    others: Compiled


class Counted(NamedTuple):
    """Cards of a side that the score looks at: those that it `won` or `played` and that are in all classes `within`.

    `within` holds card classes and cards by name; it is empty where the score looks at all of a side's cards. There
    are several `quantities` where the score compares such cards with each other: then no numbers tell enough.
    """

    quantities: tuple[str, ...]
    within: tuple[str, ...]


class Scoring(NamedTuple):
    """Everything that turns books into points, games and a match."""

    made: Compiled | None
    rows: tuple[Row, ...]
    tallies: Mapping[str, Literal["game", "match"]]
    """Counters kept for each side, `total` among them, and how long they last."""
    revoke: RevokeRuling | None
    game: GameRules
    match: MatchRules | None
    needs: tuple[tuple[str, str, str], ...]
    """What the expressions read of a side: the whole name, whose side, and which quantity."""
    counted: tuple[Counted, ...]
    """The cards that the expressions look at."""


class CardClass(NamedTuple):
    """A named class of cards, in order; with trump items its members depend on the contract."""

    name: str
    items: tuple[Item, ...]
    depends_on_trump: bool


Names: TypeAlias = Mapping[str, tuple[Value, ...]]
"""The values of a field that each text can mean."""


class BidForm(NamedTuple):
    """How the bids of one kind are read: their fields in the order in which they are said, then the kind.

    `kind` are the kind's names, which may be left unsaid unless `kind_is_said`. `bare` are the values of fields that
    may be left unsaid. `bids` gives the bid with certain values of its fields.
    """

    names: tuple[tuple[str, Names], ...]
    kind: frozenset[str]
    kind_is_said: bool
    bare: Mapping[str, Value]
    bids: Mapping[tuple[Value, ...], Bid]


class BidTexts(NamedTuple):
    """How people write the bids, each a text of its own, and how bids are read."""

    of: Mapping[Bid, str]
    forms: tuple[BidForm, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """A complete set of rules. Immutable; shared by any number of games.

    `document` is the resolved profile as plain data, `hash` its SHA-256; loading `document` again gives the same
    rules. `terms` are the players' words, the preferred one first.
    """

    id: str
    reference: str
    title: str
    hash: str
    document: Mapping[str, object] = field(repr=False)
    params: Mapping[str, int]
    terms: Mapping[str, tuple[str, ...]]
    pack: Pack = field(repr=False)
    classes: Mapping[str, CardClass] = field(repr=False)
    first_dealer: tuple[str, str | None]
    """How the first dealer is found: (`lot`, None), (`seat`, its number) or (`draw`, the class that is drawn for)."""
    next_dealer: Compiled
    contract: Contract
    fields: Mapping[str, tuple[Value, ...]]
    """Every field of the contract and the values that it can have, `kind` included where there is an auction."""
    ranking: Ranking = field(repr=False)
    flow: tuple[Phase, ...] = field(repr=False)
    bid_texts: BidTexts = field(repr=False)
    scoring: Scoring = field(repr=False)
    draws: bool
    """Whether a deal needs a draw order."""

    @property
    def auction(self) -> BidPhase | None:
        """The auction, where the game has one."""
        return next((phase for phase in self.flow if isinstance(phase, BidPhase)), None)

    @property
    def dealing(self) -> DealPhase:
        """The deal; every game has exactly one."""
        return next(phase for phase in self.flow if isinstance(phase, DealPhase))

    @property
    def play(self) -> PlayPhase:
        """The play; every game has exactly one."""
        return next(phase for phase in self.flow if isinstance(phase, PlayPhase))
