"""What can still be looked at in a profile with faults, so that one run tells all that is wrong, each thing once.

A fault of the schema is mended where it is plain what was meant, and otherwise taken out. What is taken out is missed
elsewhere: such consequences are silenced, for they would only repeat the fault. An expression that is wrong becomes a
variable that nobody sets; a proof that needs it ends there and says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches

from interpreter.errors import Problem, meant_by
from interpreter.profile.analyse import EVERYTHING, Parts
from interpreter.profile.faults import Fault, faults
from interpreter.profile.lacking import with_name
from interpreter.profile.meant import named_in, put_only
from interpreter.profile.merge import OWN_KEYS, Removal
from interpreter.profile.nodes import Mapping, Node, Scalar, Sequence, as_list, copies, core_value, data, follow
from interpreter.profile.parts import NAMED_IN_RULES, Path, part_of, path_at, verbs_in
from interpreter.profile.positions import Source
from interpreter.profile.schema import place_of_fault, written_in
from interpreter.profile.vocabulary import Vocabulary

ROUNDS = 3
"""How often what is left is looked at anew: taking a key out can make others lack it."""
NAMES_OF = ("params", "cards", "define", "tallies")
"""Maps whose keys are names that expressions use."""
UNKNOWN = frozenset(
    ("E010", "E011", "E012", "E016", "E020", "R002", "R003", "R004", "R016", "R017", "R020", "R023", "R040", "X037")
)
"""Problems of a name or word that isn't known."""
OF_CARDS = frozenset(("R002", "R003", "R004", "R016", "R017"))
HIDDEN_BY_FIELDS = frozenset(("E010", "E016", "R020", "R040"))
HIDDEN_BY_FLOW = frozenset(("R010", "R012", "R013", "R014", "R015", "E030"))
OF_ORDER = frozenset(("E011", "E020", "E030"))
ORDERED = frozenset(("contract", "declarer", "suit", "trump"))
"""Words in a message that what is known depends on the order of the phases."""
OF_BIDS = frozenset(("bid", "high", "kind", "declarer", "declaring", "declarers", "defenders"))
"""Names that only a game with an auction has."""
HOLD_FIELDS = ("bids", "pick", "set", "opening")
"""Keys of a phase that name fields of the contract, and their words."""
ALIKE = 0.7
"""How much an unknown name is like a known one, from 0 to 1, if it is that one misspelt."""


@dataclass(frozen=True, slots=True)
class Poison:
    """What is missing from a mended tree, so that whatever may have come from there isn't called unknown.

    `names` are those that what is missing holds. `cards` says that any card may be missing, `fields` any field or word
    of the contract and any name of the game's own, `flow` phases; `order` that phases stand in a wrong order;
    `anything` that a whole file is missing. `parts` are those of which rules are missing, as `part_of` names them;
    `wrong` are names of params, defines and classes that stand for other values than were meant, `lacking` the paths
    of keys that have to be there, and `mended` the paths of what was put right. `late` are the faults that
    show once a key or the verb of a phase is put right.
    """

    names: frozenset[str] = frozenset()
    cards: bool = False
    fields: bool = False
    flow: bool = False
    order: bool = False
    anything: bool = False
    parts: Parts = frozenset()
    wrong: frozenset[str] = frozenset()
    lacking: tuple[Path, ...] = ()
    mended: tuple[Path, ...] = ()
    late: tuple[Problem, ...] = ()

    def __or__(self, other: Poison) -> Poison:
        """Return what is missing in either way."""
        return Poison(
            self.names | other.names,
            self.cards or other.cards,
            self.fields or other.fields,
            self.flow or other.flow,
            self.order or other.order,
            self.anything or other.anything,
            self.parts | other.parts,
            self.wrong | other.wrong,
            (*self.lacking, *other.lacking),
            (*self.mended, *other.mended),
            (*self.late, *other.late),
        )

    def silences(self, problem: Problem) -> bool:
        """Whether a problem may be nothing but a consequence of what is missing."""
        if (self.flow or self.anything) and problem.code in HIDDEN_BY_FLOW:
            return True
        if problem.code == "S002" and (self.anything or not self.names.isdisjoint(lacking_in(problem))):
            return True
        if self.order and problem.code in OF_ORDER and depends_on_order(problem):
            return True
        if problem.code not in UNKNOWN:
            return False
        unknown = unknown_names(problem)
        if self.anything and not is_misspelt(problem, unknown):
            return True
        if self.names & {part for name in unknown for part in name.split(".")}:
            return True
        if self.cards and (problem.code in OF_CARDS or any(not name[:1].islower() for name in unknown)):
            return True
        return self.fields and problem.code in HIDDEN_BY_FIELDS and may_be_a_field(problem, unknown)

    def after(self, problems: Iterable[Problem], vocabulary: Vocabulary, removed: Iterable[Removal]) -> Poison:
        """Return this poison with what is missing where the words of a profile have these problems."""
        codes = {problem.code for problem in problems}
        left_out = [node for name, node in vocabulary.phases.items() if name not in vocabulary.flow]
        gone = {removal.path[1]: removal.node for removal in removed if removal.path[:1] == ("phases",)}
        lost = bool(vocabulary.missing or left_out)
        doubled = [path_at(vocabulary.tree, problem.place)[:2] for problem in problems if problem.code == "R001"]
        cards = self.cards or "R007" in codes or ("deck", "ranks") in doubled  # one of them may be meant for another
        if not lost and not codes & {"R013", "R014", "R015"}:
            return replace(self, cards=cards)
        nodes = [*left_out, *(gone[name] for name in vocabulary.missing if name in gone)]
        names = {word for node in nodes for word in words_in(node)}
        if lost and vocabulary.auction is None:
            names |= OF_BIDS
        fields = self.fields or any(name not in gone for name in vocabulary.missing)
        return replace(self, names=self.names | names, cards=cards, fields=fields, order=True)


def depends_on_order(problem: Problem) -> bool:
    """Whether a name isn't known yet, so that it might be, were the phases in another order."""
    text = re.sub(r" in [\w.]+", "", problem.message)
    return bool(ORDERED & set(re.findall(r"\w+", text)))


def lacking_in(problem: Problem) -> list[str]:
    """Return the keys of which a problem says that one is missing."""
    missing = re.match(r"missing key '(\w+)'", problem.message)
    choice = re.search(r"one of ([\w, ]+) has to be here", problem.message)
    named = re.findall(r"\w+", choice[1]) if choice else re.findall(r"`(\w+)`", problem.message)
    return [missing[1]] if missing else named


def unknown_names(problem: Problem) -> set[str]:
    """Return the names that a problem says aren't known, and the field whose words it speaks of."""
    names = set(re.findall(r"'([\w.-]+)'", problem.message))
    of = re.search(r" word of ([\w ]+)$", problem.message)
    return names | set(of[1].split(" or ") if of else ())


def may_be_a_field(problem: Problem, unknown: Iterable[str]) -> bool:
    """Whether an unknown name may be a field or word that is missing: not one that is misspelt, or that was removed."""
    if problem.notes or not all(
        "." not in name or name.split(".")[0] in ("contract", "bid", "high") for name in unknown
    ):
        return False
    return not is_misspelt(problem, unknown)


def is_misspelt(problem: Problem, unknown: Iterable[str]) -> bool:
    """Whether an unknown name is so much like a known one that it is that one misspelt."""
    near = meant_by(problem.help)
    ends = [name.rpartition(".")[2] for name in unknown]
    return near is not None and bool(get_close_matches(near.rpartition(".")[2], ends, 1, ALIKE))


def words_in(node: Node | None) -> set[str]:
    """Return the names that a node may bring in: its keys, and what stands bare in its texts."""
    match node:
        case Mapping(entries=entries):
            return {*entries, *(word for entry in entries.values() for word in words_in(entry))}
        case Sequence(items=items):
            return {word for item in items for word in words_in(item)}
        case Scalar(text=text):
            return set(re.findall(r"(?<![\w.])\w+(?![\w.(])", text))
    return set()


def salvaged(tree: Mapping, sources: list[Source], mend: bool = True) -> tuple[Mapping, Poison]:
    """Return a tree without the faults of its schema, and what it lacks because of that.

    It was merged from `sources`, in this order. Unless it is to `mend` them, lines with a fault are taken out, also
    where it is plain what was meant.
    """
    tree = replace(tree, entries=copies(tree.entries), keys=dict(tree.keys))
    lost: dict[Path, Node | None] = {}
    mended: set[Path] = set()
    parts: Parts = frozenset()
    plain: list[Path] = []
    found: list[Fault] = []
    late: list[Problem] = []
    renamed = set[Path]()
    for number in range(ROUNDS):
        found = [with_name(fault) for fault in faults(data(tree), "profile", partial=False, written=written_in(tree))]
        found = [one for one in found if one.code != "S002" or not put_only(tree, (*one.path, one.key or ""))]
        if number == 1:
            heads = {path[:2] for path in plain if path[2:] == ("do",)} | renamed
            of_them = [one for one in found if one.code != "S002" and any(one.path[: len(at)] == at for at in heads)]
            late = [Problem(one.code, one.message, place_of_fault(tree, one), one.help) for one in of_them]
        for fault in found:
            if fault.code == "S002":
                continue
            path: Path = fault.path if fault.key is None else (*fault.path, fault.key)
            if put_only(tree, path):
                continue
            once = fault.meant is not None or (path not in mended and is_mended(tree, fault))
            part = part_of(path, verbs_in(tree))
            gone = repaired(tree, fault, mended, sources) if mend or fault.is_plain else taken_out(tree, path)
            renamed |= {(*fault.path, fault.meant)} if fault.meant else set()
            if once:
                plain.append((*fault.path, fault.meant) if fault.meant else path)
                mended.add(path)
            elif gone:
                parts |= part
            if fault.code == "S001" and not fault.path and fault.meant is None:
                lost |= (homes := misplaced(gone, tree))
                parts = parts.union(*(part_of(home, verbs_in(tree)) for home in homes))
            if fault.code != "S001" and (mend or not once or follow(tree, path) is None):
                lost |= gone
        if all(fault.code == "S002" for fault in found):
            break
    lacking = tuple((*fault.path, fault.key or "") for fault in found if fault.code == "S002")
    wide = [one for one in found if one.code != "S002" or not one.path or one.path == ("deck",)]
    whole = any(one.path or one.key not in OWN_KEYS for one in wide)
    known = replace(poison_of(tree, lost | dict.fromkeys(lacking)), parts=EVERYTHING if whole else parts)
    return tree, replace(known, lacking=lacking, mended=tuple(plain), late=tuple(late))


def misplaced(gone: dict[Path, Node | None], tree: Mapping) -> dict[Path, Node | None]:
    """Return by their right path entries that stand at the top of a file and were meant to stand below a key."""
    from interpreter.profile.remedies import homes_of  # only needed once something is wrong

    found: dict[Path, Node | None] = {}
    for path, node in gone.items():
        homes = [] if node is None or len(path) != 1 else homes_of(str(path[0]), data(node), data(tree))
        found |= dict.fromkeys(homes[:1], node)
    return found


def is_mended(tree: Mapping, fault: Fault) -> bool:
    """Whether it is plain what was meant where a value has a fault."""
    return fault.key is None and isinstance(follow(tree, fault.path), Scalar) and not isinstance(fault.path[-1], int)


def repaired(tree: Mapping, fault: Fault, mended: set[Path], sources: list[Source]) -> dict[Path, Node | None]:
    """Mend a fault in a tree, or take it out, so that what it replaced stands there; return by path what is gone."""
    path: Path = fault.path if fault.key is None else (*fault.path, fault.key)
    if not path:
        return {path: tree}
    holder = follow(tree, path[:-1])
    if isinstance(holder, Sequence):
        at = path[-1]
        item = holder.items[at] if isinstance(at, int) and at < len(holder.items) else None
        if fault.is_list and isinstance(at, int) and isinstance(item, Scalar):
            holder.items[at : at + 1] = as_list(item).items
            return {}
        gone = taken_out(tree, path)
        return {} if fault.code == "S010" else gone
    key = str(path[-1])
    if not isinstance(holder, Mapping) or key not in holder.entries:
        return {}
    node = holder.entries[key]
    if fault.meant:
        if fault.meant not in holder.entries:
            rename(holder, key, fault.meant)
        else:
            if not is_older(node, holder.entries[fault.meant], sources):
                lay_over(holder, fault.meant, node)
            del holder.entries[key], holder.keys[key]
        return {path: node}
    if fault.key is None and isinstance(node, Scalar) and path not in mended:
        holder.entries[key] = mended_scalar(node, fault)
        return {}
    return taken_out(tree, path)


def taken_out(tree: Mapping, path: Path) -> dict[Path, Node | None]:
    """Take something out of a tree, so that what it replaced stands there; return by path what is gone."""
    if not path:
        return {path: tree}
    holder = follow(tree, path[:-1])
    if isinstance(holder, Sequence):
        item: Node | None = None
        if isinstance(path[-1], int) and path[-1] < len(holder.items):
            item = holder.items.pop(path[-1])
        return {path[:-1]: item}
    key = str(path[-1])
    if not isinstance(holder, Mapping) or key not in holder.entries:
        return {}
    node = holder.entries[key]
    if node.replaced is not None:
        holder.entries[key] = node.replaced
    else:
        del holder.entries[key], holder.keys[key]
    return {path: node}


def is_older(node: Node, other: Node, sources: list[Source]) -> bool:
    """Whether a node was merged before another one, so that the other one overrides it."""
    return node.source in sources and other.source in sources[sources.index(node.source) + 1 :]


def lay_over(holder: Mapping, key: str, node: Node) -> None:
    """Let a node replace what a key holds; of a map, key by key. An expression is still looked at, as if inherited."""
    below = holder.entries[key]
    if isinstance(node, Scalar) and isinstance(below, Scalar) and node.inherited is None:
        holder.entries[key] = replace(node, inherited=below)
        return
    if not isinstance(below, Mapping) or not isinstance(node, Mapping):
        if type(below) is type(node):  # else it would only be one fault more
            holder.entries[key] = node
        return
    for name, entry in node.entries.items():
        if name in below.entries:
            lay_over(below, name, entry)
        else:
            below.entries[name], below.keys[name] = entry, node.keys[name]


def lacks_parents(tops: Iterable[Mapping]) -> bool:
    """Whether a key that brings other files in holds no names, so that what is in these is missing."""
    return not all(names_files(top) for top in tops)


def names_files(top: Mapping) -> bool:
    """Whether a file names its parent and its house rules as texts, if it has any."""
    parent, rules = (named_in(top, key) for key in ("extends", "house_rules"))
    listed = rules.items if isinstance(rules, Sequence) else [] if rules is None else [rules]
    named = [*([] if parent is None else [parent]), *listed]
    return all(isinstance(node, Scalar) and (node.value is None or isinstance(node.value, str)) for node in named)


def mended_scalar(node: Scalar, fault: Fault) -> Node:
    """Return a scalar as it was probably meant: with quotes or without, a near word, or a list."""
    if fault.is_list and not node.style:
        return as_list(node)
    near = meant_by(fault.help)
    if near:
        return replace(node, value=near, text=near)
    return replace(node, value=core_value(node.text) if isinstance(node.value, str) else node.text)


def rename(holder: Mapping, key: str, meant: str) -> None:
    """Give an entry the key that was meant, in its place."""
    for entries in (holder.entries, holder.keys):
        items = [(meant if name == key else name, value) for name, value in entries.items()]
        entries.clear()
        entries.update(items)  # type: ignore[arg-type]  # each with its own values


def poison_of(tree: Mapping, lost: dict[Path, Node | None]) -> Poison:
    """Return what is missing where the nodes at some paths are lost, or (None) were never there."""
    names: set[str] = set()
    wrong: set[str] = set()
    cards = fields = flow = False
    phases = tree.entries.get("phases")
    for path, node in lost.items():
        top, *below = path or ("",)
        there = node is not None and follow(tree, path) is not None  # what it replaced stands there again
        names |= (set() if top == "params" else words_in(node)) | {str(step) for step in below}
        if top in NAMED_IN_RULES:
            section = tree.entries.get(str(top))
            entries = section.entries if isinstance(section, Mapping) else ()
            wrong |= {str(below[0])} if below else set(entries)
        if top == "made":
            names.add("made")
        elif there and top != "":
            flow |= top == "flow"
        elif top == "phases" and below[1:2] == ["do"]:
            names |= words_in(follow(phases, below[:1])) | (OF_BIDS if "bid" not in verbs_in(tree).values() else set())
            flow = True
        elif top in ("", "flow") or (top == "phases" and len(below) <= 1):
            # phases whose place or kind isn't known: all that they name is missing, the auction perhaps among them
            names |= OF_BIDS | words_in(phases)
            flow = True
        elif top == "contract" and not below:
            names |= words_in(phases)
        cards |= top in ("", "deck") or path == ("cards",)
        named = top in NAMES_OF if not below else top == "phases" and len(below) == 2 and below[1] in HOLD_FIELDS
        fields |= top == "" or path == ("phases",) or (named and not isinstance(node, Mapping))
    return Poison(frozenset(names), cards, fields, flow, wrong=frozenset(wrong))


def one_for_each_place(stages: Iterable[Iterable[Problem]]) -> list[Problem]:
    """Return the problems of several stages; a later stage says nothing more of a place that an earlier one names.

    An expression that stands in several places of the rules, by way of an alias, is told of once.
    """
    told: list[Problem] = []
    for stage in stages:
        marked = {start_of(problem) for problem in told} - {None}
        told += [problem for problem in stage if start_of(problem) not in marked]
    first = {(problem.code, problem.place): problem for problem in reversed(told)}
    return [problem for problem in told if problem.code[0] != "E" or first[problem.code, problem.place] is problem]


def start_of(problem: Problem) -> tuple[str, int, int] | None:
    """Return where the place of a problem begins."""
    return None if problem.place is None else (problem.place.file, problem.place.line, problem.place.column)
