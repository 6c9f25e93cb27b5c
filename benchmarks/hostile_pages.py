"""Pages that nobody wrote for reading, each as large as is asked for.

A shape is a way to make the inside of a page's body of so many times the same. The tests pass them
through every finding; :mod:`benchmarks.growth` and :mod:`benchmarks.memory` measure what they cost.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from scrapy_treesim import Page

Shape: TypeAlias = "Callable[[int], str]"

DEEPEST: Final = 2_000
"""Levels of one nested element: a little less than libxml2 reads."""

MOST_BYTES_A_NODE: Final = 40
"""Pages of so many nodes are no larger than this; it also makes pages of shapes that have few."""

_SAMPLE: Final = 50_000
_WORDS: Final = "amber birch copper dune ember fjord grove harbour isle juniper kelp larch".split()


def _different(number: int) -> str:
    """A subtree of a shape that no other number has."""
    inner = "".join(f"<h4>{digit}</h4>" + "<p>x</p>" * int(digit) for digit in str(number))
    return f"<div>{inner}</div>"


def _towers(opening: str, closing: str, levels: int, deepest: int = DEEPEST) -> str:
    """Elements in one another, so many in all, none deeper than ``deepest``."""
    towers, rest = divmod(levels, deepest)
    heights = [deepest] * towers + ([rest] if rest else [])
    return "".join(opening * height + "x" + closing * height for height in heights)


def _attributes(times: int) -> str:
    many = " ".join(f'a{n}="{n}"' for n in range(min(3 * times, 3_000)))
    known = "".join(f"<p {'class=c ' * 200} id='{'i' * 5_000}'>x</p>" for _ in range(times // 20))
    return f"<div {many} class='{'c ' * 500 * times}' style='{'x' * 500 * times}'>x</div>{known}"


def _card(number: int) -> str:
    words = " ".join(_WORDS[number // place % len(_WORDS)] for place in (1, 12, 144, 1728))
    extras = f"<b>{number}</b>" * (number % 3) + f"<span>{words}{number}</span>" * (number % 2)
    return (
        f"<div class=card><h3><a href=/{number}>{words}</a></h3>"
        f"<p>The {words} of {number}</p>{extras}</div>"
    )


def _links(number: int) -> str:
    links = "".join(f"<li><a href=/{number}/{k}>entry {k}</a>" for k in range(5))
    return f"<ul class=l{number % 5}>{links}</ul>"


def _comment(number: int) -> str:
    return (
        f"<div class=comment id=c{number}><b class=author>Ann {number % 97}</b> "
        f"<time>2024-05-{number % 28 + 1:02}</time><p>I have said {number} of it before.</p>"
        "<a href=#r>Reply</a>"
    )


def _thread(posts: int) -> str:
    """Comments, each an answer to the one before, down to 400 levels."""
    return "".join(
        _comment(number) + ("</div>" * 400 if number % 400 == 399 else "")
        for number in range(posts)
    )


SHAPES: Final[dict[str, Shape]] = {
    "nested": lambda n: _towers("<div>", "</div>", n),
    "nested, text at each level": lambda n: _towers("<div>t", "</div>", n),
    "nested, siblings at each level": lambda n: _towers("<div><p>a</p><p>b</p>", "</div>", n),
    "siblings": lambda n: "<p>x</p>" * n,
    "list items": lambda n: "<li>x</li>" * n,
    "siblings of different shape": lambda n: "".join(map(_different, range(n))),
    "siblings of different length": lambda n: "".join(
        f"<div>{'<i>x</i><b>y</b>' * k}</div>" for k in range(n)
    ),
    "varied cards": lambda n: f"<div>{'text ' * 100}</div>{''.join(map(_card, range(n)))}",
    "custom tags": lambda n: "".join(f"<x-{k}>a</x-{k}>" for k in range(n)),
    "one text": lambda n: f"<p>{'word ' * n}</p>",
    "one text without spaces": lambda n: f"<p>{'中文字' * n}</p>",
    "links": lambda n: "".join(f"<a href='/{k}'>link {k}</a> " for k in range(n)),
    "headings": lambda n: "".join(f"<h2>heading {k}</h2>" for k in range(n)),
    "first headings": lambda n: (
        "<title>heading words</title>"
        + "".join(f"<div><h1>heading {k}</h1><p>text</p></div>" for k in range(n))
    ),
    "long first headings": lambda n: (
        f"<title>{'heading words ' * 66 * n}</title>"
        + "".join(f"<div><h1>{'heading ' * 500}{k}</h1><p>text</p></div>" for k in range(n))
    ),
    "first headings far down": lambda n: (
        "<title>heading</title><div><h1>heading</h1></div>"
        + "<div>" * 1_500
        + "<section><h1>other</h1></section>" * n
    ),
    "descriptions": lambda n: (
        f"<meta name=description content='{'words ' * 50}'>" * n + "<p>words</p>"
    ),
    "classes": lambda n: "".join(f"<div class='c{k} nav'><p>some text</p></div>" for k in range(n)),
    "teasers of many kinds": lambda n: "".join(
        f"<div class=c{k // 4}><h2><a href=/{k}>word {k}</a></h2><p>some text</p></div>"
        for k in range(n)
    ),
    "one giant class": lambda n: (
        f"<div class='{'nav -ad- ' * 5 * n}' id='{'меню ' * n}'><p>{'text ' * 60}</p></div>"
    ),
    "titles and blocks": lambda n: (
        f"<title>{'title words ' * n}</title><div>{'text ' * 100}</div>"
        + "".join(f"<div>title words {k}</div><h3>words {k}</h3>" for k in range(n))
    ),
    "table": lambda n: (
        "<table>"
        + "".join(f"<tr><td>{k}<td><a href=/{k}>row {k}</a><td>{k % 90}.50 €" for k in range(n))
        + "</table>"
    ),
    "tables in tables": lambda n: _towers(
        "<table><tr><td>a", "</td><td>b</td></tr></table>", n, 500
    ),
    "lists in lists": lambda n: _towers("<ul><li>a<li>b", "</li></ul>", n, 500),
    "items in nested lists": lambda n: (
        f"{'<ul class=products>' * 100}{'<li>x</li>' * n}{'</ul>' * 100}"
    ),
    "lists of links": lambda n: "".join(map(_links, range(n))),
    "definitions": lambda n: f"<dl>{''.join(f'<dt>t {k}<dd>some {k}' for k in range(n))}</dl>",
    "controls": lambda n: (
        "<form>"
        + "".join(f"<label>l <input name=i{k}></label><button>b</button>" for k in range(n))
        + "</form>"
    ),
    "attributes": _attributes,
    "comments and instructions": lambda n: "<!-- a --><?php b ?>" * n + "<p>x</p>",
    "breaks": lambda n: "a<br>" * n,
    "double breaks": lambda n: "a<br><br>" * n,
    "pictures": lambda n: f"<p>{'text ' * 80}{'<img src=a>' * n}{'text ' * 80}</p>",
    "declarations": lambda n: (
        f"<script type=application/ld+json>{chr(34)}@type{chr(34)}:[{' ' * 2 * n}</script>"
        f"<script type=application/ld+json>{'[' * n}</script><p>{'text ' * 80}</p>"
    ),
    "unclosed": lambda n: "<b><i><a href=x>" * n + "x",
    "scripts": lambda n: "<script>var a = '<div>';</script><p>x</p>" * n,
    "a document in each tag": lambda n: "<html><body><p>x</p></body></html>" * n,
    "thread": lambda n: "".join(f"{_comment(k)}</div>" for k in range(n)),
    "nested thread": _thread,
}
"""By name, the inside of a body of so many times the same."""


def page_of(shape: str, times: int) -> bytes:
    """The page of a shape, of so many times the same."""
    return f"<html><body>{SHAPES[shape](times)}".encode()


def page_of_bytes(shape: str, wanted: int) -> bytes:
    """The largest page of a shape that has no more than so many bytes."""
    low, high = 1, 2
    while len(page_of(shape, high)) <= wanted:
        low, high = high, 2 * high
    while high - low > max(1, low // 200):
        middle = (low + high) // 2
        if len(page_of(shape, middle)) <= wanted:
            low = middle
        else:
            high = middle
    return page_of(shape, low)


def page_of_nodes(shape: str, wanted: int) -> bytes:
    """A page of a shape of about so many nodes; of 40 bytes for each where it has fewer."""
    sample = page_of_bytes(shape, _SAMPLE)
    bytes_a_node = len(sample) / len(Page(sample).tree)
    return page_of_bytes(shape, int(wanted * min(MOST_BYTES_A_NODE, bytes_a_node)))
