"""The classes of ejected code: a Scrapy spider, and page objects of web-poet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from scrapy_treesim.templates.eject.ejected_template import EjectedTemplate, described, lacking
from scrapy_treesim.templates.eject.field_code import (
    INDENT,
    class_name,
    expression,
    identifier,
    literal,
    remarks,
)

_DOMAIN: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")


def spider(ejected: Sequence[EjectedTemplate], names: Sequence[str], asks: bool) -> Iterator[str]:
    """The class of a spider; ``asks`` page objects, or selects by itself."""
    sites = [*dict.fromkeys(one.template.site for one in ejected if one.template.site)]
    domains = [site for site in map(_domain, sites) if site]
    own = domains[0] if domains else names[0]
    yield f"class {class_name(own)}Spider(scrapy.Spider):"
    yield f"{INDENT}name = {literal(own)}"
    if domains and len(domains) == len({one.template.site for one in ejected}):
        yield f"{INDENT}allowed_domains = [{', '.join(map(literal, domains))}]"
    medoids = dict.fromkeys(one.template.medoid for one in ejected)
    addresses = [one for one in medoids if one.startswith(("http://", "https://", "file://"))]
    if addresses:
        yield f"{INDENT}# A page of each template; add the others, or follow links to them."
        yield f"{INDENT}start_urls = ["
        yield from (f"{INDENT * 2}{literal(address)}," for address in addresses)
        yield f"{INDENT}]"
    else:
        yield f"{INDENT}# The pages that were learned from had no addresses: put some here."
        yield f"{INDENT}start_urls = []"
    if len(ejected) == 1:
        yield ""
        yield from _callback(ejected[0], names[0], "parse", asks)
        return
    yield ""
    yield from _parse(names, asks)
    for one, name in zip(ejected, names, strict=True):
        yield ""
        yield from _callback(one, name, f"parse_{name}", asks)


def _parse(names: Iterable[str], asks: bool) -> Iterator[str]:
    """A callback for pages of which it is not known of which template they are."""
    kinds = ", ".join(f"self.parse_{name}" for name in names)
    loop = "async for" if asks else "for"
    yield f"{INDENT}{'async ' if asks else ''}def parse(self, response):"
    yield f'{INDENT * 2}"""A page of any template: the item that has most of its fields."""'
    yield f"{INDENT * 2}kinds = [{kinds}]"
    yield f"{INDENT * 2}items = [item for kind in kinds {loop} item in kind(response)]"
    yield f"{INDENT * 2}yield max(items, key=share_found)"


def _callback(one: EjectedTemplate, name: str, method: str, asks: bool) -> Iterator[str]:
    two = INDENT * 2
    yield f"{INDENT}{'async ' if asks else ''}def {method}(self, response):"
    if asks:
        yield f"{two}body = HttpResponse(response.url, response.body, encoding=response.encoding)"
        yield f"{two}item = await {class_name(name)}Page(body).to_item()"
        yield f'{two}yield {{"url": response.url, **item}}'
        return
    yield f"{two}# {described(one.template)}"
    yield f"{two}yield {{"
    if all(field.name != "url" for field in one.fields):
        yield f'{two}{INDENT}"url": response.url,'
    for field in one.fields:
        if not field.chains:
            yield f"{two}{INDENT}# {lacking(field)}"
            continue
        yield from (f"{two}{INDENT}{said}" for said in remarks(field))
        yield from expression(field, "response", two + INDENT, f"{literal(field.name)}: ", ",")
    yield f"{two}}}"


def _domain(site: str) -> str:
    """The host of a site, if a spider can be kept to it."""
    host = site.rpartition(":")[0] if site.rpartition(":")[2].isdecimal() else site
    return host if _DOMAIN.fullmatch(host) else ""


TAKEN: Final = frozenset(
    "Processors base_url css field html item_cls jmespath response selector to_item url urljoin"
    " validate_input xpath".split()
)
"""What the fields of a page object cannot be called: it is something else there."""


def page_object(one: EjectedTemplate, name: str) -> Iterator[str]:
    """The class of a template's pages, a method for each field."""
    yield f"class {class_name(name)}Page(WebPage):"
    yield f"{INDENT}# {described(one.template)}"
    methods: list[str] = []
    for field in one.fields:
        if not field.chains:
            yield f"{INDENT}# {lacking(field)}"
            continue
        methods.append(identifier(field.name, {*TAKEN, *methods}))
        yield ""
        yield f"{INDENT}@field"
        yield f"{INDENT}def {methods[-1]}(self):"
        yield from (f"{INDENT * 2}{said}" for said in remarks(field))
        yield from expression(field, "self", INDENT * 2, "return ", "")
    there = [field.name for field in one.fields if field.chains]
    other = {method: name for method, name in zip(methods, there, strict=True) if method != name}
    if other:
        yield from _renaming(other)
    elif not methods:
        yield f"{INDENT}pass"


def _renaming(names: dict[str, str]) -> Iterator[str]:
    yield ""
    yield f"{INDENT}async def to_item(self):"
    yield f"{INDENT * 2}# Names that Python or web-poet has for something else"
    yield f"{INDENT * 2}names = {{"
    yield from (f"{INDENT * 3}{literal(one)}: {literal(other)}," for one, other in names.items())
    yield f"{INDENT * 2}}}"
    yield f"{INDENT * 2}item = await super().to_item()"
    yield f"{INDENT * 2}return {{names.get(name, name): said for name, said in item.items()}}"
