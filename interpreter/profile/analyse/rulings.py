"""Rulings that leave a side fewer books than none, however the books fell."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.errors import Problem
from interpreter.model import RevokeRuling
from interpreter.profile.analyse.outcomes import book_pairs
from interpreter.profile.analyse.subject import Subject, warning
from interpreter.profile.positions import Source


def check_rulings(subject: Subject, source: Source) -> Iterator[Problem]:
    """Tell each rule of a file that makes a side's books less than 0 after every revoke."""
    ruling = subject.profile.scoring.revoke
    if ruling is None:
        return
    for key in RevokeRuling._fields:
        node = subject.value_at("rulings", "revoke", key)
        expr = subject.expressions["rulings", "revoke", key]
        if node is None or node.source is not source or not is_always_below_0(subject, key, ruling):
            continue
        mine = f"mine.books - {expr.args[0].value}" if expr.op == "neg" and expr.args[0].op == "int" else "0 or more"
        text = f"`{key}` leaves that side fewer books than none, whatever it had"
        yield warning(subject.problem("R111", text, node.place(), f"write {mine}: it is what they have afterwards"))


def is_always_below_0(subject: Subject, key: str, ruling: RevokeRuling) -> bool:
    """Whether a rule gives less than 0 under every contract, however the books of a deal fall."""
    rule = getattr(ruling, key)
    for contract in subject.contracts():
        for mine, theirs in book_pairs(subject.profile, contract) or [(0, 0)]:
            if rule.call({**contract.names, "mine.books": mine, "theirs.books": theirs}) >= 0:
                return False
    return True
