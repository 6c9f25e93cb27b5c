"""Generated pages to crawl, dressed to be as large as real ones are.

The generators of training pages make articles, lists, products and threads, which take turns; each
page then gets what its site puts on all of its pages: a menu, a footer, styles and scripts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from benchmarks.pages import LabelledPage
from training.article_pages import generated as articles
from training.comment_pages import generated as threads
from training.detail_pages import generated as details
from training.record_pages import generated as record_lists

STYLE_BYTES: Final = 5_000, 30_000
"""The least and the most bytes of a site's styles."""
STATE_BYTES: Final = 5_000, 50_000
"""Likewise of the data that a site's scripts start with."""
MENU_LINKS: Final = 30, 150
FOOTER_LINKS: Final = 10, 60
_MANY: Final = 1_000_000

_WORDS: Final = (
    "amber birch copper dune ember fjord grove harbour isle juniper kelp larch meadow north orchard"
    " pebble quarry river slate thicket upland valley willow yarrow"
).split()


def generated_pages(pages: int, seed: int = 1) -> Iterator[LabelledPage]:
    """So many pages, of the four kinds in turn; the same for the same seed."""
    for truth, html in islice(_in_turn(seed), pages):
        url = urljoin("https://pages.example/", truth["url"])
        site = Random(f"{urlsplit(url).hostname} dress {seed}")
        yield LabelledPage(truth["id"], url, dressed(html, site).encode(), truth)


def _in_turn(seed: int) -> Iterator[tuple[dict[str, Any], str]]:
    kinds = (
        articles(_MANY, seed),
        record_lists(_MANY, seed),
        details(_MANY, seed),
        threads(_MANY, seed),
    )
    for of_each in zip(*kinds, strict=True):
        yield from of_each


def dressed(html: str, site: Random) -> str:
    """The page with what its site puts on every page."""
    head = f"<style>{_styles(site)}</style><script>{_settings(site)}</script>"
    menu = f'<div class="site-menu"><nav><ul>{_links(site, MENU_LINKS)}</ul></nav></div>'
    links = f'<div class="site-links"><ul>{_links(site, FOOTER_LINKS)}</ul></div>'
    state = f'<script type="application/json" id="state">{_state(site)}</script>'
    html = html.replace("</head>", f"{head}</head>", 1)
    start = html.find(">", html.find("<body")) + 1
    end = html.rfind("</body>")
    if end < start:
        end = len(html)
    return f"{html[:start]}{menu}{html[start:end]}{links}{state}{html[end:]}"


def _links(site: Random, count: tuple[int, int]) -> str:
    return "".join(_link(site) for _ in range(site.randint(*count)))


def _link(site: Random) -> str:
    words = site.choices(_WORDS, k=site.randint(1, 3))
    name = " ".join(words).title()
    return f'<li class="menu-item"><a href="/{"-".join(words)}"><span>{name}</span></a></li>'


def _styles(site: Random) -> str:
    rules, wanted = [], site.randint(*STYLE_BYTES)
    while wanted > 0:
        names = site.choices(_WORDS, k=3)
        size, colour = site.randint(1, 99), site.randrange(0x1000000)
        rules.append(f".{names[0]}-{names[1]} .{names[2]}{{margin:{size}px;color:#{colour:06x}}}")
        wanted -= len(rules[-1]) + 1
    return "\n".join(rules)


def _settings(site: Random) -> str:
    names = site.sample(_WORDS, 8)
    return "".join(f"window.{name}=window.{name}||{{}};" for name in names)


def _state(site: Random) -> str:
    entries: dict[str, dict[str, Any]] = {}
    wanted = site.randint(*STATE_BYTES)
    while wanted > 0:
        name = f"{site.choice(_WORDS)}{len(entries)}"
        entries[name] = {word: site.random() for word in site.sample(_WORDS, 4)}
        wanted -= 150
    return json.dumps(entries)
