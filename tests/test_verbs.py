"""Every verb of a phase is known wherever verbs are told apart by a table; where it is by `match`, mypy says so."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, get_args, get_type_hints

import pytest

from interpreter.model import DealPhase, Phase
from interpreter.phases import VERBS
from interpreter.players import expert, rules
from interpreter.profile.builders.phases import BUILDERS
from interpreter.profile.keys import verbs
from interpreter.profile.parts import OF_VERB, part_of, verbs_in
from interpreter.profile.source import Mapping, parse
from interpreter.record.events import DUE
from interpreter.resources import schema_folder

DEFS: dict[str, Any] = json.loads((schema_folder() / "profile.schema.json").read_text("utf-8"))["$defs"]
PHASES = set(get_args(Phase))
BY_VERB: dict[str, Collection[str]] = {
    "the schema's branches": [branch["if"]["properties"]["do"]["const"] for branch in DEFS["phase"]["then"]["allOf"]],
    "what a whole phase needs": [branch["if"]["properties"]["do"]["const"] for branch in DEFS["whole_phase"]["allOf"]],
    "the schema's phases": [
        name.removesuffix("_phase") for name in DEFS if name.endswith("_phase") and name != "whole_phase"
    ],
    "builders": BUILDERS,
    "parts": OF_VERB,
}
BY_PHASE: dict[str, Collection[type[Phase]]] = {
    "phases": VERBS,
    "builders": [get_type_hints(build)["return"] for build in BUILDERS.values()],
    "events of records": DUE,
    "what the rule player does": {DealPhase, *rules.DECISIONS},
    "what the expert does": {DealPhase, *expert.DECISIONS},
    "what the expert needs": {DealPhase, *expert.NEEDED},
}


@pytest.mark.parametrize("where", BY_VERB)
def test_each_verb_of_the_schema_is_known(where: str) -> None:
    assert sorted(BY_VERB[where]) == sorted(verbs())


@pytest.mark.parametrize("where", BY_PHASE)
def test_each_phase_of_the_model_is_known(where: str) -> None:
    assert set(BY_PHASE[where]) == PHASES


@pytest.mark.parametrize("verb", verbs())
def test_the_schema_leads_from_a_verb_to_its_keys(verb: str) -> None:
    [branch] = [one for one in DEFS["phase"]["then"]["allOf"] if one["if"]["properties"]["do"]["const"] == verb]
    assert branch["then"] == {"$ref": f"#/$defs/{verb}_phase"}


def test_a_verb_that_nobody_knows_is_no_part() -> None:
    """One that is misspelt in a profile belongs to the flow; one that only the schema knows is a fault of ours."""
    tree = parse(b"phases: {one: {do: dael, each: 3}, two: {do: deal}, three: {each: 3}}", "x.yaml", [])
    assert isinstance(tree, Mapping)
    assert verbs_in(tree) == {"one": "", "two": "deal", "three": ""}
    assert part_of(("phases", "one", "each"), verbs_in(tree)) == {"flow"}
    with pytest.raises(KeyError):
        part_of(("phases", "one", "each"), {"one": "dael"})
