"""The engine beside a table of the second opinion: one deal, one auction, one score of each. No test stands here."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from interpreter import game
from interpreter.actions import DECLINE, Action, Choice
from interpreter.actions import Deal as Dealt
from interpreter.contract import PASS, Bid, Contract, OtherCall, Pass
from interpreter.model import BidPhase, ExchangePhase, PlayPhase, Profile
from interpreter.scoring import Outcome, Result, Standing, score_deal
from interpreter.state import State
from tests.opinions.table import DRAW, JOKERS, NO_BID, REDEAL, SUITS, Before, Call, Deal, Paid, Pair, Said, Table

REVOKES = ("", "b", "d", "bb", "dd", "bd", "db", "bdb")


def read(action: Action) -> Call:
    """Return an engine's call as a table's."""
    if isinstance(action, Pass | OtherCall):
        return NO_BID if isinstance(action, Pass) else Call(0, action.name)
    assert isinstance(action, Bid)
    word = action.fields.get("dir") or action.fields.get("trump") or action.kind
    return Call(int(action.fields["level"]), str(word))


def written(legal: tuple[Action, ...], call: Call) -> Action:
    """Return the engine's action for a table's call."""
    return next(action for action in legal if read(action) == call)


def fields_of(deal: Deal) -> dict[str, str]:
    """Return how the engine names what is played."""
    led = deal.trump == "as led"
    return {"trump": deal.trump or "none", "dir": deal.dir, "call": "lead" if led else "no_trump"}


@dataclass(frozen=True, slots=True)
class Beside:
    """A profile beside the table that should be the same game."""

    profile: Profile
    table: Table

    # ---- the auction

    def auction(self, state: State, rng: random.Random, eager: float = 0.5) -> None:
        """Call at random, comparing all the way; the more eager, the more is bid, and nothing that needn't be at 0."""
        said: Said = []
        dealer, first = state.dealer, (state.dealer + (0 if self.table.dealer_first else 1)) % 4
        while isinstance(state.phase, BidPhase):
            place = self.table.speaker(said)
            assert place is not None, f"the auction is over after {said}"
            same(state.to_act, (first + place) % 4, f"who speaks after {said}")
            legal = game.legal(state)
            expected = self.table.may_call(said, place, state.hands[state.to_act])
            same(sorted(map(read, legal)), sorted(expected), f"calls after {said}")
            chosen = legal[min(int(rng.expovariate(1) * 4 * eager), len(legal) - 1)]
            said.append((place, read(chosen)))
            game.apply(state, chosen)
        assert self.table.speaker(said) is None, f"the auction goes on after {said}"
        bidders = [place for place, call in said if call.level]
        if bidders and said[-1][1] != REDEAL:
            same(state.contract.declarer, (first + bidders[-1]) % 4, f"declarer after {said}")
        else:
            again = said[-1][1] == REDEAL or self.table.all_pass() == "same"
            assert state.needs_deal
            same(state.dealer, dealer if again else (dealer + 1) % 4, f"dealer after {said}")

    def second_calls(self, rng: random.Random) -> None:
        """After each first call, take or refuse every second one."""
        start = game.new_game(self.profile, 3)
        game.apply(start, game.shuffle(self.profile, rng))
        for action in game.legal(start):
            state = start.clone()
            game.apply(state, action)
            if state.needs_deal:
                continue
            expected = self.table.may_call([(0, read(action))], 1, state.hands[state.to_act])
            assert self.profile.auction is not None
            for bid in self.profile.auction.bids:
                same(game.refusal(state, bid) == "", read(bid) in expected, f"{bid} after {action}")

    # ---- to the play

    def to_play(self, deal: Deal, declarer: int, rng: random.Random, totals: Pair = (0, 0)) -> State:
        """Return a game at the first lead: one seat has bid, the cards are exchanged at random."""
        state = game.new_game(self.profile, (declarer - 1 - rng.randrange(3)) % 4)
        state.tallies["total"] = totals
        order = list(game.shuffle(self.profile, rng).order)
        same(sorted(order), sorted(self.table.pack()), "the pack")
        if self.profile.auction is None:
            rotation = self.table.rotation
            state.deal = 1 + rotation.index(deal.trump) + len(rotation) * rng.randrange(2) if rotation else 1
            other = next(place for place, card in enumerate(order) if rotation or card[1] == deal.trump)
            order[other], order[-1] = order[-1], order[other]
            same(deal.trump, self.table.trump(state.deal, order[-1]), "trumps")
        draw_order = game.shuffle(self.profile, rng).draw_order
        game.apply(state, Dealt(tuple(order), draw_order))
        while isinstance(state.phase, BidPhase):
            legal = game.legal(state)
            game.apply(state, written(legal, deal.bid) if state.to_act == declarer else PASS)
        self.name_and_bury(state, deal, rng)
        return state

    def name_and_bury(self, state: State, deal: Deal, rng: random.Random) -> None:
        """Name what the deal is played at, and exchange cards at random."""
        wanted = fields_of(deal)
        while not isinstance(state.phase, PlayPhase):
            legal = game.legal(state)
            same(state.to_act, state.contract.declarer, "who names and buries")
            if isinstance(state.phase, ExchangePhase):
                hand = state.hands[state.to_act]
                same(sorted(map(str, legal)), sorted(self.table.may_bury(hand, deal)), f"buried of {hand}")
                game.apply(state, rng.choice(legal))
                continue
            choices = [action.fields for action in legal if isinstance(action, Choice)]
            able = [fields_of(other) for other in self.table.names(deal.bid)]
            expected = {tuple((name, fields[name]) for name in choices[0]) for fields in able}
            same({tuple(fields.items()) for fields in choices}, expected, f"what can be named after {deal.bid}")
            game.apply(state, Choice({name: wanted[name] for name in choices[0]}))
        each = (len(self.table.pack()) - self.table.kitty) // 4
        same([len(hand) for hand in state.hands], [each] * 4, "cards in hand")
        if self.table.nt_jokers == "dropped" and deal.bid.word == "nt":
            assert not any(card in JOKERS for hand in state.hands for card in hand)
        if deal.trump != "as led":
            same(state.contract.values["trump"], deal.trump or "none", "trumps")

    # ---- the play

    def claim(self, state: State, deal: Deal, asked: set[int], rng: random.Random) -> bool:
        """Compare the claims that the seat to act may make, and make one now and then; whether that ended the deal.

        `asked` are the seats that have asked their partners.
        """
        seat, totals, hands = state.to_act, state.tallies["total"], [list(hand) for hand in state.hands]
        legal, played, results = game.legal(state), bool(state.tricks), len(state.results)
        claims = [action for action in legal if not isinstance(action, str)]
        if state.ahead_of_claims:
            may = self.table.call_alone(hands[seat], deal, totals[seat % 2])
            same(claims[0] == DECLINE and len(claims) == 2, may, f"showing honours of {hands[seat]} at {deal}")
            game.apply(state, rng.choice(claims))
            return self.called(state, seat, totals, results)
        may = seat not in asked and self.table.ask(hands[seat], deal, totals[seat % 2], played)
        same(bool(claims), may, f"a claim by {hands[seat]} at {deal}")
        if not claims or rng.random() < 0.5:
            return False
        asked.add(seat)
        game.apply(state, claims[0])
        same(len(state.results) > results, self.table.answer(hands[(seat + 2) % 4], deal), "the partner's answer")
        return self.called(state, seat, totals, results)

    def called(self, state: State, seat: int, totals: Pair, results: int) -> bool:
        """Compare what calling honours came to; whether it ended the deal."""
        if len(state.results) == results:
            return False
        bonus = self.table.rubber_points if state.over else 0
        self.compare(state.results[-1], self.table.called(totals[1 - seat % 2]), seat % 2, bonus)
        return True

    def open_claims(self, state: State, deal: Deal, rng: random.Random) -> bool:
        """Let the seats that may end the deal before the lead do so or not; whether one has."""
        able = [
            seat
            for seat in ((state.leader + step) % 4 for step in range(4))
            if self.table.call_alone(state.hands[seat], deal, state.tallies["total"][seat % 2])
        ]
        for seat in able:
            assert state.ahead_of_claims, f"{state.hands[seat]} may show honours"
            same(state.to_act, seat, "who may show honours")
            if self.claim(state, deal, set(), rng):
                return True
        assert not state.ahead_of_claims
        return False

    def play_out(self, state: State, deal: Deal, rng: random.Random) -> Paid:
        """Play a deal at random, comparing all the way; return what the table says that it came to, by side."""
        before = self.before(state)
        declarer, results = state.contract.declarer, len(state.results)
        side = max(declarer, 0) % 2
        honours = sum(self.honours(state.hands[seat], deal) for seat in (side, side + 2))
        leader, taken, trick, asked = self.table.leader(state.dealer, declarer), list[bool](), list[str](), set[int]()
        if self.open_claims(state, deal, rng):
            return self.by_claim(state, before)
        while len(state.results) == results:
            seat = (leader + len(trick)) % 4
            same(state.to_act, seat, f"who plays after {trick} at {deal}")
            if self.claim(state, deal, asked, rng):
                return self.by_claim(state, before)
            legal = [str(card) for card in game.legal(state) if isinstance(card, str)]
            expected = self.table.may_play(state.hands[seat], trick, deal)
            same(sorted(legal), sorted(expected), f"what {state.hands[seat]} may play to {trick} at {deal}")
            trick.append(rng.choice(legal))
            if not taken and len(trick) == 1:
                deal = self.table.opened(deal, trick[0])
            game.apply(state, trick[-1])
            if len(trick) == 4:
                leader = (leader + self.table.winner(trick, deal)) % 4
                taken.append(leader % 2 == side)
                trick = []
        books = self.table.books(taken)
        result = state.results[-1]
        same(result.books[side], books, f"books at {deal}")
        same(result.outcome.contract.values["trump"], deal.trump or "none", "trumps")
        paid = self.table.settle(deal, books, "", before, honours)
        self.compare(result, paid, side, self.table.rubber_points if state.over else 0)
        return by_side(paid, side)

    def by_claim(self, state: State, before: Before) -> Paid:
        """Return what a deal that a claim has ended came to."""
        side = state.results[-1].winner
        return by_side(self.table.called(before.totals[1 - side]), side)

    def honours(self, hand: list[str], deal: Deal) -> int:
        """Return how many of the four honours a hand holds."""
        return len([card for card in hand if card[0] in "AKQJ" and card[1] == deal.trump])

    def before(self, state: State) -> Before:
        """Return how things stand before a deal, the declarers first."""
        side = max(state.contract.declarer, 0) % 2
        totals, sets = state.tallies["total"], state.tallies.get("sets", (0, 0))
        return Before((totals[side], totals[1 - side]), (sets[side], sets[1 - side]), state.deal)

    def trick(self, start: State, deal: Deal, hands: list[list[str]], rng: random.Random) -> None:
        """Play one trick from other hands than those at the first lead, comparing all the way."""
        state = start.clone()
        state.hands, state.options = [list(hand) for hand in hands], None
        trick: list[str] = []
        while len(trick) < 4:
            hand = state.hands[state.to_act]
            expected = self.table.may_play(hand, trick, deal)
            same(sorted(map(str, game.legal(state))), sorted(expected), f"what {hand} may play to {trick} at {deal}")
            trick.append(rng.choice(expected))
            if len(trick) == 1:
                deal = self.table.opened(deal, trick[0])
            game.apply(state, trick[-1])
        winner = (start.leader + self.table.winner(trick, deal)) % 4
        same(state.tricks[-1].winner, winner, f"winner of {trick} at {deal}")

    def short_hands(self, deal: Deal, extra: list[str], number: int, rng: random.Random) -> None:
        """Play one trick each from so many short hands with some cards among them that a table treats otherwise."""
        state = self.to_play(deal, 0, rng)
        for _ in range(number):
            special = rng.sample(extra, rng.randint(0, min(4, len(extra))))
            others = [card for card in self.table.pack() if card not in (*special, *JOKERS)]
            dealt = [*special, *rng.sample(others, 8 - len(special))]
            rng.shuffle(dealt)
            self.trick(state, deal, [dealt[seat::4] for seat in range(4)], rng)

    def neighbours(self, deal: Deal, rng: random.Random) -> None:
        """Let each card beat the next one of its suit, with two cards of a third suit behind them."""
        state = self.to_play(deal, 0, rng)
        for suit in SUITS:
            played = self.table.opened(deal, "3" + suit)
            for higher, lower in pairwise(self.table.ladder(suit, played)):
                apart = [card for card in self.table.pack() if self.table.suit(card, played) not in ("", suit)]
                weak = [card for card in apart if card[1] != played.trump and card not in self.table.above(played)]
                dealt = [lower, higher, *rng.sample(weak, 2)]
                spare = rng.sample([card for card in apart if card not in dealt], 4)
                self.trick_of(state, played, dealt, spare)

    def trick_of(self, start: State, deal: Deal, cards: list[str], spare: list[str]) -> None:
        """Play four cards in turn, each seat holding another one besides, and compare who wins."""
        state = start.clone()
        state.hands, state.options = [[], [], [], []], None
        for step, card in enumerate(cards):
            state.hands[(start.leader + step) % 4] = [card, spare[step]]
        for card in cards:
            game.apply(state, card)
        winner = (start.leader + self.table.winner(cards, deal)) % 4
        same(state.tricks[-1].winner, winner, f"winner of {cards} at {deal}")

    # ---- the score

    def contract(self, deal: Deal, declarer: int) -> Contract:
        """Return the engine's contract of a deal, through the auction's own bids."""
        auction = self.profile.auction
        named = {name: value for name, value in fields_of(deal).items() if name in self.profile.contract.values}
        if auction is None:
            return self.profile.contract.changed(named)
        bid = next(bid for bid in auction.bids if read(bid) == deal.bid)
        return self.profile.contract.changed({**bid.fields, "kind": bid.kind, **named}, declarer)

    def score(self, deal: Deal, declarer: int, books: int, revokes: str, before: Before, honours: int) -> None:
        """Compare what a deal with so many books comes to."""
        contract = self.contract(deal, declarer)
        side = max(contract.declarers, 0)
        both = (books, self.table.in_all - books)
        offenders = tuple(side if who == "b" else 1 - side for who in revokes)
        cards = [rank + deal.trump for rank in "AKQJ"] if deal.trump else []
        held = (frozenset(cards[:honours]), frozenset(cards[honours:]))
        outcome = Outcome(contract, turned(both, side), offenders, played=turned(held, side))
        tallies = dict.fromkeys(self.profile.scoring.tallies, (0, 0))
        tallies["total"] = turned(before.totals, side)
        if "sets" in tallies:
            tallies["sets"] = turned(before.sets, side)
        result = score_deal(self.profile, outcome, Standing(tallies, deal=before.number))
        paid = self.table.settle(deal, books, revokes, before, honours)
        try:
            same(turned(result.books, side), self.table.ruled(books, revokes), "books")
            same(result.made, self.table.fulfilled(deal, books, revokes), "made")
            self.compare(result, paid, side)
        except AssertionError as wrong:
            raise AssertionError(f"{deal}, {books} books, {revokes=}, {honours=}, {before}: {wrong}") from wrong

    def compare(self, result: Result, paid: Paid, side: int, bonus: int = 0) -> None:
        """Compare a scored deal with what a table pays, which has `side` first; `bonus` is for winning the match."""
        same(turned(result.points, side), paid.points, "points")
        same(result.winner if result.over else None, by_side(paid, side).winner, "winner")
        for tally in result.after.tallies.keys() - {"total", "sets"}:
            old, new = result.before.tallies[tally], result.after.tallies[tally]
            account = [*paid.account]
            if bonus and paid.winner is not None:
                account[paid.winner] += bonus
            same(turned((new[0] - old[0], new[1] - old[1]), side), (account[0], account[1]), tally)

    # ---- a match

    def match(self, rng: random.Random) -> int:
        """Play a match to its end, comparing all the way; return the number of deals."""
        state = game.new_game(self.profile, rng.randrange(4))
        won, account, totals, dealer, number = [0, 0], [0, 0], (0, 0), state.dealer, 1
        for deals in range(1, 400):
            same((state.dealer, state.deal, state.tallies["total"]), (dealer, number, totals), "before a deal")
            deal = self.dealt(state, rng)
            paid = self.play_out(state, deal, rng)
            totals = (totals[0] + paid.points[0], totals[1] + paid.points[1])
            account = [account[0] + paid.account[0], account[1] + paid.account[1]]
            dealer, number, winner = (dealer + 1) % 4, number + 1, paid.winner
            if winner is not None and winner != DRAW:
                won[winner] += 1
                totals, number = (0, 0), 1
                if won[winner] == self.table.games:
                    same(state.winner if state.over else None, winner, "winner of the match")
                    same(state.settlement, self.table.settled((account[0], account[1]), winner), "settlement")
                    return deals
            same((state.over, state.games), (False, tuple(won)), "games")
        raise AssertionError("a match without end")

    def dealt(self, state: State, rng: random.Random) -> Deal:
        """Deal, bid one of the lower bids and name what is played; return it."""
        shuffled = game.shuffle(self.profile, rng)
        game.apply(state, shuffled)
        if self.profile.auction is None:
            return Deal(trump=self.table.trump(state.deal, shuffled.order[-1]))
        seat = rng.randrange(4)
        while isinstance(state.phase, BidPhase):
            legal = game.legal(state)
            low = [action for action in legal if isinstance(action, Bid)][:6]
            may_bid = state.high is None and (state.to_act == seat or PASS not in legal)
            game.apply(state, rng.choice(low) if may_bid else PASS)
        assert state.high is not None
        deal = rng.choice(self.table.names(read(state.high)))
        self.name_and_bury(state, deal, rng)
        return deal


T = TypeVar("T")


def same(engine: object, table: object, about: object) -> None:
    """Demand that both say the same."""
    assert engine == table, f"{about}: the engine says {engine}, the table {table}"


def by_side(paid: Paid, side: int) -> Paid:
    """Return what a deal came to, the declarers being `side`, with the first side first."""
    winner = paid.winner if paid.winner in (None, DRAW) else (paid.winner + side) % 2
    return Paid(turned(paid.points, side), winner, turned(paid.account, side))


def turned(pair: tuple[T, T], side: int) -> tuple[T, T]:
    """Return a pair of both sides with the other side first, if `side` is 1."""
    return (pair[1], pair[0]) if side else pair
