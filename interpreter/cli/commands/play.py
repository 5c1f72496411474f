"""`bidwhist play REF`: a match between computer players, or with people at some seats."""

from __future__ import annotations

import random
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

import click

from interpreter import game
from interpreter.cli.commentary import Commentary
from interpreter.cli.human import Human, InputEnded, Quit
from interpreter.cli.jsonaudience import JsonLines, start
from interpreter.cli.numbertypes import WholeNumber
from interpreter.cli.playertype import HELP, PlayerType
from interpreter.cli.problems import print_problems
from interpreter.cli.progress import get_to_know
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.session import Audience, Session, labels_of
from interpreter.cli.stopped import Stopped
from interpreter.errors import InputError
from interpreter.notation import parse_seat
from interpreter.players.player import Player, player, repeatable
from interpreter.record import Header, Writer, chance, create, resume
from interpreter.state import State
from interpreter.table import NOBODY, SEAT_NAMES, SEATS, Seat

HUMAN = "human"
DEFAULT_PLAYER = "rules"
MAX_SEED = 2**63 - 1
MOST_DEALS = 10**9


class SeatType(click.ParamType):  # type: ignore[type-arg]  # generic in newer releases only
    """A seat, by its name or first letter."""

    name = "seat"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Seat:
        """Read the seat."""
        try:
            return parse_seat(str(value))
        except InputError as error:
            self.fail(f"{error.problems[0].message}; {error.problems[0].help}", param, ctx)


@dataclass(frozen=True, slots=True)
class Options:
    """How a match is shown: `deals` to finish at most, and the form of the output."""

    deals: int | None
    as_json: bool
    quiet: bool


@dataclass(frozen=True, slots=True)
class Match:
    """A match to be played: its header, where it stands, and where it is written down, if it is."""

    header: Header
    state: State
    writer: Writer | None
    resumed: bool = False

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat in SEATS if self.header.seats[seat] == HUMAN)

    @property
    def how_to_go_on(self) -> str:
        """What to do to go on with a match that is stopped."""
        if self.writer is not None:
            return f"go on with: bidwhist play --resume {shlex.quote(str(self.writer.path))}"
        return "it wasn't recorded, so it can't be resumed (--record FILE records it)"


@click.command("play")
@click.argument("ref", required=False)
@click.option("--seed", type=WholeNumber(0, MAX_SEED), help="Start chance from this number, to repeat a match.")
@click.option("--player", "kind", type=PlayerType(), help=f"Who plays the other seats: {HELP} [rules].")
@click.option("--seat", "seats", type=SeatType(), multiple=True, help="Play this seat yourself; may be given again.")
@click.option("--deals", type=WholeNumber(1, MOST_DEALS), help="Stop after so many deals of the match.")
@click.option("--record", "record", metavar="FILE", help="Write the match down in a new file, as it goes on.")
@click.option("--resume", "resumed", metavar="FILE", help="Go on with a recorded match, under its rules and players.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines: the rules, each deal, the end.")
@click.option("--quiet", is_flag=True, help="Print one line a deal.")
def command(
    ref: str | None,
    seed: int | None,
    kind: str | None,
    seats: Sequence[Seat],
    deals: int | None,
    record: str | None,
    resumed: str | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Play a match under the rules REF: computer players at all seats, or you at --seat.

    A winner of a trick is marked with *, and so are the cards of your hand that may be played.

    The expert looks ahead, in the time for a move that its name gives (expert is expert:100ms), and a --seed repeats
    only the deals; or in so many worlds (expert:40; 16 to 1024), and a seed
    repeats everything.

    \b
    bidwhist play pagat-54 --seed 7
    bidwhist play pagat-54 --seat south --player expert
    bidwhist play pagat-54+min-4 --seat south --record game.jsonl
    bidwhist play --resume game.jsonl
    """
    options = Options(deals, as_json, quiet)
    if resumed is None:
        if ref is None:
            raise click.UsageError("name the rules to play by, such as pagat-54; `bidwhist list` shows them")
        match = new_match(ref, seed, kind or DEFAULT_PLAYER, seats, record)
    else:
        given = {"REF": ref, "--seed": seed, "--player": kind, "--seat": seats, "--record": record}
        extra = [name for name, value in given.items() if value not in (None, ())]
        if extra:
            raise click.UsageError(f"--resume takes all from the record; leave out {', '.join(extra)}")
        match = resumed_match(resumed)
        if match.state.over and match.writer is not None:
            match.writer.close()
            raise Stopped(f"the match is over; see it with: bidwhist replay {shlex.quote(resumed)}", 0, None)
    try:
        play(match, options)
    finally:
        if match.writer is not None:
            match.writer.close()


def new_match(ref: str, seed: int | None, kind: str, seats: Sequence[Seat], record: str | None) -> Match:
    """Set a new match up; begin its record where one is wanted."""
    from interpreter.cli.version import version
    from interpreter.profile.load import load

    profile = load(ref)
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    north, east, south, west = (HUMAN if seat in seats else kind for seat in SEATS)
    first = game.choose_first_dealer(profile, chance(seed, 0))
    made_by = "" if record is None else f"bidwhist {version()}"  # 13 ms: only where it is written down
    header = Header(profile, (north, east, south, west), first, seed, made_by)
    return Match(header, game.new_game(profile, first), None if record is None else create(record, header))


def resumed_match(path: str) -> Match:
    """Take a recorded match up."""
    found = resume(path)
    print_problems(found.warnings)
    return Match(found.header, found.state, found.writer, resumed=True)


def play(match: Match, options: Options) -> None:
    """Play a match on, and say how to go on where it is stopped before its end."""
    humans = match.humans
    if options.as_json and humans:
        raise click.UsageError("--json prints for programs: it can't be used with people at the table")
    screen, labels = Screen(), labels_of(humans)
    players: dict[Seat, Player | Human] = {
        seat: Human(screen, seat, labels=labels, alone=len(humans) == 1) if seat in humans else player(name)
        for seat, name in enumerate(match.header.seats)
    }
    session = Session(match.state, players, match.header.seed, audience(match, options, screen), match.writer)
    if match.resumed:
        session.seat_humans()
    try:
        get_to_know(match.header.profile, match.header.seats)
        session.run(options.deals)
    except Quit:
        raise Stopped(f"stopped; {match.how_to_go_on}", 0, None) from None
    except InputEnded:
        raise Stopped(f"the input ended before the match did; {match.how_to_go_on}", 1) from None
    except KeyboardInterrupt:
        raise Stopped(f"interrupted; {match.how_to_go_on}", 130, None) from None
    if not match.state.over and not options.as_json:
        after = f"stopped after {len(match.state.results)} deal{'s' * (len(match.state.results) != 1)}"
        screen.line(f"{after}; {match.how_to_go_on}" if match.writer is not None else after)


def audience(match: Match, options: Options, screen: Screen) -> list[Audience]:
    """Print the beginning, and return who tells the rest."""
    header, humans = match.header, match.humans
    profile = header.profile
    if options.as_json:
        seats = dict(zip(SEAT_NAMES, header.seats, strict=True))
        print_json(start(profile, header.seed, seats, SEAT_NAMES[header.first_dealer]), one_line=True)
        return [JsonLines(profile)]
    screen.line((profile.title, "title"), (f" ({profile.reference})", "dim"))
    clocked = not all(map(repeatable, header.seats))
    repeats = " repeats the deals, but not what is decided by the clock" if clocked else ""
    screen.line((f"{seats_text(header)}; seed {header.seed}{repeats}", "dim"))
    commentary = Commentary(
        screen,
        profile,
        labels=labels_of(humans),
        own=humans[0] if len(humans) == 1 else NOBODY,
        live=bool(humans),
        quiet=options.quiet,
    )
    if match.resumed:
        commentary.take_up(match.state)
    return [commentary]


def seats_text(header: Header) -> str:
    """Return who plays, in one line."""
    kinds = dict.fromkeys(header.seats)
    if len(kinds) == 1:
        return f"all seats: {header.seats[0]}"
    groups = ((kind, [SEAT_NAMES[seat] for seat in SEATS if header.seats[seat] == kind]) for kind in kinds)
    return "; ".join(f"{', '.join(names)}: {kind}" for kind, names in groups)
