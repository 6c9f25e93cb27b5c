"""Data sets of generated article pages in which every text has a role."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from training import data_set
from training.article_pages.page import new_page
from training.article_pages.roles import written
from training.article_pages.site import Press, new_press, pages_of


def true_page(press: Press, number: int) -> data_set.TruePage:
    """Make a page of a site, with its truth."""
    site = press.site
    draft = new_page(press, number)
    html, places, text = written(draft.root, site.hand)
    truth = {
        "id": f"{site.name}-{number}",
        "url": draft.address,
        "site": site.name,
        "host": site.host,
        "kind": draft.kind,
        "shape": draft.shape,
        "trade": press.trade,
        "lang": site.language.code,
        "title": draft.title,
        "text": text,
        "places": places,
    }
    return truth, html


def generated(pages: int, seed: int) -> Iterator[data_set.TruePage]:
    """Yield pages of as many sites as they make; the same for the same seed."""
    made = number = 0
    while made < pages:
        name = f"a{seed}x{number:04}"
        number += 1
        press = new_press(name)
        for place in range(min(pages_of(name), pages - made)):
            made += 1
            yield true_page(press, place)


def write_set(folder: Path, pages: int, seed: int) -> None:
    """Write ``pages`` pages of as many sites as they make."""
    data_set.write_set(folder, generated(pages, seed))
