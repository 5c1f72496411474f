"""Names and types: parsed tree + scope → checked tree, and a Problem for every mistake.

A checked tree can't fail when it runs. The rules:

- A name is, in this order: a variable of the place, a param (folded to its number), a define, a card class, a
  card, an enum word. A boolean is not an integer, and nothing is converted.
- `<` and its like, and arithmetic, take integers; `//` and `%` only by a number or param other than 0.
- `==` and `!=` take two values of one kind, but no card sets. Two enums must share a word.
- The branches of an `if`, and the values of `cycle`, are of one kind; of enums, they give any word of either.
- What holds a mistake has the type `UNKNOWN`, which fits everywhere: one mistake, one message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice

from interpreter.errors import Problem, suggestion
from interpreter.expression.names import hidden_define, resolve
from interpreter.expression.tree import COMPARISONS, INHERITED, MAX_DEPTH, MAX_SIZE, Expr, size, too_deep, walk
from interpreter.expression.types import (
    BOOL,
    CARD,
    CARDS,
    INT,
    QUANTITY_FUNCTIONS,
    UNKNOWN,
    Scope,
    Type,
    overlap,
    union,
)

Typed = tuple[Expr, Type]
MAX_PART = 8
"""How large the parts of an operation may be of which it is asked what was meant."""

# What an operator takes, on both sides or on each, and gives. `==` and `!=` take any two of a kind.
_OPERATORS: dict[str, tuple[tuple[Type, ...], Type]] = {
    **dict.fromkeys(("or", "and"), ((BOOL, BOOL), BOOL)),
    "not": ((BOOL,), BOOL),
    **dict.fromkeys(("<", "<=", ">", ">="), ((INT, INT), BOOL)),
    "in": ((CARD, CARDS), BOOL),
    "&": ((CARDS, CARDS), CARDS),
    **dict.fromkeys(("+", "-", "*", "//", "%"), ((INT, INT), INT)),
    "neg": ((INT,), INT),
}


def check(expr: Expr, scope: Scope, expected: Type | None, problems: list[Problem]) -> Typed:
    """Resolve the names of a parsed expression and prove its types; append every mistake to `problems`.

    With `expected`, the value must be of that type; if that is an enum, every word it can give must belong.
    Return the checked tree and its type. Where problems were added, neither is of any use.
    """
    if problem := _too_large(expr):
        problems.append(problem)
        return expr, UNKNOWN
    checker = _Checker(scope, problems)
    return checker.infer(expr) if expected is None else checker.need(expr, expected, scope.place)


def reads(expr: Expr, scope: Scope) -> frozenset[str]:
    """Return the variables that a checked expression reads, through defines, classes and functions too."""
    found: set[str] = set()
    for node in walk(expr):
        key = node.op if node.op in QUANTITY_FUNCTIONS else str(node.value)
        match node.op:
            case "name":
                found.add(key)
            case "define":
                found |= scope.defines[key].reads
            case "class":
                found |= scope.classes[key]
            case "call" | "highest" | "lowest" if key in scope.functions:
                found |= scope.functions[key].reads
    return frozenset(found)


def _too_large(expr: Expr) -> Problem | None:
    """Bound what `inherited` can build: many small documents could make one huge tree, with shared parts."""
    nodes = sum(1 for _ in islice(walk(expr), MAX_SIZE + 1))
    advice = f"`{INHERITED}` brings in what it stands for; name a part of it in `define`"
    if nodes > MAX_SIZE:
        return Problem("E001", f"the expression has more than {MAX_SIZE} parts", expr.place(), advice)
    if deep := too_deep(expr):
        return Problem("E002", f"more than {MAX_DEPTH} operations inside one another", deep.place(), advice)
    return None


def _a(type: Type) -> str:
    """Name a value of this type: "an integer", "one of up, down"."""
    if type.words is not None:
        return f"one of {', '.join(type.words)}" if len(type.words) > 1 else "a word"
    return f"an {type}" if type == INT else f"a {type}"


def _shown(expr: Expr) -> str:
    text = str(expr)
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


@dataclass(frozen=True, slots=True)
class _Checker:
    scope: Scope
    problems: list[Problem]

    def infer(self, expr: Expr, near: Type = UNKNOWN) -> Typed:
        """Check `expr` and find its type; `near` is the one that is probably wanted, as for an unknown word."""
        count = len(self.problems)
        typed = self.inferred(expr, near)
        if len(self.problems) > count and len(expr.args) == 2 and expr.op in (*COMPARISONS, "and", "or"):
            from interpreter.expression import misused  # only needed once something is wrong

            self.problems[count:] = misused.told(expr, near, self.scope, self.problems[count:], self.type_of)
        return typed

    def type_of(self, expr: Expr) -> Type:
        """Return the type of a part that something is wrong around; of a large one, nothing is said."""
        return _Checker(self.scope, []).inferred(expr)[1] if size(expr) <= MAX_PART else UNKNOWN

    def inferred(self, expr: Expr, near: Type = UNKNOWN) -> Typed:
        """Check `expr` and find its type, as it stands."""
        match expr.op:
            case "int":
                return expr, INT
            case "bool":
                return expr, BOOL
            case "name":
                return self.name(expr, near)
            case "call":
                return self.call(expr)
            case "if":
                return self.choice(expr)
            case "==" | "!=":
                return self.equality(expr)
        if expr.op == "&":
            return self.meet(expr)
        wanted, result = _OPERATORS[expr.op]
        sign = "-" if expr.op == "neg" else expr.op
        count = len(self.problems)
        checked = [self.need(arg, type, f"'{sign}'") for arg, type in zip(expr.args, wanted, strict=True)]
        if len(self.problems) > count and expr.op in ("and", "or"):
            from interpreter.expression.unknown import compared_again  # only needed once something is wrong

            self.problems[count:] = compared_again(expr, self.problems[count:])
        if expr.op in ("//", "%") and checked[1][1] == INT:
            self.divisor(expr, checked[1][0])
        return self.rebuilt(expr, checked), result

    def need(self, expr: Expr, wanted: Type, what: str) -> Typed:
        """Check that `expr` is a `wanted`, as `what` needs; a mistake is placed in the branch at fault."""
        if expr.op == "if":
            condition, then, other = expr.args
            checked = [self.need(condition, BOOL, "'if'"), self.need(then, wanted, what)]
            checked.append(self.need(other, wanted, what))
            return self.rebuilt(expr, checked), self.joined(checked[1:], [then, other])
        count = len(self.problems)
        tree, type = self.infer(expr, wanted)
        if UNKNOWN in (type, wanted) or type == wanted:
            return tree, type
        if len(self.problems) > count:
            return tree, UNKNOWN  # a part of it is wrong: what it gives may come of that
        if type.words is not None and wanted.words is not None:
            if set(type.words) <= set(wanted.words):
                return tree, type
            strange = next(word for word in type.words if word not in wanted.words)
            if tree.op == "word":
                from interpreter.expression.unknown import wrong_word  # only needed once something is wrong

                return self.report(expr, wrong_word(expr, strange, self.scope, wanted))
            return self.error("E016", expr, f"{_shown(expr)} can give {strange!r}, no word of {wanted.name}")
        from interpreter.expression.unknown import converted  # only needed once something is wrong

        advice = converted(expr, tree, type, wanted, self.scope)
        return self.error("E014", expr, f"{what} wants {_a(wanted)}, found {_shown(expr)}, {_a(type)}", advice)

    def meet(self, expr: Expr) -> Typed:
        """Check what both of two card sets hold; beside a condition, another operator was meant."""
        count = len(self.problems)
        left = self.need(expr.args[0], CARDS, "'&'")
        between = len(self.problems)
        pair = [left, self.need(expr.args[1], CARDS, "'&'")]
        new = self.problems[count:]
        # with one mistake on each side, there is no such pair below: the sides are inferred again only here
        each = between - count == len(self.problems) - between == 1
        if each and all(problem.message.startswith("'&' wants") for problem in new) and self.are_conditions(expr.args):
            self.problems[count:] = []
            return self.error("E014", expr, f"'&' is for card sets, found {_shown(expr)}", "write and")
        return self.rebuilt(expr, pair), UNKNOWN if {type for _, type in pair} == {UNKNOWN} else CARDS

    def are_conditions(self, args: tuple[Expr, ...]) -> bool:
        """Whether one of some expressions, whatever is wrong with them, is a condition."""
        return any(_Checker(self.scope, []).infer(arg)[1] == BOOL for arg in args)

    def name(self, expr: Expr, near: Type) -> Typed:
        resolved = resolve(expr, self.scope)
        if resolved is None:
            from interpreter.expression.unknown import unknown_name  # only needed once something is wrong

            return self.report(expr, unknown_name(expr, self.scope, near))
        if resolved[0].op == "define" and (problem := hidden_define(expr, self.scope)):
            return self.report(expr, problem)
        return resolved

    def choice(self, expr: Expr) -> Typed:
        condition, then, other = expr.args
        checked = [self.need(condition, BOOL, "'if'"), self.infer(then), self.infer(other)]
        return self.rebuilt(expr, checked), self.joined(checked[1:], [then, other])

    def joined(self, values: list[Typed], sources: list[Expr]) -> Type:
        """Return the one type of all values; report the first that differs, as it stands in `sources`."""
        joined = values[0][1]
        for position, (_, type) in enumerate(values):
            if UNKNOWN in (joined, type):
                return UNKNOWN
            if joined.is_enum and type.is_enum:
                joined = union(joined, type)
            elif joined != type:
                source = sources[position]
                message = f"the values differ: {_shown(source)} is {_a(type)}, another is {_a(joined)}"
                return self.error("E017", source, message)[1]
        return joined

    def equality(self, expr: Expr) -> Typed:
        """Check both sides, a known one first: it tells which words the other may be."""
        sides = list(expr.args)
        turned = sides[0].op == "name" and resolve(sides[0], self.scope) is None
        if turned:
            sides.reverse()
        first = self.infer(sides[0])
        pair = [first, self.infer(sides[1], UNKNOWN if first[0].op == "word" else first[1])]
        if turned:
            pair.reverse()
        self.comparable(expr, pair)
        return self.rebuilt(expr, pair), BOOL

    def comparable(self, expr: Expr, pair: list[Typed]) -> None:
        (left, a), (right, b) = pair
        if UNKNOWN in (a, b):
            return
        if a.is_enum and b.is_enum:
            if overlap(a, b):
                return
            for word, other, source in ((right, a, expr.args[1]), (left, b, expr.args[0])):
                if word.op == "word" and (left.op, right.op) != ("word", "word"):
                    from interpreter.expression.unknown import wrong_word  # only needed once something is wrong

                    self.report(source, wrong_word(source, str(word.value), self.scope, other))
                    return
        elif a == b != CARDS:
            return
        advice = "compare their counts" if a == b == CARDS else None
        for one, type, other in ((left, a, b), (right, b, a)):
            if type.words and other == INT and one.op != "word":
                advice = f"such as {one} {expr.op} {type.words[0]}"
        self.error("E015", expr, f"'{expr.op}' can't compare {_a(a)} with {_a(b)}", advice)

    def divisor(self, expr: Expr, divisor: Expr) -> None:
        number = divisor.args[0] if divisor.op == "neg" else divisor
        if number.op != "int" or number.value == 0:
            message = f"'{expr.op}' needs a number or param other than 0, found {_shown(expr.args[1])}"
            self.error("E018", expr.args[1], message, None if number.op != "int" else "it is 0")

    def call(self, expr: Expr) -> Typed:
        name = str(expr.value)
        if name in _BUILTIN_RULES:
            return _BUILTIN_RULES[name](self, expr)
        function = self.scope.functions.get(name)
        if function is None:
            if name not in QUANTITY_FUNCTIONS and name not in self.scope.quantities:  # what those take is no value
                for arg in expr.args:
                    self.infer(arg)
            from interpreter.expression.unknown import unknown_function  # only needed once something is wrong

            return self.report(expr, unknown_function(expr, self.scope))
        if name in QUANTITY_FUNCTIONS:
            return self.quantity(expr, name), function.result
        return self.arguments(expr, function.params), function.result

    def arguments(self, expr: Expr, params: tuple[Type, ...]) -> Expr:
        if len(expr.args) != len(params):
            sets = expr.value == "count" and [type for _, type in map(self.infer, expr.args)] == [CARDS, CARDS]
            one, other = map(str, expr.args) if sets else ("", "")
            advice = f"write count({one} & {other}), the cards of both, or count({one}) + count({other})"
            self.wrong_number(expr, str(len(params)), advice if sets else None)
            return expr
        pairs = zip(expr.args, params, strict=True)
        return self.rebuilt(expr, [self.need(arg, param, f"{expr.value}(..)") for arg, param in pairs])

    def quantity(self, expr: Expr, name: str) -> Expr:
        if len(expr.args) != 1:
            self.wrong_number(expr, "1")
            return expr
        arg = expr.args[0]
        if arg.op == "name" and arg.value in self.scope.quantities:
            return replace(expr, op=name, value=arg.value, args=())
        message = f"{name}(..) wants the bare name of a quantity, found {_shown(arg)}"
        return self.error("E019", arg, message, suggestion(str(arg), sorted(self.scope.quantities)))[0]

    def numbers(self, expr: Expr) -> Typed:
        """min and max: two integers or more."""
        if len(expr.args) < 2:
            return self.wrong_number(expr, "2 or more", f"write such as {expr.value}(a, b)")
        return self.arguments(expr, (INT,) * len(expr.args)), INT

    def index(self, expr: Expr) -> Typed:
        """index(value): the value's place in its domain, so only for what has a domain of its own."""
        if len(expr.args) != 1:
            return self.wrong_number(expr, "1")
        value, type = self.infer(expr.args[0])
        if type == UNKNOWN:
            return expr, UNKNOWN
        mixed = value.op in ("word", "if") or (value.op, value.value) == ("call", "cycle")
        if type.words is None or mixed:
            message = f"index(..) wants a field of words, found {_shown(value)}"
            return self.error("E014", expr.args[0], message, "such as index(bid.dir)")
        return replace(expr, op="index", value=type.words, args=(value,)), INT

    def cycle(self, expr: Expr) -> Typed:
        """cycle(n, a, b, ..): a for 1, b for 2, and so on, round and round."""
        if len(expr.args) < 2:
            return self.wrong_number(expr, "2 or more")
        number, *values = expr.args
        checked = [self.need(number, INT, "cycle(..)"), *(self.infer(value) for value in values)]
        return self.rebuilt(expr, checked), self.joined(checked[1:], values)

    def wrong_number(self, expr: Expr, wanted: str, advice: str | None = None) -> Typed:
        noun = "value" if wanted == "1" else "values"
        message = f"{expr.value}(..) takes {wanted} {noun}, found {len(expr.args)}"
        return self.error("E013", expr, message, advice)

    def rebuilt(self, expr: Expr, args: list[Typed]) -> Expr:
        return replace(expr, args=tuple(arg for arg, _ in args))

    def error(self, code: str, at: Expr, message: str, advice: str | None = None) -> Typed:
        return self.report(at, Problem(code, message, at.place(), advice))

    def report(self, at: Expr, problem: Problem) -> Typed:
        if problem not in self.problems:  # a name with a dash is told once, not each of its parts
            self.problems.append(problem)
        return at, UNKNOWN


_BUILTIN_RULES: dict[str, Callable[[_Checker, Expr], Typed]] = {
    "abs": lambda checker, expr: (checker.arguments(expr, (INT,)), INT),
    "count": lambda checker, expr: (checker.arguments(expr, (CARDS,)), INT),
    "cycle": _Checker.cycle,
    "index": _Checker.index,
    "max": _Checker.numbers,
    "min": _Checker.numbers,
}
