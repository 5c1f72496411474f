"""From a checked profile to a `Profile`: expressions become closures, words become values.

Nothing here can fail on what was checked, and nothing knows YAML, grammars or schemas.
"""

from __future__ import annotations

import re

from interpreter.cards import Pack
from interpreter.contract import Contract
from interpreter.model import BidPhase, BidTexts, CardClass, ExchangePhase, Profile
from interpreter.profile.builders.parts import Doc, Parts, class_values, compile_defines, words
from interpreter.profile.builders.phases import build_phase
from interpreter.profile.builders.ranking import build_ranking
from interpreter.profile.builders.scoring import build_scoring
from interpreter.profile.checked import Checked
from interpreter.spelling import bid_texts
from interpreter.titles import title_of

__all__ = ["build"]


def build(checked: Checked) -> Profile:
    """Return the rules of a checked profile."""
    document: Doc = checked.document
    deck = document["deck"]
    pack = Pack(
        words(deck["suits"]),
        words(deck["ranks"]),
        words(deck["extra"]) if "extra" in deck else (),
        words(deck["without"]) if "without" in deck else (),
    )
    classes = class_values(checked.classes, pack)
    parts = Parts(checked, pack, classes, compile_defines(checked, classes))
    flow = tuple(build_phase(parts, name) for name in words(document["flow"]))
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
        next_dealer=parts.needed("dealer", "next"),
        contract=Contract(parts.defaults),
        fields=fields,
        ranking=build_ranking(parts),
        flow=flow,
        bid_texts=BidTexts({}, ()) if auction is None else bid_texts(auction, document, terms),
        scoring=build_scoring(parts),
        draws=any(step.draw for phase in flow if isinstance(phase, ExchangePhase) for step in phase.steps),
    )


def first_dealer(text: str) -> tuple[str, str | None]:
    """Read how the first dealer is found."""
    call = re.fullmatch(r"\s*(\w+)\s*(?:\(\s*(\w+)\s*\))?\s*", text)
    assert call is not None
    return (call[1], call[2])


def words_of_term(value: object) -> tuple[str, ...]:
    """Return a term's words, the preferred one first."""
    return tuple(str(word) for word in value) if isinstance(value, list) else (str(value),)
