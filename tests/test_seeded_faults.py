"""A file with N independent faults gives N problems, each at the right line and column of the right file.

Faults are sown by chance in copies of shipped files: a game, its parents and a house rule. At most one is sown in a
line, so that its place is known.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.cases import load_cases
from interpreter.errors import InputError
from interpreter.profile.advice import check_with_advice
from interpreter.profile.check import check_reference
from interpreter.resources import profiles_folder

Spot = tuple[str, int, int, str]
"""A file, a line, a column, and the code of the fault there."""


@dataclass(frozen=True)
class Fault:
    """A kind of fault: where it can be sown (the text that a group marks), and what that text becomes."""

    code: str
    where: str
    becomes: str

    def spots(self, line: str) -> Iterator[tuple[int, int, str]]:
        """Yield where it can be sown in a line: from which column to which, and what stands there then."""
        for match in re.finditer(self.where, line):
            yield match.start(1), match.end(1), match.expand(self.becomes)


KEYS = "when|add|beats|may_pass|leader|show|who|give|lose|others|offenders|each"
NAMES = r"(?:contract|bid|high|declarers|defenders|mine|theirs)\.[a-z]+"
FAULTS = (
    Fault("S001", rf"[{{ ]((?:{KEYS}))(?=: )", r"\1x"),
    Fault("S003", r"^params: \{.*?: ([0-9]+)[,}]", r'"\1"'),
    Fault("S004", r"\bto: (declarers|defenders)\b", r"\1x"),
    Fault("S004", r"\brounds: (one|open)\b", r"\1x"),
    Fault("E004", r" (==) ", "="),
    Fault("E004", r" (and|or) ", "&&"),
    Fault("E005", r" (not) stuck", "NOT"),
    Fault("E010", rf"[^\w.]({NAMES})(?![\w.(])", r"\1x"),
    Fault("R005", r"order: .* ([2K])\}?$", "3"),
    Fault("S001", r"(?:^  | )[a-z_]+: +\{()do: ", "zzz: 4, "),
    Fault("S001", r"^(?:deck:|  )\W*(suits|ranks|extra)(?=: )", r"\1x"),
    Fault("R003", r"^cards: \{[a-z]+: [^{}\[\]]*?([A-Z]+)\b", r"\1X"),
    Fault("S003", r"^contract: \{[a-z]+: (\w+)", r"[\1]"),
    Fault("R010", r"^flow: \[.*\b(auction|bury|pick_up|name_trump|name_dir|take|widow|choose)\b.*\]", r"\1x"),
    Fault("S004", r"\bdo: (bid|choose|exchange)\b", r"\1x"),
    Fault("S004", r"\ball_pass: (redeal|next_deal)\b", r"\1x"),
    Fault("E012", r"[ (](left|right|partner)\((?:dealer|me|declarer)\)", r"\1x"),
    Fault("X010", r"^(?:params|define|game|tallies|contract): \{([a-z_]+)(?=: )", r"nothing: null, \1"),
)
"""Each fault by itself is one problem, wherever it is sown. `order` ends with a rank that isn't 3."""
OWN = ("E010", "E012", "R005", "R003", "R010", "X010")
"""Faults that count only where nothing overrides the line."""
GAMES = ("pagat-54", "parr-oregon", "ship-simons-52", "rogler-ri", "vint-whist", "five-hundred", "wikihow-bid-whist")
RULES = ("two-sets", "renege-loses")
ABOUT = ("notes", "says", "needs", "title", "conflicts", "sources", "terms")
"""Sections in which words mean nothing to the program."""


def copied(folder: Path, name: str) -> list[str]:
    """Copy a shipped file and its parents into a folder, under names of their own; return the files, eldest first."""
    found = next(
        path for sub in ("", "bases", "house-rules") if (path := profiles_folder() / sub / f"{name}.yaml").is_file()
    )
    text = re.sub(r"(?m)^((?:profile|house_rule): ).*", rf"\1our-{name}", found.read_text("utf-8"))
    parent = re.search(r"(?m)^extends: (\S+)", text)
    files = copied(folder, parent[1]) if parent else []
    text = re.sub(r"(?m)^(extends: )(\S+)", r"\1our-\2", text)
    (folder / f"our-{name}.yaml").write_text(text)
    return [*files, f"our-{name}.yaml"]


def rule_lines(text: str) -> Iterator[int]:
    """Yield the numbers, from 0, of the lines that hold rules."""
    section = ""
    for at, line in enumerate(text.splitlines()):
        section = line.partition(":")[0] if line[:1].isalpha() else section
        if section not in ABOUT and ": " in line and not line.lstrip().startswith("#"):
            yield at  # what has no key goes on with the expression above, of which one fault is told


def sow(folder: Path, files: list[str], own: list[str], number: int, rng: random.Random) -> set[Spot]:
    """Sow so many faults in some files, if there is room for them; return where.

    A name or a list of a parent may be overridden, so that nobody looks at it: these are sown in `own` files only.
    """
    lines = [(file, at) for file in files for at in rule_lines((folder / file).read_text("utf-8"))]
    rng.shuffle(lines)
    sown: set[Spot] = set()
    for file, at in lines:
        text = (folder / file).read_text("utf-8").splitlines()
        code_of = text[at].split(" #")[0]
        kinds = [fault for fault in FAULTS if file in own or fault.code not in OWN]
        spots = [(fault, spot) for fault in kinds for spot in fault.spots(code_of)]
        if not spots or len(sown) == number:
            continue
        fault, (start, end, becomes) = rng.choice(spots)
        text[at] = text[at][:start] + becomes + text[at][end:]
        (folder / file).write_text("\n".join(text) + "\n")
        sown.add((file, at + 1, start + 1, fault.code))
    return sown


@pytest.mark.parametrize("seed", range(120))
def test_every_fault_is_told_once_and_where_it_is(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    rng = random.Random(seed)
    game, rule = rng.choice(GAMES), rng.choice(RULES)
    files = [*copied(tmp_path, game), *copied(tmp_path, rule)]
    reference = f"./our-{game}.yaml+./our-{rule}.yaml"
    sown = sow(tmp_path, files, [f"our-{game}.yaml", f"our-{rule}.yaml"], rng.randint(1, 9), rng)
    with pytest.raises(InputError) as error:
        check_reference(reference)
    found = {(p.place.file, p.place.line, p.place.column, p.code) for p in error.value.problems if p.place}
    assert found == sown
    assert len(error.value.problems) == len(sown)


TOGETHER = {
    "a misspelt section, and a number in it": ("parmas: {goal: 15.0}\n", {(4, 1, "S001"), (4, 16, "S003")}),
    "a misspelt section, a condition that is a number": ("gaem: {win: 7}\n", {(4, 1, "S001"), (4, 13, "S003")}),
    "a misspelt section, and a key in it": ("scroe: {made: {ad: 7}}\n", {(4, 1, "S001"), (4, 16, "S001")}),
    "a misspelt phase, and a key in it": (
        "phases: {auctoin: {round: open}}\n",
        {(4, 10, "S002"), (4, 20, "S001")},
    ),
    "a row without `to`, and no such tally": (
        "score: {a: {when: made, add: 1}, b: {to: declarers, add: 1, into: totl}}\n",
        {(4, 9, "S002"), (4, 67, "R040")},
    ),
    "a misspelt step that lacks all": ("phases: {bury: {steps: {burry: {give: 4}}}}\n", {(4, 25, "S002")}),
    "a rank order with commas": ("ranking: {up: {order: A,2,3,4,5,6,7,8,9,T,J,Q,K}}\n", {(4, 24, "Y019")}),
    "a pack with another name, and cards that add up with it": (
        "pack: {without: 2S 2H}\nparams: {kitty_size: 4}\n",
        {(4, 1, "S001")},
    ),
    "a number that is none, in a text": ('params: {bonus: 5 points}\nsays: {b: "{bonus} x"}\n', {(4, 17, "S003")}),
    "a tally that is misspelt where it stands": (
        "tallies: {set: game}\nscore: {s: {to: declarers, when: not made, add: 1, into: sets}}\n"
        "game: {lose: mine.sets >= 3}\n",
        {(4, 11, "R040")},
    ),
    "a phase that is moved, misspelt": ("flow: {pickup: {after: auction}}\n", {(4, 8, "R010")}),
    "a section within another": ("game: {match: {win: mine.games >= 2}}\n", {(4, 8, "S001")}),
    "a word for no trumps": ("contract: {trump: None}\n", {(4, 19, "R064")}),
    "a rank that the deck lacks": ("deck: {ranks: A K Q J T 9 8 7 6 5 4 3}\n", {(4, 15, "R004")}),
    "a reference where a game is named, and names that aren't there": (
        "house_rules: [goal=11]\nscore: {made: {add: bid.level - six}}\n",
        {(4, 15, "X008"), (5, 21, "E011"), (5, 33, "E010")},
    ),
    "a define that is misspelt where it stands": (
        "define: {bnous: contract.level - 2}\nscore: {made: {add: inherited + bonus}, set: {add: inherited - bonus}}\n",
        {(4, 10, "E010")},
    ),
    "a define that is read, and twice misspelt": (
        "define: {bonus: 2}\nscore: {made: {add: bonus + bnous}, set: {add: inherited - bnous}}\n",
        {(5, 29, "E010"), (5, 60, "E010")},
    ),
    "a name that was never defined": (
        "score: {made: {add: inherited + extras}, set: {add: inherited - extras}}\n",
        {(4, 33, "E010")},
    ),
    "a tally that was never defined": (
        "score: {s: {to: declarers, when: not made, add: 1, into: sets}}\ngame: {lose: mine.sets >= 3}\n",
        {(4, 58, "R040")},
    ),
    "a game among the house rules, unknown names": (
        "house_rules: [trickster]\nscore: {made: {add: over * fctor}}\nmade: over >= contract.lvl\n",
        {(4, 15, "X033"), (5, 28, "E010"), (6, 15, "E010")},
    ),
    "a game, misspelt, among the house rules": ("house_rules: [trickstr]\n", {(4, 15, "X008")}),
    "a tab, a key twice, a number in quotes, a misspelt key": (
        'params:\n\tgoal: 8\n\tgoal: 9\n\tmin_bid: "4"\nphases:\n\tauction:\n\t\tmay_pas: not stuck\n',
        {(5, 1, "Y004"), (6, 1, "Y004"), (6, 2, "Y009"), (7, 1, "Y004"), (7, 11, "S003"), (9, 1, "Y004")}
        | {(10, 1, "Y004"), (10, 3, "S001")},
    ),
    "a tab amid lines with two blanks, an unknown name": (
        "params:\n  min_bid: 4\n\tgoal: 8\nscore: {made: {add: contract.levl}}\n",
        {(6, 1, "Y004"), (7, 21, "E010")},
    ),
    "a blank of web pages, an unknown card": (
        "deck: {\u00a0extra: BJ LJ}\ncards: {jokers: BJ XJ}\n",
        {(4, 8, "Y003"), (5, 20, "R003")},
    ),
    "an unknown key of a phase, cards that don't add up": (
        "phases:\n  bury: {count: 4}\n  deal: {kitty: 10}\n",
        {(5, 10, "S001"), (6, 17, "R051")},
    ),
    "a misspelt key of the deck, cards that don't add up, an unknown name": (
        "deck: {extr: BJ LJ}\nphases: {deal: {kitty: 10}}\nscore: {made: {add: contract.levl}}\n",
        {(4, 8, "S001"), (5, 24, "R051"), (6, 21, "E010")},
    ),
    "a huge deck, an unknown name": (
        f"deck: {{extra: BJ LJ {' '.join(f'X{number}' for number in range(160))}}}\nmade: over >= contract.levl\n",
        {(4, 15, "R007"), (5, 15, "E010")},
    ),
    "inherited in a list of cards, a field called kind, an unknown name": (
        "deck: {extra: inherited XJ}\ncontract: {kind: 3}\nmade: over >= contract.levl\n",
        {(4, 15, "R008"), (5, 12, "R024"), (6, 15, "E010")},
    ),
    "rows that aren't indented, an unknown name in one of them, and what follows": (
        "score:\nmade: {add: contract.levl}\nset:\n  add: -contract.level\ngame: {win: mine.totl >= goal}\n",
        {(4, 1, "Y019"), (5, 13, "E010"), (8, 13, "E010")},
    ),
    "a misspelt house rule, unknown names": (
        "house_rules: [min-44]\nmade: over >= contract.lvl\ngame: {win: mine.total >= gol}\n",
        {(4, 15, "X008"), (5, 15, "E010"), (6, 27, "E010")},
    ),
    "a house rule that nobody knows, which may bring names, but none that is a known one misspelt": (
        "house_rules: [ours-too]\nmade: over >= contract.lvl\ngame: {win: mine.total >= zebra}\n",
        {(4, 15, "X008"), (5, 15, "E010")},
    ),
    "a phase to take out that isn't there, unknown names": (
        "flow: {pick_upp: null}\nmade: over >= contract.lvl\ngame: {win: mine.total >= gol}\n",
        {(4, 8, "X015"), (5, 15, "E010"), (6, 27, "E010")},
    ),
    "a key of house rules, unknown names": (
        "needs: {params.goal: why}\nmade: over >= contract.lvl\ngame: {win: mine.total >= gol}\n",
        {(4, 1, "S001"), (5, 15, "E010"), (6, 27, "E010")},
    ),
    "an unknown verb, unknown names in other phases": (
        "phases: {lead: {do: dance}, auction: {beats: bid.rank > hi.rank, may_pass: not stuk}, play: {leader: decl}}\n",
        {(4, 21, "S004"), (4, 57, "E010"), (4, 80, "E010"), (4, 102, "E010")},
    ),
    "an unknown name in a rank, cards that don't add up": (
        "phases: {deal: {each: 13}, auction: {bids: {suit: {rank: 2 * bid.levell}}}}\n",
        {(4, 23, "R051"), (4, 62, "E010")},
    ),
    "a row without points, a match without an end, cards that don't add up": (
        "score: {extra: {to: declarers}}\nmatch: {result: mine.games}\nphases: {deal: {each: 13}}\n",
        {(4, 9, "S002"), (5, 1, "S002"), (6, 23, "R051")},
    ),
    "cards that don't add up, and a game without an end": (
        "phases: {deal: {each: 13}}\ngame: {win: false, lose: false}\n",
        {(4, 23, "R051"), (5, 13, "R090")},
    ),
    "a rank twice, a misspelt phase, cards that don't add up": (
        "ranking: {down: {order: A 2 3 4 5 6 7 8 9 T J Q K 2}}\nphases: {deal: {each: 13}}\n"
        "flow: [deal, auction, name_trump, name_dirr, pick_up, bury, play]\n",
        {(4, 51, "R005"), (5, 23, "R051"), (6, 35, "R010")},
    ),
    "a default of another kind": ("contract: {level: high}\n", {(4, 19, "R025")}),
    "a rule by which nobody can bid": ("phases: {auction: {beats: false}}\n", {(4, 27, "R087")}),
    "a misspelt key, which would be wrong if it were spelt right": (
        "phases: {auction: {may_pas: true}}\n",
        {(4, 20, "S001")},
    ),
    "a number in quotes, which would be wrong without": ('params: {kitty_size: "10"}\n', {(4, 22, "S003")}),
    "a kitty that is too large and buried": (
        "phases: {deal: {kitty: 10}, bury: {steps: {bury: {give: 10}}}}\n",
        {(4, 24, "R051")},
    ),
    "an open quote ahead of a number in quotes and an unknown name": (
        'title: "Ours\nparams: {goal: "7"}\nscore:\n  made: {add: contract.levl}\n',
        {(4, 8, "Y005"), (5, 16, "S003"), (7, 15, "E010")},
    ),
    "an open brace in a map, between unknown names": (
        "made: over >= contract.lvl\nscore:\n  made: {add: over\n  set: {add: contract.levl}\n",
        {(4, 15, "E010"), (6, 19, "Y005"), (7, 14, "E010")},
    ),
    "an open brace over several lines, and what follows": (
        "phases:\n  deal: {\n    each: 13\n  play: {leader: declarr}\n",
        {(6, 13, "Y005"), (7, 18, "E010")},
    ),
    "a brace too many, cards that don't add up": (
        "dealer: {first: lot}}\nphases: {deal: {each: 13}}\n",
        {(4, 21, "Y005"), (5, 23, "R051")},
    ),
    "a row that is indented too deep and one too little, with faults in both": (
        "rulings:\n  revoke:\n    offenders: 0\n     others: mine.boks\n"
        "score:\n    made: {add: ovr}\n   set: {add: ovr}\n",
        {(7, 6, "Y005"), (7, 14, "E010"), (9, 17, "E010"), (10, 4, "Y005"), (10, 15, "E010")},
    ),
    "a phase that is indented wrongly, with a fault in it": (
        "phases:\n  auction:\n    rounds: one\n   play:\n    leader: declarr\n    books: @\n",
        {(7, 4, "Y005"), (8, 13, "E010"), (9, 12, "Y005")},
    ),
    "a first line that is indented": (
        "game:\n    win: mine.totl >= goal\n  lose: mine.total <= -gol\n  tie: draw\n",
        {(5, 5, "Y005"), (5, 10, "E010"), (6, 24, "E010")},
    ),
    "lines without a colon, an unknown key and a sign": (
        "params:\n  goal 7\n  min_bid: @\nmade over\nscore: {made: {addd: 1}}\n",
        {(5, 3, "Y005"), (6, 12, "Y005"), (7, 1, "Y005"), (8, 16, "S001")},
    ),
    "a phase without a colon, with a fault in it": (
        "phases:\n  auction\n    may_pas: true\nmade: over >= contract.lvl\n",
        {(5, 3, "Y005"), (6, 5, "S001"), (7, 15, "E010")},
    ),
    "keys in values, and a key twice": (
        "made: over: 7\nphases:\n  play: leader: declarer\n  deal: {each: 13}\n  deal: {each: 12}\n",
        {(4, 11, "Y005"), (6, 15, "Y005"), (7, 16, "R051"), (8, 3, "Y009")},
    ),
    "items of lists": (
        "flow:\n  - deal\n  - @auction\n  - name_trumpp\n  play: last\nmade: over >= contract.lvl\n",
        {(6, 5, "Y005"), (8, 3, "Y005"), (9, 15, "E010")},
    ),
    "a list among keys": (
        "terms:\n  trick: book\n  - nt\n  up: [a]\nmade: over >= contract.lvl\n",
        {(6, 3, "Y005"), (8, 15, "E010")},
    ),
    "names that a lost line may bring": (
        "define: {spare: over + 1\nmade: spare >= contract.lvl\nscore: {made: {add: spare}}\n",
        {(4, 25, "Y005"), (5, 16, "E010")},
    ),
    "a parent that can't be read": (
        "house_rules: [min-4\nparams: {gaol: 7}\nmade: over >= contract.lvl &&\n",
        {(4, 20, "Y005"), (6, 28, "E004")},
    ),
    "aliases of nothing, one within the value that it stands for": (
        "define: {spare: *more}\nscore: &all {made: *all}\nmade: over >= contract.lvl + spare\n",
        {(4, 17, "Y012"), (5, 20, "Y013"), (6, 15, "E010")},
    ),
    "a tab and an open quote": (
        'params:\n\tgoal: 8\nmade: over >= contract.lvl\ntitle: "Ours\n',
        {(5, 1, "Y004"), (6, 15, "E010"), (7, 8, "Y005")},
    ),
    "text that goes on, with a colon in it": (
        "notes:\n  some text\n  goes on: here\nmade: over >= contract.lvl\n",
        {(6, 10, "Y005"), (7, 15, "E010")},
    ),
    "a list without its brackets": (
        "flow: deal, auction, name_trump, name_dir, pick_up, bury, play\nphases: {auction: {may_pass: true}}\n",
        {(4, 7, "S003"), (5, 30, "R083")},
    ),
    "a list without its comma": (
        "deck: {extra: [BJ; LJ]}\nparams: {kitty_size: 5}\n",
        {(4, 16, "S005"), (5, 22, "R051")},
    ),
    "a range with other signs": (
        "ranking: {up: {order: A K Q J T 9 8 7 6 5 4 3}}\nphases: {auction: {bids: {suit: {level: min_bid-7}}}}\n",
        {(4, 23, "R066"), (5, 41, "E009")},
    ),
    "a verb by another name": (
        "phases:\n  look: {do: swap, steps: {look: {who: delcarer, take: kitty}}}\n"
        "flow: {look: {after: bury}}\nscore: {made: {add: ovr}}\n",
        {(5, 14, "S004"), (5, 40, "E010"), (7, 21, "E010")},
    ),
    "a key of the deck at the top": ("params: {kitty_size: 5}\nextra: BJ\ncards: {jokers: BJ}\n", {(5, 1, "S001")}),
    "a key of a phase at the top": ("each: 11\nparams: {kitty_size: 10}\n", {(4, 1, "S001")}),
    "a number at the top": ("slam: 3\nscore: {made: {add: inherited + slam}}\n", {(4, 1, "S001")}),
    "a misspelt row that builds on what is inherited": ("score: {mead: {add: inherited + 1}}\n", {(4, 9, "S002")}),
    "a word behind a number": (
        "params: {goal: 15 points}\ngame: {win: mine.points >= goal}\n",
        {(4, 16, "S003"), (5, 13, "E010")},
    ),
    "a row for nobody, a tally that isn't there": (
        "score:\n  bonus: {add: 1}\n  more: {to: sides, add: 1, into: totl}\n",
        {(5, 3, "S002"), (6, 35, "R040")},
    ),
    "an unknown card that is taken out, both sides can win": (
        "deck: {without: 2X}\nscore: {each: {to: sides, add: 1}}\ngame: {win: mine.total >= 3}\n",
        {(4, 17, "R008"), (6, 13, "R091")},
    ),
    "an unknown card for another one, no room for the kitty": (
        "deck: {without: 2S 2X}\nparams: {kitty_size: 4}\nphases: {deal: {kitty_not_from: {first: 30, last: 30}}}\n",
        {(4, 20, "R008"), (5, 22, "R052")},
    ),
    "two letters that changed places": ("gmae: {win: mine.total >= 4}\n", {(4, 1, "S001")}),
}
"""Lines of a game over pagat.com's, and the faults in them by line, column and code."""


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("extends: pagat-54.yml\ngame: {win: mine.points >= goal}\n", {(3, 10, "X001"), (4, 13, "E010")}),
        (
            "extends: our-rule\nscore: {made: {to: decl, add: ovr && 1}}\nparams: {goal: 15.0}\n",
            {(3, 10, "X030"), (4, 20, "S004"), (4, 35, "E004"), (5, 16, "S003")},
        ),
        ("extends: our-rul\nparams: {goal: 15.0}\n", {(3, 10, "X008"), (4, 16, "S003")}),
        (
            "extends: pagat-54\nhouse_rules: [our-game]\nscore: {made: {add: ovr, into: totl}}\n"
            "phases: {deal: {each: 13}}\n",
            {(4, 15, "X033"), (5, 21, "E010"), (5, 32, "R040"), (6, 23, "R051")},
        ),
        ("extends: pagat-54\nhouse_rules: [our-gam]\nscore: {made: {add: ovr}}\n", {(4, 15, "X008"), (5, 21, "E010")}),
        ("extends: ./our-gam.yaml\nscore: {made: {add: ovr}}\n", {(3, 10, "X001"), (4, 21, "E010")}),
        (
            "extends: pagat-54\nhouse_rules: [./our-rul.yaml]\nscore: {made: {add: ovr}}\n",
            {(4, 15, "X001"), (5, 21, "E010")},
        ),
    ],
)
def test_a_misspelt_path_hides_nothing(
    lines: str, expected: set[tuple[int, int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    (tmp_path / "our-game.yaml").write_text("format: 1\nprofile: our-game\ntitle: G\nextends: pagat-54\n")
    (tmp_path / "our-rule.yaml").write_text("format: 1\nhouse_rule: our-rule\ntitle: R\nparams: {min_bid: 4}\n")
    (tmp_path / "ours.yaml").write_text(f"format: 1\nprofile: ours\n{lines}")
    with pytest.raises(InputError) as error:
        check_reference("./ours.yaml")
    assert {(p.place.line, p.place.column, p.code) for p in error.value.problems if p.place} == expected


@pytest.mark.parametrize("name", TOGETHER)
def test_faults_of_several_kinds_are_told_together(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    lines, expected = TOGETHER[name]
    (tmp_path / "ours.yaml").write_text(f"format: 1\nprofile: ours\nextends: pagat-54\n{lines}", "utf-8")
    with pytest.raises(InputError) as error:
        check_reference("./ours.yaml")
    found = {(p.place.line, p.place.column, p.code) for p in error.value.problems if p.place}
    assert (found, len(error.value.problems)) == (expected, len(expected))
    assert {p.place.file for p in error.value.problems if p.place} == {"ours.yaml"}


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("format: 1\nprofil: ours\nextends: pagat-54\n", (2, 1, "X003")),
        ("format: 1\nprofile: ours\nextend: pagat-54\n", (3, 1, "S001")),
        ("format: 1\nprofile: ours\nextends: pagat-55\n", (3, 10, "X008")),
        ("frmat: 1\nprofile: ours\nextends: pagat-54\n", (1, 1, "X009")),
        ("format: 1\nprofile: 4\nextends: pagat-54\n", (2, 10, "X004")),
    ],
)
def test_a_fault_of_the_head_hides_nothing(
    head: str, told: tuple[int, int, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    (tmp_path / "ours.yaml").write_text(f"{head}made: over >= contract.lvl\nphases: {{deal: {{each: 13}}}}\n", "utf-8")
    with pytest.raises(InputError) as error:
        check_reference("./ours.yaml")
    found = [(p.place.line, p.place.column, p.code) for p in error.value.problems if p.place]
    assert found == [told, (4, 15, "E010"), (5, 23, "R051")]


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ('format: 1\nprofile: "ours\nextends: pagat-54\n', (2, 10)),
        ("format 1\nprofile: ours\nextends: pagat-54\n", (1, 1)),
        ("format: @1\nprofile: ours\nextends: pagat-54\n", (1, 9)),
        ("  format: 1\nprofile: ours\nextends: pagat-54\n", (1, 3)),
        ("format: 1\nprofile ours\nextends: pagat-54\n", (2, 1)),
    ],
)
def test_a_head_that_cant_be_read_hides_nothing(
    head: str, told: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test_a_fault_of_the_head_hides_nothing(head, (*told, "Y005"), tmp_path, monkeypatch)


def test_without_its_parent_a_file_is_looked_at_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    lines = 'format: 1\nprofile: ours\nextends: "pagat-54\nparams: {goal: "7"}\nmade: ovr && 1\n'
    (tmp_path / "ours.yaml").write_text(lines, "utf-8")
    with pytest.raises(InputError) as error:
        check_reference("./ours.yaml")
    found = [(p.place.line, p.place.column, p.code) for p in error.value.problems if p.place]
    assert found == [(3, 10, "Y005"), (4, 16, "S003"), (5, 11, "E004")]


@pytest.mark.parametrize(
    ("line", "column", "code"),
    [
        ("extends: no-such-game", 10, "X008"),
        ("extends: min-4", 10, "X030"),
        ("house_rules: [neuralplay]", 15, "X033"),
        ("house_rules: [no-such-rule]", 15, "X008"),
    ],
)
def test_a_wrong_name_of_a_file_hides_nothing_of_a_whole_game(
    line: str, column: int, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    text = (Path(__file__).parent / "bad" / "bases" / "small.yaml").read_text("utf-8")
    text = text.replace("when: made", "when: maed").replace("goal: 5", "goal: 5.5").replace("to: kitty", "to: kity")
    (tmp_path / "ours.yaml").write_text(text.replace("profile: small", f"profile: ours\n{line}"), "utf-8")
    with pytest.raises(InputError) as error:
        check_reference("./ours.yaml")
    found = {(p.place.line, p.place.column, p.code) for p in error.value.problems if p.place}
    assert found == {(3, column, code), (10, 26, "S003"), (28, 67, "S004"), (32, 31, "E010")}
    assert len(error.value.problems) == 4


BROKEN = (
    (r"(: )(?=[^\s\[{\"'|>#&*-])", ": @", 2, False),
    (r"(: )(?=[^\s\[{\"'|>#&*-][^\"]*$)", ': "', 2, False),
    (r"(?:: \{.*)(\})$", "", 0, True),
    (r"(?:: \[.*)(\])$", "", 0, True),
    (r"(?:: [\[{].*[\]}])()$", "]", 0, False),
)
"""Faults of syntax: what of a line becomes what, how far behind its beginning it is told, and whether at the end."""


@pytest.mark.parametrize("seed", range(80))
def test_a_fault_of_syntax_hides_no_other(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside faults of other lines, also of other files; the others are sown where nothing depends on that line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    rng = random.Random(seed)
    files = copied(tmp_path, rng.choice(GAMES))
    file = tmp_path / files[-1]
    lines = file.read_text("utf-8").splitlines()
    about = [at for at, line in enumerate(lines) if re.match(r"(title|sources|notes): \S", line)]
    about += [at for at in range(len(lines)) if lines[at][:1] == " " and section_of(lines, at) in ("terms", "says")]
    spots = [
        (at, match, becomes, behind)
        for at in about
        for where, becomes, behind, _ in BROKEN
        for match in re.finditer(where, lines[at].split(" #")[0].rstrip())
    ]
    at, match, becomes, behind = rng.choice(spots)
    code_of = lines[at].split(" #")[0].rstrip()
    lines[at] = code_of[: match.start(1)] + becomes + code_of[match.end(1) :]
    file.write_text("\n".join(lines) + "\n")
    sown = sow(tmp_path, files, files[-1:], rng.randint(1, 3), rng)
    with pytest.raises(InputError) as error:
        check_reference(f"./{files[-1]}")
    found = {(p.place.file, p.place.line, p.place.column, p.code) for p in error.value.problems if p.place}
    assert found == sown | {(files[-1], at + 1, match.start(1) + behind + 1, "Y005")}
    assert len(error.value.problems) == len(sown) + 1


def test_a_fault_of_one_case_hides_none_of_others(tmp_path: Path) -> None:
    contract = "contract: {trump: S, dir: down}"
    lines = f"""format: 1
reference: pagat-54
cases:
  one:
    source: "a
    trick: {{{contract}, cards: 3H AH KH 2H, wins: AH}}
  two:
    source: b
    trick: {{{contract}, cards: 3H AH KH 2H, winz: AH}}
  three:
    source: b
    trick: {{{contract}, cards: 3H AH KH 2H, wins: AH
  four
    source: b
    trick: {{{contract}, cards: 3H AH KH 2H, wins: XH}}
  five:
    source: b
     trick: {{{contract}, cards: 3H AH KH, wins: AH}}
"""
    path = tmp_path / "ours.cases.yaml"
    path.write_text(lines, "utf-8")
    with pytest.raises(InputError) as error:
        load_cases(path)
    found = [(p.place.line, p.place.column, p.code) for p in error.value.problems if p.place]
    ends = {at: len(line) for at, line in enumerate(lines.splitlines(), 1)}
    assert found == [
        *((5, 13, "Y005"), (9, lines.splitlines()[8].index("winz") + 1, "S001"), (12, ends[12] + 1, "Y005")),
        *((13, 3, "Y005"), (15, ends[15] - 2, "T010"), (18, 6, "Y005"), (18, ends[18] - 18, "T015")),
    ]


def section_of(lines: list[str], at: int) -> str:
    """Return the top-level key that a line stands below."""
    return next(line.partition(":")[0] for line in reversed(lines[:at]) if line[:1].isalpha())


OF_PARENTS = "house_rules: [sport-the-kitty]\nsays: {doubling: null}\nflow: {pick_up: {after: auction}}\n"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("profile: Ours\nextends: pagat-54\nranking: {suit: {trumps: jokers}}\n", [(2, "X005"), (4, "R110")]),
        ("profile: theirs\nextends: pagat-54\nranking: {suit: {trumps: jokers}}\n", [(2, "X005"), (4, "R110")]),
        (
            "profile: ours\nextends: pagat-54\nhouse_rules: [deuce, goal=11]\nranking: {suit: {trumps: jokers}}\n",
            [(4, "X008"), (5, "R110")],
        ),
        (
            "profile: ours\nextends: pagat-54+min-4\nscore: {made: {add: bid.level - six}}\n",
            [(3, "X008"), (4, "E010"), (4, "E011")],
        ),
        (f"profile: ours\n{OF_PARENTS}phases: {{auction: {{may_pas: true}}}}\n", [(2, "X014"), (6, "S001")]),
        (
            f"profile: ours\nextends: [pagat-54]\n{OF_PARENTS}phases: {{auction: {{may_pas: true}}}}\n",
            [(3, "S003"), (7, "S001")],
        ),
    ],
)
def test_what_is_wrong_with_a_head_hides_nothing(
    lines: str, told: list[tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.yaml").write_text(f"format: 1\n{lines}", "utf-8")
    with pytest.raises(InputError) as error:
        check_with_advice("./ours.yaml")
    assert sorted((p.place.line, p.code) for p in error.value.problems if p.place) == told


TOPS = "deck cards dealer contract tallies ranking phases define score rulings game match params terms says"


@pytest.mark.parametrize("top", TOPS.split(" "))
@pytest.mark.parametrize("value", ["7", "true", "deal", "[a, b]", "null"])
def test_a_section_that_is_none_beside_a_key_that_belongs_in_one(
    top: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for key in ("may_pass: true", "each: 13", "bids: x", "add: 3"):
        text = f"format: 1\nprofile: ours\nextends: pagat-54\n{top}: {value}\n{key}\n"
        (tmp_path / "ours.yaml").write_text(text, "utf-8")
        with pytest.raises(InputError) as error:
            check_with_advice("./ours.yaml")
        assert 5 in {problem.place.line for problem in error.value.problems if problem.place}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            "params: {gaol: 11}\nterms: {trik: book}\nphases: {deal: {each: 13}}\n",
            [(4, 10, "R100", "warning"), (5, 9, "R100", "warning"), (6, 23, "R051", "error")],
        ),
        (
            "deck: {without: 2X}\nscore: {bonus: {to: sides, when: declarers.books > 30, add: 1}}\n",
            [(4, 17, "R008", "error"), (5, 34, "R102", "warning")],
        ),
    ],
)
def test_warnings_are_told_beside_errors(
    lines: str, expected: list[tuple[int, int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BIDWHIST_CACHE", str(tmp_path / "cache"))
    (tmp_path / "ours.yaml").write_text(f"format: 1\nprofile: ours\nextends: pagat-54\n{lines}", "utf-8")
    with pytest.raises(InputError) as error:
        check_with_advice("./ours.yaml")
    found = [(p.place.line, p.place.column, p.code, p.severity) for p in error.value.problems if p.place]
    assert found == expected
