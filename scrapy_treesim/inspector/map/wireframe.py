"""A template as a small picture, drawn from its outline alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, fsum, sqrt
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from scrapy_treesim.templates.outline.node_labels import TEXT, tag_of

if TYPE_CHECKING:
    from scrapy_treesim.templates.outline.template_outline import OutlineNode, TemplateOutline

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

BlockKind: TypeAlias = Literal["box", "data", "text", "image", "control"]

LINE: Final = 8.0
"""Height of a line, in the units of the drawing."""
MEASURE: Final = 210.0
"""Width of a line."""
PAD: Final = 3.0
"""Between a box and what is in it, and between bands."""
MIN_SHARE: Final = 0.3
"""Share of the pages that a node is on to be drawn."""
COPIES: Final = 3
"""How often what repeats is drawn."""

_LETTER: Final = 2.4
_CUT: Final = 80
"""Characters from which on an example was cut, so that the text is longer."""
MAX_LINES: Final = 3
"""Of a text."""
_MAX_BOILERPLATE_HEIGHT: Final = 30.0
"""Height up to which a part of a header, footer or navigation gets all that it would like."""
_COMPACT: Final = 110.0
"""Width up to which what stands in a header is beside the next."""

_MOST: Final = 10_000.0
"""Width and height that a block may like to have."""

_HIDDEN = frozenset(("head", "script", "style", "noscript", "template"))
_IMAGES = frozenset("img picture svg video iframe canvas embed object audio map".split())
_CONTROLS = frozenset("input select textarea button meter progress".split())
_HEADINGS = {"h1": 1.8, "h2": 1.4, "h3": 1.2}
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q"
    " ruby s samp small span strike strong sub sup time tt u var".split()
)
_CELLS = frozenset(("td", "th"))
_BOILERPLATE = frozenset(("header", "nav", "footer"))


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
    bands = [
        band
        for band in placed.block.bands
        if not (placed.is_copy and all(one.is_copy for one in band.members))
    ]
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


class Member(NamedTuple):
    """A block as it stands in a band."""

    block: Block
    width: float
    """What it would like, over what the others would like."""
    is_copy: bool = False
    """Whether it is drawn once more because it repeats."""


class Band(NamedTuple):
    """Blocks that stand side by side."""

    members: tuple[Member, ...]
    height: float
    """What it would like."""
    loose: bool
    """Whether its members keep their widths where there is room; else they share it all."""


@dataclass(slots=True)
class Block:
    """A piece of the drawing: a box with bands in it, or lines of text, an image or control."""

    node: int
    kind: BlockKind
    tag: str
    repeats: bool
    in_boilerplate: bool
    """Whether it stands in a header, footer or navigation."""
    children: list[Block] = field(default_factory=list, repr=False)
    bands: list[Band] = field(default_factory=list, repr=False)
    width: float = 0.0
    height: float = 0.0
    """What it would like; 0 where nothing is to be seen."""
    lines: int = 1
    """Of a text, that it would like."""
    inline: bool = True
    pictured: bool = False
    """Whether there is an image in it."""


def root_block(outline: TemplateOutline) -> Block | None:
    """The block of the root, or None where nothing is to be seen; O(nodes)."""
    blocks = _drawn(outline)
    # What is in a block comes after it.
    for block in reversed(blocks.values()):
        if block.kind == "box":
            _size_box(block)
        else:
            _size_leaf(block, outline)
    root = blocks.get(0)
    return root if root and root.height else None


def _drawn(outline: TemplateOutline) -> dict[int, Block]:
    """A block for each node that may be seen, by its number."""
    blocks: dict[int, Block] = {}
    for number, node in enumerate(outline.nodes):
        above = blocks.get(node.parent)
        if number and (above is None or above.kind != "box"):
            continue
        tag = "" if node.label == TEXT else tag_of(node.label)
        kind = _block_kind(node, tag)
        if tag in _HIDDEN or outline.probability(number) < MIN_SHARE:
            continue
        # Several texts of the template's own in one place are those of its repetitions.
        if above and above.children and kind == "text" == above.children[-1].kind:
            continue
        in_boilerplate = tag in _BOILERPLATE or (above is not None and above.in_boilerplate)
        blocks[number] = Block(number, kind, tag, node.repeats, in_boilerplate)
        if above:
            above.children.append(blocks[number])
    return blocks


def _block_kind(node: OutlineNode, tag: str) -> BlockKind:
    if not tag:
        return "data" if node.is_data else "text"
    return "image" if tag in _IMAGES else "control" if tag in _CONTROLS else "box"


def _size_leaf(block: Block, outline: TemplateOutline) -> None:
    if block.kind == "image":
        small = block.in_boilerplate
        block.width, block.height = (18.0, LINE + 3) if small else (46.0, 4 * LINE)
        block.pictured = not small
    elif block.kind == "control":
        block.width, block.height = 34.0, LINE + 2
    else:
        node = outline.nodes[block.node]
        said = len(node.text if node.text is not None else node.example or "")
        scale = _HEADINGS.get(tag_of(outline.nodes[max(0, node.parent)].label), 1.0)
        block.width = max(10.0, said * _LETTER * scale) if said < _CUT else 3 * MEASURE
        block.lines = min(MAX_LINES, ceil(block.width / MEASURE))
        block.height = block.lines * LINE * scale


def _size_box(block: Block) -> None:
    seen = [one for one in block.children if one.height]
    block.pictured = any(one.pictured for one in seen)
    block.inline = block.tag in _INLINE and all(one.inline for one in seen)
    block.bands = [*_bands(block, seen)]
    if not block.bands:
        return
    block.width = PAD + max(sum(one.block.width for one in band.members) for band in block.bands)
    whole = sum(band.height for band in block.bands) + PAD * (len(block.bands) - 1)
    if len(block.bands) > 1:
        block.inline = False
        whole += 2 * PAD
    if block.in_boilerplate and whole > _MAX_BOILERPLATE_HEIGHT:
        # Long menus are told from short ones, but do not take all the room.
        whole = _MAX_BOILERPLATE_HEIGHT + 2 * sqrt(whole - _MAX_BOILERPLATE_HEIGHT)
    # What repeats in what repeats, and so on, grows beyond any number.
    block.width, block.height = min(block.width, _MOST), min(whole, _MOST)


def _bands(block: Block, seen: Sequence[Block]) -> Iterator[Band]:
    if seen and (block.tag == "tr" or all(one.tag in _CELLS for one in seen)):
        yield _side_by_side([Member(one, min(max(one.width, 24.0), 90.0)) for one in seen])
        return
    for runs_on, together in groupby(seen, _runs_on):
        if runs_on:
            yield from _lined_up(together)
        else:
            yield from _stacked([*together])


def _runs_on(block: Block) -> bool:
    if block.in_boilerplate and block.height <= 2 * LINE and block.width <= _COMPACT:
        return True
    # An image is on a line of its own, or in a column beside a text: more often the first.
    return block.inline and not (block.kind == "image" and not block.in_boilerplate)


def _lined_up(run: Iterator[Block]) -> Iterator[Band]:
    """Bands of what runs on, each as wide as a line at most."""
    line: list[Member] = []
    width = 0.0
    for block in run:
        for copy in range(COPIES if block.repeats else 1):
            if line and width + block.width > MEASURE:
                yield _side_by_side(line, loose=True)
                line, width = [], 0.0
            line.append(Member(block, block.width, copy > 0))
            width += block.width
    if line:
        yield _side_by_side(line, loose=True)


def _stacked(blocks: Sequence[Block]) -> Iterator[Band]:
    """Bands of what stands below one another, but for asides."""
    at = 0
    while at < len(blocks):
        pair = blocks[at : at + 2]
        asides = sum(one.tag == "aside" for one in pair)
        if len(pair) == 2 and all(map(_is_column, pair)) and asides == 1:
            yield _side_by_side([Member(one, 1.0 if one.tag == "aside" else 2.4) for one in pair])
            at += 2
            continue
        yield from _repeated(blocks[at])
        at += 1


def _is_column(block: Block) -> bool:
    return block.kind == "box" and block.tag not in _BOILERPLATE and block.tag not in _HEADINGS


def _repeated(block: Block) -> Iterator[Band]:
    """The band of a block, or those of its repetitions."""
    copies = [Member(block, 1.0, copy > 0) for copy in range(COPIES if block.repeats else 1)]
    if len(copies) > 1 and block.kind == "box" and (block.pictured or block.in_boilerplate):
        yield _side_by_side(copies)
        return
    for one in copies:
        yield _side_by_side([one])


def _side_by_side(members: Sequence[Member], loose: bool = False) -> Band:
    return Band((*members,), max(one.block.height for one in members), loose)
