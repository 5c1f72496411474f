"""Whether a standing that people tell, totals, games and the number of a deal, can be one before a deal is played.

A standing can't be where the game or the match would have ended already. That is proved only from rules that read
nothing of a deal but its number: what the last deal was like isn't known.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.contract import Contract
from interpreter.errors import Problem
from interpreter.expression.compile import Compiled
from interpreter.facts import Where, nowhere
from interpreter.model import Profile
from interpreter.scoring import BEFORE, Account, Outcome, Standing
from interpreter.table import SIDES


def doubts(
    profile: Profile, standing: Standing, deal: int | None, where: Where = nowhere, *, reached: bool = True
) -> Iterator[Problem]:
    """Yield why a standing can't be one before a deal; `deal` is its number, None where it wasn't told.

    `where` gives the places of `games`, of `deal` and, behind `before`, of a tally. Unless it has to be `reached`,
    nothing is said of totals at which a game is over: what would be right then may be asked, too.

    Costs at most one look at the rule for each deal before this one.
    """
    tallies = standing.tallies
    lasting = {name for name, scope in profile.scoring.tallies.items() if scope == "match"}
    begun = [name for name, pair in tallies.items() if any(pair) and (name not in lasting or not any(standing.games))]
    if min(standing.games) < 0:
        lost = min(standing.games)
        yield Problem("T044", f"nobody can have won {lost} games", where("games"), "write 0 or more")
    elif profile.scoring.match is None and any(standing.games):
        yield Problem(
            "T044", "one game is the match here: nobody has won games before", where("games"), "leave the games out"
        )
    elif profile.scoring.match is not None and holds(profile.scoring.match.win, profile, standing, deal=None):
        won = f"{standing.games[0]} and {standing.games[1]}"
        yield Problem(
            "T044", f"with {won} games won the match is over before this deal", where("games"), "begin a new match"
        )
    if deal == 1:
        for name in begun:
            one, other = tallies[name]
            said = f"before the first deal of a game {name} is 0 and 0, not {one} and {other}"
            help = "leave the number of the deal out, or give the right one"
            yield Problem("T044", said, where("before", name), help)
        return
    last = last_deal(profile, standing, deal)
    if last is not None:
        yield Problem(
            "T044", f"the game is over after deal {last}: there is no deal {deal}", where("deal"), f"{last} at most"
        )
        return
    game = profile.scoring.game
    own = [name for name in begun if name not in lasting]
    if reached and own and any(holds(rule, profile, standing, deal) for rule in (game.win, game.lose, game.over)):
        shown = ", ".join(f"{name} {tallies[name][0]} and {tallies[name][1]}" for name in own)
        said = f"with these numbers the game is over before this deal: {shown}"
        yield Problem(
            "T044", said, where("before", own[0]), "give the totals from before the deal, not those behind it"
        )


def last_deal(profile: Profile, standing: Standing, deal: int | None) -> int | None:
    """Return the deal before this one that ends the game whatever happens in it, None where there is none."""
    rule = profile.scoring.game.over
    if rule is None or not rule.reads <= {"deal"}:
        return None
    return next((number for number in range(1, deal or 1) if rule.call({"deal": number})), None)


def holds(rule: Compiled | None, profile: Profile, standing: Standing, deal: int | None) -> bool:
    """Whether a rule about an end was met for certain when the deal before `deal` was over."""
    if rule is None or any(unknown(name, profile, deal) for name in rule.reads):
        return False
    before = Standing(standing.tallies, standing.games, (deal or 2) - 1)
    account = Account(profile.scoring, Outcome(Contract({})), (0, 0), before)
    return any(rule.call(account.names(side)) for side in SIDES)


def unknown(name: str, profile: Profile, deal: int | None) -> bool:
    """Whether a name stands for something of the deal before, which nobody told."""
    owner, _, quantity = name.partition(".")
    if name == "deal":
        return deal is None
    if quantity.startswith(BEFORE):
        return True
    if name in ("mine", "theirs"):
        return False
    return owner not in ("mine", "theirs") or (quantity not in profile.scoring.tallies and quantity != "games")


__all__ = ["doubts"]
