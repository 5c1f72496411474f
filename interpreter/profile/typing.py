"""Typing a merged profile: every expression parsed, `inherited` filled in, names resolved, types proved.

What comes out is plain data: the resolved document and a checked tree for each expression in it. From here on nothing
knows where a line stood.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from interpreter.errors import Place, Problem, did_you_mean
from interpreter.expression import tree as trees
from interpreter.expression.check import check, reads
from interpreter.expression.parse import parse
from interpreter.expression.tree import Expr
from interpreter.expression.types import BOOL, INT, SEAT, SIDE, UNKNOWN, Define, Scope, Type
from interpreter.profile.checked import Path
from interpreter.profile.compose import Composed
from interpreter.profile.inheriting import inherits
from interpreter.profile.nodes import Data, Mapping, Node, Scalar, data, places_of
from interpreter.profile.places import RESERVED
from interpreter.profile.schema import Leaf, expressions
from interpreter.profile.scopes import Scopes, field_type
from interpreter.profile.vocabulary import Vocabulary, submap
from interpreter.quantities import QUANTITIES
from interpreter.scoring import BEFORE

CONDITIONS = frozenset(("==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "in"))
"""Operators that make a condition."""
DEFAULTS = {
    **dict.fromkeys(("when", "where", "may_pass", "draw_of", "of"), True),
    **dict.fromkeys(("free", "show", "win", "lose", "over", "must", "pass_is_final"), False),
}
"""What a key that isn't set means, and `inherited` stands for there; other keys have no default that is a condition."""
TYPES: dict[str, Type | None] = {
    "integer": INT, "boolean": BOOL, "seat": SEAT, "who": SEAT, "side": SIDE, "any": None,
}  # fmt: skip
CIRCLE = "a define may not use itself"
MAX_NESTED = 30
"""How many defines may use one another in a chain."""
MAX_NESTED_DEPTH = 120
"""How many operations may stand inside one another when all defines are written out."""
MAX_WEIGHT = 5_000
"""How many parts an expression may have when all its defines are written out."""
OF_NAMES = frozenset(("E010", "E011", "E012", "E016", "E019", "E020"))
"""Problems of names, whatever the values of the parts around them are."""
OF_GRAMMAR = frozenset(("E004", "E005"))
"""Problems of operators, whatever they stand between."""
NOT_RESOLVED = ("extends", "house_rules", "abstract")


@dataclass(slots=True)
class Typer:
    """Types all expressions of one profile; `found` are the checked trees, `texts` what they read resolved."""

    vocabulary: Vocabulary
    problems: list[Problem]
    scopes: Scopes
    found: dict[Path, Expr]
    texts: dict[Path, str]
    depths: dict[str, int] = field(default_factory=dict)
    weights: dict[str, int] = field(default_factory=dict)
    """How many parts each define stands for."""
    wrong: list[Path] = field(default_factory=list)
    """Where the expressions stand that have no checked tree."""

    def parsed(self, scalar: Scalar, key: str) -> Expr | None:
        """Parse an expression; `inherited` becomes what the key held before, or its default."""
        expr = parse(scalar.text, scalar, self.problems, scalar.place_of)
        if expr is None or not trees.has_name(expr, trees.INHERITED):
            return expr
        before = scalar.inherited
        if before is not None:
            below = self.parsed(before, key)
            return None if below is None else trees.replace_name(expr, trees.INHERITED, below)
        if key in DEFAULTS:
            return trees.replace_name(expr, trees.INHERITED, Expr("bool", DEFAULTS[key]))
        return expr

    def type_leaf(self, leaf: Leaf) -> None:
        """Check one expression against its place."""
        path = tuple(str(part) for part in leaf.path)
        if leaf.type == "range" or (leaf.type == "who" and leaf.scalar.text == "others"):
            return
        expr = self.parsed(leaf.scalar, path[-1])
        if expr is None:
            self.wrong.append(path)
            self.type_parts(leaf, path)
            return
        if leaf.scalar.inherited is not None and not inherits(leaf.scalar):  # a misspelt key took its place
            self.type_parts(leaf._replace(scalar=leaf.scalar.inherited), path)
        self.note_text(path, leaf.scalar, expr)
        scope = self.scopes.scope(leaf.place, leaf.path)
        problems: list[Problem] = []
        checked, _ = check(expr, scope, self.expected(leaf, path), problems)
        problems = self.meant_for_win(path, expr, problems)
        self.problems.extend(self.with_place_of_naming(problem) for problem in problems)
        self.weigh(checked, ".".join(path), problems)
        if problems:
            self.wrong.append(path)
        else:
            self.found[path] = checked

    def meant_for_win(self, path: Path, expr: Expr, problems: list[Problem]) -> list[Problem]:
        """Return what is wrong with an expression; as one problem of the key for a condition under `winner`.

        Who wins is only asked of a game that has an `over`: without that the key itself is the wrong one.
        """
        game = submap(self.vocabulary.tree, "game")
        if path != ("game", "winner") or expr.op not in CONDITIONS or "over" in game.entries or not problems:
            return problems
        message = f"game.winner wants a side, found {trees.format(expr)!r}, a condition"
        return [Problem("E014", message, game.place_of("winner"), did_you_mean("win"))]

    def type_parts(self, leaf: Leaf, path: Path) -> None:
        """Check each part of an expression by itself: its own text, and what `inherited` stands for in that."""
        scope = self.scopes.scope(leaf.place, leaf.path)
        scope = replace(scope, names={**scope.names, trees.INHERITED: UNKNOWN})
        problems: list[Problem] = []
        part: Scalar | None = leaf.scalar
        while part is not None:
            expr = parse(part.text, part, self.problems, part.place_of)
            if expr is not None:
                check(expr, scope, self.expected(leaf, path), problems)
            else:
                problems += self.misnamed(part, scope)
            part = part.inherited
        self.problems.extend(self.with_place_of_naming(problem) for problem in problems)

    def misnamed(self, scalar: Scalar, scope: Scope) -> list[Problem]:
        """Return what is wrong with the names in a text that isn't in order, where it is sure how it was meant.

        What the values of its parts are may only follow from what is wrong; where an operator that is spelt otherwise
        isn't the right one for them, what was told of it says how the whole is written.
        """
        from interpreter.expression.parse import parse_meant  # only needed once something is wrong

        expr = parse_meant(scalar.text, scalar)
        problems: list[Problem] = []
        if expr is not None:
            check(expr, replace(scope, names={**scope.names, trees.INHERITED: UNKNOWN}), None, problems)
        whole = [problem for problem in problems if (problem.help or "").startswith("write ") and problem.place]
        for number, told in enumerate(self.problems):
            for other in whole if told.code in OF_GRAMMAR else ():
                if told.place and other.place and told.place.within(other.place):
                    self.problems[number] = replace(told, place=other.place, help=other.help)
                    problems = [problem for problem in problems if problem is not other]
        return [problem for problem in problems if problem.code in OF_NAMES]

    def depth(self, expr: Expr) -> int:
        """Return how many operations stand inside one another, with those of the defines that it uses."""
        below = self.depths.get(str(expr.value), 1) if expr.op == "define" else 0
        return 1 + max((self.depth(arg) for arg in expr.args), default=below)

    def too_deep(self, name: str, expr: Expr, problems: list[Problem]) -> None:
        """Refuse defines that use one another in too long a chain."""
        message = f"{name!r} uses defines that use others, more than {MAX_NESTED} deep"
        problems.append(Problem("R033", message, expr.place(), "shorten the chain"))

    def weigh(self, expr: Expr, name: str, problems: list[Problem]) -> int:
        """Return how many parts an expression has, with those of the defines that it uses; refuse a huge one."""
        self.depths[name] = self.depth(expr)
        if self.depths[name] > MAX_NESTED_DEPTH and not problems:
            self.too_deep(name, expr, problems)
            self.problems.extend(problems)
            self.depths[name] = 1  # said once
        weight = sum(self.weights.get(str(node.value), 1) if node.op == "define" else 1 for node in trees.walk(expr))
        if weight > MAX_WEIGHT and not problems:
            message = (
                f"{name!r} has {weight:,} parts, with all that its defines stand for; at most {MAX_WEIGHT:,} can be"
            )
            problems.append(Problem("R032", message, expr.place(), "use fewer defines within each other"))
            self.problems.extend(problems)
        return weight

    def note_text(self, path: Path, scalar: Scalar, expr: Expr) -> None:
        """Keep the resolved text of an expression that uses `inherited`."""
        if inherits(scalar):
            self.texts[path] = trees.format(expr)

    def expected(self, leaf: Leaf, path: Path) -> Type | None:
        """Return the type that a key demands."""
        if leaf.type == "value":
            return field_type(path[-1], self.vocabulary.fields.get(path[-1], []))
        return TYPES[leaf.type]

    def with_place_of_naming(self, problem: Problem) -> Problem:
        """Add where a field is named to a problem about reading it too early."""
        for name, phases in self.vocabulary.assigned.items():
            if f"'contract.{name}'" in problem.message and problem.code in ("E011", "E020"):
                notes = tuple((f"the phase {phase!r} names it here", place) for phase, place in phases.items())
                return replace(problem, code="E030", notes=(*problem.notes, *notes))
        return problem

    def type_defines(self, leaves: Iterable[Leaf]) -> None:
        """Check the defines, each after those that it uses."""
        parsed: dict[str, tuple[Leaf, Expr]] = {}
        ill: list[Scalar] = []
        for leaf in leaves:
            name = str(leaf.path[-1])
            expr = self.parsed(leaf.scalar, name)
            if expr is not None:
                self.note_text(("define", name), leaf.scalar, expr)
                parsed[name] = (leaf, expr)
            else:
                self.scopes.defines[name] = Define(UNKNOWN)
                self.wrong.append(("define", name))
                ill.append(leaf.scalar)
        done: set[str] = set()
        for name in parsed:
            self.type_define(name, parsed, done, ())
        for scalar in ill:
            self.problems.extend(self.misnamed(scalar, self.scopes.define_scope()))

    def type_define(
        self, name: str, parsed: dict[str, tuple[Leaf, Expr]], done: set[str], within: tuple[str, ...]
    ) -> None:
        """Check one define after those that it uses; report a circle."""
        if name in done:
            return
        done.add(name)
        if len(within) > MAX_NESTED:
            self.too_deep(name, parsed[name][1], self.problems)
            self.scopes.defines[name] = Define(UNKNOWN)
            self.wrong.append(("define", name))
            return
        _leaf, expr = parsed[name]
        for node in trees.walk(expr):
            used = str(node.value)
            if node.op == "name" and used in parsed:
                if used in (*within, name):
                    circle = " -> ".join([*within, name, used])
                    inherits_it = used == name and _leaf.scalar.replaced is not None
                    help = f"write {trees.INHERITED} for what stood here before" if inherits_it else CIRCLE
                    self.problems.append(
                        Problem(
                            "R030",
                            f"defines go in a circle: {circle}",
                            node.place(),
                            help,
                        )
                    )
                    self.scopes.defines[name] = Define(UNKNOWN)
                    self.wrong.append(("define", name))
                    return
                self.type_define(used, parsed, done, (*within, name))
        scope = self.scopes.define_scope()
        problems: list[Problem] = []
        checked, type = check(expr, scope, None, problems)
        self.problems.extend(problems)
        weight = self.weigh(checked, name, problems)
        self.weights[name] = weight if weight <= MAX_WEIGHT else 1  # said once
        if problems:
            self.wrong.append(("define", name))
            self.scopes.defines[name] = Define(UNKNOWN)  # so that nothing more is said where it is used
        else:
            self.found[("define", name)] = checked
            self.scopes.defines[name] = Define(type, reads(checked, scope))


def typed(
    composed: Composed, vocabulary: Vocabulary, problems: list[Problem], leaves: list[Leaf] | None = None
) -> Typer:
    """Type every expression of a merged profile; `leaves` are its expressions, where they are known."""
    check_names(vocabulary)
    leaves = expressions(composed.tree) if leaves is None else leaves
    typer = Typer(vocabulary, problems, Scopes(vocabulary), {}, {})
    layers = [leaf for leaf in leaves if leaf.place == "ranking"]
    defines = [leaf for leaf in leaves if leaf.place == "define"]
    rest = [leaf for leaf in leaves if leaf.place not in ("ranking", "define")]
    typer.scopes.ranking_reads = ranking_reads(vocabulary, [])
    typer.type_defines(defines)
    for leaf in layers:
        typer.type_leaf(leaf)
    typer.scopes.ranking_reads = ranking_reads(
        vocabulary,
        [reads(typer.found[p], typer.scopes.scope("ranking", p)) for p in typer.found if p[0] == "ranking"],
    )
    for leaf in rest:
        typer.type_leaf(leaf)
    return typer


def ranking_reads(vocabulary: Vocabulary, layers: list[frozenset[str]]) -> frozenset[str]:
    """Return the contract's names that decide the suit of a card."""
    found = frozenset[str]().union(*layers)
    return found | {"contract.trump"} if "trump" in vocabulary.fields else found


def check_names(vocabulary: Vocabulary) -> None:
    """Demand that every name means one thing: params, defines, classes, cards and the words of fields."""
    tree = vocabulary.tree
    owners: dict[str, tuple[str, Place | None]] = dict.fromkeys(RESERVED, ("a name of the language", None))
    owners |= dict.fromkeys(vocabulary.pack.members, ("a card", None))
    owners |= dict.fromkeys((*vocabulary.pack.ranks, *vocabulary.pack.suits), ("a rank or suit of the deck", None))
    owners |= dict.fromkeys(trees.KEYWORDS, ("a keyword of expressions", None))
    sections: tuple[tuple[str, str], ...] = (
        ("params", "a param"),
        ("define", "a define"),
        ("cards", "a card class"),
    )
    for key, what in sections:
        section = submap(tree, key)
        for name in section.entries:
            source, start, end = section.keys[name]
            claim(vocabulary, owners, name, what, source.place(start, end))
    tallies = submap(tree, "tallies")
    for name in tallies.entries:
        if name in QUANTITIES or name == BEFORE.rstrip("."):
            source, start, end = tallies.keys[name]
            message = f"{name!r} is a tally, but every side has that already"
            vocabulary.report("R031", message, source.place(start, end), "give the tally another name")
    mixed = {name for name, values in vocabulary.fields.items() if field_type(name, values) == UNKNOWN}
    for word, labels in vocabulary.words().items():
        if mixed.issuperset(labels):
            continue  # that numbers and words are in one field is told
        if "suit" not in labels or word not in (*vocabulary.pack.suits, "none", "trumps"):
            claim(vocabulary, owners, word, f"a word of {labels[0]!r}", word_place(vocabulary, word, labels))


def word_place(vocabulary: Vocabulary, word: str, labels: tuple[str, ...]) -> Place | None:
    """Return where a word of a field is first named."""
    bids = vocabulary.bids()
    if word in bids.keys:
        source, start, end = bids.keys[word]
        return source.place(start, end)
    defaults = submap(vocabulary.tree, "contract")
    default = defaults.entries.get(labels[0])
    if isinstance(default, Scalar) and default.text == word:
        return default.place()
    listed = next(places_of(labels[0], word, submap(vocabulary.tree, "phases")), None)
    return listed or next(iter(vocabulary.assigned.get(labels[0], {}).values()), defaults.place())


def claim(
    vocabulary: Vocabulary,
    owners: dict[str, tuple[str, Place | None]],
    name: str,
    what: str,
    place: Place | None,
) -> None:
    """Take a name; report whoever has it already."""
    if name in owners:
        other, where = owners[name]
        notes = ((f"{name!r} is {other} here", where),) if where else ()
        vocabulary.report(
            "R031",
            f"{name!r} is {what}, but it is also {other}",
            place,
            "give one of them another name" if where else f"choose another word; {name!r} has a meaning already",
            *notes,
        )
    else:
        owners[name] = (what, place)


def resolved(composed: Composed, typer: Typer) -> dict[str, Data]:
    """Return the merged profile as plain data that loads to the same rules by itself."""

    def plain(node: Node, path: Path) -> Data:
        if path in typer.texts:
            return typer.texts[path]
        if isinstance(node, Mapping):
            return {key: plain(entry, (*path, key)) for key, entry in node.entries.items()}
        return data(node)

    document = plain(composed.tree, ())
    assert isinstance(document, dict)
    return {key: value for key, value in document.items() if key not in NOT_RESOLVED}
