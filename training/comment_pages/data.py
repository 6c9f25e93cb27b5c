"""Data sets of generated pages with comments and without."""

from __future__ import annotations

from pathlib import Path

from training import data_set
from training.comment_pages.page import new_page
from training.comment_pages.site import new_site
from training.comment_pages.truth import written


def true_page(site_name: str, number: int) -> data_set.TruePage:
    """Make a page of a site, with its truth."""
    site = new_site(site_name)
    draft = new_page(site, number)
    html, comments = written(draft.root, draft.comments, site.hand)
    truth = {
        "id": f"{site.name}-{number}",
        "url": f"http://{site.name}.example/{number}",
        "host": f"{site.name}.example",
        "kind": site.kind,
        "lang": site.language.code,
        "has_comments": bool(comments),
        "shape": draft.shape,
        "comments": comments,
    }
    return truth, html


def write_set(folder: Path, pages: int, seed: int) -> None:
    """Write ``pages`` pages of as many sites as they make; the same for the same seed."""
    data_set.write_set(folder, data_set.generated(true_page, "c", pages, seed))
