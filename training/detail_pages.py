"""Write pages about one thing with its fields: ``python -m training.detail_pages -o DIR``.

Goods, jobs, places, persons, books, cars; most are goods in a shop. Every site shows facts, prices
and pictures in its own way, offers other things beside, and declares much or little to machines.
What is true of a page: the values of its fields (``fields``, as declarations have them), the facts
as labels and values (``attributes``), and which elements show them (``places``). What it
tells of other things (related goods, similar jobs) is no field of it; what it shows is true,
whatever it declares.
"""

from __future__ import annotations

from random import Random

from training.data_set import TruePage, of_sites, write_generated
from training.pages.site import new_site
from training.pages.thing_pages import thing_page, true_thing

SELLING = 0.74
"""The share of sites that are shops; a few of the others sell, too."""
OTHERS = (
    "portal portal portal reference directory news blog encyclopedia firm forum society".split()
)


def true_page(site_name: str, number: int) -> TruePage:
    """Make a page of a site, with its truth."""
    draw = Random(f"{site_name} selling")
    site = new_site(site_name, "shop" if draw.random() < SELLING else draw.choice(OTHERS))
    known = {
        "id": f"{site.name}-{number}",
        "site": site.name,
        "host": site.host,
        "kind": "detail",
        "lang": site.language.code,
        "trade": site.trade,
    }
    truth, html = true_thing(site, thing_page(site, site.page(f"page {number}"), number))
    return {**known, **truth}, html


generated = of_sites(true_page, "d", (1, 3))


if __name__ == "__main__":
    write_generated(__doc__, generated, pages=2000)
