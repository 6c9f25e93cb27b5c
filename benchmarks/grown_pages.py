"""Pages as people write them, but as long as is asked for: articles, lists, threads, products.

A page has a menu, a footer and scripts of one size; what it is about grows. Its words are drawn
anew, so that no two parts say the same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from scrapy_treesim import Page

Part: TypeAlias = "Callable[[Random, int], str]"
"""One more part of a page, by its number."""

ADDRESS: Final = "https://narrows.example/12-the-ferry-returns"

_SYLLABLES: Final = (
    "al bar cor den el fin gar hal is jun kel lor mar nen or pel quin ros sar tel ul ver wen yar"
).split()
_REPLIES: Final = 4
"""Levels of answers in a thread."""
_FACTS: Final = 12
"""Rows of a product's table."""


def _word(draw: Random) -> str:
    return "".join(draw.choices(_SYLLABLES, k=draw.randint(1, 3)))


def _words(draw: Random, least: int, most: int) -> str:
    return " ".join(_word(draw) for _ in range(draw.randint(least, most)))


def _sentences(draw: Random, least: int, most: int) -> str:
    said = (_words(draw, 6, 16).capitalize() for _ in range(draw.randint(least, most)))
    return ". ".join(said) + "."


def _date(draw: Random) -> str:
    return f"20{draw.randint(10, 25)}-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}"


def _paragraph(draw: Random, number: int) -> str:
    if number % 9 == 8:
        return f"<h2>{_words(draw, 2, 6).capitalize()}</h2>"
    if number % 13 == 12:
        return (
            f'<figure><img src="/i/{number}.jpg" alt="{_words(draw, 2, 4)}">'
            f"<figcaption>{_sentences(draw, 1, 1)}</figcaption></figure>"
        )
    if number % 11 == 10:
        return f"<ul>{''.join(f'<li>{_words(draw, 5, 12)}</li>' for _ in range(4))}</ul>"
    link = f'<a href="/{_word(draw)}">{_words(draw, 1, 3)}</a>'
    return f"<p>{_sentences(draw, 1, 3)} {link} <em>{_word(draw)}</em> {_sentences(draw, 1, 2)}</p>"


def _card(draw: Random, number: int) -> str:
    old = f"<del>{draw.randint(50, 99)}.90 €</del>" if number % 3 == 0 else ""
    return (
        f'<li class="card"><a href="/item/{number}"><img src="/i/{number}.jpg"></a>'
        f'<h3><a href="/item/{number}">{_words(draw, 2, 5).title()}</a></h3>'
        f'<p class="about">{_sentences(draw, 1, 2)}</p>'
        f'<span class="price">{draw.randint(1, 49)}.50 €</span>{old}'
        f'<span class="stars">{draw.randint(10, 50) / 10}</span>'
        f'<a class="more" href="/buy/{number}">Buy</a></li>'
    )


def _post(draw: Random, number: int) -> str:
    level = number % _REPLIES
    close = "</ol></li>" * level if level == _REPLIES - 1 else ""
    open_list = '<ol class="answers">' if level < _REPLIES - 1 else "</li>"
    return (
        f'<li class="comment" id="c{number}"><div class="head">'
        f'<a class="author" href="/u/{number % 97}">'
        f'{_word(draw).title()} {_word(draw).title()}</a> <time datetime="{_date(draw)}">'
        f'{_date(draw)}</time></div><div class="body"><p>{_sentences(draw, 1, 3)}</p></div>'
        f'<a class="reply" href="#r{number}">Reply</a>{open_list}{close}'
    )


def _fact(draw: Random, number: int) -> str:
    """Facts of a product first, then more and more about it."""
    if number < _FACTS:
        return f"<tr><th>{_words(draw, 1, 2).title()}</th><td>{draw.randint(1, 900)} mm</td></tr>"
    begun = "</table><h2>Description</h2>" if number == _FACTS else ""
    return begun + _paragraph(draw, number)


GROWN: Final[dict[str, tuple[str, Part, str]]] = {
    "article": (
        '<article><h1>{title}</h1><p class="byline">By <a href="/people/ada">Ada Byron</a>, '
        '<time datetime="2024-03-11">11 March 2024</time></p>',
        _paragraph,
        "</article>",
    ),
    "list": ('<h1>{title}</h1><ul class="cards">', _card, "</ul>"),
    "thread": ('<h1>{title}</h1><ol class="comments">', _post, "</ol>"),
    "product": (
        '<script type="application/ld+json">{{"@context":"https://schema.org","@type":"Product",'
        '"name":"{title}","offers":{{"@type":"Offer","price":"49.90","priceCurrency":"EUR"}}}}'
        '</script><h1>{title}</h1><p class="price">49.90 €</p>'
        "<button>Add to cart</button><p>In stock</p>"
        '<div class="product"><table class="facts">',
        _fact,
        "</div>",
    ),
}
"""By kind, what stands before its parts, a part, and what stands after them."""


def grown(kind: str, parts: int) -> bytes:
    """The page of a kind of so many parts."""
    draw = Random(kind)
    before, part, after = GROWN[kind]
    title = _words(draw, 3, 6).capitalize()
    menu = "".join(f'<li><a href="/{name}">{name.title()}</a></li>' for name in _SYLLABLES[:8])
    inside = "".join(part(draw, number) for number in range(parts))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} | Narrows'
        f'</title></head><body><header><a href="/">Narrows</a><nav><ul>{menu}</ul></nav></header>'
        f"<main>{before.format(title=title)}{inside}{after}</main><footer><p>© 2024 Narrows "
        '<a href="/about">About</a> <a href="/terms">Terms</a></p></footer></body></html>'
    ).encode()


def grown_to(kind: str, nodes: int) -> bytes:
    """The page of a kind of about so many nodes."""
    least, most = (len(Page(grown(kind, parts)).tree) for parts in (4, 104))
    return grown(kind, max(1, round(4 + 100 * (nodes - least) / (most - least))))
