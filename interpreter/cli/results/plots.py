"""Plots as inline SVG, by matplotlib: text stays text, nothing is loaded, and the same numbers give the same bytes.

A colour never stands alone: each player has a marker's shape too, filled where the deals are the same and open where
they aren't. Grey shows what doesn't matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import import_module
from io import StringIO
from typing import Any

from interpreter.cli.results.numbers import signed
from interpreter.statistics import Interval

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
MARKERS = ("o", "s", "^", "D")
INK, FAINT, BAND = "#222222", "#767676", "#e6e6e6"
CLEARED = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
"""Behind words that the line at no change, or the band about it, would run through."""
WIDTH = 5.0
"""Inches; the text is 9 points, so that a phone shows it without a glass."""
SETTINGS = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "hatch.linewidth": 0.6,
}


@dataclass(frozen=True, slots=True)
class Mark:
    """One interval: `place` chooses colour and shape, `filled` whether the deals were the same."""

    interval: Interval
    place: int = 0
    filled: bool = True


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One row: what it is about, its intervals, and what stands at the right."""

    label: str
    marks: Sequence[Mark]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """What is written around a plot: its title and description for those who can't see it, and the axis."""

    title: str
    description: str
    axis: str = ""
    less: str = ""
    more: str = ""


def forest(rows: Sequence[ForestRow], words: Words, *, small: float, legend: Sequence[str] = ()) -> str:
    """Return intervals one below the other, about a line at no change and a band of changes that don't matter."""
    figure, axes = canvas((0.42 if len(legend) < 2 else 0.5) * len(rows) + (1.15 if len(legend) < 2 else 1.45))
    axes.axvspan(-small, small, color=BAND, zorder=0, linewidth=0)
    axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
    ends = [end for row in rows for mark in row.marks for end in (mark.interval.low, mark.interval.high)]
    low, high = min([-small * 1.5, *ends]), max([small * 1.5, *ends])
    pad = 0.04 * (high - low)
    axes.set_xlim(low - pad, high + pad)
    axes.set_ylim(len(rows) - 0.35, -0.75)
    for at, row in enumerate(rows):
        axes.annotate(row.label, (0, at), (0, 6), xycoords=("axes fraction", "data"), textcoords="offset points",
                      ha="left", va="bottom", fontsize=9, bbox=CLEARED)  # fmt: skip
        if row.note:
            axes.annotate(row.note, (1, at), (0, 6), xycoords=("axes fraction", "data"), textcoords="offset points",
                          ha="right", va="bottom", fontsize=8, color=FAINT, bbox=CLEARED)  # fmt: skip
        step = 0.24 if len(row.marks) > 1 else 0.0
        for turn, mark in enumerate(row.marks):
            draw_interval(axes, mark, at + 0.1 + turn * step)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    label_axis(axes, words)
    if len(legend) > 1:
        line = import_module("matplotlib.lines").Line2D
        handles = [
            line([], [], color=COLOURS[at], marker=MARKERS[at], markersize=5, linewidth=1.4, label=name)
            for at, name in enumerate(legend)
        ]
        axes.legend(handles=handles, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(legend), frameon=False)
    return svg(figure, words)


def draw_interval(axes: Any, mark: Mark, at: float) -> None:
    """Draw one interval."""
    colour, interval = COLOURS[mark.place], mark.interval
    axes.plot([interval.low, interval.high], [at, at], color=colour, linewidth=1.6,
              linestyle="-" if mark.filled else (0, (3, 2)), solid_capstyle="butt", zorder=2)  # fmt: skip
    axes.plot([interval.mean], [at], marker=MARKERS[mark.place], markersize=5.5, color=colour, zorder=3,
              markerfacecolor=colour if mark.filled else "white", linestyle="none")  # fmt: skip


def label_axis(axes: Any, words: Words) -> None:
    """Write what the axis is, and which way is which."""
    axes.set_xlabel(words.axis)
    for text, place, side in ((words.less, 0, "left"), (words.more, 1, "right")):
        if text:
            axes.annotate(text, (place, 0), (0, -34), xycoords="axes fraction", textcoords="offset points",
                          ha=side, va="top", fontsize=8, color=FAINT)  # fmt: skip


def bars(shares: Mapping[int, Sequence[float]], words: Words, *, legend: Sequence[str] = (), of: str = "deals") -> str:
    """Return bars by whole numbers: `shares[number]` are the shares, of 100 `of`, one for each entry of the legend."""
    numbers = sorted(shares)
    figure, axes = canvas(2.7)
    count = max(len(values) for values in shares.values())
    width = 0.8 / count
    for turn in range(count):
        places = [number + (turn - (count - 1) / 2) * width for number in numbers]
        axes.bar(places, [shares[number][turn] for number in numbers], width, color=COLOURS[turn],
                 hatch="" if turn == 0 else "////", edgecolor="white", linewidth=0,
                 label=legend[turn] if legend else None)  # fmt: skip
    axes.set_ylabel(f"of 100 {of}")
    axes.xaxis.set_major_locator(import_module("matplotlib.ticker").MaxNLocator(integer=True))
    label_axis(axes, words)
    if len(legend) > 1:
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(legend))
    return svg(figure, words)


def squares(parts: Sequence[tuple[str, int]], words: Words) -> str:
    """Return 100 squares, so many of each part, by what is said of it; it has a colour, and a sign in its squares."""
    figure, axes = canvas(1.95)
    signs = ("+", "\N{MINUS SIGN}", "~", "")
    shades = (COLOURS[0], COLOURS[1], "#bdbdbd", "#f2f2f2")
    patch = import_module("matplotlib.patches").Rectangle
    filled = [at for at, (_, count) in enumerate(parts) for _ in range(count)]
    for place, part in enumerate(filled):
        row, column = divmod(place, 10)
        axes.add_patch(patch((column, row), 0.88, 0.88, facecolor=shades[part], edgecolor=FAINT, linewidth=0.3))
        if signs[part]:
            axes.text(column + 0.44, row + 0.46, signs[part], ha="center", va="center", fontsize=8,
                      color="white" if part < 2 else INK)  # fmt: skip
    for at, (name, _) in enumerate(parts):
        axes.add_patch(patch((11, at * 1.6 + 1), 0.88, 0.88, facecolor=shades[at], edgecolor=FAINT, linewidth=0.3))
        if signs[at]:
            axes.text(11.44, at * 1.6 + 1.46, signs[at], ha="center", va="center", fontsize=8,
                      color="white" if at < 2 else INK)  # fmt: skip
        axes.text(12.2, at * 1.6 + 1.46, name, va="center")
    axes.set_xlim(-0.1, 25)
    axes.set_ylim(10.1, -0.1)
    axes.set_aspect("equal", anchor="W")
    axes.axis("off")
    return svg(figure, words)


def canvas(height: float) -> tuple[Any, Any]:
    """Return an empty figure with one pair of axes."""
    matplotlib = import_module("matplotlib")
    with matplotlib.rc_context(SETTINGS):
        figure = import_module("matplotlib.figure").Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.subplots()
    return figure, axes


def svg(figure: Any, words: Words) -> str:
    """Return a figure as an SVG element with a title and a description, its identifiers all its own."""
    name = "p" + re.sub(r"[^a-z0-9]+", "-", words.title.lower()).strip("-")
    matplotlib, text = import_module("matplotlib"), StringIO()
    with matplotlib.rc_context({**SETTINGS, "svg.hashsalt": name}):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    body = text.getvalue()
    body = body[body.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", body, flags=re.DOTALL)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(url\(#|xlink:href="#)', rf"\1{name}-", body)
    head = f'<svg role="img" aria-labelledby="{name}-title {name}-description"'
    tail = f'<title id="{name}-title">{escape(words.title)}</title><desc id="{name}-description">'
    body = body.replace("<svg", head, 1)
    end = body.index(">") + 1
    return f"{body[:end]}{tail}{escape(words.description)}</desc>{body[end:]}"


def described(rows: Sequence[ForestRow]) -> str:
    """Return the rows of a forest in words, for those who can't see it."""
    parts = []
    for row in rows:
        said = "; ".join(
            f"{signed(mark.interval.mean)} from {signed(mark.interval.low)} to {signed(mark.interval.high)}"
            for mark in row.marks
        )
        parts.append(f"{row.label}: {said or 'no interval'}")
    return ". ".join(parts) + "."


__all__ = ["ForestRow", "Mark", "Words", "bars", "described", "forest", "squares"]
