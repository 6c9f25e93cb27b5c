"""HTML as text that knows it is HTML: elements by a short description, all else escaped."""

from __future__ import annotations

from functools import cache
from html import escape
from re import compile as pattern

VOID = frozenset("img br hr input link meta col".split())
_PART = pattern(r"([.#]?)([^.#]+)")


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


@cache
def _described(what: str) -> tuple[str, str]:
    """The tag and the written attributes of ``tag.class.class#id``."""
    tag, classes, name = "div", [], ""
    for sign, value in _PART.findall(what):
        if sign == ".":
            classes.append(value)
        elif sign == "#":
            name = f' id="{value}"'
        else:
            tag = value
    return tag, name + (f' class="{" ".join(classes)}"' if classes else "")


def markup(*children: str | None) -> Html:
    """The children one after the other; plain text among them is escaped.

    Elements that follow each other stand on lines of their own, as templates write them.
    """
    out = ""
    for child in children:
        if child is not None:
            text = child if isinstance(child, Html) else escape(child, quote=False)
            out += "\n" + text if out.endswith(">") and text.startswith("<") else text
    return Html(out)


def el(what: str, *children: str | None, **attributes: str | int) -> Html:
    """An element: ``el("a.title#t1", "Text", href="/1")``.

    In names of attributes ``_`` stands for ``-``; one at the end is left out (``class_``).
    """
    tag, written = _described(what)
    for key, value in attributes.items():
        name = key.rstrip("_").replace("_", "-")
        written += f' {name}="{escape(str(value))}"'
    if tag in VOID:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{markup(*children)}</{tag}>")


def lines(*children: str | None) -> Html:
    """The children, each on a line of its own."""
    return Html("\n".join(markup(child) for child in children if child is not None))


def many(what: str, texts: list[str] | tuple[str, ...], **attributes: str | int) -> Html:
    """One element for each of the texts."""
    return lines(*(el(what, text, **attributes) for text in texts))


def links(texts: list[str] | tuple[str, ...], what: str = "a", wrap: str = "") -> Html:
    """Links with made-up addresses, each in an element ``wrap`` where one is given."""
    made = [el(what, text, href=f"/go/{place + 1}") for place, text in enumerate(texts)]
    return lines(*(el(wrap, link) if wrap else link for link in made))


def document(
    title: str,
    *body: str | None,
    lang: str = "en",
    head: Html | None = None,
    body_as: str = "body",
    doctype: str = "<!DOCTYPE html>",
) -> Html:
    """A whole page."""
    return lines(
        Html(f"{doctype}\n<html lang='{lang}'>"),
        el("head", el("meta", charset="utf-8"), el("title", title), head),
        el(body_as, Html("\n"), lines(*body), Html("\n")),
        Html("</html>\n"),
    )
