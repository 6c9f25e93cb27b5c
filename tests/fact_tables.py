"""Tables of facts in the forms that pages give them, each with the facts that it tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, TypeAlias

Facts: TypeAlias = dict[str, str]
Pairs: TypeAlias = Sequence[tuple[str, str]]

LABELS: Final = (
    "Colour Weight Height Width Depth Finish Maker Bulb Voltage Power Plug Cable Warranty Origin "
    "Shape Style"
).split()
VALUES: Final = (
    "Red|3 kg|30 cm|Matt black|Oak|E27|230 V|40 W|Type F|2 m|Two years|Norway|Round|1.5 lb|"
    "By hand|12 pieces|Size 7|Yes"
).split("|")


def table(rows: Iterable[str], head: str = "") -> str:
    """A table of rows that hold cells."""
    return f"<table>{head}" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def plain(form: str) -> Callable[[Pairs, Random], tuple[str, Facts]]:
    """A table with a row for each fact."""
    return lambda pairs, _: (table(form.format(*pair) for pair in pairs), dict(pairs))


def paired(form: str, between: str = "") -> Callable[[Pairs, Random], tuple[str, Facts]]:
    """A table with two facts a row, the last row short where they do not come out even."""

    def write(pairs: Pairs, _: Random) -> tuple[str, Facts]:
        cells = [form.format(*pair) for pair in pairs]
        rows = [between.join(cells[first : first + 2]) for first in range(0, len(cells), 2)]
        return table(rows), dict(pairs)

    return write


ROW: Final = "<th>{}</th><td>{}</td>"


def under_header(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [ROW.format(*pair) for pair in pairs]
    return table(["<th>Property</th><th>Value</th>", *rows]), dict(pairs)


def under_thead(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [f"<td>{label}</td><td>{value}</td>" for label, value in pairs]
    head = "<thead><tr><td>Property</td><td>Value</td></tr></thead><tbody>"
    return table(rows, head), dict(pairs)


def in_sections(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    half = len(pairs) // 2
    rows = [ROW.format(*pair) for pair in pairs]
    first, second = (f"<th colspan=2>{name}</th>" for name in ("General", "Further"))
    return table([first, *rows[:half], second, *rows[half:]]), dict(pairs)


def same_label_in_sections(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [ROW.format(*pair) for pair in pairs]
    first, second = (f"<td colspan=2><b>{name}</b></td>" for name in ("Lamp", "Parcel"))
    label, value = pairs[0][0], "9 kg"
    written = table([first, *rows, second, ROW.format(label, value)])
    return written, {**dict(pairs), f"Parcel {label}": value}


def with_empty_values(pairs: Pairs, chance: Random) -> tuple[str, Facts]:
    empty = chance.sample(range(len(pairs)), 2)
    rows = [
        ROW.format(label, chance.choice(("", "&nbsp;", "-")) if index in empty else value)
        for index, (label, value) in enumerate(pairs)
    ]
    return table(rows), {k: v for index, (k, v) in enumerate(pairs) if index not in empty}


def pairs_with_an_empty_value(pairs: Pairs, chance: Random) -> tuple[str, Facts]:
    empty = chance.choice(pairs)
    cells = [
        f"<td><b>{label}</b></td><td>{'' if (label, value) == empty else value}</td>"
        for label, value in pairs
    ]
    rows = ["".join(cells[first : first + 2]) for first in range(0, len(cells), 2)]
    return table(rows), {label: value for label, value in pairs if (label, value) != empty}


def cells_left_out(pairs: Pairs, chance: Random) -> tuple[str, Facts]:
    empty = chance.randrange(1, len(pairs))
    rows = [
        f"<th>{label}</th>" + ("" if index == empty else f"<td>{value}</td>")
        for index, (label, value) in enumerate(pairs)
    ]
    return table(rows), {k: v for index, (k, v) in enumerate(pairs) if index != empty}


def several_values(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [ROW.format(*pair) for pair in pairs]
    ports = ["<th rowspan=3>Ports</th><td>USB</td>", "<td>HDMI</td>", "<td>Audio</td>"]
    return table([*rows[:2], *ports, *rows[2:]]), {**dict(pairs), "Ports": "USB, HDMI, Audio"}


def one_value_of_two_labels(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [ROW.format(*pair) for pair in pairs]
    brakes = ["<th>Front</th><td rowspan=2>Disc</td>", "<th>Rear</th>"]
    return table([*rows[:2], *brakes, *rows[2:]]), {**dict(pairs), "Front": "Disc", "Rear": "Disc"}


def grouped(form: str) -> Callable[[Pairs, Random], tuple[str, Facts]]:
    """A table whose first column names groups of rows."""

    def write(pairs: Pairs, _: Random) -> tuple[str, Facts]:
        half = len(pairs) // 2
        rows = []
        for name, group in (("General", pairs[:half]), ("Further", pairs[half:])):
            cells = [form.format(*pair) for pair in group]
            rows += [f"<th rowspan={len(cells)}>{name}</th>{cells[0]}", *cells[1:]]
        return table(rows), dict(pairs)

    return write


def wide_value(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    cells = [ROW.format(*pair) for pair in pairs]
    rows = ["".join(cells[first : first + 2]) for first in range(0, len(cells) - 1, 2)]
    wide = "<th>Scope</th><td colspan=3>Lamp and plug</td>"
    if len(cells) % 2:
        rows.append(cells[-1])
    return table([*rows[:1], wide, *rows[1:]]), {**dict(pairs), "Scope": "Lamp and plug"}


def side_by_side(header: str, *, is_this: bool) -> Callable[[Pairs, Random], tuple[str, Facts]]:
    """A table of several things side by side."""

    def write(pairs: Pairs, chance: Random) -> tuple[str, Facts]:
        rows = [f"<th>{label}</th><td>{value}</td><td>Other</td>" for label, value in pairs]
        empty = chance.randrange(len(rows))
        rows[empty] = f"<th>{pairs[empty][0]}</th><td></td><td>Other</td>"
        known = {k: v for index, (k, v) in enumerate(pairs) if index != empty}
        return table([header, *rows] if header else rows), known if is_this else {}

    return write


def spanned_labels_side_by_side(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = ["<td></td><th>Candle</th><th>Torch</th>"]
    for label, _value in pairs:
        rows += [f"<th rowspan=2>{label}</th><td>Red</td><td>Oak</td>", "<td>Blue</td><td>Ash</td>"]
    return table(rows), {}


def heads_as_values(pairs: Pairs, chance: Random) -> tuple[str, Facts]:
    plain_row = chance.randrange(len(pairs))
    rows = [
        ROW.format(*pair) if index == plain_row else "<th>{}</th><th>{}</th>".format(*pair)
        for index, pair in enumerate(pairs)
    ]
    return table(rows), dict(pairs)


def with_pictures(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [f"<td><img src=/i.png></td><td>{k}</td><td>{v}</td>" for k, v in pairs]
    return table(rows), dict(pairs)


def short_rows_side_by_side(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [f"<td>{label}</td><td>{value}</td><td>Other</td>" for label, value in pairs]
    rows[1] = f"<td>{pairs[1][0]}</td><td></td><td>Other</td>"
    rows[2] = f"<td>{pairs[2][0]}</td><td>Other</td>"
    return table(["<th>Part</th><th>Alma</th><th>Brio</th>", *rows]), {}


def below(tag: str, each: int) -> Callable[[Pairs, Random], tuple[str, Facts]]:
    """A table with rows of labels above rows of values."""

    def write(pairs: Pairs, _: Random) -> tuple[str, Facts]:
        rows = []
        for first in range(0, len(pairs), each):
            group = pairs[first : first + each]
            rows.append("".join(f"<{tag}>{label}</{tag}>" for label, _ in group))
            rows.append("".join(f"<td>{value}</td>" for _, value in group))
        return table(rows), dict(pairs)

    return write


def nested(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    half = len(pairs) // 2
    inner, rest = (
        table(ROW.format(*pair) for pair in some) for some in (pairs[:half], pairs[half:])
    )
    return table([f"<td>{inner}</td><td>{rest}</td>"]), dict(pairs)


def value_is_table(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    inner = table(ROW.format(*pair) for pair in pairs[:3])
    rows = [ROW.format(*pair) for pair in pairs[3:]]
    return table([*rows, f"<th>Sizes</th><td>{inner}</td>"]), dict(pairs)


def lists(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [ROW.format(label, f"<ul><li>{value}<li>Other</ul>") for label, value in pairs]
    return table(rows), {label: f"{value}, Other" for label, value in pairs}


def in_cells(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    pairs = pairs[: len(pairs) // 2 * 2]
    cells = [f"<td><b>{label}:</b> {value}</td>" for label, value in pairs]
    rows = ["".join(cells[first : first + 2]) for first in range(0, len(cells), 2)]
    return table(rows), dict(pairs)


def indented(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [
        f"<td></td><td>{label}</td><td>{value}</td>"
        if index % 3
        else f"<td colspan=2><b>{label}</b></td><td>{value}</td>"
        for index, (label, value) in enumerate(pairs)
    ]
    return table(rows), dict(pairs)


def with_note(pairs: Pairs, _: Random) -> tuple[str, Facts]:
    rows = [ROW.format(*pair) for pair in pairs]
    note = "<td colspan=2>All without warranty and only as long as stocks last</td>"
    return table([*rows, note]), dict(pairs)


KINDS: Final[dict[str, Callable[[Pairs, Random], tuple[str, Facts]]]] = {
    "head and cell": plain(ROW),
    "two cells": plain("<td>{}</td><td>{}</td>"),
    "two cells with colons": plain("<td>{}:</td><td>{}</td>"),
    "two cells, bold labels": plain("<td><strong>{}</strong></td><td>{}</td>"),
    "two cells, bold values": plain("<td>{}</td><td><b>{}</b></td>"),
    "all heads": plain("<th>{}</th><th>{}</th>"),
    "a colon between": plain("<td>{}</td><td>:</td><td>{}</td>"),
    "an empty cell between": plain("<td>{}</td><td>&nbsp;</td><td>{}</td>"),
    "a header row": under_header,
    "a header row of plain cells": under_thead,
    "sections": in_sections,
    "the same label in two sections": same_label_in_sections,
    "empty values": with_empty_values,
    "cells left out": cells_left_out,
    "several values of a label": several_values,
    "one value of two labels": one_value_of_two_labels,
    "groups of heads": grouped(ROW),
    "groups of cells": grouped("<td>{}</td><td>{}</td>"),
    "two pairs a row": paired(ROW),
    "two pairs a row, bold": paired("<td><b>{}</b></td><td>{}</td>"),
    "two pairs a row, colons": paired("<td>{}:</td><td>{}</td>"),
    "two pairs a row, classes": paired("<td class=k>{}</td><td class=v>{}</td>"),
    "two pairs a row, a gap between": paired(ROW, "<td></td>"),
    "two pairs a row, one without a value": pairs_with_an_empty_value,
    "a value over the row's rest": wide_value,
    "this thing and another": side_by_side(
        "<td></td><th>Lamp</th><th>Candle</th>", is_this=True
    ),
    "two other things": side_by_side("<td></td><th>Candle</th><th>Torch</th>", is_this=False),
    "two things without names": side_by_side("", is_this=False),
    "spanned labels of two things": spanned_labels_side_by_side,
    "all heads but for one": heads_as_values,
    "pictures before the labels": with_pictures,
    "short rows of things": short_rows_side_by_side,
    "labels above values": below("th", 4),
    "one row of labels and values": below("th", 16),
    "bold labels above values": below("td><b", 16),
    "tables in a table": nested,
    "a table as value": value_is_table,
    "lists as values": lists,
    "pairs in cells": in_cells,
    "labels further in": indented,
    "a note below": with_note,
}  # fmt: skip
"""The forms by name."""


def fact_table(kind: str, chance: Random) -> tuple[str, Facts]:
    """A table of one form with drawn facts, and these."""
    count = chance.randint(5, 9)
    pairs = [*zip(chance.sample(LABELS, count), chance.sample(VALUES, count), strict=True)]
    return KINDS[kind](pairs, chance)
