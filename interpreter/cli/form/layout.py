"""Lines: their ends, blank ones, and how far they are indented."""

from __future__ import annotations

from interpreter.cli.form.tokens import protected_lines, tokens

STEP = 2
"""How many columns a block is further in than what holds it."""


def one_line_end(text: str) -> str:
    """Return a text whose lines end with LF, the last one too."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.rstrip("\n") + "\n" if text.strip() else text


def without_trailing_blanks(text: str) -> str:
    """Return a text without blanks at the ends of lines."""
    kept = protected_lines(text)
    return "\n".join(line if n in kept else line.rstrip(" \t") for n, line in enumerate(text.split("\n")))


def without_blank_lines(text: str) -> str:
    """Return a text without blank lines at its start, and without two in a row."""
    kept = protected_lines(text)
    found: list[str] = []
    for number, line in enumerate(text.split("\n")[:-1]):
        if line or number in kept or (found and found[-1]):
            found.append(line)
    return "\n".join(found).rstrip("\n") + "\n"


def indented(text: str) -> str:
    """Return a text in which each block stands two columns further in than what holds it."""
    targets = starts_of_lines(text)
    if targets is None:
        return text
    lines, kept = text.split("\n"), protected_lines(text)
    shifts: dict[int, int] = {}
    shift = 0
    for number, line in enumerate(lines):
        if number in targets:
            shift = targets[number] - margin(line)
        shifts[number] = shift
    for number in reversed(range(len(lines) - 1)):  # a comment goes with the line below it, if it stood like that one
        below = lines[number + 1]
        is_comment = lines[number].lstrip(" ").startswith("#") and number not in kept
        if is_comment and below.strip() and margin(lines[number]) == margin(below):
            shifts[number] = shifts[number + 1]
    return "\n".join(shifted(line, shifts[number]) for number, line in enumerate(lines))


def starts_of_lines(text: str) -> dict[int, int] | None:
    """Return for each line that begins with an entry of a block where it should begin; None where that isn't clear."""
    targets: dict[int, int] = {}
    blocks: list[str] = []
    flow = 0
    for token in tokens(text):
        match token.kind:
            case "BlockMappingStart" | "BlockSequenceStart":
                blocks.append(token.kind)
            case "BlockEnd":
                blocks.pop()
            case "FlowMappingStart" | "FlowSequenceStart":
                flow += 1
            case "FlowMappingEnd" | "FlowSequenceEnd":
                flow -= 1
            case "BlockEntry" if not blocks or blocks[-1] != "BlockSequenceStart":
                return None
            case "Key" if token.end > token.start:  # `? key`
                return None
            case "BlockEntry" | "Key" if not flow:
                if not text[text.rfind("\n", 0, token.start) + 1 : token.start].strip(" "):
                    targets[token.line] = STEP * (len(blocks) - 1)
    return targets


def margin(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def shifted(line: str, shift: int) -> str:
    """Return a line moved to the right, or to the left as far as it goes."""
    if not line.strip() or not shift:
        return line
    return " " * shift + line if shift > 0 else line[min(-shift, margin(line)) :]
