"""From a checked profile to a `Profile`: expressions become closures, words become values.

Nothing here can fail on what was checked, and nothing knows YAML, grammars or schemas.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from interpreter.actions import Choice, make_choice
from interpreter.cards import NO_SUIT, Item, Pack, expand
from interpreter.contract import Bid, Contract, OtherCall, Value, make_bid
from interpreter.expression.compile import Compiled, FunctionValue, Native, compile
from interpreter.expression.tree import Expr, walk
from interpreter.model import (
    BidPhase,
    BidTexts,
    CallRule,
    CardClass,
    ChoosePhase,
    ClaimRule,
    DealPhase,
    ExchangePhase,
    GameRules,
    MatchRules,
    Phase,
    PlayPhase,
    Profile,
    RevokeRuling,
    Row,
    Scoring,
    Sets,
    Step,
    Tie,
)
from interpreter.notation import bid_texts, title_of
from interpreter.profile.typing import Checked, Path
from interpreter.ranking import Layer, Ranking
from interpreter.table import NOBODY, left, partner, right

Doc = Mapping[str, Any]
OWNERS = ("mine", "theirs", "declarers", "defenders")


def extreme(sign: int) -> Callable[[Mapping[str, Any], str], int]:
    """Return `highest` (sign 1) or `lowest` (-1): the side whose tally is so, `NOBODY` when they are equal."""

    def side(names: Mapping[str, Any], quantity: str) -> int:
        difference = sign * (names[f"mine.{quantity}"] - names[f"theirs.{quantity}"])
        mine = int(names["mine"])
        return NOBODY if difference == 0 else mine if difference > 0 else 1 - mine

    return side


def suit_of(names: Mapping[str, Any], card: str) -> str:
    """Return a card's suit under the layout in force."""
    return str(names["layout"].suit[card])


FUNCTIONS: dict[str, FunctionValue] = {
    "suit": Native(suit_of, frozenset({"layout"})),
    "left": lambda _, seat: left(seat),
    "right": lambda _, seat: right(seat),
    "partner": lambda _, seat: partner(seat),
    "highest": extreme(1),
    "lowest": extreme(-1),
}


@dataclass(slots=True)
class Builder:
    """Builds the parts of one profile."""

    checked: Checked
    pack: Pack
    classes: dict[str, Any]
    defines: dict[str, Compiled]

    @property
    def document(self) -> Doc:
        """The resolved profile as plain data."""
        return self.checked.document

    def compiled(self, *path: str) -> Compiled | None:
        """Return the expression at a path, None where the key isn't set."""
        expr = self.checked.expressions.get(path)
        return None if expr is None else self.compile(expr)

    def compile(self, expr: Expr) -> Compiled:
        """Compile a checked tree."""
        return compile(expr, classes=self.classes, functions=FUNCTIONS, defines=self.defines)

    def needed(self, *path: str) -> Compiled:
        """Return the expression at a path that the schema requires."""
        found = self.compiled(*path)
        assert found is not None, path
        return found

    def integer(self, *path: str) -> int | None:
        """Return the value of an integer key, None where it isn't set."""
        found = self.compiled(*path)
        return None if found is None else int(found.call({}))

    def section(self, *path: str) -> Doc:
        """Return the map at a path; an empty one where there is none."""
        found: Any = self.document
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    def sets(self, *path: str) -> Sets:
        """Return the fields that a `set` fills."""
        return tuple((name, self.needed(*path, name)) for name in self.section(*path))

    # ---- phases

    def phase(self, name: str) -> Phase:
        """Build one phase of the flow."""
        builders: dict[str, Callable[[str, Doc], Phase]] = {
            "deal": self.deal,
            "bid": self.bid,
            "choose": self.choose,
            "exchange": self.exchange,
            "play": self.play,
        }
        node = self.section("phases", name)
        return builders[node["do"]](name, node)

    def deal(self, name: str, node: Doc) -> DealPhase:
        """Build the deal."""
        path = ("phases", name)
        return DealPhase(
            name=name,
            each=self.integer(*path, "each") or 0,
            kitty=self.integer(*path, "kitty") or 0,
            not_first=self.integer(*path, "kitty_not_from", "first"),
            not_last=self.integer(*path, "kitty_not_from", "last"),
            turn=node.get("turn") == "last",
            sets=self.sets(*path, "set"),
        )

    def bid(self, name: str, node: Doc) -> BidPhase:
        """Build the auction; its bids are enumerated and stand in rank order."""
        path = ("phases", name)
        where = {kind: self.compiled(*path, "bids", kind, "where") for kind in node["bids"]}
        calls = tuple(
            CallRule(OtherCall(call), self.compiled(*path, "calls", call, "when"))
            for call in self.section(*path, "calls")
        )
        beats, may_pass = self.needed(*path, "beats"), self.compiled(*path, "may_pass")
        rules = [beats, may_pass, *where.values(), *(rule.when for rule in calls)]
        final = self.compiled(*path, "pass_is_final")
        return BidPhase(
            name=name,
            start=self.needed(*path, "start"),
            open=node.get("rounds") == "open",
            pass_is_final=final is not None and bool(final.call({})),
            bids=tuple(
                sorted((bid for kind in node["bids"] for bid in self.bids(name, kind)), key=lambda bid: bid.rank)
            ),
            where={kind: rule for kind, rule in where.items() if rule is not None},
            beats=beats,
            may_pass=may_pass,
            calls=calls,
            all_pass=node.get("all_pass"),
            reads=frozenset[str]().union(*(rule.reads for rule in rules if rule is not None)),
        )

    def bids(self, phase: str, kind: str) -> list[Bid]:
        """Enumerate the bids of one kind."""
        rank = self.needed("phases", phase, "bids", kind, "rank")
        values = self.checked.bids[kind]
        found = []
        for combination in itertools.product(*values.values()):
            fields = dict(zip(values, combination, strict=True))
            known = {**self.defaults, **fields}
            names = {f"bid.{name}": value for name, value in known.items()} | {"bid.kind": kind}
            found.append(make_bid(kind, fields, int(rank.call(names))))
        return found

    @property
    def defaults(self) -> dict[str, Value]:
        """The contract before each deal."""
        return dict(self.section("contract"))

    def choose(self, name: str, node: Doc) -> ChoosePhase:
        """Build a choice."""
        path = ("phases", name)
        return ChoosePhase(
            name=name,
            when=self.compiled(*path, "when"),
            by=self.needed(*path, "by"),
            options=choices(self.checked.picks[name]),
            where=self.compiled(*path, "where"),
        )

    def exchange(self, name: str, node: Doc) -> ExchangePhase:
        """Build an exchange."""
        path = ("phases", name)
        steps = tuple(self.step((*path, "steps", step), step, value) for step, value in node["steps"].items())
        return ExchangePhase(name, self.compiled(*path, "when"), self.compiled(*path, "show"), steps)

    def step(self, path: Path, name: str, node: Doc) -> Step:
        """Build one step of an exchange."""
        return Step(
            name=name,
            who=self.compiled(*path, "who"),
            when=self.compiled(*path, "when"),
            take=node.get("take"),
            give="all" if node.get("give") == "all" else self.integer(*path, "give"),
            of=self.compiled(*path, "of"),
            must=self.compiled(*path, "must"),
            to=node.get("to", "kitty"),
            draw=node.get("draw"),
            draw_of=self.compiled(*path, "draw_of"),
            count_is_public=node.get("public") == "count",
        )

    def play(self, name: str, node: Doc) -> PlayPhase:
        """Build the play."""
        path = ("phases", name)
        return PlayPhase(
            name=name,
            leader=self.needed(*path, "leader"),
            follow=tuple((rung, self.needed(*path, "follow", rung)) for rung in self.section(*path, "follow")),
            free=self.compiled(*path, "free"),
            opening_when=self.compiled(*path, "opening", "when"),
            opening_sets=self.sets(*path, "opening", "set"),
            books={which: self.integer(*path, "books", which) or 0 for which in self.section(*path, "books")},
            worth=self.compiled(*path, "worth"),
            claims=tuple(
                self.claim((*path, "claims", claim), claim, value)
                for claim, value in self.section(*path, "claims").items()
            ),
        )

    def claim(self, path: Path, name: str, node: Doc) -> ClaimRule:
        """Build a claim; the classes that its conditions look at are what is shown."""
        exprs = [
            self.checked.expressions[(*path, key)]
            for key in ("when", "yes")
            if (*path, key) in self.checked.expressions
        ]
        shows = dict.fromkeys(str(part.value) for expr in exprs for part in walk(expr) if part.op == "class")
        return ClaimRule(
            name=name,
            at=node["at"],
            when=self.needed(*path, "when"),
            ask=self.compiled(*path, "ask"),
            yes=self.compiled(*path, "yes"),
            add=self.needed(*path, "add"),
            shows=tuple(shows),
        )

    # ---- ranking

    def ranking(self) -> Ranking:
        """Build the ranking."""
        layers = tuple(self.layer(name, node) for name, node in self.section("ranking").items())
        reads = frozenset[str]().union(*(layer.when.reads for layer in layers if layer.when is not None))
        return Ranking(self.pack, layers, reads | {"contract.trump"})

    def layer(self, name: str, node: Doc) -> Layer:
        """Build one layer."""
        order = words(node["order"]) if "order" in node else None
        return Layer(
            name,
            self.compiled("ranking", name, "when"),
            order,
            self.items(node["trumps"]) if "trumps" in node else None,
            self.items(node["idle"]) if "idle" in node else None,
        )

    def items(self, value: object) -> tuple[Item, ...]:
        """Read a list of cards, ranks, suits and classes."""
        found: list[Item] = []
        for word in words(value):
            if word == "...":
                found.append(Item("rest", word))
            elif word in self.checked.classes:
                found += self.checked.classes[word]
            else:
                found.append(item(word, self.pack))
        return tuple(found)

    # ---- scoring

    def rows(self, *path: str) -> tuple[Row, ...]:
        """Build the rows of a score."""
        return tuple(
            Row(
                name,
                node["to"],
                self.compiled(*path, name, "when"),
                self.needed(*path, name, "add"),
                node.get("into", "total"),
            )
            for name, node in self.section(*path).items()
        )

    def scoring(self) -> Scoring:
        """Build everything about points, games and the match."""
        game = self.section("game")
        match = self.section("match")
        ruling = self.section("rulings", "revoke")
        return Scoring(
            made=self.compiled("made"),
            rows=self.rows("score"),
            tallies={"total": "game", **self.section("tallies")},
            revoke=RevokeRuling(
                self.needed("rulings", "revoke", "offenders"), self.needed("rulings", "revoke", "others")
            )
            if ruling
            else None,
            game=GameRules(
                win=self.compiled("game", "win"),
                lose=self.compiled("game", "lose"),
                over=self.compiled("game", "over"),
                winner=self.compiled("game", "winner"),
                tie=tie_of(game.get("tie")),
                after_each_row=game.get("check") == "row",
                score=self.rows("game", "score"),
            ),
            match=MatchRules(self.needed("match", "win"), self.rows("match", "score"), self.compiled("match", "result"))
            if match
            else None,
            needs=self.needs(),
        )

    def needs(self) -> tuple[tuple[str, str, str], ...]:
        """Return what the score reads of a side."""
        found: set[tuple[str, str, str]] = set()
        for path, expr in self.checked.expressions.items():
            if path[0] not in ("made", "score", "game", "match"):
                continue
            for name in self.compile(expr).reads:
                owner, _, quantity = name.partition(".")
                if owner in OWNERS and quantity:
                    found.add((name, owner, quantity))
            for part in walk(expr):
                if part.op in ("highest", "lowest"):
                    found |= {(f"{owner}.{part.value}", owner, str(part.value)) for owner in ("mine", "theirs")}
        return tuple(sorted(found))


def words(value: object) -> tuple[str, ...]:
    """Return the words of a list, however it was written."""
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    return tuple(str(value).split())


def item(word: str, pack: Pack) -> Item:
    """Read one word of a list of cards that isn't a class."""
    if word in pack.members:
        return Item("card", word)
    if word in pack.ranks:
        return Item("rank", word)
    if word in pack.suits:
        return Item("suit", word)
    return Item("trump", word.removesuffix("t"))


def choices(values: Mapping[str, tuple[Value, ...]]) -> tuple[Choice, ...]:
    """Return every combination of the values of some fields."""
    return tuple(make_choice(dict(zip(values, some, strict=True))) for some in itertools.product(*values.values()))


def tie_of(text: object) -> Tie | None:
    """Read who wins a tie."""
    if text is None:
        return None
    highest = re.fullmatch(r"\s*highest\s*\(\s*(\w+)\s*\)\s*", str(text))
    if highest:
        return Tie("highest", highest[1])
    return Tie(cast(Literal["declarers", "defenders", "draw"], str(text).strip()))


def first_dealer(text: str) -> tuple[str, str | None]:
    """Read how the first dealer is found."""
    call = re.fullmatch(r"\s*(\w+)\s*(?:\(\s*(\w+)\s*\))?\s*", text)
    assert call is not None
    return (call[1], call[2])


def class_values(classes: Mapping[str, tuple[Item, ...]], pack: Pack) -> dict[str, Any]:
    """Return each card class as expressions read it: a set, or a function of the contract where it has trump items."""
    found: dict[str, Any] = {}
    for name, items in classes.items():
        if any(entry.kind == "trump" for entry in items):
            found[name] = Native(trump_class(items, pack), frozenset({"contract.trump"}))
        else:
            found[name] = frozenset(expand(items, pack, NO_SUIT))
    return found


def trump_class(items: tuple[Item, ...], pack: Pack) -> Callable[[Mapping[str, Any]], frozenset[str]]:
    """Return a card class that depends on the trump suit."""
    by_trump = {trump: frozenset(expand(items, pack, trump)) for trump in (*pack.suits, NO_SUIT)}
    return lambda names: by_trump.get(names["contract.trump"], by_trump[NO_SUIT])


def compile_defines(checked: Checked, classes: Mapping[str, Any]) -> dict[str, Compiled]:
    """Compile the defines, each after those that it uses."""
    exprs = {path[1]: expr for path, expr in checked.expressions.items() if path[0] == "define"}
    found: dict[str, Compiled] = {}

    def one(name: str) -> None:
        if name in found:
            return
        for part in walk(exprs[name]):
            if part.op == "define":
                one(str(part.value))
        found[name] = compile(exprs[name], classes=classes, functions=FUNCTIONS, defines=found)

    for name in exprs:
        one(name)
    return found


def build(checked: Checked) -> Profile:
    """Return the rules of a checked profile."""
    document: Doc = checked.document
    deck = document["deck"]
    pack = Pack(
        words(deck["suits"]),
        words(deck["ranks"]),
        words(deck.get("extra", ())) if deck.get("extra") is not None else (),
    )
    classes = class_values(checked.classes, pack)
    builder = Builder(checked, pack, classes, compile_defines(checked, classes))
    flow = tuple(builder.phase(name) for name in words(document["flow"]))
    terms = {name: words_of_term(value) for name, value in document.get("terms", {}).items()}
    auction = next((phase for phase in flow if isinstance(phase, BidPhase)), None)
    fields = dict(checked.fields)
    if auction is not None:
        fields["kind"] = tuple(checked.bids)
    return Profile(
        id=checked.id,
        reference=checked.reference,
        title=title_of(document, checked.params),
        hash=checked.hash,
        document=document,
        params=checked.params,
        terms=terms,
        pack=pack,
        classes={
            name: CardClass(name, items, any(entry.kind == "trump" for entry in items))
            for name, items in checked.classes.items()
        },
        first_dealer=first_dealer(document["dealer"]["first"]),
        next_dealer=builder.needed("dealer", "next"),
        contract=Contract(builder.defaults),
        fields=fields,
        ranking=builder.ranking(),
        flow=flow,
        bid_texts=BidTexts({}, {}) if auction is None else bid_texts(auction, document, terms),
        scoring=builder.scoring(),
        draws=any(step.draw for phase in flow if isinstance(phase, ExchangePhase) for step in phase.steps),
    )


def words_of_term(value: object) -> tuple[str, ...]:
    """Return a term's words, the preferred one first."""
    return tuple(str(word) for word in value) if isinstance(value, list) else (str(value),)
