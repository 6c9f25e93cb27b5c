"""A small shop whose pages are of two templates, and one that looks otherwise after a redesign."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

from list_pages import GOODS

from scrapy_treesim import Page, Template, Templates
from scrapy_treesim.templates.drift import Expectation
from scrapy_treesim.templates.match.signature import features_of, template_signatures
from scrapy_treesim.templates.outline import induce
from scrapy_treesim.templates.rules import Example, learn_rules
from scrapy_treesim.templates.template import extracted, within

HOST = "shop.example"

_TOP = "<html><head><title>{}</title></head><body><header class='top'><a href='/'>Shop</a></header>"
_END = "<footer class='foot'><p class='legal'>All rights reserved</p></footer></body></html>"


def name_of(number: int) -> str:
    return f"{GOODS[number % len(GOODS)]} {number}"


def price_of(number: int) -> str:
    return f"{number * 7 % 90 + 3}.{number % 10}0 EUR"


def product(number: int, price: bool = True) -> str:
    """A page of the first template; its price may be missing."""
    said = f"<p class='price'>{price_of(number)}</p>" if price else ""
    return (
        f"{_TOP.format('Goods')}<main class='product'><h1 class='name'>{name_of(number)}</h1>"
        f"<div class='photo'><img src='/{number}.jpg'></div>{said}"
        f"<div class='about'><h2>About it</h2><p>It has the number {number}.</p></div></main>{_END}"
    )


def post(number: int) -> str:
    """A page of the second template."""
    return (
        f"{_TOP.format('News')}<article class='post'><h2 class='headline'>News {number}</h2>"
        f"<time class='when'>2024-05-{number % 28 + 1:02}</time><section class='body'>"
        f"<p>What is new of {number}.</p><p>And more.</p></section></article>{_END}"
    )


def redesigned(number: int) -> str:
    """What a product's page has become."""
    return (
        f"<html><head><title>{name_of(number)}</title></head><body><nav id='bar'><ul><li>Home</li>"
        f"</ul></nav><section id='item'><table><tr><td>{name_of(number)}</td></tr>"
        f"<tr><td>{price_of(number)}</td></tr></table></section><aside>Sale</aside></body></html>"
    )


def about(number: int = 0) -> str:
    """A page of no template."""
    return (
        "<html><body><form id='contact'><fieldset><label>Your name<input></label>"
        f"<label>Message {number}<textarea></textarea></label></fieldset></form></body></html>"
    )


def url_of(kind: str, number: int) -> str:
    return f"https://{HOST}/{kind}/{number}.html"


def pages(kind: str, html: Callable[[int], str], numbers: Iterable[int]) -> list[Page]:
    return [Page(html(number), url_of(kind, number)) for number in numbers]


def learned(groups: Sequence[list[Page]], labels: dict[int, dict[str, str]]) -> list[Template]:
    """A template of each group; labels by the place of a page of the first."""
    examples = [Example(groups[0][place], values) for place, values in labels.items()]
    signatures = template_signatures(
        [[features_of(page.tree) for page in group] for group in groups]
    )
    found = [
        Template(
            signature,
            HOST,
            pages=len(group),
            medoid=group[0].url,
            outline=induce([page.tree for page in group]),
            fields=learn_rules(examples) if examples and group is groups[0] else {},
        )
        for signature, group in zip(signatures, groups, strict=True)
    ]
    together = zip(found, groups, strict=True)
    return [replace(one, expected=expectation(one, group)) for one, group in together]


def expectation(template: Template, of: Iterable[Page]) -> Expectation:
    together = Templates((template,))
    matches = []
    for page in of:
        found = within(together.ranked(page))
        match = extracted(*found, page) if found else None
        matches.append((match.confidence, match.fields) if match else None)
    return Expectation.of(matches)


@cache
def templates() -> Templates:
    """Of 20 products, with their names and prices labelled, and of 20 posts, not labelled."""
    products = pages("goods", product, range(20))
    labels = {n: {"name": name_of(n), "price": price_of(n)} for n in range(3)}
    return Templates().joined(learned([products, pages("news", post, range(20))], labels))
