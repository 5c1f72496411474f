"""Slips of authors, each with the place that it is told at and the remedy."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import tempfile
from pathlib import Path

import pytest

from interpreter.cli import main

HEAD = "format: 1\nprofile: ours\ntitle: Ours\nextends: pagat-54\n"
# lines of a profile, and what is said: place and code, and the remedy
LINES = [
    ("house_rules: min-4, sport-the-kity", "5:14: error[S003]", "write it as a list: [min-4, sport-the-kity]"),
    ("house_rules: min-4, sport-the-kity", "5:21: error[X008]", "did you mean 'sport-the-kitty'?"),
    ("phases: {auction: {may_pass: not dealer}}", "5:34: error[E014]", "compare it: such as me == dealer"),
    ("score: {made: {when: contract.level}}", "5:22: error[E014]", "compare it: such as contract.level > 0"),
    ("phases: {bury: {when: jokers}}", "5:23: error[E014]", "such as count(jokers) > 0"),
    ("score: {slam: declarers.books == 13}", "5:15: error[S003]", "{when: declarers.books == 13}"),
    ("score: {slam: 3}", "5:15: error[S003]", "{add: 3}"),
    ("house_rule: [min-4]", "5:1: error[X003]", "did you mean 'house_rules'?"),
    ("house_rules: [goal=11]", "5:15: error[X008]", "write `params: {goal: 11}`"),
    ("house_rules: [vint-whist]", "5:15: error[X033]", "write `extends: vint-whist` to build on it"),
    ("score: {made: 2 * inherited}", "5:15: error[X013]", "write what it is for: {add: 2 * inherited}"),
    ("match: {games: 2}", "5:9: error[S001]", "did you mean 'win', which is missing here?"),
    ("match: {win: 2}", "5:14: error[S003]", "such as mine.games >= 2"),
    ("game: {win: goal}", "5:13: error[E014]", "such as mine.total >= goal"),
    ("game: {tie: declarer}", "5:13: error[S005]", "did you mean 'declarers'?"),
    ("dealer: {first: north}", "5:17: error[S005]", "write seat(0)"),
    ("params: {ace-worth: 5}\nscore: {made: {add: ace-worth}}", "5:10: error[S006]", "write ace_worth, here and where"),
    ("params: {ace-worth: 5}\nscore: {made: {add: ace_worth}}", "5:10: error[S006]", "write ace_worth, here and where"),
    ("params: {ace_worth: 5}\nscore: {made: {add: 2 * ace-worth}}", "6:25: error[E010]", "did you mean 'ace_worth'?"),
    ("score: {made: {add: inherit + 1}}", "5:21: error[E010]", "did you mean 'inherited'?"),
    ("ranking: {up: {trumps: jokers ..}}", "5:31: error[R003]", "write ... for the rest"),
    ("ranking: {up: {trumps: jokers …}}", "5:31: error[R003]", "write ... for the rest"),
    ("cards: {high: foo}", "5:15: error[R003]", "such as AS, BJ, A, S, or At, the A of trumps"),
    ("score: {made: {when: ovr = fcator}}", "5:22: error[E010]", "did you mean 'over'?"),
    ("score: {made: {when: ovr = fcator}}", "5:26: error[E004]", "write == to compare"),
    ("score: {made: {when: ovr = fcator}}", "5:28: error[E010]", "did you mean 'factor'?"),
    ("define: {foo: ovr = 1}", "5:15: error[E010]", "did you mean 'over'?"),
    ("score: {made: {when: card.suit == S}}", "5:22: error[E011]", "known here: contract.dir"),
    (
        "phases: {look: {do: exchange, steps: {a: {who: declarer, take: kitty}}}}",
        "5:10: error[R012]",
        "add `flow: {look: {after: ..}}`, or delete it",
    ),
    ("phases: {deal: {turn: ~}}", "5:23: error[S003]", "write null"),
    ("match: ~", "5:8: error[S003]", "write null"),
    ("says: {a, b}", "5:8: error[Y019]", "a list stands in [ ]"),
]
REDEAL = "phases: {auction: {calls: {redeal: {when: count(hand & faces) == 0, then: redeal}}}}"
# lines of a profile with one slip; place and code; the remedy; and the lines when it was followed
ONE_SLIP = [
    ("flow: {pickup: {after: auction}}", "5:8: error[R010]", "did you mean 'pick_up'?",
     "flow: {pick_up: {after: auction}}"),
    ("match: {win: 2}", "5:14: error[S003]", "such as mine.games >= 2", "match: {win: mine.games >= 2}"),
    ("contract: {trump: None}", "5:19: error[R064]", "write none", "contract: {trump: none}"),
    ("game: {match: {win: mine.games >= 2}}", "5:8: error[S001]", "'match' belongs at the top of the file",
     "match: {win: mine.games >= 2}"),
    # texts that begin with a word in braces
    *(
        (f"says: {{goal: {text}}}", f"5:14: error[{code}]", remedy, f"says: {{goal: {meant}}}")
        for text, code, remedy, meant in (
            ("{goal} points", "Y005", ': "{goal} points"', '"{goal} points"'),
            ("{goal:words} points", "Y005", ': "{goal:words} points"', '"{goal:words} points"'),
            ("[to] {goal}", "Y005", ': "[to] {goal}"', '"[to] {goal}"'),
            ("{goal}", "S003", ': "{goal}"', '"{goal}"'),
        )
    ),
    ("summary: {two} packs\nparams: {goal: 9}", "5:10: error[Y005]", ': "{two} packs"',
     'summary: "two packs"\nparams: {goal: 9}'),
    # names, and what they were meant for
    *(
        (f"{terms}score: {{bonus: {{to: declarers, when: {{}}, add: 1}}}}".replace("{}", f"{field} == {said}"),
         f"{line}:{39 + len(field) + 4 - 1}: error[E016]", f"did you mean {meant!r}?",
         f"{terms}score: {{bonus: {{to: declarers, when: {field} == {meant}, add: 1}}}}")
        for terms, line, field, said, meant in (
            ("", 5, "contract.dir", "uptown", "up"),
            ("", 5, "contract.dir", "high", "up"),
            ("", 5, "contract.dir", "Low", "down"),
            ("", 5, "contract.trump", "hearts", "H"),
            ("terms: {H: Herz}\n", 6, "contract.trump", "Herz", "H"),
        )
    ),
    *(
        (f"score: {{bonus: {{to: declarers, add: {name}}}}}", "5:37: error[E010]", f"did you mean {meant!r}?",
         f"score: {{bonus: {{to: declarers, add: {meant}}}}}")
        for name, meant in (
            ("defender.books", "defenders.books"),
            ("declarer.books", "declarers.books"),
            ("opponent.tricks", "defenders.books"),
            ("Taker.books", "declarers.books"),
        )
    ),
    *(
        (f"score: {{bonus: {{to: declarers, add: {text}}}}}", f"5:{at}: error[{code}]", remedy,
         f"score: {{bonus: {{to: declarers, add: {meant}}}}}")
        for text, at, code, remedy, meant in (
            ("2over", 37, "E010", "write 2 * over", "2 * over"),
            ("1 + 2contract.level", 41, "E010", "write 2 * contract.level", "1 + 2 * contract.level"),
            ("2 over", 39, "E005", "such as 2 * over", "2 * over"),
            ("2(over + 1)", 37, "E005", "write 2 * (", "2 * (over + 1)"),
            ("if made then 2 (over) els 1", 50, "E005", "write 2 * (", "if made then 2 * (over) else 1"),
        )
    ),
    ("score: {sets: {to: declarers, when: not made, add: 1, into: sets}}", "5:61: error[R040]",
     "add `tallies: {sets: game}`",
     "tallies: {sets: game}\nscore: {sets: {to: declarers, when: not made, add: 1, into: sets}}"),
    ("match: {win: mine.games >= 2, result: mine.stakes}", "5:39: error[E010]",
     "needs `tallies: {stakes: match}` and a row with `into: stakes`",
     "tallies: {stakes: match}\nmatch: {win: mine.games >= 2, result: mine.stakes}\n"
     "game: {score: {stakes: {to: winner, add: 1, into: stakes}}}"),
    ("phases: {auction: {bids: {suit: {level: null, levle: min_bid..7, rank: 2 * bid.levle}}}}", "5:47: error[R023]",
     "did you mean 'level'?",
     "phases: {auction: {bids: {suit: {level: min_bid..7, rank: 2 * bid.level}}}}"),
    ("phases: {auction: {bids: {suit: {levels: 4..7}}}}", "5:34: error[R023]", "did you mean 'level'?",
     "phases: {auction: {bids: {suit: {level: 4..7}}}}"),
    ("phases: {deal: {set: {trmp: S}}}", "5:23: error[R023]", "did you mean 'trump'?",
     "phases: {deal: {set: {trump: S}}}"),
    ("phases: {deal: {set: {level2: 1}}}", "5:23: error[R023]", "add `contract: {level2: ..}`",
     "contract: {level2: 0}\nphases: {deal: {set: {level2: 1}}}"),
    ("phases: {name_trump: {pick: {trump: [S, H, D, K]}}}", "5:47: error[R031]", "choose another word",
     "phases: {name_trump: {pick: {trump: [S, H, D, C]}}}"),
    ("terms: {up: [uptown, high], down: [high, low]}", "5:29: error[R029]", "say them in different words",
     "terms: {up: [uptown, high], down: [downtown, low]}"),
    ("cards: {tens: 10}", "5:15: error[R003]", "write T: ", "cards: {tens: T}"),
    ("cards: {big: 10S AD}", "5:14: error[R003]", "write TS: ", "cards: {big: TS AD}"),
    ("params: {kitty_size: 5}\ndeck: {without: 10S}", "6:17: error[R008]", "write TS: ",
     "params: {kitty_size: 5}\ndeck: {without: TS}"),
    ("ranking: {down: {order: A 2 3 4 5 6 7 8 9 10 J Q K}}", "5:43: error[R004]", "write T: ",
     "ranking: {down: {order: A 2 3 4 5 6 7 8 9 T J Q K}}"),
    *(
        (f"score: {{bonus: {{to: declarers, add: count(mine.won & {text})}}}}", f"5:54: error[{code}]",
         f"`{remedy}`, and write",
         f"{remedy}\nscore: {{bonus: {{to: declarers, add: count(mine.won & {meant})}}}}")
        for text, code, remedy, meant in (
            ("H", "E014", "cards: {hearts: H}", "hearts"),
            ("A", "E010", "cards: {all_a: A}", "all_a"),
            ("Spades", "E010", "cards: {spades: S}", "spades"),
        )
    ),
    ("score: {bonus: {to: declarers, add: over + bonus}}", "5:44: error[E010]", "`params: {bonus: ..}` if it is",
     "params: {bonus: 2}\nscore: {bonus: {to: declarers, add: over + bonus}}"),
    ("score: {bonus: {to: declarers, when: contract.trump == 7, add: 1}}", "5:38: error[E015]",
     "such as contract.trump == S", "score: {bonus: {to: declarers, when: contract.trump == S, add: 1}}"),
    ("score: {bonus: {to: declarers, add: (over + 1}}", "5:37: error[E007]", "write ) where it ends",
     "score: {bonus: {to: declarers, add: (over + 1)}}"),
    ("score: {bonus: {to: declarers, add: over + 1)}}", "5:45: error[E007]", "take it away",
     "score: {bonus: {to: declarers, add: over + 1}}"),
    ("score: {bonus: {to: declarers, add: min(over)}}", "5:37: error[E013]", "such as min(a, b)",
     "score: {bonus: {to: declarers, add: 'min(over, 1)'}}"),
    # a sign that YAML takes for itself
    *(
        (f"score: {{bonus: {{to: declarers, {wrong}}}}}", f"5:{at}: error[Y011]", f"write not: {right}",
         f"score: {{bonus: {{to: declarers, {wrong.replace(tag, right)}}}}}")
        for wrong, tag, right, at in (
            ("when: !made, add: 5", "!made", "not made", 38),
            ("add: 5, when: !made", "!made", "not made", 46),
            ("when: !(made), add: 5", "!(made)", "not (made)", 38),
            ("when: ! made, add: 5", "! made", "not made", 38),
            ("when: !made and not made, add: 5", "!made", "not made", 38),
        )
    ),
    ("score:\n  bonus:\n    to: declarers\n    when: !made\n    add: 5", "8:11: error[Y011]", "write not: not made",
     "score:\n  bonus:\n    to: declarers\n    when: not made\n    add: 5"),
    ("notes: !Kitchen rules", "5:8: error[Y011]", 'put the value in quotes: "!Kitchen rules"',
     'notes: "!Kitchen rules"'),
    ("says: {x: &up}", "5:11: error[Y020]", 'if it is text: "&up"', 'says: {x: "&up"}'),
    ("notes: *Kitchen* rules", "5:8: error[Y012]", 'if it is text: "*Kitchen* rules"', 'notes: "*Kitchen* rules"'),
    ("notes: *Kitchen", "5:8: error[Y012]", 'if it is text: "*Kitchen"', 'notes: "*Kitchen"'),
    ("says: {x: *up there}", "5:11: error[Y012]", 'if it is text: "*up there"', 'says: {x: "*up there"}'),
    # a comment within a text
    *(
        (f"score:\n  made:\n    add: {sign}\n      over   # the books\n      * factor", "8:14: error[E004]",
         "take the comment out", f"score:\n  made:\n    add: {sign}\n      over\n      * factor")
        for sign in ("|", ">", ">-")
    ),
    # other words for null
    ("says: {kitty: ~}", "5:15: error[S003]", "write null", "says: {kitty: null}"),
    ("says:\n  kitty: Null", "6:10: error[S003]", "write null", "says: {kitty: null}"),
    ("notes: NULL", "5:8: error[S003]", 'leave the key out; as text write "NULL"', 'notes: "NULL"'),
    ("score: {made: ~}", "5:15: error[S003]", "write null", "score: {made: null}"),
    # nothing behind a key
    ("params: {min_bid: 4, goal: }", "5:22: error[Y019]", "write a value", "params: {min_bid: 4, goal: 7}"),
    ("params: {min_bid: 4, goal:, kitty_size: 6}", "5:22: error[Y019]", "write a value",
     "params: {min_bid: 4, goal: 7, kitty_size: 6}"),
    ("score: {bonus: {to: declarers, when: , add: 5}}", "5:32: error[Y019]", "write a value",
     "score: {bonus: {to: declarers, when: made, add: 5}}"),
    ("score: {bonus: {to: declarers, add: , when: made}}", "5:32: error[Y019]", "write a value",
     "score: {bonus: {to: declarers, add: 5, when: made}}"),
    # a comma, colon or quote
    ("params: {goal: 7 min_bid: 4}", "5:18: error[Y005]", "write a comma between '7' and 'min_bid'",
     "params: {goal: 7, min_bid: 4}"),
    ("params: {goal: 7; min_bid: 4}", "5:17: error[Y005]", "write a comma between '7' and 'min_bid'",
     "params: {goal: 7, min_bid: 4}"),
    ("says: {x: 'a' y: b}", "5:15: error[Y005]", "write a comma between", "says: {x: 'a', y: b}"),
    ("score: {a: {to: declarers, add: 1} b: {to: declarers, add: 2}}", "5:36: error[Y005]",
     "write a comma between '}' and 'b'",
     "score: {a: {to: declarers, add: 1}, b: {to: declarers, add: 2}}"),
    ("params: {goal=9}", "5:10: error[Y019]", "write goal: 9", "params: {goal: 9}"),
    ("params: {min_bid: 4, goal = 9}", "5:22: error[Y019]", "write goal: 9", "params: {min_bid: 4, goal: 9}"),
    ("params: {min_bid: 4, goal 9}", "5:22: error[Y019]", "write goal: 9", "params: {min_bid: 4, goal: 9}"),
    ("score: {bonus: {to: declarers, add 5}}", "5:32: error[Y019]", "write add: 5",
     "score: {bonus: {to: declarers, add: 5}}"),
    ("params:\n  min_bid: 4\n  goal = 9", "7:7: error[Y005]", "write goal: 9", "params:\n  min_bid: 4\n  goal: 9"),
    ("score: {bonus: {to: declarers, add: if made: 1 else -2}}", "5:44: error[Y005]", "write if made then 1 else -2",
     "score: {bonus: {to: declarers, add: if made then 1 else -2}}"),
    ("score:\n  bonus:\n    to: declarers\n    add: if made: 1 else: -2", "8:17: error[Y005]",
     "write if made then 1 else -2", "score:\n  bonus:\n    to: declarers\n    add: if made then 1 else -2"),
    ("notes: Hoyle: page 3", "5:13: error[Y005]", 'put the text in quotes: notes: "Hoyle: page 3"',
     'notes: "Hoyle: page 3"'),
    ("says: {x: Grand: slam, y: b}", "5:16: error[Y005]", 'put the text in quotes: x: "Grand: slam"',
     'says: {x: "Grand: slam", y: b}'),
    ("notes: 'Grandma's rules'", "5:17: error[Y005]", "in quotes of the other kind: \"Grandma's rules\"",
     "notes: \"Grandma's rules\""),
    ("says: {x: 'grandma's', y: b}", "5:20: error[Y005]", "in quotes of the other kind: \"grandma's\"",
     "says: {x: \"grandma's\", y: b}"),
    ('notes: "Kitchen" rules', "5:18: error[Y005]", "put the whole value in quotes: '\"Kitchen\" rules'",
     "notes: '\"Kitchen\" rules'"),
    ("notes: Hoyle: page 3\n  and more", "5:13: error[Y005]", "put the text in quotes",
     'notes: "Hoyle: page 3\n  and more"'),
    ("sources:\n  - Hoyle: page 3", "6:5: error[S003]", 'put the text in quotes: "Hoyle: page 3"',
     'sources:\n  - "Hoyle: page 3"'),
    # lists
    ("flow: [deal auction, name_trump, name_dir, pick_up, bury, play]", "5:8: error[S005]",
     "put a comma between the items: deal, auction",
     "flow: [deal, auction, name_trump, name_dir, pick_up, bury, play]"),
    ("flow: [deal; auction, name_trump, name_dir, pick_up, bury, play]", "5:8: error[S005]",
     "put a comma between the items: deal, auction",
     "flow: [deal, auction, name_trump, name_dir, pick_up, bury, play]"),
    ("flow:\n  - deal\n    - auction\n  - name_trump\n  - name_dir\n  - pick_up\n  - bury\n  - play",
     "7:5: error[Y005]", "put it below the '-' above",
     "flow:\n  - deal\n  - auction\n  - name_trump\n  - name_dir\n  - pick_up\n  - bury\n  - play"),
    ("flow: (deal, auction, name_trump, name_dir, pick_up, bury, play)", "5:7: error[S003]", "a list stands in [ ]: [",
     "flow: [deal, auction, name_trump, name_dir, pick_up, bury, play]"),
    ("flow:\n  -deal\n  -auction\n  -name_trump\n  -name_dir\n  -pick_up\n  -bury\n  -play", "6:3: error[S003]",
     "put a blank behind each '-': - deal",
     "flow:\n  - deal\n  - auction\n  - name_trump\n  - name_dir\n  - pick_up\n  - bury\n  - play"),
    ("house_rules: min-4, sport-the-kitty", "5:14: error[S003]", "write it as a list: [min-4, sport-the-kitty]",
     "house_rules: [min-4, sport-the-kitty]"),
    ("score:\n  bonus: {to: declarers, add: 1}\n  - more: {to: declarers, add: 2}", "7:3: error[Y005]", "take it away",
     "score:\n  bonus: {to: declarers, add: 1}\n  more: {to: declarers, add: 2}"),
    ("score:\n  bonus:\n    to: declarers\n    - add: 1", "8:5: error[Y005]", "take it away",
     "score:\n  bonus:\n    to: declarers\n    add: 1"),
    # what stands behind a value
    ("params:\n  goal: 9,", "6:9: error[S003]", "take the ',' away: 9", "params:\n  goal: 9"),
    ("seats: 4;", "5:8: error[S003]", "take the ';' away: 4", "seats: 4"),
    ("seats: 4# four", "5:8: error[S003]", "begins with a blank and '#': 4 # four", "seats: 4 # four"),
    ("seats: 4 // four", "5:8: error[S003]", "begins with a blank and '#': 4 # four", "seats: 4 # four"),
    ("abstract: false,", "5:11: error[S003]", "take the ',' away: false", "abstract: false"),
    ("sides: partners,", "5:8: error[S004]", "take the ',' away: partners", "sides: partners"),
    ("score: {made: {add: 5;}}", "5:22: error[E004]", "take it away", "score: {made: {add: 5}}"),
    ("score: {made: {add: 5# five\n  }}", "5:22: error[E004]", "write a blank before the '#'",
     "score: {made: {add: 5 # five\n  }}"),
    # a map
    ("params:\n  goal = 9", "6:3: error[S003]", "write goal: 9", "params:\n  goal: 9"),
    ("params:\n  goal 9", "6:3: error[S003]", "write goal: 9", "params:\n  goal: 9"),
    ("params:\n  goal:9", "6:3: error[S003]", "write goal: 9", "params:\n  goal: 9"),
    ("params:\n  goal = 9\n  min_bid = 4", "6:3: error[S003]", "write goal: 9, and the others in the same way",
     "params:\n  goal: 9\n  min_bid: 4"),
    ("made: {add: 5}", "5:7: error[S003]", "indent it below `score`", "score:\n  made: {add: 5}"),
    ("bonus: {to: declarers, add: 5}", "5:1: error[S001]", "indent it below `score`",
     "score:\n  bonus: {to: declarers, add: 5}"),
    # a key by the name that it has elsewhere
    ("score: {made: {points: 3}}", "5:16: error[S001]", "did you mean 'add'?", "score: {made: {add: 3}}"),
    ("score: {made: {if: made}}", "5:16: error[S001]", "did you mean 'when'?", "score: {made: {when: made}}"),
    ("rules: [min-4]", "5:1: error[S001]", "did you mean 'house_rules'?", "house_rules: [min-4]"),
    ("parameters: {goal: 9}", "5:1: error[S001]", "did you mean 'params'?", "params: {goal: 9}"),
    ("phases: {auction: {first: right(dealer)}}", "5:20: error[S001]", "did you mean 'start'?",
     "phases: {auction: {start: right(dealer)}}"),
    ("phases: {play: {lead: right(dealer)}}", "5:17: error[S001]", "did you mean 'leader'?",
     "phases: {play: {leader: right(dealer)}}"),
    # a word that no layer of the ranking asks for
    ("phases: {auction: {bids: {suit: {dir: [up, doun]}}}}", "5:44: error[R063]", "did you mean 'down'?",
     "phases: {auction: {bids: {suit: {dir: [up, down]}}}}"),
    # what stands for nothing
    ("score: {bonus: {to: declarers, add: inherited + 1}}", "5:37: error[E021]", "write without 'inherited'",
     "score: {bonus: {to: declarers, add: 1}}"),
    # signs of suits
    ("deck: {suits: ♠ ♥ ♦ ♣}", "5:15: error[R019]", "write S H D C", "deck: {suits: S H D C}"),
    ("cards: {x: A♠}", "5:12: error[R003]", "write AS", "cards: {x: AS}"),
    ("phases: {name_trump: {pick: {trump: [♠, H, D, C]}}}", "5:38: error[S005]", "write S",
     "phases: {name_trump: {pick: {trump: [S, H, D, C]}}}"),
    # lines that aren't indented
    ("score:\n  made:\n  add: 5", "6:3: error[Y019]", "indent the lines", "score:\n  made:\n    add: 5"),
    ("score:\n  bonus:\n  to: declarers\n  add: 5\n  more: {to: declarers, add: 1}", "6:3: error[Y019]",
     "indent the lines", "score:\n  bonus:\n    to: declarers\n    add: 5\n  more: {to: declarers, add: 1}"),
    ("score:\nbonus:\n    to: declarers\n    add: 5\n  more: {to: declarers, add: 1}", "6:1: error[Y005]",
     "indent it by 2 blanks, as 'more' is",
     "score:\n  bonus:\n    to: declarers\n    add: 5\n  more: {to: declarers, add: 1}"),
    ("score:\n  bonus:\n  to: declarers\n    add: 5\n  more: {to: declarers, add: 1}", "7:3: error[Y005]",
     "indent it by 4 blanks, as 'add' is",
     "score:\n  bonus:\n    to: declarers\n    add: 5\n  more: {to: declarers, add: 1}"),
    ("notes: >\nKitchen rules\nof ours\nparams: {goal: 9}", "6:1: error[Y005]", "indent it by 2 blanks",
     "notes: >\n  Kitchen rules\n  of ours\nparams: {goal: 9}"),
    ("score:\n  made:\n    add: >-\n    over * factor +\n    3", "8:5: error[Y005]", "indent it by 6 blanks",
     "score:\n  made:\n    add: >-\n      over * factor +\n      3"),
    ("score:\n  made: {add: over}\nbonus: {to: declarers, add: 5}\n  set: {add: 3}", "7:1: error[Y005]",
     "indent it by 2 blanks", "score:\n  made: {add: over}\n  bonus: {to: declarers, add: 5}\n  set: {add: 3}"),
    ("score:\n  made:\n    add: over\nbonus: {to: declarers, add: 5}\n  set: {add: 3}", "8:1: error[Y005]",
     "indent it by 2 blanks", "score:\n  made:\n    add: over\n  bonus: {to: declarers, add: 5}\n  set: {add: 3}"),
    ("phases:\n  auction:\n    start: right(dealer)\nrounds: one\n  play: {leader: declarer}", "8:1: error[Y005]",
     "indent it by 4 blanks",
     "phases:\n  auction:\n    start: right(dealer)\n    rounds: one\n  play: {leader: declarer}"),
    ("phases:\n  auction:\n    start: right(dealer)\n      rounds: one", "8:7: error[Y005]", "indent it by 4 blanks",
     "phases:\n  auction:\n    start: right(dealer)\n    rounds: one"),
    ("params:\n  goal: 9\n    min_bid: 4", "7:5: error[Y005]", "indent it by 2 blanks",
     "params:\n  goal: 9\n  min_bid: 4"),
    ("  params: {goal: 9}", "5:3: error[Y005]", "take the blanks before it away", "params: {goal: 9}"),
    ("phases:\n  auction:\n    start: right(dealer)\n  rounds: one", "8:3: error[S013]", "put it below 'auction'",
     "phases:\n  auction:\n    start: right(dealer)\n    rounds: one"),
    ("score:\n  bonus:\n    to: declarers\n  when: made\n  add: 1", "8:3: error[S013]", "put them below 'bonus'",
     "score:\n  bonus:\n    to: declarers\n    when: made\n    add: 1"),
    # a text or a list where another belongs
    ("house_rules: sport the kitty", "5:14: error[X008]", "did you mean 'sport-the-kitty'?",
     "house_rules: [sport-the-kitty]"),
    ("score: {bonus: {to: declarers, when: [made, over > 1], add: 1}}", "5:38: error[S003]",
     "write made and over > 1", "score: {bonus: {to: declarers, when: made and over > 1, add: 1}}"),
    ("game: {win: >= goal}", "5:13: error[Y005]", "write before it what is compared",
     "game: {win: mine.total >= goal}"),
    ("flow: deal, auction, name_trump, name_dir, pick_up, bury, play", "5:7: error[S003]",
     "write it as a list: [deal, auction, name_trump, name_dir, pick_up, bury, play]",
     "flow: [deal, auction, name_trump, name_dir, pick_up, bury, play]"),
    # words, ranges and signs
    ("score: {bonus: {to: declarers, when: contract.trump == S or H, add: 1}}", "5:61: error[E014]",
     "write contract.trump == H",
     "score: {bonus: {to: declarers, when: contract.trump == S or contract.trump == H, add: 1}}"),
    ("score: {bonus: {to: declarers, when: made and contract.level == 4 or 5, add: 1}}", "5:70: error[E014]",
     "write contract.level == 5",
     "score: {bonus: {to: declarers, when: made and (contract.level == 4 or contract.level == 5), add: 1}}"),
    ("score: {bonus: {to: declarers, when: H, add: 1}}", "5:38: error[E014]", "such as contract.trump == H",
     "score: {bonus: {to: declarers, when: contract.trump == H, add: 1}}"),
    ("score: {made: {add: inherited + contract.level == 7}}", "5:21: error[E014]",
     ".. + (if contract.level == 7 then 1 else 0)",
     "score: {made: {add: inherited + (if contract.level == 7 then 1 else 0)}}"),
    ("ranking:\n  up:\n    order: A, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3, 2", "7:12: error[S005]",
     "write it as a list: [A, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3, 2]",
     "ranking:\n  up:\n    order: A K Q J T 9 8 7 6 5 4 3 2"),
    ("params: {goal: 15 points}", "5:16: error[S003]", "write 15", "params: {goal: 15}"),
    ("params: {goal: fifteen}", "5:16: error[S003]", "write 15", "params: {goal: 15}"),
    ("phases: {auction: {bids: {suit: {level: [4-7]}}}}", "5:42: error[S005]", "write 4..7, without [ ]",
     "phases: {auction: {bids: {suit: {level: 4..7}}}}"),
    ("phases: {auction: {bids: {suit: {dir: up, down}}}}", "5:41: error[Y019]", "write it as a list: [up, down]",
     "phases: {auction: {bids: {suit: {dir: up down}}}}"),
    ("ranking: {up: {order: AKQJT98765432}}", "5:23: error[R004]", "write A K Q J T 9 8 7 6 5 4 3 2",
     "ranking: {up: {order: A K Q J T 9 8 7 6 5 4 3 2}}"),
    ("ranking: {up: {order: jokers}}", "5:23: error[R004]", "the ranks are A K Q J T 9 8 7 6 5 4 3 2",
     "ranking: {up: {order: A K Q J T 9 8 7 6 5 4 3 2}}"),
    ("ranking: {suit: {when: contract.trump}}", "5:24: error[E014]", "such as contract.trump == S",
     "ranking: {suit: {when: contract.trump != none}}"),
    *((f"phases: {{auction: {{bids: {{suit: {{level: min_bid{sign}7}}}}}}}}", "5:41: error[E009]", "write min_bid..7",
       "phases: {auction: {bids: {suit: {level: min_bid..7}}}}") for sign in ("-", " to ", "...")),
    ("phases: {auction: {bids: {more: {level: 3..7, rnk: 9}}}}", "5:47: error[S001]", "did you mean 'rank'?",
     "phases: {auction: {bids: {more: {level: 3..7, rank: 9}}}}"),
    ("score: {set: {add: - contract.level}}", "5:20: error[Y005]", "write -contract.level",
     "score: {set: {add: -contract.level}}"),
    ("score:\n  set:\n    add: - contract.level", "7:10: error[Y005]", "write -contract.level",
     "score:\n  set:\n    add: -contract.level"),
    ("game: {win: total(mine) >= goal}", "5:13: error[E012]", "write mine.total", "game: {win: mine.total >= goal}"),
    # a key before a bracket
    ("phases:\n  name_dir {pick: {dir: [up, down]}}", "6:3: error[Y005]", "write name_dir: {",
     "phases:\n  name_dir: {pick: {dir: [up, down]}}"),
    ("score:\n  bonus:{to: declarers, add: 1}", "6:3: error[Y005]", "write bonus: {",
     "score:\n  bonus: {to: declarers, add: 1}"),
    ("house_rules [min-4]", "5:1: error[Y005]", "write house_rules: [", "house_rules: [min-4]"),
    # a choice
    ("score: {made: {add: over + (if made: 1 else 0)}}", "5:36: error[Y005]", "write over + (if made then 1 else 0)",
     "score: {made: {add: over + (if made then 1 else 0)}}"),
    ("score: {made: {add: over + (made ? 1 : 0)}}", "5:34: error[Y005]", "write if made then 1 else 0",
     "score: {made: {add: over + (if made then 1 else 0)}}"),
    ("score:\n  made:\n    add: over + (made ? 1 : 0)", "7:23: error[Y005]", "write if made then 1 else 0",
     "score:\n  made:\n    add: over + (if made then 1 else 0)"),
    ("score: {made: {add: over + if(made, 1, 0)}}", "5:35: error[Y019]", "write over + (if made then 1 else 0)",
     "score: {made: {add: over + (if made then 1 else 0)}}"),
    # commas within { }
    ("phases: {name_dir: {pick: {dir: up, down}}}", "5:35: error[Y019]", "write it as a list: [up, down]",
     "phases: {name_dir: {pick: {dir: [up, down]}}}"),
    ("phases: {name_dir: {pick: {dir: [up down]}}}", "5:34: error[S005]", "put a comma between the items: up, down",
     "phases: {name_dir: {pick: {dir: [up, down]}}}"),
    ("score: {bonus: {to: declarers, when: made, over > 1, add: 1}}", "5:42: error[Y019]",
     "write `and` or `or` for the comma: made and over > 1",
     "score: {bonus: {to: declarers, when: made and over > 1, add: 1}}"),
    # operators in words, or with a blank
    ("score: {bonus: {to: declarers, when: over > = 2, add: 1}}", "5:43: error[E004]", "write >=",
     "score: {bonus: {to: declarers, when: over >= 2, add: 1}}"),
    ("score: {bonus: {to: declarers, when: over is at least 2, add: 1}}", "5:43: error[E004]", "write >=",
     "score: {bonus: {to: declarers, when: over >= 2, add: 1}}"),
    ("score: {bonus: {to: declarers, when: over more than 2, add: 1}}", "5:43: error[E004]", "write >",
     "score: {bonus: {to: declarers, when: over > 2, add: 1}}"),
    ("score: {made: {add: 5 points}}", "5:22: error[E004]", "leave it out", "score: {made: {add: 5}}"),
    ("phases: {auction: {start: dealer + 1}}", "5:27: error[E014]", "", "phases: {auction: {start: left(dealer)}}"),
    ("score: {bonus: {to: bidders, add: 1}}", "5:21: error[S004]", "did you mean 'declarers'?",
     "score: {bonus: {to: declarers, add: 1}}"),
    *(
        (f"score:\n  bonus:\n    to: declarers\n    when: {text}\n    add: 1", f"8:{at}: error[{code}]", remedy,
         f"score:\n  bonus:\n    to: declarers\n    when: {meant}\n    add: 1")
        for text, at, code, remedy, meant in (
            ("defenders.books above 6", 27, "E004", "write >\n", "defenders.books > 6"),
            ("defenders.books over 6", 27, "E004", "write >\n", "defenders.books > 6"),
            ("defenders.books is under 6", 27, "E004", "write <\n", "defenders.books < 6"),
            ("defenders.books greater 6", 27, "E004", "write >\n", "defenders.books > 6"),
            ("no made", 11, "E005", "write not\n", "not made"),
            ("over > 1 or no made", 23, "E005", "write not\n", "over > 1 or not made"),
            ("made not", 11, "E005", "write not made\n", "not made"),
            ("made not and over < 2", 11, "E005", "write not made\n", "not made and over < 2"),
            ("isn't made", 11, "E004", "write not\n", "not made"),
            ("contract.trump isn't S", 26, "E004", "write !=\n", "contract.trump != S"),
            ("declarers,books == 13", 11, "E004", "write declarers.books\n", "declarers.books == 13"),
        )
    ),
    # calls
    *(
        (f"score:\n  bonus:\n    to: declarers\n    add: {text}", f"8:{at}: error[{code}]", remedy,
         f"score:\n  bonus:\n    to: declarers\n    add: {meant}")
        for text, at, code, remedy, meant in (
            ("min(over; 2)", 18, "E004", "write ,\n", "min(over, 2)"),
            ("max(0 mine.books - 2)", 16, "E005", "put a comma between the values: 0, mine.books",
             "max(0, mine.books - 2)"),
            ("max(over 0)", 19, "E005", "put a comma between the values: over, 0", "max(over, 0)"),
            ("min(over, 2 over)", 22, "E005", "such as 2 * over", "min(over, 2 * over)"),
            ("min over, 2", 10, "E005", "write min(over, 2)\n", "min(over, 2)"),
            ("1 + max of over and 3", 14, "E005", "write max(over, 3)\n", "1 + max(over, 3)"),
            ("count(mine.won; jokers)", 24, "E004", "write &\n", "count(mine.won & jokers)"),
        )
    ),
    *(
        (f"phases:\n  play:\n    leader: {text}", f"7:13: error[{code}]", "write left(declarer)\n",
         "phases:\n  play:\n    leader: left(declarer)")
        for text, code in (
            ("declarer's left", "E004"), ("declarer left", "E004"), ("the declarer\u2019s left", "E004"),
            ("left of declarer", "E005"), ("left of the declarer", "E005"),
        )
    ),
    # operators between cards and sets of them, and what denies a condition
    *(
        (f"phases:\n  play:\n    free: {text}", f"7:{at}: error[{code}]", f"write {meant}\n",
         f"phases:\n  play:\n    free: {text[:at - 11]}{meant}")
        for text, at, code, meant in (
            ("card == jokers", 11, "E015", "card in jokers"),
            ("jokers == card", 11, "E015", "card in jokers"),
            ("card != jokers", 11, "E015", "not card in jokers"),
            ("card is jokers", 11, "E005", "card in jokers"),
            ("card is not jokers", 11, "E004", "not card in jokers"),
            ("card in trumps", 11, "E014", "suit(card) == contract.trump"),
            ("card in contract.trump", 11, "E014", "suit(card) == contract.trump"),
            ("card is trump", 11, "E005", "suit(card) == contract.trump"),
            ("trick == 1 and card != trumps", 26, "E015", "suit(card) != contract.trump"),
        )
    ),
    *(
        (f"score:\n  bonus:\n    to: declarers\n    add: 1\n    when: {text}", f"9:{at}: error[{code}]", remedy,
         f"score:\n  bonus:\n    to: declarers\n    add: 1\n    when: {meant}")
        for text, at, code, remedy, meant in (
            ("jokers in mine.won", 11, "E014", "write count(mine.won & jokers) > 0\n", "count(mine.won & jokers) > 0"),
            ("mine.won and jokers", 11, "E014", "write count(mine.won & jokers) > 0\n", "count(mine.won & jokers) > 0"),
            ("mine.won & jokers == 2", 11, "E015", "write count(mine.won & jokers) == 2\n",
             "count(mine.won & jokers) == 2"),
            *((text, 11, "E010", "write not made\n", "not made") for text in ("unmade", "not_made", "failed", "set")),
            ("deal == 3rd", 19, "E010", "write 3\n", "deal == 3"),
        )
    ),
    (f"cards: {{faces: K Q J}}\n{REDEAL.replace(' & ', ' and ')}", "6:49: error[E014]", "write hand & faces\n",
     f"cards: {{faces: K Q J}}\n{REDEAL}"),
    *(
        (f"score: {{bonus: {{to: declarers, add: '{wrong}(over, 2)'}}}}", "5:38: error[E012]", right,
         f"score: {{bonus: {{to: declarers, add: '{right}(over, 2)'}}}}")
        for wrong, right in (("minimum", "min"), ("maximum", "max"), ("largest", "max"))
    ),
    # what a bid is compared with
    *(
        (f"phases: {{auction: {{beats: {text}}}}}", f"5:{at}: error[E010]", remedy,
         "phases: {auction: {beats: bid.rank > high.rank}}")
        for text, at, remedy in (
            ("bid > high", 27, "write bid.rank > high.rank\n"),
            ("bid > highest", 27, "write bid.rank > high.rank\n"),
            ("bid.rank > high", 27, "write bid.rank > high.rank\n"),
            ("bid.rank > highest.rank", 38, "did you mean 'high.rank'?"),
            ("bid.rank > current.rank", 38, "did you mean 'high.rank'?"),
            ("bid.rank > rank", 38, "did you mean 'high.rank'?"),
        )
    ),
    # who deals first, and who wins when both sides would
    *((f"dealer: {{first: {text}}}", "5:17: error[S005]", "write seat(0)\n", "dealer: {first: seat(0)}")
      for text in ("seat 0", "seat0")),
    *((f"game: {{tie: {text}}}", "5:13: error[S005]", "did you mean 'draw'?", "game: {tie: draw}")
      for text in ("nobody", "none")),
    # what belongs elsewhere, or is one too many
    ("terms: {trick: [book, [trick]]}", "5:23: error[S003]", "write trick, without", "terms: {trick: [book, trick]}"),
    ("goal: 9", "5:1: error[S001]", "below `params`: {goal: 9}", "params: {goal: 9}"),
    ("house_rules: [pagat-54+min-4]", "5:15: error[X008]", "a game stands alone: `extends: pagat-54` and",
     "house_rules: [min-4]"),
    ("phases: {pick_up: {steps: {take: {give: 3}}}}", "5:41: error[S009]", "leave this out",
     "phases: {pick_up: {steps: {take: {take: kitty}}}}"),
    # a param where a rule reads it
    ("phases: {auction: {min_bid: 4}}", "5:20: error[S001]", "write `params: {min_bid: 4}`", "params: {min_bid: 4}"),
    ("game: {goal: 9}", "5:8: error[S001]", "write `params: {goal: 9}`", "params: {goal: 9}"),
    # choices and assignments of other languages
    *(
        (f'define: {{factor: "{wrong}"}}', f"5:{19 + at}: error[{code}]", f"write: {right}\n",
         f'define: {{factor: "{right}"}}')
        for wrong, at, code, right in (
            ("contract.level > 5 ? 3 : 1", 19, "E004", "if contract.level > 5 then 3 else 1"),
            ("contract.level > 5 ? 3 : goal > 4 ? 2 : 1", 19, "E004",
             "if contract.level > 5 then 3 else if goal > 4 then 2 else 1"),
            ("goal > 5 ? goal > 6 ? 3 : 2 : 1", 9, "E004",
             "if goal > 5 then if goal > 6 then 3 else 2 else 1"),
            ("1 + (contract.level > 5 ? 3 : 1)", 24, "E004", "1 + (if contract.level > 5 then 3 else 1)"),
            ("3 when contract.level > 5 else 1", 2, "E005", "if contract.level > 5 then 3 else 1"),
            ("3 if contract.level > 5 else 1", 2, "E005", "if contract.level > 5 then 3 else 1"),
            ("if contract.level > 5: 3 else: 1", 21, "E004", "if contract.level > 5 then 3 else 1"),
            ("IF(contract.level = 5; 3; 1)", 0, "E004", "if contract.level == 5 then 3 else 1"),
            ("IF(contract.level > 5, 3, 1)", 0, "E012", "if contract.level > 5 then 3 else 1"),
            ("1 + If(goal > 5; 3; IF(goal > 4; 2; 1))", 15, "E004",
             "1 + (if goal > 5 then 3 else if goal > 4 then 2 else 1)"),
        )
    ),
    *(
        (f"define: {{factor: if goal > 5 then 3 {word} goal > 4 then 2 else 1}}", "5:37: error[E005]",
         "write else if\n",
         "define: {factor: if goal > 5 then 3 else if goal > 4 then 2 else 1}")
        for word in ("elif", "elseif", "elsif", "ElseIf")
    ),
    ("define: {factor: if goal > 5 then 3 otherwise 1}", "5:37: error[E005]", "write else\n",
     "define: {factor: if goal > 5 then 3 else 1}"),
    ("define: {factor: if goal > 5 then 3 else 1 end}", "5:44: error[E005]", "leave it out\n",
     "define: {factor: if goal > 5 then 3 else 1}"),
    *(
        (f'define: {{over: "{wrong}"}}', f"5:{17 + wrong.index(sign)}: error[E004]", f"write {right}\n",
         f"define: {{over: {right}}}")
        for sign, wrong, right in (
            ("+=", "over += 1", "inherited + 1"),
            ("-=", "over -= min_bid + 1", "inherited - (min_bid + 1)"),
            ("=", "over = over + 1", "inherited + 1"),
            ("=", "over = inherited + 1", "inherited + 1"),
        )
    ),
    # a comment in which a list ends
    ("sources: [our table #1, x]", "5:21: error[Y005]", 'put the value in quotes: "our table #1"; or close the list',
     'sources: ["our table #1", x]'),
    ("score: {made: {add: over # no factor}}", "5:26: error[Y005]",
     "close the mapping before it, or move the comment behind that\n",
     "score: {made: {add: over }}  # no factor"),
    # what happens when all pass
    *(
        (f"phases: {{auction: {{{wrong}}}}}", f"5:{at}: error[R083]",
         "say under `auction` what happens then: `all_pass: redeal` or `all_pass: next_deal`",
         f"phases: {{auction: {{{wrong}, all_pass: redeal}}}}")
        for wrong, at in (("may_pass: true", 30), ("rounds: one, may_pass: true", 43))
    ),
    # lists of cards with commas, or written together
    *(
        (f"{key}:\n  {name}: {text}{more}", f"6:{len(name) + 5}: error[S005]",
         f"write it as a list: [{', '.join(text.replace(',', ' ').split())}]",
         f"{key}:\n  {name}: [{', '.join(text.replace(',', ' ').split())}]{more}")
        for key, name, text, more in (
            ("cards", "jokers", "BJ, LJ", ""),
            ("cards", "jokers", "BJ,LJ", ""),
            ("deck", "extra", "BJ,LJ", ""),
            ("deck", "suits", "S, H, D, C", ""),
            ("deck", "ranks", "A,K,Q,J,T,9,8,7,6,5,4,3,2", ""),
            ("deck", "without", "2S, 2H", "\nparams: {kitty_size: 4}"),
        )
    ),
    ("ranking:\n  suit:\n    trumps: LJ, BJ, ...", "7:13: error[S005]", "write it as a list: [LJ, BJ, ...]",
     "ranking:\n  suit:\n    trumps: [LJ, BJ, ...]"),
    *(
        (f"{before}{wrong}{after}", f"5:{len(before) + 1}: error[R003]", f"write {right}\n", f"{before}{right}{after}")
        for before, wrong, right, after in (
            *(("cards: {faces: ", wrong, "K Q J", f"}}\n{REDEAL}") for wrong in ("KQJ", "kqj")),
            ("deck: {suits: ", "SHDC", "S H D C", "}"),
            ("deck: {ranks: ", "AKQJT98765432", "A K Q J T 9 8 7 6 5 4 3 2", "}"),
        )
    ),
    # a key that is misspelt beside the right one
    *(
        (f"{holder}{{{right}: {value}, {wrong}: {value}}}{'}' * holder.count('{')}",
         f"5:{len(holder) + len(right) + len(value) + 6}: error[S001]",
         f"{right!r} stands here already: take one of the two out",
         f"{holder}{{{right}: {value}}}{'}' * holder.count('{')}")
        for holder, right, wrong, value in (
            ("rulings: {revoke: ", "offenders", "ofenders", "1"),
            ("score: {made: ", "add", "adds", "1"),
            ("phases: {play: ", "leader", "lead", "declarer"),
            ("phases: {auction: ", "may_pass", "maypass", "not stuck"),
            ("game: ", "win", "wins", "mine.total >= 5"),
        )
    ),
    ("cards: {jokers: BJ LJ BJJ}", "5:23: error[R003]", "take it out: 'BJ' stands here already",
     "cards: {jokers: BJ LJ}"),
    # entries that were meant to change others
    ("define: {factr: inherited * 2}", "5:10: error[E021]", "did you mean 'factor'?",
     "define: {factor: inherited * 2}"),
    ("define: {over: over - 1}", "5:16: error[R030]", "write inherited", "define: {over: inherited - 1}"),
    ("made: made and over > 1", "5:7: error[E011]", "write inherited", "made: inherited and over > 1"),
    *(
        (f"ranking: {{{wrong}: {{{text}}}}}", f"5:11: error[{code}]", f"did you mean {right!r}?",
         f"ranking: {{{right}: {{{text}}}}}")
        for wrong, right, code, text in (
            ("dwon", "down", "R060", "when: contract.dir == down, order: A 2 3 4 5 6 7 8 9 T J Q K"),
            ("dwon", "down", "R060", "order: A 2 3 4 5 6 7 8 9 T J Q K"),
            ("siut", "suit", "R061", "trumps: LJ BJ ..."),
            ("suti", "suit", "R061", "when: contract.trump != none, trumps: LJ BJ ..."),
        )
    ),
    # fields and keys of a bid or choice
    *(
        (f"phases: {{auction: {{bids: {{suit: {{{wrong}: {value}}}}}}}}}", "5:34: error[S001]",
         f"did you mean '{right}'?", f"phases: {{auction: {{bids: {{suit: {{{right}: {value}}}}}}}}}")
        for wrong, right, value in (("rnk", "rank", "2 * bid.level"), ("whre", "where", "bid.level > 3"))
    ),
    *(
        (f"phases: {{name_trump: {{pick: {wrong}}}}}", "5:29: error[S003]", "write {trump: [..]}",
         "phases: {name_trump: {pick: {trump: [S, H, D, C]}}}")
        for wrong in ("trump", "trumps", "trmp")
    ),
    # cards that don't add up: the number that the file sets, if another one fits
    ("params: {kitty_size: 5}", "5:22: error[R051]", "write `kitty_size: 6`", "params: {kitty_size: 6}"),
    ("phases: {deal: {each: 14}}", "5:23: error[R051]", "write `each: 12`\n", "phases: {deal: {each: 12}}"),
    ("phases: {deal: {each: 13}}", "5:23: error[R051]",
     "write `each: 12`, or leave this and write `params: {kitty_size: 2}`",
     "phases: {deal: {each: 13}}\nparams: {kitty_size: 2}"),
    *(
        (f"{lines}\nphases: {{deal: {{each: {wrong}, kitty: kitty_size}}}}", f"{line}:23: error[R051]",
         "write `each: 12`\n", f"{lines}\nphases: {{deal: {{each: 12, kitty: kitty_size}}}}")
        for wrong in (13, 14)
        for lines, line in (
            ("params: {kitty_size: 4}\ndeck: {extra: null}\ncards: {jokers: []}", 8),
            ("house_rules: [no-jokers]", 6),
        )
    ),
    ("phases: {deal: {each: 13, kitty: 7}}", "5:34: error[R051]", "such as `each: 12` and `kitty: 6`",
     "phases: {deal: {each: 12, kitty: 6}}"),
    ("deck: {ranks: A K Q J T 9 8 7 6 5 4 3 3}", "5:39: error[R001]", "take one of them out",
     "deck: {ranks: A K Q J T 9 8 7 6 5 4 3 2}"),
]  # fmt: skip
# cases of a file with one slip: place and code, the remedy, and how many can be run
CASE = "source: S\n    trick: {cards: 3H AH KH 2H, wins: AH}\n"
CASES_WITH_A_SLIP = [
    (f"  - one:\n    {CASE}  two:\n    {CASE}", "4:3: error[Y005]", "take it away", 2),
    (f"  one:\n    {CASE}  - two:\n    {CASE}", "7:3: error[Y005]", "take it away", 1),
    (f"  - one:\n    {CASE}", "4:3: error[Y005]", "take it away", 1),
    (f"one:\n    {CASE}  two:\n    {CASE}", "4:1: error[Y005]", "indent it by 2 blanks, as 'two' is", 1),
    (f"one:\n    {CASE}", "3:1: error[Y019]", "indent the lines", 1),
    (f"  one:\n  {CASE.replace('    ', '  ')}  two:\n    {CASE}", "4:3: error[Y019]", "indent the lines", 1),
    (f"  one:\n    {CASE}two:\n    {CASE}", "7:1: error[S001]", "indent it below `cases`", 1),
    (f"  one: two:\n    {CASE}", "4:11: error[Y005]", 'put the name in quotes: "one: two":', 0),
    (f"  one:\n    {CASE.replace('S', 'Hoyle: 3', 1)}", "5:18: error[Y005]", 'quotes: source: "Hoyle: 3"', 0),
    ("  one:\n    source: S\n  trick: {cards: 3H AH KH 2H, wins: AH}\n", "6:3: error[S013]", "put it below 'one'", 0),
    (f"  one:\n    source: S\ntrick: {{cards: 3H AH KH 2H, wins: AH}}\n  two:\n    {CASE}", "6:1: error[Y005]",
     "indent it by 4 blanks", 1),
    ("  one:\n    source: S\n      trick: {cards: 3H AH KH 2H, wins: AH}\n", "6:7: error[Y005]", "indent it by 4", 0),
    (f"  one:\n    {CASE.replace('3H AH KH 2H', '3♥ A♥ K♥ 2♥')}", "6:20: error[T010]", "write 3H AH KH 2H", 0),
    (f"  one:\n    {CASE.replace('3H AH KH 2H', 'H3 HA HK H2')}", "6:20: error[T010]", "write 3H AH KH 2H", 0),
    (f"  one:\n    {CASE.replace('{cards', '{leader: w, cards')}", "6:21: error[S004]", "did you mean 'west'?", 0),
    ("  one: {source: S, score: {bid: four high, books: 9, points: [3, 0]}}", "4:33: error[T034]",
     "did you mean '4 uptown'?", 0),
    *(
        (f"  one: {{source: S, score: {{bid: {bid}, books: 9, points: [3, 0]}}}}", "4:33: error[T034]", help, 0)
        for bid, help in (
            ("4", "a bid is said as '4 uptown' or '4 downtown' or '4 no trump'"),
            ("4 hearts", "a bid is said as '4 uptown' or '4 downtown' or '4 no trump'"),
            ("high 4", "did you mean '4 uptown'?"),
            ("hearts", "say pass or a bid such as '3 uptown'"),
        )
    ),
    ("  one: {source: S, score: {bid: 4 high, books: 9, points: 3, 0}}", "4:60: error[Y019]",
     "write it as a list: [3, 0]", 0),
    ("  one: {source: S, score: {bid: 4 high, books: 9, points: [3 0]}}", "4:60: error[S003]",
     "put a comma between the items: 3, 0", 0),
]  # fmt: skip
REFERENCES = [  # of a file of cases, each with what is meant by it
    ("pagat-54 + min-4", "pagat-54+min-4"),
    ("pagat-54 min-4", "pagat-54+min-4"),
    ("pagat-54 +min-4 + goal = 9", "pagat-54+min-4+goal=9"),
]
# lines of a profile of which one thing is said: place and code, and the remedy
ONCE = [
    ("flow: [auction, name_trump, name_dir, pick_up, bury, play]", "5:7: error[R012]", "put it first in `flow`"),
    ("flow: [deal, auction, name_trump, name_dir, pick_up, bury]", "5:7: error[R012]", "put it last in `flow`"),
    ("flow: {deal: null}", "5:8: error[R012]", "take this line out: a hand begins with its one deal"),
    ("flow: {play: null}", "5:8: error[R012]", "take this line out: a hand ends with its one play"),
    ("flow: {auction: null}", "5:8: error[R012]", "take this line out, or write `phases: {auction: null}`"),
    ("ranking: {suit: {when: contract.trump == none}}", "5:24: error[R066]", "write contract.trump != none"),
    ("ranking: {suit: {when: contract.trump != S}}", "5:24: error[R066]", "write `when: contract.trump != none`"),
    ("ranking: {nt: {when: contract.trump != none}}", "5:22: error[R065]", "write contract.trump == none"),
    ("ranking: {down: {when: contract.dir != down}}", "5:24: error[R060]", "write contract.dir == down"),
    ("ranking:\n  up:\n    when: not contract.dir == up", "7:11: error[R063]", "write contract.dir == up"),
    ("ranking: {up: {when: contract.dir == up or made}}", "5:44: error[E011]", ""),
    (
        "params: {goal: 9, min_bid: 9}\nphases: {auction: {bids: {suit: {level: min_bid..6}}}}",
        "5:28: error[R021]",
        "`3`, which this line replaces, fits",
    ),
    ("params: {goal: 9, kitty_size: 9}", "5:31: error[R051]", "write `kitty_size: 6`"),
    # a key of a row or phase where the name of one belongs, with none of the file's own above it
    ("ranking: {trumps: Q}", "5:19: error[S003]", "'trumps' is a key of a ranking layer: put it below the name of one"),
    ("phases:\n  may_pass: stuck", "6:13: error[S003]", "'may_pass' is a key of a phase: put it below the name of one"),
    ("score: {add: 3}", "5:14: error[S003]", "'add' is a key of a score row: put it below the name of one, as in"),
    ("score: {bonus: 3}", "5:16: error[S003]", "write what the value is for: {add: 3}"),
    # or with one above it, though a parent has that key, or rows of its own behind it
    ("score:\n  made: {to: declarers}\n  add: 3", "7:3: error[S013]", "put it below 'made', indented like 'to'"),
    ("score:\n  made: {to: declarers}\n  when: made", "7:3: error[S013]", "put it below 'made', indented like 'to'"),
    (
        "deck: {ranks: A K Q J 10 9 8 7 6 5 4 3 2 1}",
        "5:15: error[R004]",
        "keep 'T', or override this line too",
    ),
]
# keys with one possible value, written otherwise in a game that builds on none; and what is said
ONLY = [
    ("seats: 4", "seats: four", "S003", "write 4"),
    ("seats: 4", 'seats: "4"', "S003", "write 4"),
    ("seats: 4", "seats: [north, east, south, west]", "S003", "write 4"),
    ("seats: 4", "seats: {number: 4}", "S003", "write 4"),
    ("seats: 4", "seats: 5", "S004", "write 4"),
    ("seats: 4", "seat: 4", "S001", "did you mean 'seats'?"),
    ("seats: 4", "players: 4", "S001", "did you mean 'seats'?"),
    ("seats: 4\n", "", "S002", "How many play: 4"),
    ("sides: partners", "sides: partnres", "S004", "did you mean 'partners'?"),
    ("sides: partners", "sides: [partners]", "S004", "write partners"),
    ("sides: partners\n", "", "S002", "Who plays with whom"),
    ("format: 1", "format: one", "S003", "write 1"),
]
# lines of a profile that are in order, and the warnings about them
NO_SLIP: list[tuple[str, list[str]]] = [
    ("seats: &four 4", []),
    ("params: {goal: &g 9}", []),
    ("score:\n  made:\n    add: &points over * factor + 2", []),
    ("house_rules: [&rule min-4]", []),
    ("notes: |\n  Kitchen rules", []),
    ("summary: >\n  Kitchen rules", []),
    ("house_rules:\n  - >-\n    min-4\n  - |\n    sport-the-kitty", []),
    ("says:\n  kitty: |\n    cards", []),
    ("score:\n  made:\n    add: |\n      over * factor", []),
    ("notes: &Kitchen rules", ["5:8: warning[Y020]"]),
    ("notes: &a Kitchen\nsays: {x: *a}", []),
]
# what is typed, and the remedy
TYPED = [
    (("score", "pagat-54", "--books", "9", "--bid", "4 hihg"), "did you mean '4 uptown'?"),
    (("score", "pagat-54", "--books", "9", "--bid", "3 hi"), "did you mean '3 uptown'?"),
    (("score", "pagat-54", "--books", "99", "--bid", "foo"), "99 books for the declarers are out of range"),
    (("new", "Smith family", "--extends", "pagat-54"), "such as smith-family"),
    (("check", "ours.cases.yaml+min-4"), "run them: bidwhist test ours.cases.yaml"),
    (("explain", "ours.cases.yaml"), "run them: bidwhist test ours.cases.yaml"),
    (("check", "./x+y.yaml"), "between the parts of a reference: give the file 'x+y.yaml' a name without one"),
    (("check", "x+y.yaml"), "between the parts of a reference: give the file 'x+y.yaml' a name without one"),
    (("explain", "R0901"), "no code begins with R0901; did you mean 'R091'?"),
    (("explain", "Q09"), "no code begins with Q09; one has three digits"),
    (("check", "."), "'.' is a folder, not a file"),
    (("test", "rules"), "'rules' is a folder, not a file"),
    (("test", "ours.cases.yaml", "--run", "the bid wnis"), "none of its 2 cases fits 'the bid wnis'; did you mean"),
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with a file of cases and a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "x+y.yaml").write_text(HEAD)
    case = "{source: S0, trick: {cards: 3H AH KH 2H, wins: AH}}"
    (tmp_path / "ours.cases.yaml").write_text(
        f"format: 1\nreference: pagat-54\ncases:\n  the bid wins: {case}\n  more: {case}\n"
    )
    return tmp_path


@pytest.mark.parametrize(("lines", "where", "remedy"), LINES)
def test_lines(capsys: pytest.CaptureFixture[str], own_folder: Path, lines: str, where: str, remedy: str) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == 1
    said = capsys.readouterr().out.split("ours.yaml:")
    assert any(one.startswith(where) and remedy in one for one in said), said


@pytest.mark.parametrize(("lines", "where", "remedy", "mended"), ONE_SLIP)
def test_one_slip_is_one_problem_and_its_remedy_works(
    capsys: pytest.CaptureFixture[str], own_folder: Path, lines: str, where: str, remedy: str, mended: str
) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == 1
    said = capsys.readouterr().out
    assert f"ours.yaml:{where}" in said
    assert remedy in said
    assert "./ours.yaml: 1 problem\n" in said
    (own_folder / "ours.yaml").write_text(f"{HEAD}{mended}\n")
    assert main(("check", "./ours.yaml")) == 0


@pytest.mark.parametrize(("lines", "warnings"), NO_SLIP)
def test_no_slip(capsys: pytest.CaptureFixture[str], own_folder: Path, lines: str, warnings: list[str]) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == 0
    assert re.findall(r"^ours\.yaml:(\d+:\d+: \w+\[\w+\])", capsys.readouterr().out, re.MULTILINE) == warnings


@pytest.mark.parametrize(("cases", "where", "remedy", "run"), CASES_WITH_A_SLIP)
def test_a_slip_in_a_file_of_cases(
    capsys: pytest.CaptureFixture[str], own_folder: Path, cases: str, where: str, remedy: str, run: int
) -> None:
    (own_folder / "ours.cases.yaml").write_text(f"format: 1\nreference: pagat-54\ncases:\n{cases}")
    assert main(("test", "ours.cases.yaml")) == 1
    said = capsys.readouterr().out
    assert f"ours.cases.yaml:{where}" in said
    assert remedy in said
    assert said.count("error[") == 1
    assert re.findall(r"(\d+) not run", said) in ([], ["1"])
    assert f"{run} passed" in said


@pytest.mark.parametrize(("reference", "meant"), REFERENCES)
def test_a_reference_with_blanks(
    capsys: pytest.CaptureFixture[str], own_folder: Path, reference: str, meant: str
) -> None:
    (own_folder / "ours.cases.yaml").write_text(f"format: 1\nreference: {reference}\ncases:\n  one:\n    {CASE}")
    assert main(("test", "ours.cases.yaml")) == 1
    said = capsys.readouterr().out
    assert f"  help: write {meant}\n" in said
    assert said.count("error[") == 1


@pytest.mark.parametrize(("lines", "where", "remedy"), ONCE)
def test_one_mistake_is_one_problem(
    capsys: pytest.CaptureFixture[str], own_folder: Path, lines: str, where: str, remedy: str
) -> None:
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}\n")
    assert main(("check", "./ours.yaml")) == 1
    said = capsys.readouterr().out
    assert re.findall(r"^ours\.yaml:(\d+:\d+: error\[\w+\])", said, re.MULTILINE) == [where]
    assert f"  help: {remedy}" in said
    assert "./ours.yaml: 1 problem\n" in said


def test_the_opposite_of_a_condition(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    """In a game that builds on none, two layers can each be the one whose condition is wrong."""
    small = (Path(__file__).parent / "bad" / "bases" / "small.yaml").read_text("utf-8")
    plain, low = "plain: {order: A K Q J T}", "low: {when: contract.level == 3, order: T J Q K A}"
    high = "high: {when: contract.level == 3, order: A K Q J T}"
    (own_folder / "small.yaml").write_text(small.replace(plain, f"{high}\n  {low}"))
    assert main(("check", "./small.yaml")) == 1
    said = capsys.readouterr().out
    assert "small.yaml:13:15: error[R063]" in said
    assert "help: one of them must hold where the other doesn't" in said
    assert "note: small.yaml:12:16: or the `when` of 'high'" in said
    assert "./small.yaml: 1 problem\n" in said


@pytest.mark.parametrize(("old", "new", "code", "remedy"), ONLY)
def test_what_can_only_be_one_value_hides_nothing(
    capsys: pytest.CaptureFixture[str], own_folder: Path, old: str, new: str, code: str, remedy: str
) -> None:
    small = (Path(__file__).parent / "bad" / "bases" / "small.yaml").read_text("utf-8")
    text = small.replace(old, new, 1)
    for wrong, others in ((text, []), (text.replace("kitty: 4", "kitty: 5"), ["R051"])):
        (own_folder / "small.yaml").write_text(wrong)
        assert main(("check", "./small.yaml")) == 1
        said = capsys.readouterr().out
        assert re.findall(r"error\[(\w+)\]", said) == [code, *others]
        assert remedy in said


# files, and all that is said of the first: place and code, and the remedy
HEADED = "format: 1\nprofile: ours\ntitle: Ours\n"
RULE = "format: 1\nhouse_rule: bonus\ntitle: a bonus\n"
LISTED = f"{HEAD}house_rules: [bonus]\n"
FILES = [
    (
        {"ours": f"{HEADED}params: {{goal: 11}}\n"},
        ("ours.yaml:2:1: error[S002]", "such as `extends: pagat-54`; if it is a house rule, write `house_rule: ours`"),
    ),
    (
        {"ours": f"{HEADED}needs: {{score.made: it adds}}\nscore: {{made: {{add: inherited + 1}}}}\n"},
        ("ours.yaml:2:1: error[S002]", "help: write `house_rule: ours` for `profile: ours`\n"),
    ),
    (
        {"ours": f"{HEADED}house_rules: [min-4]\nscore: {{made: null}}\n"},
        ("ours.yaml:2:1: error[S002]", "such as `extends: pagat-54`"),
    ),
    (
        {"ours": LISTED, "bonus": f"{RULE}needs: {{score.x: it adds}}\nscore: {{x: {{add: inherited + 1}}}}\n"},
        ("ours.yaml:5:15: error[X039]", "leave it out (it needs score.x)"),
    ),
    (
        {"ours": f"{HEAD}house_rules: [dealer-must-bid]\n"},
        ("ours.yaml:5:15: error[X039]", "leave it out (it needs phases.auction.all_pass)"),
    ),
    (
        {"ours": LISTED, "bonus": f"{RULE}needs: {{params.min_bdi: it bids}}\nparams: {{goal: 5}}\n"},
        ("ours.yaml:5:15: error[X039]", "did you mean 'params.min_bid'?"),
    ),
    (
        {"ours": LISTED, "bonus": "format: 1\nprofile: bonus\ntitle: B\nparams: {goal: 11}\n"},
        ("ours.yaml:5:15: error[X033]", "write `house_rule: bonus` for `profile:` in its file"),
    ),
    (
        {"ours": "format: 1\nhouse_rule: ours\nprofile: pagat-54\ntitle: O\nparams: {goal: 11}\n"},
        ("ours.yaml:3:1: error[X003]", "delete it: a house rule names no game"),
    ),
    (
        {"ours": LISTED, "bonus": f"{RULE}params: {{extra: 1}}\nscore: {{made: {{add: inherited + extar}}}}\n"},
        ("bonus.yaml:5:33: error[E010]", "did you mean 'extra'?"),
    ),
    (
        {"bonus": f"{RULE}params: {{extra: 1}}\nscore: {{made: {{add: inherited + extar}}}}\n"},
        ("bonus.yaml:5:33: error[E010]", "did you mean 'extra'?"),
    ),
    (
        {"bonus": f"{RULE}needs: {{scores.made: it adds}}\nscore: {{made: {{add: inherited + 1}}}}\n"},
        ("bonus.yaml:4:9: error[S001]", "did you mean 'score.made'?"),
    ),
]


@pytest.mark.parametrize(("files", "told"), FILES, ids=lambda value: " ".join(value))
def test_files(
    capsys: pytest.CaptureFixture[str], own_folder: Path, files: dict[str, str], told: tuple[str, str]
) -> None:
    for name, text in files.items():
        (own_folder / f"{name}.yaml").write_text(text)
    assert main(("check", f"./{next(iter(files))}.yaml")) == 1
    printed = capsys.readouterr().out
    where, remedy = told
    assert printed.startswith(where)
    assert remedy in printed
    assert printed.rstrip().endswith(" 1 problem")


@pytest.mark.parametrize(("args", "remedy"), TYPED, ids=lambda value: str(value))
def test_what_is_typed(capsys: pytest.CaptureFixture[str], args: tuple[str, ...], remedy: str) -> None:
    assert main(args) != 0
    printed = capsys.readouterr()
    assert remedy in " ".join((printed.out + printed.err).split())


def test_codes_that_begin_alike(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("R09", "r09"):
        assert main(("explain", text)) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line[:5] for line in lines if re.match(r"[A-Z]\d", line)] == ["R090:", "R091:", "R092:", "R093:"]
    assert main(("explain", "R09", "--json")) == 0
    assert [one["code"] for one in json.loads(capsys.readouterr().out)] == ["R090", "R091", "R092", "R093"]


def test_a_wrong_reference_is_told_once(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    path = own_folder / "ours.cases.yaml"
    path.write_text(path.read_text().replace("pagat-54", "pagat-45"))
    (own_folder / "ours.yaml").write_text(HEAD)
    for args in (("test", "./ours.yaml"), ("test", "ours.cases.yaml"), ("check", "./ours.cases.yaml")):
        assert main(args) == 1
        said = capsys.readouterr().out
        assert re.findall(r"(.*)error\[(\w+)\]", said) == [("ours.cases.yaml:2:12: ", "X008")], args


@pytest.mark.parametrize("rule", [(), ("--house-rule",)], ids=["a profile", "a house rule"])
def test_commands_that_are_printed_can_be_copied(
    capsys: pytest.CaptureFixture[str], own_folder: Path, rule: tuple[str, ...]
) -> None:
    assert main(("new", "first", "--extends", "pagat-54", "--folder", "our table")) == 0
    capsys.readouterr()
    assert main(("new", "next", *rule, "--extends", "./our table/first.yaml", "--folder", "our table")) == 0
    printed = " ".join(capsys.readouterr().out.split())
    told = re.search(r"look at them with: bidwhist (.*), and bidwhist (.*)", printed)
    assert told is not None
    for command in told.groups():
        assert main(tuple(shlex.split(command))) == 0
    folder = own_folder / "our table"
    assert {path.name for path in folder.iterdir()} >= {"next.yaml", "next.cases.yaml"}


@pytest.mark.parametrize(
    ("reason", "said"), [(errno.EACCES, "its folder may not be written to"), (errno.ENOSPC, "no space")]
)
def test_what_cannot_be_written_is_named(
    capsys: pytest.CaptureFixture[str], own_folder: Path, monkeypatch: pytest.MonkeyPatch, reason: int, said: str
) -> None:
    def refuse(*_: object, **names: object) -> None:
        raise OSError(reason, os.strerror(reason), f"{names['dir']}/{names['prefix']}x7")

    (own_folder / "ours.yaml").write_text("profile: ours\nformat: 1\ntitle: Ours\nextends: pagat-54\n")
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    assert main(("fmt", "ours.yaml")) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert told.startswith("error: 'ours.yaml': ")
    assert said in told


def test_quotes_that_stay_open_in_several_braces_are_one_problem_each(
    capsys: pytest.CaptureFixture[str], own_folder: Path
) -> None:
    lines = "".join(f'x{number}: {{"a: 1}}\n' for number in range(3))
    (own_folder / "ours.yaml").write_text(f"{HEAD}{lines}")
    assert main(("check", "./ours.yaml")) == 1
    found = re.findall(r"^ours\.yaml:(\d+:\d+): \w+\[(\w+)\]", capsys.readouterr().out, re.MULTILINE)
    assert found == [(f"{line}:6", "Y005") for line in (5, 6, 7)]
