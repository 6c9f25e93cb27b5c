"""Explanations of findings: one function for all kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from scrapy_treesim.article import Method
from scrapy_treesim.article.explain import BlockExplanation, explain_blocks
from scrapy_treesim.comments import comments
from scrapy_treesim.comments.explain import comment_reasons
from scrapy_treesim.detail.detail import SOURCES
from scrapy_treesim.detail.extract import detail
from scrapy_treesim.page import Page, Source
from scrapy_treesim.records import Gong, Region, records
from scrapy_treesim.records.regions.explain import record_reasons, region_reasons
from scrapy_treesim.values.fields import plain_values
from scrapy_treesim.wording import counted

if TYPE_CHECKING:
    from scrapy_treesim.comments import Comment
    from scrapy_treesim.detail import Detail


@dataclass(frozen=True, slots=True)
class Explanation:
    """One finding, value or candidate value of a field, and the reasons.

    >>> names = "Apple Pear Plum Fig Quince Cherry".split()
    >>> rows = "".join(f"<li><a href=/{name}>{name}</a> <b>$2.50</b>" for name in names)
    >>> explain(f"<ul>{rows}</ul>", "records")[0].reasons[0]
    '6 neighbours, 100 % alike'
    """

    name: str
    """``region``, ``record``, ``column`` and its name, or ``comment``; of a detail or a template
    the field, and ``refused`` for what a class of your own refuses."""
    xpath: str | None
    """XPath of its element; None for a value without one."""
    text: str | None
    """Text of the element."""
    confidence: float
    """Confidence of the method, in [0, 1]; of a record its similarity."""
    kept: bool
    """True if in the findings; False for a field's further candidate value."""
    reasons: tuple[str, ...]
    """Reasons, in a few words each."""

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values, ready for JSON."""
        return plain_values(self, (field.name for field in fields(self)))


@overload
def explain(
    page: Page | Source, kind: Literal["article"] = "article", *, method: Method | str = "learned"
) -> list[BlockExplanation]: ...
@overload
def explain(
    page: Page | Source,
    kind: Literal["detail", "records", "comments", "template", "schema"],
    *,
    method: Any = ...,
) -> list[Explanation]: ...
def explain(
    page: Page | Source, kind: str = "article", *, method: Any = None
) -> list[BlockExplanation] | list[Explanation]:
    """Explain the findings of a kind on a page: decisions and their reasons.

    For ``article`` every block of the page is explained, in page order; for ``detail`` each
    field's value, then its other candidates; for ``records`` each region, then its records; for
    ``comments`` each comment; for ``template`` and ``schema`` each field. ``method`` is as for the
    function that finds the kind; for ``template`` the :class:`.Templates`, and for ``schema`` the
    class, which have to be given.

    >>> text = "The ferry is back, after a winter in the yard and a spring of waiting for parts."
    >>> blocks = explain("<h1>The ferry returns</h1>" + 6 * f"<p>{text}</p>")
    >>> [block.kept for block in blocks]
    [False, True, True, True, True, True, True]
    >>> fruit = {"Apple": 1, "Pear": 2, "Plum": 3, "Fig": 4, "Quince": 5, "Cherry": 6}
    >>> rows = "".join(f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>" for name, n in fruit.items())
    >>> [one.reasons[0] for one in explain(f"<ul>{rows}</ul>", "records") if one.name == "region"]
    ['6 neighbours, 100 % alike']

    Raises:
        ValueError: no kind, or no method, has that name.
        TypeError: the source cannot be read as a page, or the method is none.
    """
    page = Page.of(page)
    if kind == "article":
        return explain_blocks(page, method="learned" if method is None else method)
    if kind not in _EXPLAINED:
        kinds = ", ".join(("article", *_EXPLAINED))
        raise ValueError(f"there is no kind {kind!r}; there are {kinds}")
    return [*_EXPLAINED[kind](page, {} if method is None else {"method": method})]


def explained_detail(page_detail: Detail) -> Iterator[Explanation]:
    """Explain each field's value, and right after it the other candidates for the field."""
    for name, value in page_detail.sources.items():
        reasons = (SOURCES.get(value.source, value.source),)
        yield Explanation(name, value.xpath, value.text, value.confidence, True, reasons)
        for text, confidence, source in value.others:
            yield Explanation(name, None, text, confidence, False, (SOURCES.get(source, source),))


def explained_region(
    page: Page, region: Region, *, measure: str | None = None, by_example: bool = False
) -> Iterator[Explanation]:
    """Explain a region, then its records and columns; arguments as in :func:`.region_reasons`."""
    why = region.reasons or region_reasons(page, region, measure=measure, by_example=by_example)
    yield Explanation("region", region.xpath, None, region.confidence, True, why)
    reasons = record_reasons(page, region, measure=measure, by_example=by_example)
    for number, record in enumerate(region.records):
        xpath = " | ".join(record.xpaths)
        yield Explanation(
            "record",
            xpath,
            record.text,
            record.similarity,
            True,
            region.reasons or reasons(number),
        )
    for column in region.table.columns:
        yield Explanation(
            f"column {column.name}", region.xpath, None, column.confidence, True, (column.reason,)
        )


def explained_comment(comment: Comment) -> Explanation:
    """Explain a comment."""
    return Explanation(
        "comment", comment.xpath, comment.text, comment.confidence, True, comment_reasons(comment)
    )


def _detail(page: Page, chosen: dict[str, Any]) -> Iterator[Explanation]:
    page_detail = detail(page, **chosen)
    return iter(()) if page_detail is None else explained_detail(page_detail)


def _records(page: Page, chosen: dict[str, Any]) -> Iterator[Explanation]:
    method = chosen.get("method")
    method = Gong() if method == "gong" else method
    measure = method.measure if isinstance(method, Gong) else None
    for region in records(page, **chosen):
        yield from explained_region(page, region, measure=measure)


def _template(page: Page, chosen: dict[str, Any]) -> Iterator[Explanation]:
    if "method" not in chosen:
        raise ValueError("the kind template needs Templates as its method")
    match = chosen["method"].extract(page)
    for name, value in match.fields.items() if match is not None else ():
        texts = [value] if isinstance(value, str) else value
        why = (f"by the rules of the template {match.template}",)
        for xpath, text in zip(match.xpaths[name], texts, strict=False):
            yield Explanation(name, xpath, text, match.sure[name], True, why)


def _schema(page: Page, chosen: dict[str, Any]) -> Iterator[Explanation]:
    if "method" not in chosen:
        raise ValueError("the kind schema needs a class as its method")
    # The adapter of items imports Scrapy, which all else does without.
    from scrapy_treesim.findings.schemas.filling import fill

    filled = fill(page, chosen["method"])
    for reason, number in filled.refused.items():
        why = (f"the class refuses {counted(number, 'instance')}: {reason}",)
        yield Explanation("refused", None, None, 0.0, False, why)
    for match in filled.matches:
        candidate = match.candidate
        if candidate is None:
            yield Explanation(
                match.field.name, None, None, 0.0, False, ("nothing has such a name",)
            )
            continue
        text = next((cell.text for cell in candidate.cells if cell is not None), None)
        reasons = (candidate.reason,) if match.values else (candidate.reason, "of another type")
        kept = bool(match.values)
        yield Explanation(match.field.name, candidate.xpath, text, match.score, kept, reasons)


_EXPLAINED: Final[dict[str, Callable[[Page, dict[str, Any]], Iterator[Explanation]]]] = {
    "detail": _detail,
    "records": _records,
    "comments": lambda page, chosen: map(explained_comment, comments(page, **chosen)),
    "template": _template,
    "schema": _schema,
}
