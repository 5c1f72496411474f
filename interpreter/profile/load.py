"""From a reference to a `Profile`, by the cache where it can.

profile = load("pagat-54+min-4")
"""

from __future__ import annotations

from pathlib import Path

from interpreter.errors import Place
from interpreter.model import Profile
from interpreter.profile.builders import build
from interpreter.profile.cache import fetch


def load(reference: str, place: Place | None = None, beside: Path | None = None) -> Profile:
    """Return the rules that a reference names.

    `place` is where the reference stands and `beside` that file's folder, if it stands in a file. Raises `InputError`
    with every problem found, and `TypeError` for what is no text. Costs some 0.3 s for a reference that is new, 10 ms
    for one in the cache.
    """
    if not isinstance(reference, str):
        raise TypeError(f"a reference is a text such as 'pagat-54+min-4', not {reference!r:.80}")
    checked = fetch(reference, beside)
    if checked is not None:
        return build(checked)
    from interpreter.profile.check import check_reference

    return check_reference(reference, place, beside)[0]


def load_document(document: object, reference: str, *, name: str = "resolved profile", column: int = 1) -> Profile:
    """Return the rules of a resolved profile, as `Profile.document` holds it; `reference` is how they were named.

    Problems stand in the document as one line of JSON: in the file `name`, line 1, where it begins at `column`. Raises
    `InputError` with every problem found, within the same limits as a profile's file. Costs some 0.3 s.
    """
    from interpreter.profile.check import check_document

    return check_document(document, reference, name, column)
