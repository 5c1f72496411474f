"""A whole game reckoned from its single deals: how long it takes, how it ends, and each side's chance of winning.

Where the players don't look at the score and no rule carries over from deal to deal, every deal of a game is worth
what deals are worth on average, whatever the score. A game then is a Markov chain: from the tallies of both sides and
who deals, to the tallies behind the next deal. That needs far fewer deals than playing games does. Where it can't be
done `chain_reason` says why; whole games have to be played there.

Seats are alike, so side 0 of the chain is the side of the first dealer, and a deal is told by what it brings to the
dealer's side and to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.compare.rows import Row
from interpreter.model import Profile
from interpreter.scoring import DRAW, Account, Outcome, Standing, finished, score_deal
from interpreter.table import Pair, Side, side_of
from interpreter.tables.play import points_reason

Step: TypeAlias = tuple[tuple[Pair, ...], int, int]
"""What one deal does: what each tally gains (the dealer's side, the other), how many seats the deal moves on (0 or 1
by side), and which of the two sides declares (0 the dealer's, -1 nobody)."""
Node: TypeAlias = tuple[tuple[Pair, ...], Side, int]
"""Where a game stands: the tallies, the side that deals, and the deal's number if any end reads it (else 1)."""

REST = 1e-9
"""Reckoning stops when less than that of all games is still going on."""
MAX_DEALS = 3_000
MAX_MOVES = 600_000
"""So many moves between standings are found at most: about two seconds' work."""
MAX_WORK = 10_000_000
"""So many moves, deal by deal, are followed at most: about a second's work, and some five to reckon all."""
ENDS = ("goal", "loss", "count", "draw")
"""How a game can end: a side wins by the goal, by the other's losing, by the count of deals; or nobody wins."""


LENGTH_KEY, FIRST_DEALER_KEY = "length", "first dealer's edge"
"""The measures of a game that are reckoned, beside one for each end: `end_key`."""


def end_key(end: str) -> str:
    """Return the measure that an end is."""
    return f"end: {end}"


class NoChain(ValueError):
    """A game that can't be reckoned from its deals; the text says why."""


def chain_reason(profile: Profile) -> str:
    """Return why a game isn't the sum of like deals, empty where it is; players that read the score apart."""
    reason = carry_reason(profile)
    if reason:
        return reason
    known = {"games", "revokes", *profile.scoring.tallies}
    for name in end_reads(profile):
        owner, _, quantity = name.partition(".")
        if quantity not in known and name not in ("deal", "mine") and owner != "deal":
            return f"the end of a game reads {name}"
    return ""


def carry_reason(profile: Profile) -> str:
    """Return which rule makes a deal depend on those before it, empty where none does."""
    if profile.play.claims:
        return f"claims depend on the totals ({', '.join(claim.name for claim in profile.play.claims)})"
    if any("deal" in rule.reads for _, rule in profile.dealing.sets):
        return "the contract that comes with the deal depends on the deal's number"
    if profile.auction is not None and "deal" in profile.auction.reads:
        return "what may be bid depends on the deal's number"
    return points_reason(profile)


def end_reads(profile: Profile) -> frozenset[str]:
    """Return the names that the ends of a game read."""
    game = profile.scoring.game
    rules = [rule for rule in (game.win, game.lose, game.over, game.winner) if rule is not None]
    return frozenset[str]().union(*(rule.reads for rule in rules))


@dataclass(slots=True)
class Steps:
    """Turns deals into the chain's steps."""

    profile: Profile
    _memo: dict[tuple[object, ...], Step] = field(default_factory=dict)

    def of(self, row: Row) -> Step | None:
        """Return what a deal did; None where it was thrown in and dealt again."""
        if row.ending == "redealt":
            return None
        contract = row.contract
        declarer = -1 if contract is None else contract.declarer
        turn = (declarer - row.dealer) % 4 if declarer >= 0 else -1 - side_of(row.dealer)  # then books are by side
        values = () if contract is None else tuple(contract.values.items())
        key = (row.ending, values, turn, row.books)
        if key not in self._memo:
            self._memo[key] = self.made(row)
        return self._memo[key]

    def made(self, row: Row) -> Step:
        """Return what a deal did, by the rules' own scoring."""
        profile, contract, own = self.profile, row.contract, side_of(row.dealer)
        declarer = -1 if contract is None else contract.declarer
        next_dealer = int(profile.next_dealer.call({"dealer": row.dealer, "declarer": declarer}))
        declares = -1 if declarer < 0 else int(side_of(declarer) != own)
        gains = [(0, 0)] * len(profile.scoring.tallies)
        if contract is not None and row.ending == "played":
            first = max(contract.declarers, 0)
            books = row.books if first == 0 else (row.books[1], row.books[0])
            start = Standing(dict.fromkeys(profile.scoring.tallies, (0, 0)))
            lines = score_deal(profile, Outcome(contract, books), start).lines
            for place, tally in enumerate(profile.scoring.tallies):
                mine, theirs = (
                    sum(line.amount for line in lines if line.into == tally and line.side == side)
                    for side in (own, 1 - own)
                )
                gains[place] = (mine, theirs)
        return (tuple(gains), (next_dealer - row.dealer) % 2, declares)


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What a game comes to, by measure: `values` holds its mean length, by how much the chance of the first dealer's
    side to win is above one half (draws count half), and the chance of each end. `lengths[k]` is the chance of k deals.

    `chance` gives the chance of the first dealer's side at every standing on the way. `pull[key][step]` says how much
    one more of these steps among all would change a value, and `reach[key]` how far the pull of any step can lie from
    their mean, one that was never seen too.
    """

    values: Mapping[str, float]
    lengths: Sequence[float]
    chance: Mapping[Node, float]
    pull: Mapping[str, Mapping[Step, float]]
    reach: Mapping[str, float]

    def length_below(self, share: float) -> int:
        """Return the least number of deals within which at least this share of games is over."""
        sum_ = 0.0
        for deals, chance in enumerate(self.lengths):
            sum_ += chance
            if sum_ >= share - 1e-6:
                return deals
        return len(self.lengths)


class Chain:
    """The chain of one rule set, made from how often each step came. Raises `NoChain` where it can't be.

    `hurried` is asked now and then; once it is true, `NoChain` is raised.
    """

    def __init__(
        self, profile: Profile, counts: Mapping[Step, int], hurried: Callable[[], bool] = lambda: False
    ) -> None:
        self.hurried = hurried
        reason = chain_reason(profile)
        if reason:
            raise NoChain(reason)
        self.profile = profile
        self.by_count = "deal" in end_reads(profile)
        tie = profile.scoring.game.tie
        self.reads_declarers = tie is not None and tie.to in ("declarers", "defenders")
        total = sum(counts.values())
        if not total:
            raise NoChain("no deal was played")
        self.steps = {step: count / total for step, count in sorted(counts.items())}
        self.over: dict[tuple[object, ...], tuple[Side, str] | None] = {}
        self.nodes: list[Node] = []
        self.moves: list[list[tuple[float, int]]] = []
        """From each node, the steps' chances and the nodes they lead to: below 0 the end -1 - `at` of `ended`."""
        self.ended: list[tuple[Side, str]] = []
        self.build()

    def start(self) -> Node:
        """Return how every game begins."""
        return (((0, 0),) * len(self.profile.scoring.tallies), 0, 1)

    def breathe(self) -> None:
        """Stop where it is hurried."""
        if self.hurried():
            raise NoChain("it was interrupted before that was done")

    def build(self) -> None:
        """Find every standing that a game can come to."""
        number = {self.start(): 0}
        self.nodes.append(self.start())
        ends: dict[tuple[Side, str], int] = {}
        moves = 0
        for node in self.nodes:
            self.breathe()
            onward: list[tuple[float, int]] = []
            for step, chance in self.steps.items():
                after, end = self.after(node, step)
                if end is not None:
                    onward.append((chance, -1 - ends.setdefault(end, len(ends))))
                    continue
                if after not in number:
                    number[after] = len(self.nodes)
                    self.nodes.append(after)
                onward.append((chance, number[after]))
            self.moves.append(onward)
            moves += len(onward)
            if moves > MAX_MOVES:
                raise NoChain("there are too many standings to reckon with")
        self.ended = list(ends)

    def after(self, node: Node, step: Step) -> tuple[Node, tuple[Side, str] | None]:
        """Return the standing behind a step, and the game's end if it has come."""
        tallies, dealing, deal = node
        gains, moved, declares = step
        turned = [gain if dealing == 0 else (gain[1], gain[0]) for gain in gains]
        found = tuple((have[0] + gain[0], have[1] + gain[1]) for have, gain in zip(tallies, turned, strict=True))
        declarers = -1 if declares < 0 else declares if dealing == 0 else 1 - declares
        key = (found, deal, declarers if self.reads_declarers else -1)
        if key not in self.over:
            self.over[key] = self.end(found, deal, declarers)
        return (found, (dealing + moved) % 2, deal + 1 if self.by_count else 1), self.over[key]

    def end(self, tallies: Sequence[Pair], deal: int, declarers: Side) -> tuple[Side, str] | None:
        """Return who has won at a standing and how, None where the game goes on."""
        scoring = self.profile.scoring
        standing = Standing(dict(zip(scoring.tallies, tallies, strict=True)), deal=deal)
        contract = self.profile.contract.changed({}, declarers)
        account = Account(scoring, Outcome(contract), (0, 0), standing)
        winner = finished(scoring.game, account)
        return None if winner is None else (winner, how_ended(self.profile, account, winner))

    def reckon(self) -> Reckoned:
        """Reckon the game out. Costs some five seconds at most. Raises `NoChain` where that isn't enough."""
        visits, lengths, ends = self.forward()
        rest = self.backward([0.0] * len(self.ended), 1.0)
        won = [1.0 if winner == 0 else 0.5 if winner == DRAW else 0.0 for winner, _ in self.ended]
        chance = self.backward(won, 0.0)
        values = {LENGTH_KEY: rest[0], FIRST_DEALER_KEY: chance[0] - 0.5}
        pull = {
            LENGTH_KEY: self.pulls(visits, rest, [0.0] * len(self.ended)),
            FIRST_DEALER_KEY: self.pulls(visits, chance, won),
        }
        found = [end for end in ENDS if ends[end]]
        for end in found:
            worth = [float(how == end) for _, how in self.ended]
            values[end_key(end)] = ends[end]
            ways = self.backward(worth, 0.0) if len(found) > 1 else [1.0] * len(self.nodes)
            pull[end_key(end)] = self.pulls(visits, ways, worth)
        reach = dict.fromkeys(values, rest[0])  # a deal more moves a chance by 1 at most, and there are so many deals
        reach[LENGTH_KEY] = rest[0] * max(rest)
        return Reckoned(values, lengths, dict(zip(self.nodes, chance, strict=True)), pull, reach)

    def pulls(self, visits: Sequence[float], after: Sequence[float], worth: Sequence[float]) -> dict[Step, float]:
        """Return what is expected behind each step, over all standings as often as games come to them."""
        found = [0.0] * len(self.steps)
        for node, onward in enumerate(self.moves):
            for place, (_, to) in enumerate(onward):
                found[place] += visits[node] * (after[to] if to >= 0 else worth[-1 - to])
        return dict(zip(self.steps, found, strict=True))

    def forward(self) -> tuple[list[float], list[float], dict[str, float]]:
        """Return how often each node is come to, how many deals games have, and how they end."""
        now: dict[int, float] = {0: 1.0}
        visits, lengths, work = [0.0] * len(self.nodes), [0.0], 0
        ends = dict.fromkeys(ENDS, 0.0)
        while sum(now.values()) > REST:
            if len(lengths) > MAX_DEALS:
                raise NoChain(f"games go on for more than {MAX_DEALS:,} deals")
            work += len(now) * len(self.steps)
            if work > MAX_WORK:
                raise NoChain("games are too long, with too many standings on the way")
            self.breathe()
            then: dict[int, float] = {}
            over = 0.0
            for node, chance in now.items():
                visits[node] += chance
                for share, to in self.moves[node]:
                    if to >= 0:
                        then[to] = then.get(to, 0.0) + chance * share
                    else:
                        over += chance * share
                        ends[self.ended[-1 - to][1]] += chance * share
            lengths.append(over)
            now = then
        return visits, lengths, ends

    def backward(self, worth: Sequence[float], step: float) -> list[float]:
        """Return what is expected from each node on: `step` for each deal, `worth` for each end."""
        values = [0.0] * len(self.nodes)
        order = range(len(self.nodes) - 1, -1, -1)  # the last found lie nearest to the end
        change = 1.0
        while change > REST:
            change = 0.0
            self.breathe()
            for node in order:
                new = step + sum(share * (values[to] if to >= 0 else worth[-1 - to]) for share, to in self.moves[node])
                change = max(change, abs(new - values[node]))
                values[node] = new
        return values


def how_ended(profile: Profile, account: Account, winner: Side) -> str:
    """Return which of `ENDS` brought a game to its end."""
    game = profile.scoring.game
    if winner == DRAW:
        return "draw"
    if game.win is not None and game.win.call(account.names(winner)):
        return "goal"
    if game.lose is not None and game.lose.call(account.names(1 - winner)):
        return "loss"
    return "count"
