"""A template as a small picture, drawn from its outline alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from math import fsum
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from scrapy_treesim.inspector.map.wireframe_blocks import MAX_LINES, PAD, Band, Block, root_block

if TYPE_CHECKING:
    from scrapy_treesim.templates.outline.template_outline import TemplateOutline

WIDTH: Final = 240
HEIGHT: Final = 320
"""Of the picture, in units that the boxes are measured in."""
MAX_BOXES: Final = 160
"""Of a picture; the outer ones are drawn first."""

BoxKind: TypeAlias = Literal["box", "optional", "repeat", "data", "text", "image", "control"]
Box: TypeAlias = tuple[int, int, int, int, BoxKind]
"""Left, top, width and height, and what it is: a box of the template, one that is optional, one
that is there again since it repeats; data, a text of the template's own, an image, a control."""

_TEXTS = ("data", "text")
_LEAST = 3.0
"""Width and height that anything must have to be drawn."""
_LEAST_LINE = 4.0
_CLAIM = 0.75
"""Power of what is wanted that room is shared by: a long menu is not to squeeze out the rest."""
_LEAST_BAND = 6.0
"""Height that each of several bands gets at the least; the last ones are left out."""


class _Placed(NamedTuple):
    block: Block
    x: float
    y: float
    width: float
    height: float
    is_copy: bool
    on: int
    """Pages that the box around it is on."""


def wireframe(outline: TemplateOutline | None) -> list[Box]:
    """The boxes of a template's picture, the outer ones first; none without an outline.

    O(nodes): sizes are found from the leaves up, places from the root down.
    """
    root = root_block(outline) if outline else None
    if outline is None or root is None:
        return []
    boxes: list[Box] = []
    height = min(float(HEIGHT), root.height + 2 * PAD)
    waiting = deque([_Placed(root, 0.0, 0.0, float(WIDTH), height, False, outline.pages)])
    while waiting and len(boxes) <= MAX_BOXES - MAX_LINES:
        placed = waiting.popleft()
        kind = _kind(placed, outline)
        if kind and placed.width >= _LEAST:
            boxes.extend(_lines(placed, kind))
        if placed.block.kind == "box" and placed.width >= _LEAST and placed.height >= _LEAST:
            on = min(placed.on, outline.nodes[placed.block.node].on)
            waiting.extend(_inside(placed._replace(on=on)))
    return boxes


def _kind(placed: _Placed, outline: TemplateOutline) -> BoxKind | None:
    """The kind of drawing; nothing for a box that only holds another."""
    block = placed.block
    if block.kind != "box":
        return block.kind
    if block.inline or (len(block.bands) < 2 and not block.repeats):
        return None
    if placed.is_copy:
        return "repeat"
    # What is in an optional box and as often there as that is not optional in it.
    whole = outline.is_essential(block.node) or outline.nodes[block.node].on == placed.on
    return "box" if whole else "optional"


def _lines(placed: _Placed, kind: BoxKind) -> Iterator[Box]:
    """A text's lines, as many as there is room for, the last of several shorter; else one box."""
    if placed.block.kind not in _TEXTS:
        yield _box(placed, kind)
        return
    count = max(1, min(placed.block.lines, int(placed.height / _LEAST_LINE)))
    pitch = placed.height / count
    for line in range(count):
        part = 0.6 if count > 1 and line == count - 1 else 1.0
        y, height = placed.y + (line + 0.15) * pitch, 0.7 * pitch
        yield _box(placed._replace(y=y, height=height, width=part * placed.width), kind)


def _box(placed: _Placed, kind: BoxKind) -> Box:
    x, y = round(placed.x), round(placed.y)
    right, bottom = round(placed.x + placed.width), round(placed.y + placed.height)
    return x, y, max(1, right - x), max(1, bottom - y), kind


def _inside(placed: _Placed) -> Iterator[_Placed]:
    """The content of a box, in its place."""
    bands = [band for band in placed.block.bands if not (placed.is_copy and _is_of_copies(band))]
    pad = PAD if len(placed.block.bands) > 1 and not placed.block.inline else 0.0
    pad = min(pad, placed.height / 8, placed.width / 8)
    room = placed.height - 2 * pad
    del bands[max(1, int((room + PAD) / (_LEAST_BAND + PAD))) :]
    heights = shared([band.height for band in bands], room - PAD * (len(bands) - 1))
    y = placed.y + pad
    for band, height in zip(bands, heights, strict=True):
        yield from _beside(band, placed, pad, y, height)
        y += height + PAD


def shared(wanted: Sequence[float], room: float) -> list[float]:
    """Share the room: each gets what it wants if that is little, else the less of it the more."""
    given = [0.0] * len(wanted)
    claims = [one**_CLAIM for one in wanted]
    left = fsum(claims)
    for place in sorted(range(len(wanted)), key=wanted.__getitem__):
        share = room * claims[place] / left if left > 0 else 0.0
        given[place] = max(0.0, min(wanted[place], share))
        room -= given[place]
        left -= claims[place]
    return given


def _is_of_copies(band: Band) -> bool:
    return all(one.is_copy for one in band.members)


def _beside(band: Band, within: _Placed, pad: float, y: float, height: float) -> Iterator[_Placed]:
    gap = PAD if len(band.members) > 1 else 0.0
    room = within.width - 2 * pad - gap * (len(band.members) - 1)
    wanted = sum(one.width for one in band.members)
    scale = room / wanted
    if band.loose:
        scale = min(1.0, scale)
    x = within.x + pad
    for block, width, is_copy in band.members:
        if width * scale > 0:
            tall = min(height, block.height) if band.loose else height
            yield _Placed(block, x, y, width * scale, tall, within.is_copy or is_copy, within.on)
        x += width * scale + gap
