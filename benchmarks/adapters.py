"""The functions that the measuring runners call; each a few lines over the public API."""

from __future__ import annotations

from typing import Final

import scrapy_treesim as treesim
from scrapy_treesim.findings.kinds import KINDS, FindingOptions
from scrapy_treesim.templates import rules
from scrapy_treesim.templates.clustering.joining import cluster
from scrapy_treesim.templates.match.signature import features_of


def article(html: bytes, url: str) -> str:
    """The main text of a page, empty where it has none."""
    found = treesim.article(treesim.Page(html, url=url))
    return found.text if found else ""


def markdown(html: bytes, url: str) -> str:
    """The article of a page as Markdown, with its headline as first heading; empty without one."""
    found = treesim.article(treesim.Page(html, url=url))
    if found is None:
        return ""
    headline = " ".join((found.headline or "").split())
    is_first = found.markdown.partition("\n")[0].lstrip("# ") == headline
    return f"# {headline}\n\n{found.markdown}" if headline and not is_first else found.markdown


def records(html: bytes, url: str) -> list[list[list[str]]]:
    """The regions of a page, best first, as lists of records, as lists of XPaths."""
    # The XPaths have to hold in lxml's own tree.
    regions = treesim.records(treesim.Page(html, url=url, html5=False))
    return [[list(record.xpaths) for record in region.records] for region in regions]


def comments(html: bytes, url: str) -> list[str]:
    """The texts of a page's comments, in page order.

    The sets count the opening posts of forums, but of questions the answers alone: on a page that
    marks up a question, it and the small comments are left out.
    """
    page = treesim.Page(html, url=url)
    comments = [*treesim.comments(page)]
    if page.root.xpath("//*[contains(@itemtype, 'schema.org/Question')]"):
        comments = [comment for comment in comments if _is_answer(page, comment)]
    return [comment.text for comment in comments]


def _is_answer(page: treesim.Page, comment: treesim.Comment) -> bool:
    around = f"({comment.xpath})/ancestor-or-self::*[contains(@itemtype, 'schema.org/Answer')]"
    if page.root.xpath("//*[contains(@itemtype, 'schema.org/Answer')]"):
        return comment.depth < 2 and bool(page.root.xpath(around))
    return not comment.is_first_post


def next_page(html: bytes, url: str) -> str | None:
    """The address of a list's next page, None where there is none."""
    return treesim.next_page(treesim.Page(html, url=url))


def page(html: bytes, url: str) -> dict[str, object]:
    """The kind of a page, and the items that are emitted for it by default."""
    source = treesim.Page(html, url=url, html5=False)
    return _emitted(source, treesim.page_kind(source))


def page_site(pages: list[tuple[bytes, str]]) -> list[dict[str, object]]:
    """Likewise of the pages of one site, each by itself as in a crawl."""
    return [page(html, url) for html, url in pages]


def _emitted(source: treesim.Page, kind: treesim.PageKind) -> dict[str, object]:
    options = FindingOptions(page_kind=kind)
    items = {name: [*KINDS[name](source, options)] for name in ("article", "records", "comments")}
    regions: dict[str, list[list[str]]] = {}
    for record in items["records"]:
        regions.setdefault(str(record["region_key"]), []).append(record["xpath"].split(" | "))
    return {
        "kind": kind.kind,
        "confidence": kind.confidence,
        "article": "".join(one["text"] for one in items["article"]),
        "records": [*regions.values()],
        "comments": [one["text"] for one in items["comments"]],
    }


ITEM_FIELDS: Final = (
    "name", "price", "currency", "old_price", "availability", "sku", "mpn", "gtin", "brand",
    "image", "rating", "reviews", "description",
)  # fmt: skip
"""The fields that :func:`item` gives of a page about one thing."""
NOT_SOLD: Final = frozenset(("OutOfStock", "SoldOut", "Discontinued"))
"""Availabilities that count as ``OutOfStock``; all others count as ``InStock``."""


def item(html: bytes, url: str) -> dict[str, object]:
    """The fields of the one thing that a page is about, None where nothing is found."""
    found = treesim.detail(treesim.Page(html, url=url))
    values = {name: getattr(found, name, None) for name in ITEM_FIELDS}
    if values["availability"]:
        sold = values["availability"] not in NOT_SOLD
        values["availability"] = "InStock" if sold else "OutOfStock"
    return values


def clusters(pages: list[bytes]) -> list[int]:
    """The number of each page's cluster."""
    return cluster([features_of(treesim.Page(html).tree) for html in pages])


def fields(
    train: list[tuple[bytes, dict[str, list[str]]]], test: list[bytes]
) -> list[dict[str, list[str]]]:
    """The fields of some pages, by rules learnt from labelled pages of their template."""
    learnt = rules.CompiledRules(
        learned_rules([(treesim.Page(html), truth) for html, truth in train])
    )
    found = [learnt.apply(treesim.Page(html)) for html in test]
    return [{field: list(value.values) for field, value in one.items()} for one in found]


def learned_rules(
    pages: list[tuple[treesim.Page, dict[str, list[str]]]],
) -> dict[str, rules.FieldRules]:
    """The rules; a label that does not stand on its page is left out, for truth has such."""
    labels = [{field: list(values) for field, values in truth.items()} for _, truth in pages]
    while True:
        given = zip((page for page, _ in pages), labels, strict=True)
        try:
            return rules.learn_rules([rules.Example(page, values) for page, values in given])
        except rules.LabelError as error:
            if error.number is None:
                raise
            labels[error.number][error.field].remove(error.value)
