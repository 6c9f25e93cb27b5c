"""Python module for templates: a spider, page objects, or both, without imports of this package."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from inspect import getsource
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

from scrapy_treesim.reading.occurrences import ABSOLUTE
from scrapy_treesim.templates.rules import reading
from scrapy_treesim.templates.rules.ejecting import EjectedField, EjectedTemplate
from scrapy_treesim.templates.rules.selectors import CssSelection, css_of
from scrapy_treesim.templates.template import Template

MAX_COMMENT_CHARS: Final = 200
"""Largest number of characters of a text in a comment."""
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z_-]{1,30}")
_RUN: Final = re.compile("[A-Za-z0-9]+")
_NO_LETTER: Final = re.compile(r"\W")


def literal(text: str) -> str:
    """Write a text as a string literal, in double quotes unless it has some."""
    quoted = repr(text)
    if quoted[0] == "'" and '"' not in quoted:
        quoted = f'"{quoted[1:-1]}"'
    return quoted


def comment(text: str) -> str:
    """Write a text as a comment: on one line, unprintable characters escaped, not long."""
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[: MAX_COMMENT_CHARS + 1])
    return line if len(text) <= MAX_COMMENT_CHARS else f"{line[:MAX_COMMENT_CHARS]}…"


def identifier(text: str, used: Collection[str] = ()) -> str:
    """Return an unused method name made of a text.

    Python normalizes names to NFKC, and so does this; names that begin with ``_`` have a meaning
    of their own.
    """
    name = _NO_LETTER.sub("_", unicodedata.normalize("NFKC", text)).strip("_")
    if not name.isidentifier():
        name = f"field_{name}" if f"field_{name}".isidentifier() else "field"
    while keyword.iskeyword(name) or name in used:
        name += "_"
    return name


def class_name(text: str) -> str:
    """Return a class name: the ASCII letters and digits of a text, each word with a capital."""
    words = _RUN.findall(text)
    name = "".join(word[0].upper() + word[1:] for word in words)
    return name if name[:1].isalpha() else f"Site{name}"


def described(template: Template) -> str:
    """Describe a template for a comment."""
    medoid = f" like {comment(template.medoid)}" if template.medoid else ""
    return f"Template {comment(template.id)}: pages{medoid}"


def lacking(field: EjectedField) -> str:
    """Describe a field without selector for a comment."""
    return f"{comment(field.name)}: no selector was found that gives it"


WIDTH: Final = 88
"""Columns of a line, if it can be broken."""
INDENT: Final = "    "


def expression(field: EjectedField, page: str, indent: str, before: str, after: str) -> list[str]:
    """Return the lines that read a field of ``page``, between the texts before and after.

    ``page`` has ``css``, ``url`` and ``urljoin``: ``response`` in a spider, ``self`` in a page.
    """
    ways = [[call(selection, page) for selection in chain.selections] for chain in field.chains]
    if len(ways) == len(ways[0]) == 1:
        return _call(ways[0][0], indent, before, after)
    opening, comma = ("merged(", ",") if len(ways) > 1 else ("(", "")
    lines = [f"{indent}{before}{opening}"]
    for chain in ways:
        last = len(chain) - 1
        for number, way in enumerate(chain):
            either, end = "or " if number else "", comma if number == last else ""
            lines += _call(way, indent + INDENT, either, end)
    return [*lines, f"{indent}){after}"]


def _call(way: str, indent: str, before: str, after: str) -> list[str]:
    """Write a call on a line, or its arguments on one of their own."""
    line = f"{indent}{before}{way}{after}"
    function, _, arguments = way.partition("(")
    if len(line) <= WIDTH:
        return [line]
    return [
        f"{indent}{before}{function}(",
        f"{indent}{INDENT}{arguments[:-1]}",
        f"{indent}){after}",
    ]


def call(selection: CssSelection, page: str) -> str:
    """Write the call for a selection: all of its texts, or one of them."""
    code = f"{page}.css({literal(css_of(selection))})"
    if selection.at.xpath:
        code += f".xpath({literal(selection.at.xpath)})"
    if selection.take.startswith(ABSOLUTE):
        code = f"absolute({page}, {code})"
    if selection.prefix or selection.suffix:
        code = f"between({code}, {literal(selection.prefix)}, {literal(selection.suffix)})"
    if not selection.pick:
        return f"texts({code})"
    index = selection.pick - (selection.pick > 0)
    least = f", least={selection.among}" if selection.among > 1 else ""
    return f"text({code}{f', {index}' if index else ''}{least})"


def remarks(field: EjectedField) -> list[str]:
    """Return comments for the reader of a field's code."""
    lines = []
    if field.right < field.asked:
        where = f", not on {comment(field.unlike)}" if field.unlike else ""
        lines.append(f"# As the template on {field.right} of {field.asked} pages{where}")
    if any(selection.at.xpath for chain in field.chains for selection in chain.selections):
        lines.append("# A run of text, for which CSS has no words")
    return lines


_DOMAIN: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*")


def spider(ejected: Sequence[EjectedTemplate], names: Sequence[str], asks: bool) -> Iterator[str]:
    """Write the class of a spider; ``asks`` page objects, or selects by itself."""
    sites = [*dict.fromkeys(entry.template.site for entry in ejected if entry.template.site)]
    domains = [site for site in map(_domain, sites) if site]
    domain = domains[0] if domains else names[0]
    yield f"class {class_name(domain)}Spider(scrapy.Spider):"
    yield f"{INDENT}name = {literal(domain)}"
    if domains and len(domains) == len({entry.template.site for entry in ejected}):
        yield f"{INDENT}allowed_domains = [{', '.join(map(literal, domains))}]"
    yield from _start_urls(ejected)
    if len(ejected) == 1:
        yield ""
        yield from _callback(ejected[0], names[0], "parse", asks)
        return
    yield ""
    yield from _parse(names, asks)
    for entry, name in zip(ejected, names, strict=True):
        yield ""
        yield from _callback(entry, name, f"parse_{name}", asks)


def _start_urls(ejected: Sequence[EjectedTemplate]) -> Iterator[str]:
    medoids = dict.fromkeys(entry.template.medoid for entry in ejected)
    addresses = [entry for entry in medoids if entry.startswith(("http://", "https://", "file://"))]
    if addresses:
        yield f"{INDENT}# A page of each template; add the others, or follow links to them."
        yield f"{INDENT}start_urls = ["
        yield from (f"{INDENT * 2}{literal(address)}," for address in addresses)
        yield f"{INDENT}]"
    else:
        yield f"{INDENT}# The pages that were learned from had no addresses: put some here."
        yield f"{INDENT}start_urls = []"


def _parse(names: Iterable[str], asks: bool) -> Iterator[str]:
    """Write a callback for pages of an unknown template."""
    kinds = ", ".join(f"self.parse_{name}" for name in names)
    loop = "async for" if asks else "for"
    yield f"{INDENT}{'async ' if asks else ''}def parse(self, response):"
    yield f'{INDENT * 2}"""A page of any template: the item that has most of its fields."""'
    yield f"{INDENT * 2}kinds = [{kinds}]"
    yield f"{INDENT * 2}items = [item for kind in kinds {loop} item in kind(response)]"
    yield f"{INDENT * 2}yield max(items, key=share_found)"


def _callback(ejected: EjectedTemplate, name: str, method: str, asks: bool) -> Iterator[str]:
    pad = INDENT * 2
    yield f"{INDENT}{'async ' if asks else ''}def {method}(self, response):"
    if asks:
        yield f"{pad}body = HttpResponse(response.url, response.body, encoding=response.encoding)"
        yield f"{pad}item = await {class_name(name)}Page(body).to_item()"
        yield f'{pad}yield {{"url": response.url, **item}}'
        return
    yield f"{pad}# {described(ejected.template)}"
    yield f"{pad}yield {{"
    if all(field.name != "url" for field in ejected.fields):
        yield f'{pad}{INDENT}"url": response.url,'
    for field in ejected.fields:
        if not field.chains:
            yield f"{pad}{INDENT}# {lacking(field)}"
            continue
        yield from (f"{pad}{INDENT}{remark}" for remark in remarks(field))
        yield from expression(field, "response", pad + INDENT, f"{literal(field.name)}: ", ",")
    yield f"{pad}}}"


def _domain(site: str) -> str:
    """Return the host of a site, if a spider can be limited to it."""
    host = site.rpartition(":")[0] if site.rpartition(":")[2].isdecimal() else site
    return host if _DOMAIN.fullmatch(host) else ""


RESERVED: Final = frozenset(
    "Processors base_url css field html item_cls jmespath response selector to_item url urljoin"
    " validate_input xpath".split()
)
"""Names with another meaning in a page object, not for its fields."""


def page_object(ejected: EjectedTemplate, name: str) -> Iterator[str]:
    """Write the class of a template's pages, a method for each field."""
    yield f"class {class_name(name)}Page(WebPage):"
    yield f"{INDENT}# {described(ejected.template)}"
    methods: list[str] = []
    for field in ejected.fields:
        if not field.chains:
            yield f"{INDENT}# {lacking(field)}"
            continue
        methods.append(identifier(field.name, {*RESERVED, *methods}))
        yield ""
        yield f"{INDENT}@field"
        yield f"{INDENT}def {methods[-1]}(self):"
        yield from (f"{INDENT * 2}{remark}" for remark in remarks(field))
        yield from expression(field, "self", INDENT * 2, "return ", "")
    names = [field.name for field in ejected.fields if field.chains]
    renamed = {method: name for method, name in zip(methods, names, strict=True) if method != name}
    if renamed:
        yield from _renaming(renamed)
    elif not methods:
        yield f"{INDENT}pass"


def _renaming(renamed: dict[str, str]) -> Iterator[str]:
    yield ""
    yield f"{INDENT}async def to_item(self):"
    yield f"{INDENT * 2}# Names that Python or web-poet has for something else"
    yield f"{INDENT * 2}names = {{"
    yield from (f"{INDENT * 3}{literal(old)}: {literal(new)}," for old, new in renamed.items())
    yield f"{INDENT * 2}}}"
    yield f"{INDENT * 2}item = await super().to_item()"
    yield f"{INDENT * 2}return {{names.get(name, name): said for name, said in item.items()}}"


What: TypeAlias = Literal["spider", "page-object", "both"]
WHAT: Final[tuple[What, ...]] = ("spider", "page-object", "both")

FIRST_LINE: Final = '"""Selectors of the fields of templates, written by scrapy treesim eject.'
"""Beginning of every ejected module."""


def module_of(ejected: Sequence[EjectedTemplate], what: What = "spider") -> str:
    """Return the source of the module; equal templates and pages give equal text."""
    names = _names([entry.template for entry in ejected])
    classes: list[str] = []
    if what != "spider":
        for entry, name in zip(ejected, names, strict=True):
            classes += ["", "", *page_object(entry, name)]
    if what != "page-object":
        classes += ["", "", *spider(ejected, names, what == "both")]
    extra = [] if what == "page-object" or len(ejected) < 2 else [_SHARE]
    used = _names_in("\n".join(classes))
    pieces: list[str] = []
    # Each piece uses pieces before it.
    for name, piece in reversed(_sources().items()):
        if name in used:
            pieces.insert(0, piece)
            used |= _names_in(piece)
    lines = [FIRST_LINE, "", *_ABOUT, '"""', "", *_imports(used, what), *classes]
    constants = [piece for piece in pieces if not piece.startswith("def ")]
    if constants:
        lines += ["", "", *constants]
    for piece in [*pieces[len(constants) :], *extra]:
        lines += ["", "", piece]
    return "\n".join(lines) + "\n"


_ABOUT: Final = (
    "They were checked on saved pages. Change them as you like: nothing here needs",
    "scrapy-treesim.",
)
_SHARE: Final = '''def share_found(item):
    """How many of an item's fields it has, in [0, 1]."""
    return sum(said not in (None, []) for said in item.values()) / max(1, len(item))'''


def _imports(names: Collection[str], what: What) -> list[str]:
    abc = [name for name in ("Iterable", "Iterator") if name in names]
    lines = ["from __future__ import annotations", ""]
    if abc:
        lines.append(f"from collections.abc import {', '.join(abc)}")
    if "absolute" in names:
        lines += ["from typing import Any", "from urllib.parse import urlsplit"]
    if lines[-1]:
        lines.append("")
    if what != "page-object":
        lines.append("import scrapy")
    if "text_of" in names:
        lines += ["from lxml import etree", "from parsel import Selector"]
    if what != "spider":
        used = ["HttpResponse"] * (what == "both") + ["WebPage"] + ["field"] * ("field" in names)
        lines.append(f"from web_poet import {', '.join(used)}")
    return lines


def _names_in(code: str) -> set[str]:
    """Return the names used in code."""
    return {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}


@cache
def _sources() -> dict[str, str]:
    """Return the source of the constants and functions of :mod:`.reading`, by name."""
    source = getsource(reading)
    sources = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            sources[node.name] = ast.get_source_segment(source, node) or ""
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            sources[node.targets[0].id] = ast.get_source_segment(source, node) or ""
    return sources


def _names(templates: Sequence[Template]) -> list[str]:
    """Return a name for each template's pages: their folder, or else a number."""
    names: list[str] = []
    # WebPage is the name of the base class.
    classes = {"Web"}
    for number, template in enumerate(templates, 1):
        name = identifier(_folder(template.medoid) or f"template {number}")
        if name in names or class_name(name) in classes:
            name += f"_{number}"
        names.append(name)
        classes.add(class_name(name))
    return names


def _folder(address: str) -> str:
    """Return the last folder of an address that is a word."""
    try:
        folders = urlsplit(address).path.split("/")[:-1]
    except ValueError:
        return ""
    return next((folder for folder in reversed(folders) if _WORD.fullmatch(folder)), "").lower()
