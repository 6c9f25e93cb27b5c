"""Lines in a picture, as SVG that any browser shows; logarithmic or plain scales."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

WIDTH: Final = 920
HEIGHT: Final = 520
_LEFT: Final = 80
_RIGHT: Final = 290
_TOP: Final = 50
_BOTTOM: Final = 60
_COLOURS: Final = ("#1b6ca8", "#c8442b", "#2f8f4e", "#8a4fa8", "#b8860b", "#3a3a3a", "#d0679d",
                   "#128a8a", "#7a5230", "#5b6dd5")  # fmt: skip
_DASHES: Final = ("", "6 3", "2 3")
_MOST_MARKED: Final = 12
"""Lines of more points have no marks on them."""


@dataclass(frozen=True, slots=True)
class Line:
    """Points by ascending x, and what they are of."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale: what it is of, and the range that it shows."""

    name: str
    least: float
    most: float
    is_log: bool

    def place(self, value: float) -> float:
        """From 0 at the least to 1 at the most."""
        least, most, value = map(self._scaled, (self.least, self.most, value))
        return (value - least) / (most - least)

    def _scaled(self, value: float) -> float:
        return log10(value) if self.is_log else value

    def ticks(self) -> list[float]:
        """The values that are marked."""
        if self.is_log:
            powers = range(round(log10(self.least)), round(log10(self.most)) + 1)
            return [10.0**power for power in powers]
        step = _step(self.most - self.least)
        return [
            step * number for number in range(round(self.least / step), round(self.most / step) + 1)
        ]


def axis_of(name: str, values: Sequence[float], is_log: bool) -> Axis:
    """The scale that shows all of some values, between round ones."""
    least, most = min(values), max(values)
    if is_log:
        low = floor(log10(least))
        return Axis(name, 10.0**low, 10.0 ** max(low + 1, ceil(log10(most))), True)
    step = _step(max(most, 1e-9))
    return Axis(name, 0.0, step * max(1, ceil(most / step)), False)


def _step(span: float) -> float:
    """A round number of which up to ten make the span."""
    power: float = 10.0 ** floor(log10(span))
    return next(part * power for part in (0.1, 0.2, 0.5, 1.0) if span / (part * power) <= 10)


def svg(
    title: str, x_name: str, y_name: str, lines: Sequence[Line], *, is_log: bool = False
) -> str:
    """The picture; no points of a logarithmic one may be 0 or less."""
    points = [point for line in lines for point in line.points]
    x = axis_of(x_name, [one for one, _ in points], is_log)
    y = axis_of(y_name, [one for _, one in points], is_log)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(_LEFT, 26, title, ' font-size="15" font-weight="bold"'),
        *_grid(x, y),
        *_drawn(lines, lambda a: _across(x, a), lambda b: _down(y, b)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _across(x: Axis, value: float) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * x.place(value)


def _down(y: Axis, value: float) -> float:
    return HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * y.place(value)


def _grid(x: Axis, y: Axis) -> Iterator[str]:
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM
    for value in x.ticks():
        at = _across(x, value)
        yield _stroke(at, _TOP, at, bottom, "#ddd")
        yield _text(at, bottom + 18, f"{value:,.10g}", ' text-anchor="middle"')
    for value in y.ticks():
        at = _down(y, value)
        yield _stroke(_LEFT, at, right, at, "#ddd")
        yield _text(_LEFT - 8, at + 4, f"{value:,.10g}", ' text-anchor="end"')
    yield _stroke(_LEFT, bottom, right, bottom, "#333")
    yield _stroke(_LEFT, _TOP, _LEFT, bottom, "#333")
    yield _text((_LEFT + right) / 2, HEIGHT - 16, x.name, ' text-anchor="middle"')
    yield _text(_LEFT, _TOP - 8, y.name)


def _drawn(
    lines: Sequence[Line], across: Callable[[float], float], down: Callable[[float], float]
) -> Iterator[str]:
    for number, line in enumerate(lines):
        colour = _COLOURS[number % len(_COLOURS)]
        dash = _DASHES[number // len(_COLOURS) % len(_DASHES)]
        style = f' stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dash}"'
        places = [(across(a), down(b)) for a, b in line.points]
        path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
        yield f'<polyline points="{path}" fill="none"{style}/>'
        if len(places) <= _MOST_MARKED:
            for a, b in places:
                yield f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.5" fill="{colour}"/>'
        at = _TOP + 6 + 17 * number
        left = WIDTH - _RIGHT + 12
        yield f'<line x1="{left}" y1="{at}" x2="{left + 22}" y2="{at}"{style}/>'
        yield _text(left + 28, at + 4, line.name)


def _stroke(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(x: float, y: float, said: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(said)}</text>'
