"""The play: tricks, led by the winner of the one before, until the hands are empty.

- Following: each `follow` rung narrows the hand to the cards that meet it; a rung that no card meets is skipped, and
  so are all while no suit is led (only idle cards lie on the table). `free` cards may be played all the same.
- The strongest card wins, by the layout of the contract; a trick of idle cards only goes to its leader.
- `opening` reads the first card led and fills the contract before that card is ranked.
- A trick credits `worth` books to its winner's seat; `books` credits some at the start.
- Opening claims are decided in private, once a seat, from the leader on, before the lead; claims at a turn may be
  made instead of playing a card. Each claim is for once a seat and deal.
"""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.actions import DECLINE, Action, Claim, Decline
from interpreter.cards import NO_SUIT, Card, Suit, expand
from interpreter.contract import Contract
from interpreter.expression.compile import Compiled
from interpreter.model import CardSet, ClaimRule, PlayPhase, Profile
from interpreter.phases.verb import Ending, Verb
from interpreter.ranking import Layout
from interpreter.scoring import ScoreLine
from interpreter.state import Claimed, Revoke, State, Trick
from interpreter.table import LEFT, NOBODY, SEATS, Seat, side_of


class TrickRules:
    """What following and winning mean under one contract: sets and tables, made once for each contract.

    `narrowing[situation]` holds, for each `follow` rung, the cards that meet it, and the free cards. A situation is the
    suit led, with the trick's number and the seat where a rule reads these.
    """

    __slots__ = ("layout", "names", "narrowing", "plain", "power", "suit")

    def __init__(self, profile: Profile, phase: PlayPhase, contract: Contract) -> None:
        self.layout: Layout = profile.ranking.layout(contract)
        self.suit: Mapping[Card, Suit] = self.layout.suit
        self.power = self.layout.power
        self.names = {**contract.names, "declarer": contract.declarer, "layout": self.layout}
        rules = [rule for _, rule in phase.follow] + ([] if phase.free is None else [phase.free])
        self.plain = not any(rule.reads & {"trick", "me"} for rule in rules)
        self.narrowing = Narrowing(self.names, profile.pack.cards, phase)

    def playable(self, hand: list[Card], led: Suit | None, trick: int, me: Seat) -> list[Card]:
        """Return the cards of a hand that may be played to a trick in which `led` is the suit led (None: none yet)."""
        if led is None:
            return hand
        rungs, free = self.narrowing[led if self.plain else (led, trick, me)]
        cards = hand
        for rung in rungs:
            narrowed = [card for card in cards if card in rung]
            if narrowed:
                cards = narrowed
        if free and len(cards) < len(hand):
            return [card for card in hand if card in free or card in cards]
        return cards


class Narrowing(dict[object, tuple[tuple[CardSet, ...], CardSet]]):
    """The sets of one `TrickRules`, computed for a situation when it first comes up."""

    def __init__(self, names: Mapping[str, object], cards: tuple[Card, ...], phase: PlayPhase) -> None:
        super().__init__()
        self.names, self.cards, self.phase = names, cards, phase

    def __missing__(self, situation: object) -> tuple[tuple[CardSet, ...], CardSet]:
        led, trick, me = situation if isinstance(situation, tuple) else (situation, 0, NOBODY)
        names = {**self.names, "led": led, "trick": trick, "me": me}
        rungs = tuple(self.meeting(rule, names) for _, rule in self.phase.follow)
        free = frozenset[Card]() if self.phase.free is None else self.meeting(self.phase.free, names)
        self[situation] = rungs, free
        return rungs, free

    def meeting(self, rule: Compiled, names: Mapping[str, object]) -> CardSet:
        """Return the cards of the pack that meet a rule."""
        return frozenset(card for card in self.cards if rule.call({**names, "card": card}))


def trick_rules(profile: Profile, contract: Contract) -> TrickRules:
    """Return what following means under a contract; a lookup after the first time."""
    memo = profile.play.memo
    key = (*contract.values.values(), contract.declarer)
    found = memo.get(key)
    if not isinstance(found, TrickRules):
        found = memo[key] = TrickRules(profile, profile.play, contract)
    return found


def winning(cards: list[Card] | tuple[Card, ...], power: Mapping[Card, int]) -> int:
    """Return the place in a trick of its strongest card; the leader's where none can win."""
    best, place = 0, 0
    for index, card in enumerate(cards):
        strength = power[card]
        if strength > best:
            best, place = strength, index
    return place


def phase_of(state: State) -> PlayPhase:
    """Return the play under way."""
    phase = state.phase
    assert isinstance(phase, PlayPhase)
    return phase


def rules_of(state: State) -> TrickRules:
    """Return what following means in the deal under way."""
    rules = state.trick_rules
    assert isinstance(rules, TrickRules)
    return rules


def start(state: State) -> Ending | None:
    """Credit the first books, find the leader, and ask for opening claims."""
    phase, contract = phase_of(state), state.contract
    for which, books in phase.books.items():
        side = contract.declarers if which == "declarers" else 1 - contract.declarers
        seat = contract.declarer if which == "declarers" else LEFT[contract.declarer]
        assert side == side_of(seat)
        state.books[seat] += books
    state.leader = int(phase.leader.call({"dealer": state.dealer, "declarer": contract.declarer}))
    state.trick_rules = trick_rules(state.profile, contract)
    if any(claim.at == "opening" for claim in phase.claims):
        state.ahead_of_claims = [(state.leader + offset) % 4 for offset in SEATS]
    return next_to_lead(state)


def next_to_lead(state: State) -> Ending | None:
    """Give the turn to the next seat with an opening claim to consider, else to the leader."""
    while state.ahead_of_claims:
        if open_claims(state, state.ahead_of_claims[0], "opening"):
            state.to_act = state.ahead_of_claims[0]
            return None
        state.ahead_of_claims.pop(0)
    state.to_act = state.leader
    return None


def open_claims(state: State, seat: Seat, at: str) -> tuple[Claim, ...]:
    """Return the claims that a seat can make now."""
    return tuple(
        Claim(rule.name)
        for rule in phase_of(state).claims
        if rule.at == at and (seat, rule.name) not in state.claims_used and rule.when.call(claim_names(state, seat))
    )


def claim_names(state: State, seat: Seat) -> dict[str, object]:
    """Return what a claim's expressions may read, for one seat."""
    side = side_of(seat)
    return {
        **state.contract.names,
        **{f"mine.{tally}": pair[side] for tally, pair in state.tallies.items()},
        "mine.games": state.games[side],
        "me": seat,
        "hand": frozenset(state.hands[seat]),
        "trick": len(state.tricks) + 1,
        "layout": state.profile.ranking.layout(state.contract),
    }


def legal(state: State) -> tuple[Action, ...]:
    """Return the cards that may be played, then the claims that may be made instead."""
    seat, phase = state.to_act, state.phase
    if phase.claims:  # type: ignore[union-attr]  # a play phase: this runs for every card, so nothing is checked here
        if state.ahead_of_claims:
            return (DECLINE, *open_claims(state, seat, "opening"))
        claims = open_claims(state, seat, "turn")
        if claims:
            return (*playable(state, seat), *claims)
    return tuple(state.trick_rules.playable(state.hands[seat], state.led, len(state.tricks) + 1, seat))  # type: ignore[attr-defined]


def playable(state: State, seat: Seat) -> list[Card]:
    """Return the cards that follow the rules for `seat`."""
    return rules_of(state).playable(state.hands[seat], state.led, len(state.tricks) + 1, seat)


def refusal(state: State, action: Action) -> str:
    """Say why a card or claim isn't allowed."""
    seat = state.to_act
    if isinstance(action, Claim | Decline):
        return "this claim can't be made now"
    if state.ahead_of_claims:
        return "claims are decided before the first card is led"
    if not isinstance(action, str):
        return "a card to play is due"
    if action not in state.hands[seat]:
        return "this seat doesn't hold it"
    suit = rules_of(state).suit[action]
    if suit == state.led:
        return f"another card must be played: {' '.join(playable(state, seat))}"
    return f"the hand can follow suit: {' '.join(playable(state, seat))}"


def apply(state: State, action: Action) -> Ending | None:
    """Play a card, or settle a claim."""
    if not isinstance(action, str):
        return settle(state, action)
    seat, trick = state.to_act, state.trick
    state.hands[seat].remove(action)
    trick.append(action)
    if state.led is None:
        open_trick(state, action)
    if len(trick) < 4:
        state.to_act = LEFT[seat]
        return None
    return take_trick(state)


def open_trick(state: State, card: Card) -> None:
    """Note the suit led; the first card of all may first fill the contract."""
    if not state.tricks and len(state.trick) == 1:
        open_play(state, card)
    suit = rules_of(state).suit[card]
    state.led = None if suit == NO_SUIT else suit


def open_play(state: State, card: Card) -> None:
    """Fill the contract from the first card led, where the rules say so."""
    phase = phase_of(state)
    if not phase.opening_sets:
        return
    names = {**rules_of(state).names, "card": card, "me": state.to_act, "trick": 1}
    if phase.opening_when is None or phase.opening_when.call(names):
        state.contract = state.contract.changed({name: value.call(names) for name, value in phase.opening_sets})
        state.trick_rules = trick_rules(state.profile, state.contract)


def take_trick(state: State) -> Ending | None:
    """Credit a full trick to its winner, who leads to the next one."""
    cards, leader, rules = state.trick, state.leader, rules_of(state)
    place = winning(cards, rules.power[state.led])
    winner = (leader + place) % 4
    worth = 1
    rule = phase_of(state).worth
    if rule is not None:
        names = {**rules.names, "card": cards[place], "led": state.led or NO_SUIT, "trick": len(state.tricks) + 1}
        worth = int(rule.call({**names, "me": winner}))
    state.books[winner] += worth
    state.tricks.append(Trick(leader, tuple(cards), winner, worth))
    state.trick = []
    state.led = None
    state.leader = state.to_act = winner
    return None if state.hands[winner] else Ending.PHASE


def settle(state: State, action: Action) -> Ending | None:
    """Carry out a claim or its refusal."""
    seat = state.to_act
    opening = bool(state.ahead_of_claims)
    ending = make_claim(state, seat, action) if isinstance(action, Claim) else None
    if ending is None and opening:
        state.ahead_of_claims.pop(0)
        return next_to_lead(state)
    return ending


def make_claim(state: State, seat: Seat, claim: Claim) -> Ending | None:
    """Show the cards, hear the seat that is asked, and credit what the claim earns."""
    rule = next(rule for rule in phase_of(state).claims if rule.name == claim.name)
    names = claim_names(state, seat)
    state.claims_used.add((seat, claim.name))
    shown = [(seat, cards_shown(state, rule, seat))]
    yes = None
    if rule.ask is not None:
        asked = int(rule.ask.call(names))
        yes = bool(rule.yes is None or rule.yes.call({**claim_names(state, asked)}))
        if yes:
            shown.append((asked, cards_shown(state, rule, asked)))
    state.claimed.append(Claimed(seat, claim.name, yes, tuple(shown)))
    if yes is False:
        return None
    state.earned = ScoreLine(claim.name, side_of(seat), "total", int(rule.add.call(names)))
    return Ending.CLAIM


def cards_shown(state: State, rule: ClaimRule, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of a hand that a claim is about."""
    profile = state.profile
    about: set[Card] = set()
    for name in rule.shows:
        about.update(expand(profile.classes[name].items, profile.pack, str(state.contract.values.get("trump", "none"))))
    return tuple(card for card in state.hands[seat] if card in about)


def note_revoke(state: State, card: Card) -> None:
    """Note that a card breaks following, before it is played."""
    seat = state.to_act
    state.revokes.append(Revoke(seat, len(state.tricks) + 1, card, tuple(playable(state, seat))))


VERB = Verb(start, legal, refusal, apply)
