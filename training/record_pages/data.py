"""Data sets of generated list pages."""

from __future__ import annotations

from pathlib import Path

from training import data_set
from training.record_pages.page import new_page
from training.record_pages.site import new_site
from training.record_pages.truth import written


def true_page(site_name: str, number: int) -> data_set.TruePage:
    """Make a page of a site, with its truth."""
    site = new_site(site_name)
    draft = new_page(site, number)
    html, regions = written(draft.root, site.hand)
    truth = {
        "id": f"{site.name}-{number}",
        "url": f"http://{site.name}.example/{number}",
        "host": f"{site.name}.example",
        "template": site.name,
        "shape": site.shape.__name__,
        "era": site.design.era,
        "regions": regions,
    }
    return truth, html


def write_set(folder: Path, pages: int, seed: int) -> None:
    """Write ``pages`` pages of as many sites as they make; the same for the same seed."""
    data_set.write_set(folder, data_set.generated(true_page, "s", pages, seed))
