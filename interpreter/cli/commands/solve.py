"""`bidwhist solve REF`: who makes what in a deal, and what each card is worth in a position, all cards lying open."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.numbertypes import MOST_BURIALS, MOST_EVENTS, MOST_NODES, WholeNumber
from interpreter.cli.progress import Bar, hint_at_numba
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.stopped import Stopped
from interpreter.errors import InputError, Problem

if TYPE_CHECKING:
    from interpreter.contract import Contract
    from interpreter.double_dummy import Solver
    from interpreter.makeable import Cell
    from interpreter.solving import Spot
    from interpreter.tables import Tables

MAX_SEED = 2**63 - 1
MAX_TEXT = 100_000
INLINE = "--deal"
"""What stands for a file's name where a deal is written on the command line."""


@click.command("solve")
@click.argument("ref", required=False)
@click.option(
    "--deal", "deal", metavar="FILE|TEXT", help="The deal or position: a file, - for standard input, or text."
)
@click.option("--seed", type=WholeNumber(0, MAX_SEED), help="A random deal: the first of `bidwhist play --seed`.")
@click.option("--record", "record", metavar="FILE", help="A position of a recorded match, under its rules.")
@click.option(
    "--at",
    "at",
    metavar="EVENT",
    type=WholeNumber(1, MOST_EVENTS),
    help="Before this event [where it ends, or the last deal].",
)
@click.option("--contract", metavar="TEXT", help='What is played, such as "4 uptown in spades by south".')
@click.option("--no-exchange", "as_they_are", is_flag=True, help="Play the hands as they are: nobody buries anything.")
@click.option("--burials", type=WholeNumber(1, MOST_BURIALS), default=8, show_default=True, help="Ways to bury to try.")
@click.option("--nodes", type=WholeNumber(1, MOST_NODES), help="Give a question up after so many nodes [3,000,000].")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    ref: str | None,
    deal: str | None,
    seed: int | None,
    record: str | None,
    at: int | None,
    contract: str | None,
    as_they_are: bool,
    burials: int,
    nodes: int | None,
    as_json: bool,
) -> None:
    """Solve a deal or a position double dummy: all cards lie open, and everybody plays at their best.

    Without a contract: the books that each declarer takes with each trump suit, and the highest bid that makes. With
    one: what every card that may be played now is worth. A deal is a line for each hand; further lines may say dealer,
    kitty, contract, leader, and the trick on the table (from the leader on):

    \b
    north: AS KS 7H
    east: BJ 9S 8H
    south: JS TS
    west: 4S QH JH
    leader: south
    trick: AH
    contract: 4 uptown in spades by south

    \b
    bidwhist solve pagat-54 --seed 7
    bidwhist solve vint-whist --deal "n: AS 2S; e: KS 3H; s: 4H 5H; w: 6H 7H; contract: 1 spades by north"
    bidwhist solve --record game.jsonl --at 31
    """
    from interpreter.double_dummy import NODE_CAP, Solver
    from interpreter.simulate import NoTables

    given = {"--deal": deal, "--seed": seed, "--record": record}
    named = [name for name, value in given.items() if value is not None]
    if len(named) != 1:
        raise click.UsageError(
            f"say what to solve, by one of --deal, --seed and --record (found: {' '.join(named) or 'none'})"
        )
    if (ref is None) == (record is None):
        raise click.UsageError(
            "--record brings its own rules: leave out REF" if ref else "name the rules to play by, such as pagat-54"
        )
    if at is not None and record is None:
        raise click.UsageError("--at is about a record: name it by --record")
    try:
        spot = spot_of(ref, deal, seed, record, at, contract, as_they_are)
        solver = Solver(spot.tables, node_cap=nodes or NODE_CAP)
        hint_at_numba()
        if spot.position is None:
            table(spot, solver, burials, as_json=as_json)
        else:
            cards(spot, solver, burials, as_json=as_json)
    except NoTables as error:
        raise Stopped(str(error), 1) from error


def spot_of(
    ref: str | None,
    deal: str | None,
    seed: int | None,
    record: str | None,
    at: int | None,
    said: str | None,
    as_they_are: bool,
) -> Spot:
    """Return what the options name."""
    from interpreter.diagram import parse_contract
    from interpreter.profile.load import load
    from interpreter.solving import spot_by_chance, spot_in_record, spot_in_text
    from interpreter.tables import make_tables

    def contract(tables: Tables) -> Contract | None:
        return None if said is None else parse_contract(tables, said)

    if record is not None:
        return spot_in_record(record, at, contract, as_they_are=as_they_are)
    assert ref is not None
    tables = make_tables(load(ref))
    if seed is not None:
        return spot_by_chance(tables, seed, contract=contract(tables), as_they_are=as_they_are)
    assert deal is not None
    text, name = written(deal)
    return spot_in_text(tables, text, name, contract=contract(tables), as_they_are=as_they_are)


def written(deal: str) -> tuple[str, str]:
    """Return the text of a deal and what its place is called: a file's, standard input's, or what was typed."""
    if deal == "-":
        return sys.stdin.read(MAX_TEXT), "standard input"
    if ":" in deal and not Path(deal).is_file():
        return deal, INLINE
    try:
        with open(deal, encoding="utf-8") as file:
            return file.read(MAX_TEXT), deal
    except (OSError, ValueError) as error:
        reason = (error.strerror or "can't be read").lower() if isinstance(error, OSError) else "isn't UTF-8 text"
        help = 'name a file, or write the deal out: "north: AS ..; east: .."'
        raise InputError([Problem("G036", f"{deal!r}: {reason}", None, help)]) from None


def table(spot: Spot, solver: Solver, tries: int, *, as_json: bool) -> None:
    """Print who makes what."""
    from interpreter.cli.solution import cells_json, legend, print_cells, print_spot, spot_json
    from interpreter.makeable import strains_of
    from interpreter.solving import cells

    screen = Screen()
    found: list[Cell] = []
    count = len(strains_of(spot.tables)) * (len(spot.seats) if spot.tables.declared else 1)
    if not as_json:
        print_spot(screen, spot, None)
    stopped = False
    with Bar("solving", count) as bar:
        solver.told = bar.searched()
        try:
            for cell in cells(spot, solver, tries=tries):
                found.append(cell)
                bar.advance()
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        print_json({**spot_json(spot), "complete": not stopped, "table": cells_json(spot, found)})
    else:
        print_cells(screen, spot, found)
        for line in legend(spot, found, tries):
            screen.line((line, "dim"))
    if stopped:
        raise Stopped(f"interrupted after {len(found)} of {count}", 130, None)


def cards(spot: Spot, solver: Solver, tries: int, *, as_json: bool) -> None:
    """Print what each card is worth under a contract."""
    from interpreter.cli.solution import options_json, print_options, print_spot, spot_json
    from interpreter.makeable import options
    from interpreter.notation import format_contract
    from interpreter.solving import at_play

    assert spot.position is not None
    contract = spot.position.contract
    screen = Screen()
    with Bar("solving", None) as bar:
        solver.told = bar.searched()
        at = at_play(spot, solver, tries=tries)
        if at is None:
            raise Stopped(f"nobody can come to play {format_contract(spot.profile, contract)} in this deal", 1)
        found = options(solver, at.position, at.credit or 0, to_the_end=at.credit is not None)
    if as_json:
        print_json({**spot_json(spot), **options_json(spot, at, found)})
        return
    print_spot(screen, spot, contract)
    print_options(screen, spot, at, found)
    if any(option.books is None for option in found):
        screen.line(("?: unknown, given up after too many nodes (--nodes allows more)", "dim"))
