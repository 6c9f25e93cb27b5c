"""A report of experiments: text, tables and figures, as Markdown with SVG and CSV beside it."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Final, Literal, TypeAlias

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

Cell: TypeAlias = "str | int | float | None"

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
"""Okabe and Ito's, which people who see fewer colours tell apart; yellow is too pale for a line."""
MARKERS: Final = "osD^vPX*<>"
DASHES: Final = ("-", "--", "-.", ":")
HATCHES: Final = ("", "//", "--", "xx", "\\\\", "++", "||")

mpl.rcParams.update({
    "svg.fonttype": "none",
    "svg.hashsalt": "papers",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of figures under their names."""

    number: str
    """As ``S1``: the paper's letter and the table's place."""
    title: str
    columns: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    digits: int = 3
    """Of numbers that are no integers."""

    @property
    def link(self) -> str:
        """A reference to the table from the section's text."""
        return f"[table {self.number}](#table-{self.number.lower()})"

    def markdown(self, folder: str) -> str:
        """Give it as Markdown; its data lie in a folder of this name."""
        lines = [
            f"### Table {self.number}",
            "",
            f"{self.title} ([CSV]({folder}/table-{self.number.lower()}.csv))",
            "",
            _row(self.columns),
            _row(
                ["---" if column == 0 else "---:" for column in range(len(self.columns))],
            ),
        ]
        lines += (_row([_shown(cell, self.digits) for cell in row]) for row in self.rows)
        return "\n".join(lines)

    def write(self, folder: Path) -> None:
        """Write its rows as CSV."""
        _write_csv(folder / f"table-{self.number.lower()}.csv", self.columns, self.rows)


@dataclass(frozen=True, slots=True)
class Series:
    """What is drawn in one colour."""

    label: str
    x: Sequence[float | str]
    y: Sequence[float]


@dataclass(frozen=True, slots=True)
class Figure:
    """Series of points, lines or bars over one axis."""

    number: str
    title: str
    """What it shows, as a sentence; it is the picture's alternative text too."""
    x: str
    y: str
    series: Sequence[Series]
    kind: Literal["lines", "points", "bars"] = "lines"
    """Bars stand in groups, one group for each ``x`` of the first series."""
    log_x: bool = False
    log_y: bool = False
    y_limits: tuple[float, float] | None = None
    marks: Sequence[tuple[str, float]] = ()
    """Levels of ``y`` that are drawn across, with what they are: the paper's own figure, say."""

    @property
    def link(self) -> str:
        """A reference to the figure from the section's text."""
        return f"[figure {self.number}](#figure-{self.number.lower()})"

    def markdown(self, folder: str) -> str:
        """Give it as Markdown; its data lie in a folder of this name."""
        name = f"{folder}/figure-{self.number.lower()}"
        return "\n".join(
            (
                f"### Figure {self.number}",
                "",
                f"{self.title} ([CSV]({name}.csv))",
                "",
                f"![{self.title}]({name}.svg)",
            )
        )

    def write(self, folder: Path) -> None:
        """Write its points as CSV, and the picture as SVG."""
        name = f"figure-{self.number.lower()}"
        points = [
            (one.label, x, y) for one in self.series for x, y in zip(one.x, one.y, strict=True)
        ]
        _write_csv(folder / f"{name}.csv", ("series", self.x, self.y), points)
        canvas = Canvas(figsize=(7.2, 4.2), layout="constrained")
        axes = canvas.subplots()
        (self._bars if self.kind == "bars" else self._lines)(axes)
        axes.set_xlabel(self.x)
        axes.set_ylabel(self.y)
        if self.log_x:
            axes.set_xscale("log")
        if self.log_y:
            axes.set_yscale("log")
        if self.y_limits:
            axes.set_ylim(*self.y_limits)
        for label, level in self.marks:
            axes.axhline(level, color="#555555", linewidth=1, linestyle=(0, (1, 3)), label=label)
        if len(self.series) + len(self.marks) > 1:
            # Beside the axes, where it hides nothing.
            axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, fontsize=10)
        canvas.savefig(folder / f"{name}.svg", metadata={"Date": None, "Title": self.title})

    def _lines(self, axes: Axes) -> None:
        styles = zip(cycle(COLOURS), cycle(MARKERS), cycle(DASHES), strict=False)
        for one, (colour, marker, dashes) in zip(self.series, styles, strict=False):
            axes.plot(
                one.x,
                one.y,
                label=one.label,
                color=colour,
                marker=marker,
                markersize=5,
                linestyle="none" if self.kind == "points" else dashes,
                alpha=0.7 if self.kind == "points" else 1.0,
            )

    def _bars(self, axes: Axes) -> None:
        groups = [str(x) for x in self.series[0].x]
        width = 0.8 / len(self.series)
        styles = zip(cycle(COLOURS), cycle(HATCHES), strict=False)
        for place, (one, (colour, hatch)) in enumerate(zip(self.series, styles, strict=False)):
            at = [groups.index(str(x)) - 0.4 + width * (place + 0.5) for x in one.x]
            axes.bar(
                at, one.y, width, label=one.label, color=colour, hatch=hatch, edgecolor="white"
            )
        lengths = sum(len(name) for name in groups)
        axes.set_xticks(range(len(groups)), groups, rotation=0 if lengths < 50 else 30)
        axes.grid(visible=False, axis="x")


@dataclass(frozen=True, slots=True)
class Compared:
    """A line of the summary: one figure of a paper, and the same of ours."""

    what: str
    paper: str
    method: str
    """Ours of the paper's method."""
    default: str
    """Ours of what the package does by default."""
    number: str
    """Of the table that it stands in."""


@dataclass(frozen=True, slots=True)
class Section:
    """One paper's experiments."""

    slug: str
    """The name of its page and folder."""
    title: str
    blocks: Sequence[str | Table | Figure]
    """In order; text is Markdown, headings from the second level."""
    compared: Sequence[Compared]

    def write(self, folder: Path) -> None:
        """Write ``SLUG.md``, and ``SLUG/`` with figures and data."""
        inner = folder / self.slug
        inner.mkdir(parents=True, exist_ok=True)
        parts = [f"# {self.title}"]
        for block in self.blocks:
            if isinstance(block, str):
                parts.append(block.strip())
            else:
                block.write(inner)
                parts.append(block.markdown(self.slug))
        _write_text(folder / f"{self.slug}.md", parts)

    @property
    def summary(self) -> list[list[Cell]]:
        """The lines of the summary, with links."""
        return [
            [
                f"[{self.title.partition(':')[0]}]({self.slug}.md)",
                one.what,
                one.paper,
                one.method,
                one.default,
                f"[{one.number}]({self.slug}.md#table-{one.number.lower()})",
            ]
            for one in self.compared
        ]


def write_report(folder: Path, sections: Sequence[Section], head: str, foot: str) -> None:
    """Write a page for each section, and ``index.md`` with the summary between two texts."""
    for section in sections:
        section.write(folder)
    columns = ("paper", "figure", "the paper's", "its method, ours", "our default", "table")
    table = [_row(columns), _row(["---"] * len(columns))]
    table += (_row([_shown(cell, 3) for cell in row]) for one in sections for row in one.summary)
    pages = ["```{toctree}", ":hidden:", "", *(one.slug for one in sections), "```"]
    _write_text(
        folder / "index.md", [head.strip(), "\n".join(table), foot.strip(), "\n".join(pages)]
    )


def _row(cells: Sequence[Cell]) -> str:
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def _shown(cell: Cell, digits: int) -> str:
    if cell is None:
        return ""
    return f"{cell:.{digits}f}" if isinstance(cell, float) else str(cell)


def _write_text(path: Path, parts: Sequence[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _write_csv(path: Path, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)
