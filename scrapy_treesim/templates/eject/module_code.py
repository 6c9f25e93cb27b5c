"""A module of Python for some templates: a spider, page objects, or both; it imports none of us."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import getsource
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

from scrapy_treesim.templates.eject import reading
from scrapy_treesim.templates.eject.ejecting import EjectedField
from scrapy_treesim.templates.eject.field_code import INDENT, expression, functions, remarks
from scrapy_treesim.templates.eject.literals import (
    class_name,
    comment,
    identifier,
    is_word,
    literal,
)
from scrapy_treesim.templates.template import Template

What: TypeAlias = Literal["spider", "page-object", "both"]
WHAT: Final[tuple[What, ...]] = ("spider", "page-object", "both")

FIRST_LINE: Final = '"""Selectors of the fields of templates, written by scrapy treesim eject.'
"""How every ejected module begins."""
TAKEN: Final = frozenset(
    "base_url css field html item_cls jmespath response selector to_item url urljoin xpath".split()
)
"""What the fields of a page object cannot be called: it is something else there."""
_NEEDS: Final = {
    "text_of": ("INLINE", "SILENT", "CONTROLS"),
    "text": ("text_of",),
    "texts": ("text_of",),
    "value": ("texts",),
    "merged": (),
    "between": ("text_of",),
    "absolute": ("SAFE", "text_of"),
}
"""What else of :mod:`.reading` a function wants."""
_DOMAIN: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")


@dataclass(frozen=True, slots=True)
class EjectedTemplate:
    """A template and its fields as selections."""

    template: Template
    fields: Sequence[EjectedField]


def module_of(ejected: Sequence[EjectedTemplate], what: What = "spider") -> str:
    """The source of the module; equal templates and pages give equal text."""
    names = _names([one.template for one in ejected])
    classes: list[str] = []
    if what != "spider":
        for one, name in zip(ejected, names, strict=True):
            classes += ["", "", *_page_object(one, name)]
    if what != "page-object":
        classes += ["", "", *_spider(ejected, names, what == "both")]
    used = _used(ejected, what)
    own = [] if what == "page-object" or len(ejected) < 2 else [_SHARE]
    pieces = [*(_sources()[name] for name in used), *own]
    head = [FIRST_LINE, "", *_about(ejected), '"""', "", *_imports(used, what)]
    lines = [*head, *classes]
    constants = [piece for piece in pieces if not piece.startswith("def ")]
    if constants:
        lines += ["", "", *constants]
    for piece in pieces:
        if piece.startswith("def "):
            lines += ["", "", piece]
    return "\n".join(lines) + "\n"


_SHARE: Final = '''def share_found(item):
    """How many of an item's fields it has, in [0, 1]."""
    return sum(said not in (None, []) for said in item.values()) / max(1, len(item))'''


def _about(ejected: Sequence[EjectedTemplate]) -> list[str]:
    checked = all(field.asked for one in ejected for field in one.fields)
    if checked:
        return ["They were checked on saved pages. Change them as you like: nothing here needs",
                "scrapy-treesim."]  # fmt: skip
    return ["They were not all checked on pages: look at what they give (--pages checks them).",
            "Change them as you like: nothing here needs scrapy-treesim."]  # fmt: skip


def _imports(used: Sequence[str], what: What) -> list[str]:
    abc = [name for name, of in _FROM_ABC if any(one in of for one in used)]
    lines = ["from __future__ import annotations", ""]
    if abc:
        lines.append(f"from collections.abc import {', '.join(abc)}")
    if "absolute" in used:
        lines.append("from urllib.parse import urlsplit")
    if lines[-1]:
        lines.append("")
    if what != "page-object":
        lines.append("import scrapy")
    if "text_of" in used:
        lines += ["from lxml import etree", "from parsel import Selector"]
    if what != "spider":
        web_poet = "HttpResponse, WebPage, field" if what == "both" else "WebPage, field"
        lines.append(f"from web_poet import {web_poet}")
    return lines


_FROM_ABC: Final = (
    ("Callable", ("absolute",)),
    ("Iterable", ("text", "texts", "value", "between", "absolute")),
    ("Iterator", ("between", "absolute")),
)


def _used(ejected: Sequence[EjectedTemplate], what: What) -> list[str]:
    """The pieces of :mod:`.reading` that are called, and what these want, in its order."""
    wanted = [name for one in ejected for field in one.fields for name in functions(field)]
    found: dict[str, None] = {}
    while wanted:
        name = wanted.pop()
        found[name] = None
        wanted += [other for other in _NEEDS.get(name, ()) if other not in found]
    return [name for name in _sources() if name in found]


@cache
def _sources() -> dict[str, str]:
    """The constants and functions of :mod:`.reading` as they are written there, by name."""
    source = getsource(reading)
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = ast.get_source_segment(source, node) or ""
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = ast.get_source_segment(source, node) or ""
    return found


def _names(templates: Sequence[Template]) -> list[str]:
    """What each template's pages are called: by their folder, or else by a number."""
    names: list[str] = []
    for one in templates:
        name = identifier(_folder(one.medoid) or f"template {len(names) + 1}")
        names.append(f"{name}_{len(names) + 1}" if name in names else name)
    return names


def _folder(address: str) -> str:
    """The last folder of an address that is a word."""
    try:
        folders = urlsplit(address).path.split("/")[:-1]
    except ValueError:
        return ""
    return next((one for one in reversed(folders) if is_word(one)), "").lower()


def _page_object(one: EjectedTemplate, name: str) -> Iterator[str]:
    yield f"class {class_name(name)}Page(WebPage):"
    yield f"{INDENT}# {_described(one.template)}"
    methods: list[str] = []
    for field in one.fields:
        if not field.chains:
            yield f"{INDENT}# {_lacking(field)}"
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


def _spider(ejected: Sequence[EjectedTemplate], names: Sequence[str], asks: bool) -> Iterator[str]:
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
    yield f"{two}# {_described(one.template)}"
    yield f"{two}yield {{"
    if all(field.name != "url" for field in one.fields):
        yield f'{two}{INDENT}"url": response.url,'
    for field in one.fields:
        if not field.chains:
            yield f"{two}{INDENT}# {_lacking(field)}"
            continue
        yield from (f"{two}{INDENT}{said}" for said in remarks(field))
        yield from expression(field, "response", two + INDENT, f"{literal(field.name)}: ", ",")
    yield f"{two}}}"


def _described(template: Template) -> str:
    medoid = f" like {comment(template.medoid)}" if template.medoid else ""
    return f"Template {comment(template.id)}: pages{medoid}"


def _lacking(field: EjectedField) -> str:
    return f"{comment(field.name)}: no selector was found that gives it"


def _domain(site: str) -> str:
    """The host of a site, if a spider can be kept to it."""
    host = site.rpartition(":")[0] if site.rpartition(":")[2].isdecimal() else site
    return host if _DOMAIN.fullmatch(host) else ""
