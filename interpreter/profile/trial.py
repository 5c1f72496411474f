"""Which game a house rule is looked at with: one that it fits, since by itself it has no names and no phases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from interpreter.errors import MEANT, InputError, Problem
from interpreter.profile.cache import fetch
from interpreter.profile.check import check_reference, sound, wrong_with
from interpreter.profile.collecting import Files
from interpreter.profile.compose import gather
from interpreter.profile.library import content, read, shown
from interpreter.profile.nodes import Mapping
from interpreter.profile.salvage import start_of
from interpreter.profile.shelf import entries, files

Starts: TypeAlias = Set[tuple[str, int, int] | None]
"""Where problems begin."""
UNMET = "X039"
"""What is told of a need that a game doesn't meet."""
NO_FILE = "X008"
"""What is told of a name that leads to no file."""
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


def try_out(path: Path, first: str | None = None, known: Iterable[Problem] = (), stay: bool = False) -> Trial | None:
    """Look at a house rule with a game that it goes on top of without a problem; else with one that it fits.

    Tried are `first`, then games whose cases name the rule, then those whose cases try the most rules; one that fits
    none is told of the game that it is least wrong with. It is to `stay` with the `first` if it fits that, whatever is
    wrong with it there. Nothing more is said of where the problems stand that are `known` of the rule by itself. None
    where no game can be named from the rule's folder. Costs the check of one game; where the rule has problems, of
    `MAX_GAMES` at most and then of the one that is told.
    """
    folder = path.parent
    own = f"./{path.name}"
    told = {start_of(problem) for problem in known} - {None}
    tried = trials(path, first, told, stay=stay)
    fit = [trial for trial in tried if trial.fits]
    if fit and not fit[-1].problems:
        doubled = any(problem.code == "Y009" for problem in known)  # then the file says more than was looked at
        return in_full(fit[-1], own, folder, told) if doubled else fit[-1]
    if not fit:
        least = min(tried, key=lambda trial: len(trial.problems), default=None)
        return least and with_what_is_meant(path, in_full(least, own, folder, told), told)
    return in_full(fit[0], own, folder, told)


def in_full(trial: Trial, own: str, folder: Path, told: Starts) -> Trial:
    """Add all that is wrong with a rule on top of a game, each where it comes from."""
    try:
        check_reference(f"{trial.game}+{own}", None, folder)
    except InputError as error:
        return replace(trial, problems=besides(error.problems, told))
    return replace(trial, problems=())  # the file was changed meanwhile


def trials(path: Path, first: str | None, told: Starts, given: Files | None = None, stay: bool = False) -> list[Trial]:
    """Look at a house rule with games, up to the first that it goes on top of without a problem, or is to `stay` on."""
    tried: list[Trial] = []
    for game in islice(candidates(path.parent, path.stem, first), MAX_GAMES):
        trial = on_top_of(game, f"./{path.name}", path.parent, told, given)
        tried.append(trial)
        fit = [trial for trial in tried if trial.fits]
        if trial.fits and (
            (stay and game == first) or not trial.problems or (len(fit) >= MAX_TRIED and wrong_anyhow(fit))
        ):
            break
    return tried


def with_what_is_meant(path: Path, least: Trial, told: Starts) -> Trial:
    """Add what is wrong with a rule that fits no game because of needs that are misspelt, if these are put aside."""
    misspelt = {p.place for p in least.problems if p.code == UNMET and (p.help or "").startswith(MEANT)}
    document = read(path, shown(path), [])
    needs = None if document is None else document.root.entries.get("needs")
    if document is None or not isinstance(needs, Mapping) or not misspelt:
        return least
    left = {key: reason for key, reason in needs.entries.items() if needs.place_of(key) not in misspelt}
    root = replace(document.root, entries={**document.root.entries, "needs": replace(needs, entries=left)})
    again = trials(path, least.game, told, {path: document._replace(root=root, whole=False)})
    fit = [trial for trial in again if trial.fits]
    if not fit or not fit[-1].problems:
        return least
    return replace(least, game=fit[0].game, problems=(*least.problems, *fit[0].problems))


def besides(problems: Iterable[Problem], told: Starts) -> tuple[Problem, ...]:
    """Return problems but those that stand where something is told already."""
    return tuple(problem for problem in problems if start_of(problem) not in told)


def wrong_anyhow(trials: list[Trial]) -> bool:
    """Whether a key or a name is wrong with all of some games; what the rules come to differs more between games."""
    found = [{(problem.code, problem.place) for problem in trial.problems} for trial in trials]
    return any(code[:1] in "ES" for code, _ in set.intersection(*found))


def on_top_of(game: str, own: str, folder: Path, told: Starts = frozenset(), given: Files | None = None) -> Trial:
    """Look at a house rule with one game; what is wrong with it is told where it shows."""
    reference = f"{game}+{own}"
    if not given and fetch(reference, folder) is not None:
        return Trial(game, True)
    gathered = gather(reference, None, folder, given)
    problems = besides(gathered.problems, told)
    if gathered.composed is None or any(problem.code != NO_FILE for problem in problems):
        return Trial(game, False, problems)
    if given or problems:  # what is listed and isn't there says nothing of how the rest fits
        return Trial(game, True, besides(wrong_with(reference, None, folder, given), told))
    try:
        sound(reference, None, folder)
    except InputError as error:
        return Trial(game, True, besides(error.problems, told))
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
