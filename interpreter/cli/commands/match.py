"""`bidwhist match A B --rules REF`: which of two players is better, by the same deals at several tables."""

from __future__ import annotations

import math
import random
from contextlib import closing
from typing import TYPE_CHECKING

import click

from interpreter.cli.numbertypes import HalfWidth, WholeNumber
from interpreter.cli.playertype import PlayerType
from interpreter.cli.progress import Bar, hint_at_players, what_is_unread
from interpreter.cli.screen import Screen, print_json
from interpreter.cli.stopped import Stopped

if TYPE_CHECKING:
    from interpreter.duplicate import Job, Stand
    from interpreter.statistics import Interval, Share

MAX_SEED = 2**63 - 1
MOST = 10_000_000
DEALS, PRECISE_DEALS = 1_000, 100_000
FEW = 10
"""Of fewer tables nothing is said."""
STEP = 100
"""After each so many deals a match looks whether it is precise enough. The intervals of so few cover the truth as often
as those of 1,000 do, stopped at a width or not: what is rare counts by the two deals that are thought of."""


@click.command("match")
@click.argument("first", type=PlayerType())
@click.argument("second", type=PlayerType())
@click.option("--rules", "ref", metavar="REF", required=True, help="The rules to play by.")
@click.option("--deals", type=WholeNumber(1, MOST), help=f"Play so many deals at most [{DEALS:,}].")
@click.option("--precision", type=HalfWidth(), metavar="H", help="Stop when points are known to H to either side.")
@click.option("--games", type=WholeNumber(1, MOST), help="Play so many whole games instead, to their scores.")
@click.option("--seed", type=WholeNumber(0, MAX_SEED), help="Start chance from this number, to repeat a match.")
@click.option("--workers", type=WholeNumber(1, 256), default=1, show_default=True, help="Processes to play in.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    first: str,
    second: str,
    ref: str,
    deals: int | None,
    precision: float | None,
    games: int | None,
    seed: int | None,
    workers: int,
    as_json: bool,
) -> None:
    """Let the players FIRST and SECOND play the same deals with the seats swapped, and say who is better.

    Each deal is played with FIRST at north and south, with FIRST at east and west, and by SECOND alone; dealer and
    cards are the same. What FIRST gains over SECOND at the same seats is told apart by who declared. Intervals hold
    in 95 of 100 matches. A seed gives the same match with any number of workers, unless a player plays by the clock.

    \b
    bidwhist match rules highest --rules pagat-54 --deals 200
    bidwhist match rules highest --rules pagat-54 --games 50 --workers 2
    """
    from interpreter.compare.dealing import Endless
    from interpreter.duplicate import Job

    if games is not None and (deals is not None or precision is not None):
        raise click.UsageError("--games plays whole games: leave out --deals and --precision")
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    job = Job(ref, (first, second), seed)
    profile = job.pairing().profile
    hint_at_players(profile, job.names)
    try:
        if games is None:
            count = deals or (DEALS if precision is None else PRECISE_DEALS)
            stand, ended = play_deals(job, count, precision, workers)
            report, found = deals_text(job, stand, Screen().width), deals_json(stand)
            if ended == "not precise enough":
                report.append(fell_short(stand, precision or 0, count))
        else:
            won, ended = play_games(job, games, workers)
            report, found = games_text(job, won), {"games": games_json(won)}
    except Endless as error:
        raise Stopped(str(error), 1) from error
    if as_json:
        rules = {"reference": profile.reference, "title": profile.title, "hash": profile.hash}
        print_json({**rules, "players": job.names, "seed": seed, "ended": ended, **found})
    else:
        screen = Screen()
        screen.line((profile.title, "title"), (f" ({profile.reference})", "dim"))
        for line in report:
            screen.line(*([(line[1:], "mark")] if line.startswith("*") else [line]))
        said = what_is_unread(profile, job.names)
        if said:
            screen.line(("note: ", "mark"), said)
    if ended == "interrupted":
        raise Stopped("interrupted: these are the figures of what was played", 130, None)


def play_deals(job: Job, count: int, precision: float | None, workers: int) -> tuple[Stand, str]:
    """Play deals until there are enough; return how the match stands, and why it ended."""
    from interpreter.duplicate import Stand, widest

    profile = job.pairing().profile
    stand = Stand(profile, widest(profile))
    with Bar("playing", count) as bar, closing(job.boards(count, workers)) as boards:
        try:
            for board in boards:
                stand.add(board)
                bar.advance(said=f"{stand.points.mean:+.2f}, known to {stand.points.half_width:.2f}")
                if precision is not None and stand.deals % STEP == 0 and stand.points.half_width <= precision:
                    return stand, "precise enough"
        except KeyboardInterrupt:
            return stand, "interrupted"
    if precision is not None and not precise(stand, precision):
        return stand, "not precise enough"
    return stand, "all played" if precision is None else "precise enough"


def precise(stand: Stand, precision: float) -> bool:
    """Whether a match says something of its points, and nothing wider than was asked for."""
    return 2 * stand.deals >= FEW and stand.points.half_width <= precision


def play_games(job: Job, count: int, workers: int) -> tuple[list[int], str]:
    """Play games with both seatings; return how many each player won, and the drawn ones, and why the match ended."""
    won = [0, 0, 0]
    with Bar("playing", count) as bar, closing(job.games(count, workers)) as games:
        try:
            for pair in games:
                for winner in pair:
                    won[winner] += 1  # a draw is -1, and so the last
                bar.advance()
        except KeyboardInterrupt:
            return won, "interrupted"
    return won, "all played"


# ---- in words


def deals_text(job: Job, stand: Stand, columns: int) -> list[str]:
    """Return what the deals came to, in a table where there are columns for it; a line with a star is a heading."""
    first, second = job.names
    lines = [f"{first} against {second}: {stand.deals:,} deal{'s' * (stand.deals != 1)} at each table, seed {job.seed}"]
    if not stand.deals:
        return lines
    rows: list[tuple[str, Interval | None, int]] = [(f"{first} gains", stand.points, 2 * stand.deals)]
    parts = (
        ("  where it declares", stand.declaring),
        ("  where it defends", stand.defending),
        ("  else", stand.neither),
    )
    rows += [(name, part.interval(stand.bound), part.tables) for name, part in parts if part.tables]
    width = max(len(name) for name, _, _ in rows)
    heading = f"{'':{width}}  points a deal    95 % interval     tables"
    tabled = len(heading) <= columns
    lines += [f"*{heading}"] * tabled
    for name, interval, tables in rows:
        mean, ends = "", "too few to say"
        if interval is not None and tables >= FEW:
            mean, ends = f"{interval.mean:+.2f}", f"{interval.low:+.2f} to {interval.high:+.2f}"
        row = f"{name:{width}}  {mean:>13}  {ends:>15}  {tables:>9,}"
        lines.append(row if tabled else f"{name}: {mean} points a deal, 95 % {ends}, {tables:,} tables")
    lines.append(f"games, the deals strung together: {games_won(job, stand.games)}")
    return lines


def fell_short(stand: Stand, precision: float, count: int) -> str:
    """Return what is said of a match that isn't as precise as was asked for."""
    if 2 * stand.deals < FEW:
        return f"--precision {precision:g} wasn't reached: --deals {count} is too few to say anything"
    width = stand.points.half_width
    times = min(width / precision, math.sqrt(MOST))  # a width of next to nothing would be beyond all numbers
    needed = math.ceil(stand.deals * times**2 / STEP) * STEP
    takes = f"it takes about {needed:,} deals" if needed <= MOST else "it takes more deals than can be played"
    return f"--precision {precision:g} wasn't reached: the points are known to ±{width:.2f}; {takes} (--deals)"


def games_text(job: Job, won: list[int]) -> list[str]:
    """Return what whole games came to."""
    first, second = job.names
    return [f"{first} against {second}: {sum(won):,} games, seed {job.seed}", games_won(job, won)]


def games_won(job: Job, won: list[int]) -> str:
    """Return who won how many games."""
    from interpreter.statistics import share_interval

    first, second = job.names
    share = share_interval(won[0], won[0] + won[1])
    drawn = f", {won[2]:,} drawn" if won[2] else ""
    percent = f" ({100 * share.value:.0f} %, {100 * share.low:.0f} to {100 * share.high:.0f} %)" if share.n else ""
    return f"{first} wins {won[0]:,}{percent}, {second} {won[1]:,}{drawn}"


# ---- as JSON


def deals_json(stand: Stand) -> dict[str, object]:
    """Return what the deals came to; `deals` counts those of one table, or of both where a side is told apart."""
    parts = {"declaring": stand.declaring, "defending": stand.defending, "neither": stand.neither}
    return {
        "deals": stand.deals,
        "points": interval_json(stand.points if 2 * stand.deals >= FEW else None, stand.deals),
        **{
            name: interval_json(part.interval(stand.bound) if part.tables >= FEW else None, part.tables)
            for name, part in parts.items()
        },
        "games": games_json(stand.games),
    }


def interval_json(interval: Interval | None, deals: int) -> dict[str, object]:
    """Return a mean with its interval, nulls where there is none."""
    if interval is None:
        return {"mean": None, "low": None, "high": None, "deals": deals}
    return {"mean": interval.mean, "low": interval.low, "high": interval.high, "deals": deals}


def games_json(won: list[int]) -> dict[str, object]:
    """Return games won and drawn, and the first player's share of those that somebody won."""
    from interpreter.statistics import share_interval

    share: Share = share_interval(won[0], won[0] + won[1])
    ends = (
        {"share": share.value, "low": share.low, "high": share.high}
        if share.n
        else dict.fromkeys(("share", "low", "high"))
    )
    return {"first": won[0], "second": won[1], "drawn": won[2], **ends}
