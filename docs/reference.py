"""Write what the reference has from the code: ``python docs/reference.py``.

A block of a page stands between two comments, ``<!-- from the code: WHAT -->`` and ``<!-- end
-->``. The rest is written by hand, and so is the last column of the settings' tables:
the code knows their names, defaults and values.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import scrapy_treesim
from scrapy_treesim.commands.subcommands import SUBCOMMANDS
from scrapy_treesim.crawl.monitors import (
    DRIFT,
    FAILED_SHARE,
    FINDINGS,
    MAX_DRIFT,
    MAX_FAILED_SHARE,
    PAGE_KINDS,
    DriftMonitor,
    FindingsMonitor,
)
from scrapy_treesim.crawl.settings import METHODS_BY_KIND, SETTINGS, TreesimSettings
from scrapy_treesim.findings.kinds import FindingOptions
from scrapy_treesim.items import ALWAYS, CLASSES, Item
from scrapy_treesim.poet import Findings
from scrapy_treesim.poet.provider import MAKERS as PROVIDED
from scrapy_treesim.records.table.columns import Column, Table
from scrapy_treesim.values.fields import made_on_demand

PUBLIC = {"Table": Table, "Column": Column, "Findings": Findings}
"""Classes that the package itself has no name for."""
MONITORED = (FINDINGS, PAGE_KINDS, FAILED_SHARE, DRIFT)
SITE = Path(__file__).parents[1] / "example_project" / "site"
PAGES = [
    *sorted(Path(__file__).with_name("reference").glob("*.md")),
    Path(__file__).with_name("inspector.md"),
]
BLOCK = re.compile(
    r"(<!-- from the code: (?P<what>\w+)(?P<names>[^>]*?) -->\n)(?P<old>.*?)(<!-- end -->)", re.S
)
ROW = re.compile(r"^\| `(?P<name>\w+)` \|.*\| (?P<meaning>[^|]*) \|$", re.M)


def written(text: str) -> str:
    """The page with its blocks as the code has them now."""

    def block(found: re.Match[str]) -> str:
        made = MAKERS[found["what"]](found["names"].split(), found["old"])
        return f"{found[1]}\n{made}\n\n{found[5]}"

    return BLOCK.sub(block, text)


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    lines = [f"| {' | '.join(line)} |" for line in (head, *rows)]
    return "\n".join((lines[0], "|---" * len(head) + "|", *lines[1:]))


def marked(text: str) -> str:
    """A docstring's markup as Markdown."""
    text = re.sub(r":\w+:`[~.]?([^`]+)`", lambda found: f"`{found[1].split('.')[-1]}`", text)
    return text.replace("``", "`")


def cell(text: str) -> str:
    """A docstring, or another text, as one line of a table."""
    return marked(" ".join(text.split())).replace("|", r"\|")


def typed(annotation: str) -> str:
    """A type as readers see it: ``str | None`` is `str` or `None`."""
    if annotation.endswith(" | None"):
        return f"`{cell(annotation.removesuffix(' | None'))}` or `None`"
    return f"`{cell(annotation)}`"


# Settings


def settings(_: list[str], old: str) -> str:
    """The settings that the table has already; a new one is put there by its name."""
    return table(
        ("setting", "default", "values", "meaning"),
        (
            (f"`{one['name']}`", default_of(one["name"]), values_of(one["name"]), one["meaning"])
            for one in ROW.finditer(old)
        ),
    )


def default_of(name: str) -> str:
    """The value of a setting where it is not given."""
    attribute = name.removeprefix("TREESIM_").lower()
    kind, _, rest = attribute.partition("_")
    value: Any = None
    if rest == "method":
        value = next(iter(METHODS_BY_KIND[kind]))
    elif rest == "method_options":
        return "`{}`"
    elif rest == "fields":
        value = "default"
    else:
        for holder in (TreesimSettings(), FindingOptions()):
            value = getattr(holder, attribute, value)
    if isinstance(value, tuple) and value:
        value = [*value]
    if isinstance(value, (bool, int, float, list)):
        return f"`{value}`".replace("'", '"')
    return f'`"{value}"`' if value and isinstance(value, str) else "none"


def values_of(name: str) -> str:
    """The values that a setting asks for where it is given something of no use."""
    asked = [*refusals(name)]
    best = max(asked, key=len)
    listed = "a list" in asked and best.startswith("one of ")
    return cell(best.replace("one of ", "a list of ") if listed else best)


def refusals(name: str) -> Iterator[str]:
    """Advice of a setting on values of no use."""
    for useless in (object(), [], [""], {"": ""}):
        try:
            SETTINGS[name](useless)
        except ValueError as error:
            if str(error).startswith("give "):
                yield str(error).removeprefix("give ")


def options(names: list[str], _: str) -> str:
    """The options of a method, as `article wang` names it."""
    kind, method = names
    of = METHODS_BY_KIND[kind][method]
    meanings = documented(of)
    return table(
        (f'option of `"{method}"`', "default", "meaning"),
        ((f"`{one.name}`", f"`{one.default!r}`", meanings[one.name][1]) for one in fields(of)),
    )


# Items and classes


def documented(of: type) -> dict[str, tuple[str, str]]:
    """By name, the type and the docstring of each public attribute, those of bases first."""
    found: dict[str, tuple[str, str]] = {}
    for base in reversed(of.__mro__):
        if base.__module__.startswith("scrapy_treesim"):
            (tree,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
            assert isinstance(tree, ast.ClassDef)
            found |= {name: one for name, one in attributes(tree) if not name.startswith("_")}
    return found


def attributes(
    tree: ast.ClassDef | ast.FunctionDef,
) -> Iterator[tuple[str, tuple[str, str]]]:
    """The fields, properties and methods of a class, these with what they are called with."""
    for one, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(one, ast.AnnAssign):
            said = after.value if isinstance(after, ast.Expr) else None
            meaning = said.value if isinstance(said, ast.Constant) else ""
            name = ast.unparse(one.target).removeprefix("self.")
            yield name, (ast.unparse(one.annotation), cell(str(meaning)))
        elif isinstance(one, ast.FunctionDef) and one.name == "__init__":
            yield from attributes(one)
        elif isinstance(one, ast.FunctionDef):
            first = (ast.get_docstring(one) or "").partition("\n\n")[0]
            returned = ast.unparse(one.returns) if one.returns else ""
            by = {ast.unparse(by) for by in one.decorator_list}
            called = "" if any(name.endswith("property") for name in by) else parameters(one)
            yield f"{one.name}{called}", (returned, cell(first))


def parameters(of: ast.FunctionDef) -> str:
    """What a method is called with, without types and ``self``."""
    for one in (*of.args.args, *of.args.kwonlyargs, of.args.vararg):
        if one is not None:
            one.annotation = None
    of.args.args = of.args.args[1:]
    return f"({ast.unparse(of.args)})".replace("'", '"')


def item(names: list[str], _: str) -> str:
    """The fields of an item but those that each has."""
    of = CLASSES[names[0]] if names else Item
    asked = made_on_demand(of)
    meanings = documented(of)
    return table(
        ("field", "type", "meaning"),
        (
            (
                f"`{one.name}`",
                typed(str(one.type)),
                meanings[one.name][1]
                + (" [On demand](#fields-on-demand)." if one.name in asked else ""),
            )
            for one in fields(of)
            if not names or one.name not in ALWAYS
        ),
    )


def members(names: list[str], _: str) -> str:
    """Attributes and methods of a class: those named after it, or else all its attributes."""
    name, *chosen = names
    of = PUBLIC.get(name) or getattr(scrapy_treesim, name)
    known = {one.partition("(")[0]: (one, *rest) for one, rest in documented(of).items()}
    shown = chosen or [one for one, (called, *_) in known.items() if one == called]
    rows = ((f"`{known[one][0]}`", typed(known[one][1]), known[one][2]) for one in shown)
    said = cell((inspect.getdoc(of) or "").partition("\n\n")[0])
    return f"**`{name}`**: {said}\n\n" + table(("name", "type", "meaning"), rows)


def provided(_: list[str], __: str) -> str:
    """The types that scrapy-poet's callbacks and page objects may ask for."""
    rows = []
    for one, make in PROVIDED.items():
        is_own = one.__module__.startswith("scrapy_treesim")
        said = inspect.getdoc(one if is_own else make) or ""
        room = "scrapy_treesim.poet" if one is Findings else one.__module__
        name = f"{room if is_own else room.partition('.')[0]}.{one.__name__}"
        rows.append((f"`{name}`", "`poet`" if is_own else "`zyte`", cell(said)))
    return table(("type", "extra", "meaning"), iter(rows))


def settings_of_monitors(_: list[str], __: str) -> str:
    """The settings of Spidermon's monitors, told by the tests that ask for them."""
    defaults = {FAILED_SHARE: str(MAX_FAILED_SHARE), DRIFT: str(MAX_DRIFT)}
    checks = [
        inspect.getdoc(check) or ""
        for monitor in (FindingsMonitor, DriftMonitor)
        for name, check in vars(monitor).items()
        if name.startswith("test_")
    ]
    told = {name: [one for one in checks if name in one] for name in MONITORED}
    rows = ((f"`{name}`", f"`{defaults.get(name, {})}`", cell(told[name][0])) for name in told)
    return table(("setting", "default", "meaning"), rows)


def plain_values(_: list[str], __: str) -> str:
    """The keys of each finding's ``to_dict``, of pages of the example site."""
    shop, post, thing = (
        scrapy_treesim.Page((SITE / name).read_bytes())
        for name in (
            "shop/index.html",
            "blog/night-train-to-vestmar.html",
            "shop/enamel-storm-lantern.html",
        )
    )
    (region,) = scrapy_treesim.records(shop)
    found = (
        scrapy_treesim.article(post),
        scrapy_treesim.detail(thing),
        region,
        region.records[0],
        scrapy_treesim.comments(post)[0],
        scrapy_treesim.find_records(shop, scrapy_treesim.learn_key_tree(shop, "product-grid li")),
        scrapy_treesim.TemplateMatch("", 1.0),
        scrapy_treesim.page_kind(shop),
        scrapy_treesim.roles(shop),
        scrapy_treesim.explain(thing)[0],
        scrapy_treesim.explain(thing, "detail")[0],
    )
    keys = (", ".join(f"`{key}`" for key in one.to_dict()) for one in found)
    names = (f"`{type(one).__name__}`" for one in found)
    return table(("finding", "keys"), zip(names, keys, strict=True))


# Functions


def function(names: list[str], _: str) -> str:
    """A function's heading, with its parameters, and its docstring."""
    (name,) = names
    of: Any = scrapy_treesim
    for part in name.split("."):
        of = getattr(of, part)
    signature = inspect.signature(of)
    bare = [
        one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()
    ]
    heading = inspect.Signature(bare)
    shown = str(heading).replace("'", '"')
    return f"## `{name}{shown}`\n\n{prose(inspect.getdoc(of) or '')}"


def prose(docstring: str) -> str:
    """A docstring as Markdown: its examples as code, its parameters and errors as lists."""
    parts = []
    for part in re.split(r"\n\n+", docstring):
        head, _, rest = part.partition("\n")
        if part.startswith(">>> "):
            parts.append(f"```python-console\n{part}\n```")
        elif head in ("Args:", "Raises:"):
            entries = re.split(r"\n(?=\S)", textwrap.dedent(rest))
            lines = (re.sub(r"^([\w.]+): ", r"- `\1`: ", " ".join(one.split())) for one in entries)
            parts.append(f"{head}\n\n{marked(chr(10).join(lines))}")
        else:
            parts.append(marked(part))
    return "\n\n".join(parts)


# Commands


def usage(_: list[str], __: str) -> str:
    """The ways to call the commands."""
    lines = (f"scrapy treesim {line}" for one in SUBCOMMANDS.values() for line in one.usage)
    return "```text\n" + "\n".join(lines) + "\n```"


def command(names: list[str], _: str) -> str:
    """The options of a command."""
    (name,) = names
    rows: list[tuple[str, str]] = []

    def add(usage: str, help: str, **_: Any) -> None:
        words = usage.removesuffix(" *").split()
        value = "".join(f" {word}" for word in words if not word.startswith("-"))
        flags = (f"`{flag}{value}`" for flag in words if flag.startswith("-"))
        several = "; may be given several times" if usage.endswith(" *") else ""
        rows.append((", ".join(flags), cell(help + several)))

    SUBCOMMANDS[name].add_options(add)
    return table(("option", "meaning"), iter(rows))


MAKERS: dict[str, Callable[[list[str], str], str]] = {
    "settings": settings,
    "options": options,
    "item": item,
    "members": members,
    "provided": provided,
    "monitors": settings_of_monitors,
    "plain_values": plain_values,
    "function": function,
    "usage": usage,
    "command": command,
}


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(written(page.read_text("utf-8")), "utf-8")
