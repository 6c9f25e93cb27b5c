"""How a site heads and wraps the middle of its pages, whatever they are."""

from __future__ import annotations

from training.detail_pages import MARK
from training.page_kinds.site import Site
from training.record_pages.markup import Child, Node

HEADINGS = ("h1", "h2", "h3", "h4", "b", "strong", "font", "div")


def _text(children: list[Child]) -> str:
    parts: list[str] = []
    stack = list(reversed(children))
    while stack:
        child = stack.pop()
        if isinstance(child, str):
            parts.append(child)
        else:
            stack.extend(reversed(child.children))
    return "".join(parts)


def _first(content: list[Child], tag: str) -> Node | None:
    """The first element of this tag with text in it."""
    stack = list(reversed(content))
    while stack:
        child = stack.pop()
        if isinstance(child, str):
            continue
        if child.tag == tag and _text(child.children).strip():
            return child
        stack.extend(reversed(child.children))
    return None


def _named(content: list[Child]) -> Node | None:
    """The element that shows the name of the thing."""
    stack = list(reversed(content))
    while stack:
        child = stack.pop()
        if isinstance(child, str):
            continue
        if child.attributes.get(MARK) == "name":
            return child
        stack.extend(reversed(child.children))
    return None


def heading_of(content: list[Child]) -> str:
    """The text of the first heading of the highest rank; empty if there is none."""
    for tag in ("h1", "h2", "h3", "b"):
        if node := _first(content, tag):
            return _text(node.children)
    return ""


def _promote(content: list[Child], kind: str) -> None:
    """Make the page's own heading its only one of the first rank."""
    named = _named(content) if kind == "detail" else None
    if named is not None and named.tag in HEADINGS:
        named.tag = "h1"
        return
    if kind == "list":
        tops = [child for child in content[:2] if isinstance(child, Node)]
        found = [node for node in tops if node.tag in ("h2", "h3", "b", "font")]
    else:
        found = [node for tag in ("h2", "h3", "b") if (node := _first(content, tag))][:1]
    if found:
        found[0].tag = "h1"


def _raise(content: list[Child]) -> None:
    """Make headings of the third rank ones of the second, where there are none of it."""
    found: list[Node] = []
    stack = list(content)
    while stack:
        child = stack.pop()
        if isinstance(child, str):
            continue
        if child.tag == "h2":
            return
        if child.tag in ("h3", "h4"):
            found.append(child)
        stack.extend(child.children)
    for node in found:
        node.tag = "h2"


def _apart(content: list[Child], tag: str) -> None:
    """Put the headings of the first rank that lie deeper each into an element of its own."""
    stack = [child for child in content if isinstance(child, Node)]
    while stack:
        node = stack.pop()
        for place, child in enumerate(node.children):
            if not isinstance(child, Node):
                continue
            if child.tag == "h1" and len(node.children) > 1:
                node.children[place] = Node(tag, {}, [child])
            else:
                stack.append(child)


def finished(site: Site, content: list[Child], kind: str) -> list[Child]:
    """The middle of a page in the site's wrappers, its heading in an element of its own."""
    own = site.design.at("finish")
    if own.chance("promoted", 0.45 if own.old else 0.8) and _first(content, "h1") is None:
        _promote(content, kind)
    if own.chance("raised", 0.6):
        _raise(content)
    if own.chance("apart", 0.4):
        _apart(content, "div" if own.old else own.pick("apart tag", ("div", "div", "header")))
    first = content[0] if content else ""
    if isinstance(first, Node) and first.tag in ("h1", "h2") and own.chance("head boxed", 0.5):
        tag = "div" if own.old else own.pick("head tag", ("div", "div", "header", "section"))
        content = [own.element(tag, "heading", first), *content[1:]]
    if own.old:
        return content
    wrapped = own.wrapped("content", 5, *content)
    return [wrapped] if wrapped else content


def renamed(site: Site, root: Node) -> None:
    """Give elements the tags that the site prefers: what is bold, what is a section."""
    own = site.design.at("tags")
    names: dict[str, str] = {}
    if not own.old and own.chance("strong", 0.75):
        names["b"] = "strong"
    if own.chance("no sections", 0.35):
        names["section"] = "div"
    if own.chance("higher", 0.4):
        names.update({"h5": "h3", "h4": "h3"})
    stack = [root]
    while stack:
        node = stack.pop()
        node.tag = names.get(node.tag, node.tag)
        stack.extend(child for child in node.children if isinstance(child, Node))


def unlisted(nodes: list[Child]) -> list[Child]:
    """The elements with blocks in place of lists, as some menus are."""
    stack = list(nodes)
    while stack:
        child = stack.pop()
        if isinstance(child, str):
            continue
        if child.tag in ("ul", "ol", "li"):
            child.tag = "div"
        stack.extend(child.children)
    return nodes
