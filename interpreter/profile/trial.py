"""Which game a house rule is looked at with: one that it fits, since by itself it has no names and no phases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from interpreter.errors import InputError, Problem
from interpreter.profile.cache import fetch
from interpreter.profile.check import check_reference, sound
from interpreter.profile.compose import gather
from interpreter.profile.library import content
from interpreter.profile.shelf import entries, files

REFERENCE = re.compile(r"^reference:[ \t]+([\w-]+)", re.MULTILINE)
MAX_GAMES = 20
"""How many games are tried at most."""
MAX_TRIED = 4
"""How many games are tried for a rule that has the same key or name wrong with all of them."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What a house rule comes to on top of a game: which, whether it `fits` there at all, and what is wrong with it."""

    game: str
    fits: bool
    problems: tuple[Problem, ...] = ()


def try_out(path: Path, first: str | None = None) -> Trial | None:
    """Look at a house rule with a game that it goes on top of without a problem; else with one that it fits.

    Tried are `first`, then games whose cases name the rule, then those whose cases try the most rules; one that fits
    none is told of the game that it is least wrong with. None where no game can be named from the rule's folder. Costs
    the check of one game; where the rule has problems, of `MAX_GAMES` at most and then of the one that is told.
    """
    folder = path.parent
    own = f"./{path.name}"
    tried: list[Trial] = []
    for game in islice(candidates(folder, path.stem, first), MAX_GAMES):
        trial = on_top_of(game, own, folder)
        if trial.fits and not trial.problems:
            return trial
        tried.append(trial)
        fit = [trial for trial in tried if trial.fits]
        if trial.fits and len(fit) >= MAX_TRIED and wrong_anyhow(fit):
            break
    fit = [trial for trial in tried if trial.fits]
    if not fit:
        return min(tried, key=lambda trial: len(trial.problems), default=None)
    try:
        check_reference(f"{fit[0].game}+{own}", None, folder)
    except InputError as error:
        return replace(fit[0], problems=error.problems)
    return replace(fit[0], problems=())  # the file was changed meanwhile


def wrong_anyhow(trials: list[Trial]) -> bool:
    """Whether a key or a name is wrong with all of some games; what the rules come to differs more between games."""
    found = [{(problem.code, problem.place) for problem in trial.problems} for trial in trials]
    return any(code[:1] in "ES" for code, _ in set.intersection(*found))


def on_top_of(game: str, own: str, folder: Path) -> Trial:
    """Look at a house rule with one game; what is wrong with it is told where it shows."""
    reference = f"{game}+{own}"
    if fetch(reference, folder) is not None:
        return Trial(game, True)
    gathered = gather(reference, None, folder)
    if gathered.composed is None or gathered.problems:
        return Trial(game, False, gathered.problems)
    try:
        sound(reference, None, folder)
    except InputError as error:
        return Trial(game, True, error.problems)
    return Trial(game, True)


def candidates(folder: Path, rule: str, first: str | None) -> Iterator[str]:
    """Yield the games that can be named from a folder, likely ones in front; they are looked for behind the `first`."""
    if first:
        yield first
    tried = tries(folder, rule)
    games = [entry.id for entry in entries(folder) if entry.kind == "profile" and entry.id != first]
    yield from sorted(games, key=lambda game: tried.get(game, (0, 0)), reverse=True)


def tries(folder: Path, rule: str) -> dict[str, tuple[int, int]]:
    """Count for each game the cases that try a house rule on it, and those that try any."""
    found: dict[str, tuple[int, int]] = {}
    for path in files(folder, cases=True):
        try:
            text = content(path).decode("utf-8", errors="replace")
        except (OSError, ValueError):
            continue
        game = REFERENCE.search(text)
        if game:
            this, any_rule = found.get(game[1], (0, 0))
            named = len(re.findall(rf"\+{re.escape(rule)}(?![\w-])", text))
            found[game[1]] = this + named, any_rule + text.count("rules: +")
    return found
