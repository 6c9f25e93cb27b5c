"""Parts of pages described in a line each, and the elements that a site makes of them.

``parts.txt`` holds descriptions by name::

    latest = box.widget!related > (head.title{$:news} + list*4-12 > (a{$title} + span?40{$date}))

An element is its tag, its role (which the site turns into a class), its part in the truth after
``!``, attributes after ``:``, text in braces, and after ``>`` what it holds. ``h2|h3`` is one of
the tags, on a site always the same; ``[a / 2:b]`` one of several things, the second twice as
likely; ``( a + b )`` several. ``*4-12`` so many times, the same on all pages of a site, ``~4-12``
drawn on each; ``^`` puts a sign between. ``?40`` is there on 40 % of sites, ``%40`` in 40 % of
cases (the text may stand after these); ``@name`` is another part, ``$name`` what the caller gives.
Tags of their own: ``head`` (some heading), ``box`` (some block) and ``list``, whose children stand
in items, blocks, rows or lines. On old sites, elements are those of their time.

Texts: ``$w1-3`` words, ``$t1-2`` sentences, ``$n1-99`` a number, ``$:key`` the site's phrase for a
key, ``$~key`` any phrase, ``$_key`` a label, ``$i`` the number of the repetition (``$j`` the next,
``$abc`` its letter), names of :data:`DRAWN` and what the caller gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from training.pages.design import Design
from training.pages.markup import Child, Node, as_role, joined, plain
from training.pages.words import LIST_DATES, PRICES, Page, money_of

Known: TypeAlias = Mapping[str, "str | list[Child]"]
_NODE = re.compile(
    r"(?:@(?P<ref>[\w.]+)|(?P<slot>\$\w+)|(?P<tags>[a-z][\w|-]*))?(?:\.(?P<roles>[\w|-]+))?"
    r"(?:!(?P<mark>[\w-]+))?(?P<attributes>(?::[\w-]+=[\w./#%@$-]*)*)(?:\{(?P<text>[^}]*)\})?"
)
_COUNT = re.compile(r"([*~])(\d+)(?:-(\d+))?(\^)?")
_SHARE = re.compile(r"([?%])(\d+)")
_SLOT = re.compile(r"\$(?:([wtn])(\d+)-(\d+)|([:~])([\w.]*\w)|_(\w+)|(\w+))")
_TEXT = re.compile(r"\{([^}]*)\}")
_SPACE = re.compile(r"\s*")
_WEIGHT = re.compile(r"(\d+):")
HEADS = ("h2", "h3", "h3", "h4", "div", "b", "p", "h2")
BOXES = ("div", "div", "div", "section", "aside")
JOINTS = (", ", " ", " | ", " · ", " - ")


def _rank(page: Page) -> str:
    page.writer.ranked += 1
    return str(page.writer.ranked)


DRAWN: Mapping[str, Callable[[Page], str]] = {
    "word": lambda page: page.writer.word(),
    "title": lambda page: page.writer.title(),
    "topic": lambda page: page.title,
    "sentence": lambda page: page.writer.sentence(),
    "question": lambda page: page.writer.ended("?"),
    "person": lambda page: page.writer.person(),
    "name": lambda page: page.writer.name(),
    "date": lambda page: page.date(),
    "day": lambda page: page.writer.day(page.design),
    "query": lambda page: page.writer.query,
    "brand": lambda page: page.writer.brand,
    "year": lambda page: page.writer.year,
    "back": lambda page: page.writer.tongue.all("prevnext")[0],
    "onward": lambda page: page.writer.tongue.all("prevnext")[1],
    "clock": lambda page: (
        f"{page.writer.draw.randint(7, 22)}:{page.writer.draw.choice((0, 15, 30, 45)):02}"
    ),
    "hash": lambda page: f"{page.writer.draw.randrange(16**7):07x}",
    "price": lambda page: page.writer.price(page.design.pick("price form", PRICES)),
    "money": lambda page: money_of(page.design, page.writer.language.code).show(
        page.writer.draw.choice((12.0, 45.5, 99.9, 250.0, 1900.0))
    ),
    "phone": lambda page: "+{} {} {}".format(
        *(page.writer.draw.randint(20, 9999) for _ in range(3))
    ),
    "month": lambda page: page.writer.written("{month} {y}", page.writer.moment()),
    "list_date": lambda page: page.writer.written(
        page.design.pick("date form", LIST_DATES), page.writer.moment()
    ),
    "rank": _rank,
    "stars": lambda page: "★" * (count := page.writer.draw.randint(1, 5)) + "☆" * (5 - count),
}
"""Texts by their names."""


@dataclass(frozen=True)
class Item:
    """A step of a description; ``kind`` is ``node``, ``text``, ``group``, ``choice`` or ``ref``."""

    kind: str
    number: int
    children: tuple[Item, ...] = ()
    tags: tuple[str, ...] = ()
    role: str = ""
    mark: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    text: str = ""
    count: tuple[int, int] = (1, 1)
    drawn: bool = False
    """Whether the count is drawn each time."""
    parted: bool = False
    share: float = 1.0
    odds: float = 1.0


class _Reader:
    """Reads one description from its start."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.number = text, 0, 0

    def _skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def took(self, sign: str) -> bool:
        """Whether the sign comes next; it is passed over."""
        self._skip()
        is_next = self.text.startswith(sign, self.at)
        self.at += len(sign) * is_next
        return is_next

    def group(self) -> tuple[Item, ...]:
        """Items with ``+`` between."""
        out = [self.item()]
        while self.took("+"):
            out.append(self.item())
        return tuple(out)

    def _choice(self) -> tuple[Item, ...]:
        out: list[Item] = []
        while True:
            self._skip()
            weight = _WEIGHT.match(self.text, self.at)
            self.at = weight.end() if weight else self.at
            number, self.number = self.number, self.number + 1
            option = Item("group", number, self.group())
            out.extend([option] * (int(weight[1]) if weight else 1))
            if not self.took("/"):
                break
        if not self.took("]"):
            raise ValueError(f"] is missing: {self.text[self.at :]}")
        return tuple(out)

    def item(self) -> Item:
        """One item with what it holds."""
        number, self.number = self.number, self.number + 1
        known: dict[str, object] = {"number": number}
        if self.took("("):
            known.update(kind="group", children=self.group())
            if not self.took(")"):
                raise ValueError(f") is missing: {self.text[self.at :]}")
        elif self.took("["):
            known.update(kind="choice", children=self._choice())
        else:
            self._skip()
            found = _NODE.match(self.text, self.at)
            if found is None or found.end() == self.at:
                raise ValueError(f"no element: {self.text[self.at :]}")
            self.at = found.end()
            kind = "ref" if found["ref"] else "node" if found["tags"] else "text"
            pairs = (one.split("=", 1) for one in found["attributes"].split(":")[1:])
            known.update(
                kind=kind, tags=tuple((found["tags"] or "").split("|")),
                text=found["slot"] or found["text"] or "",
                role=(found["ref"] or found["roles"] or "").replace("|", " "),
                mark=found["mark"] or "", attributes=tuple((a, b) for a, b in pairs),
            )  # fmt: skip
        count = _COUNT.match(self.text, self.at)
        if count:
            self.at = count.end()
            low = int(count[2])
            known.update(
                count=(low, int(count[3] or low)), drawn=count[1] == "~", parted=bool(count[4])
            )
        while share := _SHARE.match(self.text, self.at):
            self.at = share.end()
            known["share" if share[1] == "?" else "odds"] = int(share[2]) / 100
        text = _TEXT.match(self.text, self.at)
        if text:
            self.at, known["text"] = text.end(), text[1]
        if self.took(">"):
            known["children"] = (self.item(),)
        return Item(**known)  # type: ignore[arg-type]


@cache
def read(text: str) -> Item:
    """The description that a text is."""
    reader = _Reader(text)
    number, reader.number = 0, 1
    item = Item("group", number, reader.group())
    reader._skip()
    if reader.at < len(text):
        raise ValueError(f"not understood: {text[reader.at :]}")
    return item


def _parts() -> dict[str, str]:
    lines = Path(__file__).with_name("parts.txt").read_text("utf-8").split("\n")
    out: dict[str, str] = {}
    name = ""
    for line in lines:
        if line.startswith(" "):
            out[name] += " " + line.strip()
        elif line and not line.startswith("#"):
            name, _, text = line.partition(" = ")
            out[name] = text
    return out


PARTS = _parts()
"""The descriptions by name."""
MAKERS: dict[str, Callable[[Page], list[Child]]] = {}
"""Parts that are made in another way, by name."""


def part(page: Page, name: str, /, **known: str | list[Child]) -> list[Child]:
    """What a site makes of a part."""
    if name in MAKERS:
        return MAKERS[name](page.at(name))
    return made(page.at(name), read(PARTS[name]), known)


def described(page: Page, text: str, /, **known: str | list[Child]) -> list[Child]:
    """What a site makes of a description."""
    return made(page, read(text), known)


def filled(page: Page, text: str, known: Known) -> list[Child]:
    """A text with its slots filled."""
    writer, out, at = page.writer, list[Child](), 0
    for slot in _SLOT.finditer(text):
        out.append(text[at : slot.start()])
        at = slot.end()
        kind, low, high, how, key, label, name = slot.groups()
        if kind == "n":
            out.append(str(writer.draw.randint(int(low), int(high))))
        elif kind:
            make = writer.words if kind == "w" else writer.text
            out.append(make(int(low), int(high)))
        elif key:
            given = {one: text for one, text in known.items() if isinstance(text, str)}
            site = how == ":"
            out.append(page.say(key, **given) if site else writer.any(key, **given))
        elif label:
            out.append(writer.label(label))
        elif name in known:
            held = known[name]
            out.extend([held] if isinstance(held, str) else held)
        else:
            out.append(DRAWN[name](page))
    out.append(text[at:])
    merged: list[Child] = []
    for one in out:
        if isinstance(one, str) and merged and isinstance(merged[-1], str):
            merged[-1] += one
        elif one != "":
            merged.append(one)
    return merged


def made(page: Page, item: Item, known: Known) -> list[Child]:
    """The children that an item stands for."""
    own, draw = page.design, page.writer.draw
    if item.share < 1 and not own.chance(f"?{item.number}", item.share):
        return []
    low, high = item.count
    size = low
    if high > low:
        size = draw.randint(low, high) if item.drawn else own.number(f"*{item.number}", low, high)
    if item.kind == "node" and item.tags[0] == "list":
        return [_list(page, item, size, known)]
    groups: list[list[Child]] = []
    for position in range(size):
        if item.odds == 1 or draw.random() < item.odds:
            groups.append(_one(page, item, _numbered(known, position) if size > 1 else known))
    if item.parted and groups:
        joint = own.pick(f"joint {item.number}", JOINTS)
        return [child for group in groups for child in (*group, joint)][:-1]
    return [child for group in groups for child in group]


def _numbered(known: Known, position: int) -> Known:
    return {
        **known,
        "i": str(position + 1),
        "j": str(position + 2),
        "abc": chr(ord("A") + position % 26),
    }


def _one(page: Page, item: Item, known: Known) -> list[Child]:
    own = page.design
    if item.kind == "ref":
        return part(page, item.role)
    if item.kind == "choice":
        return made(page, own.pick(f"[{item.number}", item.children), known)
    inner = [child for one in item.children for child in made(page, one, known)]
    if item.kind == "group":
        return inner
    text = filled(page, item.text, known)
    if item.kind == "text":
        return text
    return [_element(page, item, [*text, *inner], known)]


def _element(page: Page, item: Item, inner: Sequence[Child], known: Known) -> Node:
    own, writer = page.design, page.writer
    tag = own.pick(f"tag {item.number}", item.tags)
    tag = own.pick(f"some {item.number}", {"head": HEADS, "box": BOXES}.get(tag, (tag,)))
    attributes = dict(item.attributes)
    if tag == "a":
        attributes.setdefault("href", writer.address())
    elif tag == "img":
        attributes = {"src": f"{writer.address()}.jpg", "alt": "", **attributes}
    elif tag == "svg" and not own.old:
        inner = [plain("path", d="M4 6h16v2H4z") for _ in range(own.number("strokes", 1, 3))]
        attributes["viewBox"] = "0 0 24 24"
    make = own.piece if "piece" in known else own.element
    node = make(tag, item.role, *inner)
    for key, value in attributes.items():
        held = known.get(value[1:], value) if value.startswith("$") else value
        node.attributes[key] = held if isinstance(held, str) else value
    if item.mark:
        as_role(item.mark.partition("-")[0], node, item.mark.partition("-")[2])
    return node


def listed(own: Design, role: str, items: Sequence[Sequence[Child]], key: str = "") -> Node:
    """The items in one of the forms that sites give lists: items, blocks, rows, lines."""
    forms = ("br", "rows", "signs", "items") if own.old else (*("items",) * 4, "blocks", "plain")
    form = own.pick(f"listed {key}", forms)
    if form == "items":
        tag = own.pick(f"list {key}", ("ul", "ul", "ul", "ol"))
        return own.element(tag, role, *(plain("li", *one) for one in items))
    if form == "rows":
        return plain("table", *(plain("tr", plain("td", *one)) for one in items), border="0")
    if form == "blocks":
        blocks = (own.element("div", f"{role or 'list'}-item", *one) for one in items)
        return own.element("div", role, *blocks)
    ends: dict[str, Child] = {"br": plain("br"), "signs": " | ", "plain": " "}
    boxes = [plain("span", *one) if len(one) > 1 else one[0] for one in items if one]
    return own.element("div", role, *joined(boxes, ends[form]))


def _list(page: Page, item: Item, size: int, known: Known) -> Node:
    items: list[list[Child]] = []
    for position in range(size):
        here = _numbered(known, position)
        items.append([child for one in item.children for child in made(page, one, here)])
    node = listed(page.design, item.role, items, str(item.number))
    if item.mark:
        as_role(item.mark.partition("-")[0], node, item.mark.partition("-")[2])
    return node
