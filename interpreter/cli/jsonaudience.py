"""A game as JSON Lines for programs: the rules, one line a deal, and the end."""

from __future__ import annotations

from interpreter.cli.screen import print_json
from interpreter.cli.steps import Step
from interpreter.model import Profile
from interpreter.named import told
from interpreter.notation import format_call, format_event
from interpreter.scoring import Result
from interpreter.state import State, Trick
from interpreter.table import SEAT_NAMES, SIDE_NAMES


class JsonLines:
    """Prints one line for each finished deal, and one for the end of the match.

    Pairs of numbers are [north-south, east-west]; a side or seat is its name, null for nobody.
    """

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def tell(self, step: Step) -> None:
        """Print a line when a deal is over, and one when the match is."""
        if step.result is not None:
            print_json(self.deal(step, step.result), one_line=True)
        if step.after.over:
            print_json(end(step.after), one_line=True)

    def deal(self, step: Step, result: Result) -> dict[str, object]:
        """Return one deal."""
        contract = result.outcome.contract
        return {
            "deal": step.before.deal,
            "dealer": SEAT_NAMES[step.before.dealer],
            "calls": [[SEAT_NAMES[seat], format_call(self.profile, call)] for seat, call in step.calls],
            "choices": [[SEAT_NAMES[seat], format_event(self.profile, event)] for seat, event in step.choices()],
            "contract": dict(contract.values),
            "declarer": SEAT_NAMES[contract.declarer] if contract.declarer >= 0 else None,
            "text": told(self.profile, contract),
            "tricks": [trick_json(trick) for trick in step.tricks],
            "books": result.books,
            "made": result.made,
            "points": result.points,
            "tallies": dict(result.after.tallies),
            "games": result.after.games,
            "game_over": result.over,
            "game_winner": side_name(result.winner) if result.over else None,
        }


def start(profile: Profile, seed: int | None, seats: dict[str, str], first_dealer: str) -> dict[str, object]:
    """Return the line that says what is played."""
    return {
        "reference": profile.reference,
        "title": profile.title,
        "hash": profile.hash,
        "seed": seed,
        "seats": seats,
        "first_dealer": first_dealer,
    }


def end(state: State) -> dict[str, object]:
    """Return the line that says how the match ended."""
    return {
        "match_over": True,
        "winner": side_name(-1 if state.winner is None else state.winner),
        "receive": state.settlement,
        "games": state.games,
        "tallies": dict(state.tallies),
    }


def trick_json(trick: Trick) -> dict[str, object]:
    """Return a trick; its cards are in the order played."""
    return {"leader": SEAT_NAMES[trick.leader], "cards": trick.cards, "winner": SEAT_NAMES[trick.winner]}


def side_name(side: int) -> str | None:
    """Return a side's name, None for nobody."""
    return SIDE_NAMES[side] if side >= 0 else None
