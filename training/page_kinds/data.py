"""Data sets of generated pages of all kinds, several pages a site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training import data_set
from training.detail_pages import truth_of, written
from training.page_kinds.page import new_page
from training.page_kinds.site import Site, new_site, pages_of
from training.page_kinds.small_sites import is_small, small_page, small_site


def true_page(site: Site, number: int) -> data_set.TruePage:
    """Make a page of a site, with its truth."""
    small = is_small(site.name)
    draft = small_page(site, number) if small else new_page(site, number)
    html, places = written(draft.root, site.hand)
    truth: dict[str, Any] = {
        "id": f"{site.name}-{number}",
        "url": draft.address,
        "site": site.name,
        "host": site.host,
        "kind": draft.kind,
        "shape": draft.shape,
        "title": draft.title,
        "lang": site.language.code,
        "trade": site.trade,
    }
    if draft.thing is not None:
        truth.update(truth_of(draft.thing, places))
    return truth, html


def generated(pages: int, seed: int) -> Iterator[data_set.TruePage]:
    """Yield pages of as many sites as they make; the same for the same seed."""
    made = number = 0
    while made < pages:
        name = f"k{seed}x{number:04}"
        number += 1
        site = small_site(new_site(name)) if is_small(name) else new_site(name)
        for place in range(min(pages_of(name), pages - made)):
            made += 1
            yield true_page(site, place)


def write_set(folder: Path, pages: int, seed: int) -> None:
    """Write ``pages`` pages of as many sites as they make."""
    data_set.write_set(folder, generated(pages, seed))
