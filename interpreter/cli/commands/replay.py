"""`bidwhist replay FILE`: a recorded match, every call and card of it checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.actions import Deal
from interpreter.cli.commentary import Commentary
from interpreter.cli.human import InputEnded, ask
from interpreter.cli.jsonaudience import JsonLines, start
from interpreter.cli.problems import as_json as problem_json
from interpreter.cli.problems import print_problems
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.steps import step_of
from interpreter.cli.stopped import Stopped
from interpreter.notation import format_event
from interpreter.ranking import sort_hand
from interpreter.table import NOBODY, SEAT_NAMES, SEATS

if TYPE_CHECKING:
    from interpreter.replay import RecordedRevoke, Replay
    from interpreter.replay import Step as Recorded
    from interpreter.state import State

QUIT = ("q", "quit")


@click.command("replay")
@click.argument("file")
@click.option("--step", "stepwise", is_flag=True, help="Stop before each event, until you press Enter.")
@click.option("--rules", "ref", metavar="REF", help="Go on under these rules, as far as the record is legal there.")
@click.option("--adjudicate", is_flag=True, help="Apply the rules' ruling to every revoke.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: the rules, events, deals, the end.")
@click.option("--quiet", is_flag=True, help="Print one line a deal.")
def command(file: str, stepwise: bool, ref: str | None, adjudicate: bool, as_json: bool, quiet: bool) -> int:
    """Print a recorded match, with all hands, and check every call and card.

    A card that breaks following suit is reported: who, in which trick, and what could have been followed with. The
    exit code is 1 where the record isn't legal, or stops being legal under the rules of --rules.
    """
    from interpreter.profile.load import load
    from interpreter.replay import replay

    if stepwise and (as_json or quiet):
        raise click.UsageError("--step stops at each event: leave out --json and --quiet")
    rules = None if ref is None else load(ref)
    with replay(file, rules=rules, adjudicate=adjudicate) as record:
        if as_json:
            JsonReplay(record).run()
        else:
            Printed(record, stepwise=stepwise, quiet=quiet, ruled=adjudicate).run()
        return 1 if record.stopped else 0


class Printed:
    """A replay as people read it."""

    def __init__(self, record: Replay, *, stepwise: bool, quiet: bool, ruled: bool) -> None:
        self.record = record
        self.stepwise = stepwise
        self.quiet = quiet
        self.ruled = ruled
        self.screen = Screen()
        labels = dict(zip(SEATS, SEAT_NAMES, strict=True))
        self.commentary = Commentary(self.screen, record.profile, labels=labels, own=NOBODY, live=stepwise, quiet=quiet)

    def run(self) -> None:
        """Print all of it."""
        self.print_header()
        count = 0
        for step in self.record:
            if self.stepwise and count and not self.wanted():
                self.screen.line(f"stopped after {count} events")
                return
            count = step.n
            self.print_step(step)
        print_problems(self.record.warnings)
        if self.record.stopped is not None:
            print_problems([self.record.stopped])
        self.print_end(count)

    def wanted(self) -> bool:
        """Ask whether to go on."""
        try:
            return ask(self.screen, "Enter goes on, q stops").lower() not in QUIT
        except InputEnded:
            raise Stopped("the input ended before the record did", 1) from None

    def print_header(self) -> None:
        """Print which rules are in force, and who played."""
        header, line = self.record.header, self.screen.line
        own, rules = header.profile, self.record.profile
        line((rules.title, "title"), (f" ({rules.reference})", "dim"))
        if rules is not own:
            line(f"recorded under {own.title} ({own.reference})")
        seats = ", ".join(f"{name}: {kind}" for name, kind in zip(SEAT_NAMES, header.seats, strict=True))
        line((f"{seats}; seed {'none' if header.seed is None else header.seed}; {header.made_by}", "dim"))

    def print_step(self, step: Recorded) -> None:
        """Print one event, with its note and the revoke that it is."""
        if self.stepwise and isinstance(step.event, str):
            who = SEAT_NAMES[step.seat]
            self.screen.line(f"{who}: {self.screen.card(step.event)}", indent=2)
        self.commentary.tell(step_of(step.before, step.event, step.after))
        if isinstance(step.event, Deal) and not self.quiet:
            self.print_hands(step.after)
        if step.note is not None and not self.quiet:
            self.screen.line((f"note: {step.note}", "dim"), indent=4)
        if step.revoke is not None:
            self.screen.line((revoke_text(step.revoke), "bad"), indent=4)

    def print_hands(self, state: State) -> None:
        """Print all hands and the kitty."""
        pack, layout = state.profile.pack, state.profile.ranking.layout(state.contract)
        zones = [*zip(SEAT_NAMES, state.hands, strict=True), ("kitty", state.kitty)]
        for name, cards in zones:
            if cards:
                said = " ".join(self.screen.card(card) for card in sort_hand(cards, layout, pack))
                self.screen.line(f"{name:6}{said}", indent=4, hang=6)

    def print_end(self, count: int) -> None:
        """Print what the record came to."""
        record, line = self.record, self.screen.line
        revokes = len(record.revokes)
        if revokes:
            ruled = "ruled on" if self.ruled else "reported only (--adjudicate rules on them)"
            line(f"{revokes} revoke{'s' * (revokes != 1)}: {ruled}")
        if record.stopped is None:
            state = record.state
            where = "the match is over" if state.over else f"the record ends in deal {state.deal}"
            line(f"{count} events, all legal{' but for following suit' if revokes else ''}; {where}")


def revoke_text(revoke: RecordedRevoke) -> str:
    """Return a revoke as a sentence."""
    who = SEAT_NAMES[revoke.seat]
    could = " ".join(revoke.followed)
    return f"revoke: {who}, trick {revoke.trick}: played {revoke.card}, could have followed with {could}"


class JsonReplay:
    """A replay as programs read it."""

    def __init__(self, record: Replay) -> None:
        self.record = record
        self.lines = JsonLines(record.profile)

    def run(self) -> None:
        """Print all of it."""
        record, header = self.record, self.record.header
        seats = dict(zip(SEAT_NAMES, header.seats, strict=True))
        print_json(start(record.profile, header.seed, seats, SEAT_NAMES[header.first_dealer]), one_line=True)
        count = 0
        for step in record:
            count = step.n
            print_json(self.event(step), one_line=True)
            self.lines.tell(step_of(step.before, step.event, step.after))
        end = {
            "events": count,
            "legal": record.stopped is None,
            "stopped": None if record.stopped is None else problem_json(record.stopped),
            "revokes": [revoke_json(revoke) for revoke in record.revokes],
            "warnings": [problem_json(problem) for problem in record.warnings],
            "match_over": record.state.over,
        }
        print_json(end, one_line=True)

    def event(self, step: Recorded) -> dict[str, object]:
        """Return one event."""
        return {
            "n": step.n,
            "line": step.line,
            "seat": SEAT_NAMES[step.seat] if step.seat >= 0 else None,
            "event": format_event(self.record.profile, step.event),
            "note": step.note,
            "revoke": None if step.revoke is None else revoke_json(step.revoke),
        }


def revoke_json(revoke: RecordedRevoke) -> dict[str, object]:
    """Return a revoke."""
    return {
        "n": revoke.n,
        "game": revoke.game,
        "deal": revoke.deal,
        "trick": revoke.trick,
        "seat": SEAT_NAMES[revoke.seat],
        "card": revoke.card,
        "followed": revoke.followed,
        "line": revoke.place.line,
    }
