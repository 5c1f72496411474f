"""`bidwhist analyse FILE`: where a recorded match was won and lost, beside perfect play with all cards open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from interpreter.cli.numbertypes import MOST_BURIALS, MOST_NODES, WholeNumber
from interpreter.cli.progress import Bar, hint_at_numba
from interpreter.cli.screen import print_json
from interpreter.cli.stopped import Stopped

if TYPE_CHECKING:
    from interpreter.analysis import Analysed
    from interpreter.replay import Replay


@click.command("analyse")
@click.argument("file")
@click.option("--burials", type=WholeNumber(1, MOST_BURIALS), default=8, show_default=True, help="Ways to bury to try.")
@click.option("--nodes", type=WholeNumber(1, MOST_NODES), help="Give a question up after so many nodes [3,000,000].")
@click.option("--all", "everything", is_flag=True, help="Print every card with its value, not only mistakes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(file: str, burials: int, nodes: int | None, everything: bool, as_json: bool) -> None:
    """Go through a recorded match and say what each mistake cost, in books and points.

    The bid and the burial are held beside the best that the same cards allowed, every card played beside the best
    one: all cards lie open, and everybody plays at their best from there on (double dummy). So it says what cost
    something, not what was wrong to try. Points are the contract's, at nought all. - reads standard input.

    \b
    bidwhist play pagat-54 --seed 7 --record game.jsonl
    bidwhist analyse game.jsonl
    bidwhist solve --record game.jsonl --at 43      # the position of one mistake
    """
    from interpreter.cli.problems import print_problems
    from interpreter.cli.verdicts import Report, as_json_document
    from interpreter.double_dummy import NODE_CAP
    from interpreter.replay import replay
    from interpreter.simulate import NoTables

    with replay(file) as record:
        hint_at_numba()
        report = Report(record.profile, everything=everything, quiet=as_json)
        done: list[Analysed] = []
        stopped = False
        try:
            for deal in deals(record, file, nodes or NODE_CAP, burials):
                done.append(deal)
                report.deal(deal)
        except KeyboardInterrupt:
            stopped = True
        except NoTables as error:
            raise Stopped(str(error), 1) from error
        print_problems(record.warnings)
        if as_json:
            print_json(as_json_document(record, done, complete=not stopped))
        else:
            report.summary(done)
    if stopped:
        raise Stopped(f"interrupted after {len(done)} deals", 130, None)


def deals(record: Replay, path: str, nodes: int, burials: int) -> Iterator[Analysed]:
    """Yield the deals analysed, with a bar for the events that they have."""
    from interpreter.analysis import analyse

    events = None
    if path != "-":
        with open(path, "rb") as file:
            events = max(0, sum(1 for _ in file) - 1)
    with Bar("analysing", events) as bar:
        done = 0
        for deal in analyse(record, node_cap=nodes, tries=burials, told=bar.searched()):
            last = max([deal.n, *(card.n for card in deal.cards)])
            bar.advance(last - done)
            done = last
            with bar.hidden():
                yield deal
