"""All findings of one page in one call, as plain values."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, Literal, TypeVar, overload

from scrapy_treesim.article.metadata import metadata_of
from scrapy_treesim.findings.kinds import KINDS, FindingOptions
from scrapy_treesim.findings.schemas.filling import fill
from scrapy_treesim.items import ArticleItem, default_fields
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.page import Page, Source
from scrapy_treesim.reading.declared.plain import declared
from scrapy_treesim.records.over_pages.memory import SiteMemory
from scrapy_treesim.values.fields import ArticleMetadata, names_of, plain_values

_ARTICLE_FIELDS = default_fields(ArticleItem) | {"markdown"}
_METADATA = tuple(name for name in names_of(ArticleMetadata) if name != "declared")


_Schema = TypeVar("_Schema")


@overload
def extract(
    source: Page | Source,
    *,
    url: str | None = None,
    moment: datetime | None = None,
    emit: Literal["main", "all"] = "main",
    memory: SiteMemory | None = None,
    schema: None = None,
) -> dict[str, Any]: ...
@overload
def extract(
    source: Page | Source,
    *,
    url: str | None = None,
    moment: datetime | None = None,
    schema: type[_Schema],
) -> list[_Schema]: ...
def extract(
    source: Page | Source,
    *,
    url: str | None = None,
    moment: datetime | None = None,
    emit: Literal["main", "all"] = "main",
    memory: SiteMemory | None = None,
    schema: type[Any] | None = None,
) -> dict[str, Any] | list[Any]:
    """Find the kind and the main findings of a page, as plain dicts of a crawl's items.

    ``kind`` and ``confidence`` are the page's. ``article`` and ``detail`` are dicts or None,
    ``records`` and ``comments`` lists of dicts, each with the fields of its item, including
    Markdown; ``metadata`` has the page's author, date and the like, whatever its kind; ``declared``
    all that it declares to machines, by syntax. ``emit="all"`` adds the findings that are secondary
    on the page, each with its ``role``; its further ``stories`` are a list of dicts like
    ``article``. Columns of records get their names from ``memory``, and it learns those of the
    page. The source is as for a :class:`.Page`.

    >>> fruit = {"Apple": 1, "Pear": 2, "Plum": 3, "Fig": 4, "Quince": 5, "Cherry": 6}
    >>> rows = "".join(f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>" for name, n in fruit.items())
    >>> found = extract(f"<ul>{rows}</ul>", url="https://example.com/fruit")
    >>> found["kind"], [(one["title"], one["price"]) for one in found["records"][:2]]
    ('list', [('Apple', 1.5), ('Pear', 2.5)])

    With a ``schema``, a class of your own, the result is a list of its instances: of a list one a
    record, of a page about one thing one. Fields get what fits their names, types and descriptions;
    what the page does not have is None, or the default. ``explain(page, "schema", method=...)``
    has the reasons.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Fruit:
    ...     name: str
    ...     cost: float
    ...     colour: str | None = None
    >>> extract(f"<ul>{rows}</ul>", schema=Fruit)[1]
    Fruit(name='Pear', cost=2.5, colour=None)

    Raises:
        TypeError: the source cannot be read as a page, or the schema cannot be filled.
        ValueError: the source is an address, which is not fetched here, a file's name, or neither
            HTML nor JSON, as a PDF; ``emit`` is neither of these.
        OSError: its file cannot be read.
    """
    if emit not in ("main", "all"):
        raise ValueError(f"emit is {emit!r}: give main or all")
    page = Page.of(source, url, moment)
    if schema is not None:
        return [*fill(page, schema).items]
    kind = kind_of(page)
    findings = findings_of(
        page, FindingOptions(article_fields=_ARTICLE_FIELDS, emit=emit, memory=memory)
    )
    items = {name: [dict(item) for item in kind_items] for name, kind_items in findings.items()}
    return {
        "url": page.url,
        "kind": kind.kind,
        "confidence": round(kind.confidence, 4),
        "article": next(iter(items["article"]), None),
        "stories": items["article"][1:],
        "detail": next(iter(items["detail"]), None),
        "records": items["records"],
        "comments": items["comments"],
        "metadata": plain_values(metadata_of(page), _METADATA),
        "declared": declared(page),
    }


def findings_of(page: Page, options: FindingOptions) -> dict[str, list[Any]]:
    """Items of a page as in a crawl, by kind, but for templates'."""
    options = replace(options, page_kind=kind_of(page))
    return {name: [*KINDS[name](page, options)] for name in KINDS if name != "template"}
