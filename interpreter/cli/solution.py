"""Printing what was solved: the hands, who makes what, and what each card is worth; as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.cli.commentary import sides
from interpreter.cli.screen import Screen, Span
from interpreter.contract import Contract
from interpreter.makeable import Cell, Option, highest_made, strain_text, uncounted
from interpreter.model import Profile
from interpreter.notation import format_contract
from interpreter.ranking import sort_hand
from interpreter.solving import AtPlay, Spot
from interpreter.spelling import spoken
from interpreter.table import SEAT_NAMES, SIDE_NAMES, Seat

GAP = 3


def print_spot(screen: Screen, spot: Spot, contract: Contract | None) -> None:
    """Print which rules are in force, where the spot is, and all hands."""
    profile = spot.profile
    screen.line((profile.title, "title"), (f" ({profile.reference})", "dim"))
    if spot.deal is not None:
        where = [f"deal {spot.deal}, {SEAT_NAMES[spot.dealer]} deals"]
        where += [f"{spoken('trick', profile.terms)[0]} {spot.trick}"] if spot.trick is not None else []
        where += [f"before event {spot.n}"] if spot.n is not None else []
        screen.line(", ".join(where))
    layout = profile.ranking.layout(profile.contract if contract is None else contract)
    zones = [*zip(SEAT_NAMES, spot.hands, strict=True), (spoken("kitty", profile.terms)[0], spot.kitty)]
    for name, cards in zones:
        if cards:
            said = " ".join(screen.card(card) for card in sort_hand(cards, layout, profile.pack))
            screen.line((f"{name:6} ", "mark"), said, indent=2, hang=7)


# ---- who makes what


def print_cells(screen: Screen, spot: Spot, cells: Sequence[Cell]) -> None:
    """Print the table: a line for each strain, a column for each declarer."""
    profile = spot.profile
    seats = list(dict.fromkeys(cell.declarer for cell in cells))
    found = {(strain_text(profile, cell.strain), cell.declarer): cell for cell in cells}
    rows = list(dict.fromkeys(strain for strain, _ in found))
    named = any(highest_made(spot.tables, cell) for cell in cells)
    texts = {key: cell_text(spot, cell, named=named) for key, cell in found.items()}
    first = max(map(len, rows), default=0)
    widths = [max(len(name_of(seat)), *(len(texts.get((row, seat), "-")) for row in rows)) for seat in seats]
    head = "".join(f"{'':{GAP}}{name_of(seat):>{width}}" for seat, width in zip(seats, widths, strict=True))
    tabled = first + len(head) + 2 <= screen.width
    if tabled:
        screen.line((f"{'':{first}}{head}".rstrip(), "mark"), indent=2)
    for row in rows:
        spans: list[Span] = [f"{row:{first}}" if tabled else f"{row}:"]
        for seat, width in zip(seats, widths, strict=True):
            cell = found.get((row, seat))
            made = cell is not None and highest_made(spot.tables, cell) is not None
            text = f"{'':{GAP}}{texts.get((row, seat), '-'):>{width}}"
            text = text.rstrip() if seat == seats[-1] else text
            if not tabled:
                text = f" {name_of(seat)} {text.strip()}{',' if seat != seats[-1] else ''}"
            spans.append((text, "good") if made else text)
        screen.line(*spans, indent=2)


def name_of(seat: Seat) -> str:
    """Return the heading of a declarer's column."""
    return SEAT_NAMES[seat] if seat >= 0 else SIDE_NAMES[0]


def cell_text(spot: Spot, cell: Cell, *, named: bool) -> str:
    """Return the books of a cell, and in brackets the highest bid that makes."""
    if cell.books is None:
        return f"?{'     ' * named}"
    made = highest_made(spot.tables, cell)
    number = "" if made is None else level_of(made)
    return f"{cell.books} {f'({number})' if made else '   '}" if named else str(cell.books)


def level_of(contract: Contract) -> str:
    """Return the numbers of a bid."""
    return " ".join(str(value) for value in contract.values.values() if isinstance(value, int)) or "made"


def legend(spot: Spot, cells: Sequence[Cell], tries: int) -> list[str]:
    """Return what the table's numbers mean, in sentences."""
    word = spoken("trick", spot.profile.terms)[0]
    who = "the declarers" if spot.tables.declared else SIDE_NAMES[0]
    lines = [f"{word}s that {who} take, all cards open"]
    if any(highest_made(spot.tables, cell) for cell in cells):
        lines[0] += "; in brackets the highest bid that makes"
    least, tried = [cell for cell in cells if cell.at_least], max((cell.tried for cell in cells), default=0)
    if least:
        ways = f"the best of {tried} ways" if tried > 1 else "the likeliest way"
        more = " (--burials tries more)" if any(cell.tried == tries for cell in least) else ""
        lines.append(f"buried is {ways}, so the declarers may take more{more}")
    elif tried > 1:
        lines.append(f"buried is the best of all {tried} ways")
    if any(cell.books is None for cell in cells):
        lines.append("?: unknown, given up after too many nodes (--nodes allows more)")
    return lines


def cells_json(spot: Spot, cells: Iterable[Cell]) -> list[dict[str, object]]:
    """Return the table, one entry for each strain and declarer."""
    profile = spot.profile
    found: list[dict[str, object]] = []
    for cell in cells:
        made = highest_made(spot.tables, cell)
        found.append(
            {
                "strain": strain_text(profile, cell.strain),
                "fields": dict(cell.strain.fields),
                "declarer": seat_name(cell.declarer),
                "books": cell.books,
                "at_least": cell.at_least,
                "buries": cell.gave,
                "tried": cell.tried,
                "highest_bid": None if made is None else dict(made.values),
                "text": None if made is None else format_contract(profile, made),
            }
        )
    return found


# ---- what each card is worth


def print_options(screen: Screen, spot: Spot, at: AtPlay, options: Sequence[Option]) -> None:
    """Print the contract, whose turn it is, and every card that may be played with what it is worth."""
    profile, position = spot.profile, at.position
    word = spoken("trick", profile.terms)[0]
    seat = (position.leader + len(position.table)) % 4
    screen.line(("contract: ", "mark"), (format_contract(profile, position.contract), "title"))
    if at.cell is not None and at.cell.gave:
        cards = " ".join(screen.card(card) for card in at.cell.gave)
        screen.line(f"{SEAT_NAMES[at.cell.declarer]} buries {cards}", indent=2, hang=4)
    if position.table:
        turn = ", ".join(
            f"{SEAT_NAMES[(position.leader + place) % 4]} {screen.card(card)}"
            for place, card in enumerate(position.table)
        )
        screen.line(f"on the table: {turn}", indent=2)
    whose = "the declarers" if spot.tables.declared else SIDE_NAMES[0]
    whole = ", with those they have" if at.credit else " to come" if at.credit is None else ""
    screen.line(f"{SEAT_NAMES[seat]} to play; {word}s of {whose}{whole}:")
    ends = [end_text(option) for option in options]
    width = max(map(len, ends))
    layout = profile.ranking.layout(position.contract)
    for option, end in zip(options, ends, strict=True):
        books = "?" if option.books is None else str(option.books)
        cards = " ".join(screen.card(card) for card in sort_hand(option.cards, layout, profile.pack))
        best = option.books is not None and option.books == options[0].books
        screen.line((f"{books:>4}  {end:{width}}{'  ' * bool(width)}", "good" if best else ""), cards, hang=width + 8)
    if width and uncounted(profile):
        screen.line((f"note: {uncounted(profile)}", "dim"))


def end_text(option: Option) -> str:
    """Return what comes of the books: made or set, and the points; empty where that isn't known."""
    if option.points is None:
        return ""
    made = "" if option.made is None else "made " if option.made else "set  "
    one, other = option.points
    return f"{made}{one:+d}" if not other else f"{made}{one:+d} to {other:+d}"


def options_json(spot: Spot, at: AtPlay, options: Sequence[Option]) -> dict[str, object]:
    """Return a position and the value of each card."""
    position = at.position
    return {
        "contract": dict(position.contract.values),
        "text": format_contract(spot.profile, position.contract),
        "declarer": seat_name(position.contract.declarer),
        "buries": [] if at.cell is None else at.cell.gave,
        "leader": SEAT_NAMES[position.leader],
        "trick": position.table,
        "to_play": SEAT_NAMES[(position.leader + len(position.table)) % 4],
        "books_before": at.credit,
        "options": [
            {"card": card, "books": option.books, "made": option.made, "points": option.points}
            for option in options
            for card in option.cards
        ],
    }


def seat_name(seat: Seat) -> str | None:
    """Return a seat's name, None for nobody."""
    return SEAT_NAMES[seat] if seat >= 0 else None


def spot_json(spot: Spot) -> dict[str, object]:
    """Return the rules and the hands."""
    profile: Profile = spot.profile
    return {
        "reference": profile.reference,
        "title": profile.title,
        "hash": profile.hash,
        "deal": spot.deal,
        "event": spot.n,
        "dealer": SEAT_NAMES[spot.dealer],
        "hands": dict(zip(SEAT_NAMES, spot.hands, strict=True)),
        "kitty": spot.kitty,
    }


__all__ = ["cells_json", "legend", "options_json", "print_cells", "print_options", "print_spot", "sides", "spot_json"]
