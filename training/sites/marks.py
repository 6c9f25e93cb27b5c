"""Finds the marks of ``content`` on a rendered page and makes its truth of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from lxml import html
from lxml.html import HtmlElement

from training.pages.words import language_of
from training.sites.content import MARK, Article, Piece, Site, bare

CODES = [0xEFF0, *range(0xEFF1, 0xEFFB), 0xEFFF]
ESCAPES = re.compile(
    "|".join(
        f"[{chr(code)}]|%EE%BF%{0x80 | code & 0x3F:02X}|&#{code};|&#x{code:x};|\\\\u{code:x}"
        for code in CODES
    ),
    re.I,
)
"""All ways in which pages write a character of a mark."""
HIDDEN = ("head", "script", "style", "template", "noscript", "title", "option", "textarea")
INLINE = frozenset(
    "a abbr b bdi cite code del em font i ins kbd mark q s samp small span strong sub sup time tt u"
    " var label".split()
)
ASIDE = re.compile(
    r"(?<!has-)(?<!with-)(?<!no-)side-?bar|widget|recent|related|breadcrumb|\bmenu|\bnav|footer"
    r"|\btoc(?!tree)|pagination|adjacent|drawer",
    re.I,
)
"""Classes of what stands beside a page's own matter."""
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(frozen=True)
class Hit:
    """A piece's text somewhere on the page, and the block element that it stands in."""

    piece: Piece
    element: HtmlElement
    order: int
    node: HtmlElement
    """The innermost element."""


@dataclass(frozen=True)
class Rendered:
    """A page without its marks, its tree, and what stands where."""

    html: str
    root: HtmlElement
    hits: tuple[Hit, ...]
    nodes: tuple[HtmlElement, ...]
    """All elements in the page's order; they stay alive with it."""
    order: dict[HtmlElement, int]

    def path(self, element: HtmlElement) -> str:
        """The element's path on the saved page."""
        return str(self.root.getroottree().getpath(element))


def strip(page: str) -> str:
    """A page's source without any mark, however it is written there."""
    return ESCAPES.sub("", page)


def parse(page: str) -> HtmlElement:
    """The tree of a page's source."""
    parser = html.HTMLParser(encoding="utf-8")
    return html.document_fromstring(page.encode("utf-8", "replace"), parser=parser)


def squeezed(text: str) -> str:
    """A text without its blanks."""
    return re.sub(r"\s+|\u200b", "", text)


def own_text(element: HtmlElement) -> str:
    """All text below an element, in one line, without scripts."""
    parts = element.xpath(".//text()[not(ancestor::script or ancestor::style)]")
    return " ".join("".join(map(str, parts)).split())


def hidden(element: HtmlElement) -> bool:
    """Whether nobody sees what stands in an element."""
    return any(
        up.tag in HIDDEN or "display:none" in (up.get("style") or "").replace(" ", "")
        for up in (element, *element.iterancestors())
    )


def beside(element: HtmlElement) -> bool:
    """Whether an element stands in a menu, a sidebar or a footer; none is half of the page."""
    for up in (element, *element.iterancestors()):
        if up.tag in ("nav", "aside", "footer"):
            return True
        if up.tag in ("body", "html", "main", "article"):
            continue
        if ASIDE.search(f"{up.get('class')} {up.get('id')}"):
            body = next(up.iterancestors("body"), up)
            if len(own_text(up)) * 2 < len(own_text(body)):
                return True
    return False


def whole_aside(element: HtmlElement) -> HtmlElement:
    """The outermost element around this that is ``beside`` the page's matter."""
    chain = [element, *element.iterancestors()][::-1]
    return next((up for up in chain if beside(up)), element)


def block_of(element: HtmlElement) -> HtmlElement:
    """The nearest element that is not part of a line."""
    while element.tag in INLINE and (parent := element.getparent()) is not None:
        element = parent
    return element


def read(source: bytes | str, site: Site) -> Rendered:
    """Find a site's marks on a page; strip them."""
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    saved = strip(text)
    if not squeezed(saved):
        raise ValueError("no page")
    marked, root = parse(text), parse(saved)
    nodes = tuple(node for node in root.iter() if isinstance(node.tag, str))
    first = [node for node in marked.iter() if isinstance(node.tag, str)]
    if [node.tag for node in first] != [node.tag for node in nodes]:
        raise ValueError("a page changes with its marks")
    order = {node: position for position, node in enumerate(nodes)}
    hits: list[Hit] = []
    for position, node in enumerate(first):
        for string in [node.text or "", *(child.tail or "" for child in node)]:
            for match in MARK.finditer(string):
                number = int("".join(str(ord(digit) - 0xEFF1) for digit in match[1]))
                if number >= len(site.pieces) or hidden(nodes[position]):
                    continue
                piece, element = site.pieces[number], block_of(nodes[position])
                if piece.form == "row":
                    rows = [up for up in (element, *element.iterancestors()) if up.tag == "tr"]
                    element = rows[0] if rows else element
                hits.append(Hit(piece, element, position, nodes[position]))
    return Rendered(saved, root, tuple(hits), nodes, order)


def shows(text: str, when: datetime, lang: str, year: bool = True) -> bool:
    """Whether a text of a few words is this day, its month in figures or in words."""
    figures = re.findall(r"\d+", text)
    if len(text) > 60 or (year and str(when.year) not in figures):
        return False
    left = [figure.lstrip("0") for figure in figures if figure != str(when.year)]
    if str(when.day) not in left:
        return False
    left.remove(str(when.day))
    names = [
        language_of(code).all(key)[when.month - 1].lower().rstrip(".")[:3]
        for code in (lang, "en")
        for key in ("months", "mon")
    ]
    return str(when.month) in left or any(
        not name[:1].isdigit() and name in text.lower() for name in names
    )


def lines_that_show(
    page: Rendered, within: HtmlElement, when: datetime, lang: str, year: bool = True
) -> Iterator[tuple[HtmlElement, str]]:
    """Elements with a date in text of their own, or that declare it, and what they show."""
    for node in within.iter():
        if not isinstance(node.tag, str) or node.tag in HIDDEN:
            continue
        text = " ".join((node.text or "").split())
        tails = [" ".join((child.tail or "").split()) for child in node]
        declared = str(node.get("datetime") or "").startswith(f"{when:%Y-%m-%d}")
        for part in [own_text(node)] if declared else [text, *tails]:
            if part and (declared or shows(part, when, lang, year)) and not hidden(node):
                yield node, re.sub(r"^[^:\d]{1,20}: *", "", part).strip(" |·•,")
                break
        else:
            whole = own_text(node) if len(node) and node.tag in ("time", "span", "p") else ""
            if whole and len(whole) < 30 and shows(whole, when, lang, year):
                yield node, whole


def least_common(page: Rendered, elements: list[HtmlElement]) -> HtmlElement:
    """The smallest element that has all of these."""
    chains = [[element, *element.iterancestors()][::-1] for element in elements]
    last = chains[0][0]
    for level in zip(*chains, strict=False):
        if any(node is not level[0] for node in level):
            break
        last = level[0]
    return last


def code_element(page: Rendered, within: HtmlElement, text: str) -> HtmlElement | None:
    """The ``pre`` of these lines of code, or another element that has just them."""
    exact = squeezed(text)
    same = [
        node
        for node in within.iter("pre", "code", "td", "table", "div")
        if squeezed("".join(map(str, node.itertext()))) == exact and not hidden(node)
    ]
    best = [node for node in same if node.tag == "pre"] or same
    return best[0] if best else None


def main_places(page: Rendered, site: Site, owner: str) -> list[tuple[Piece, HtmlElement]]:
    """The pieces of a text and where they stand, each once."""
    mine = [hit for hit in page.hits if hit.piece.owner == owner and hit.piece.role == "main"]
    times: dict[int, list[Hit]] = {}
    for hit in mine:
        times.setdefault(hit.piece.number, []).append(hit)
    sure = [hits[0].element for hits in times.values() if len(hits) == 1] or [
        hit.element for hit in mine
    ]
    if not sure:
        return []
    whole = least_common(page, sure)
    out: list[tuple[Piece, HtmlElement]] = []
    for hits in times.values():
        inside = [hit for hit in hits if whole in (hit.element, *hit.element.iterancestors())]
        best = [hit for hit in inside or hits if hit.element.tag in HEADINGS] or inside or hits
        best = [hit for hit in best if not beside(hit.element)] or best
        exact = [hit for hit in best if squeezed(hit.piece.text) in squeezed(own_text(hit.element))]
        out.append((hits[0].piece, (exact or best)[-1].element))
    wider = whole.getparent()
    for piece in site.pieces:
        if piece.owner == owner and piece.form == "code":
            node = code_element(page, whole, piece.text)
            if node is None and wider is not None:
                node = code_element(page, wider, piece.text)
            if node is not None:
                out.append((piece, node))
    return sorted(out, key=lambda pair: (page.order[pair[1]], pair[0].number))


def entry(page: Rendered, role: str, element: HtmlElement) -> dict[str, str]:
    """An entry of ``places``."""
    return {"role": role, "xpath": page.path(element)}


def declarations(page: Rendered) -> str:
    """What a page says of itself in its head and in scripts of data."""
    names = ("name", "property", "itemprop", "content")
    metas = (" ".join(meta.get(key, "") for key in names) for meta in page.root.iter("meta"))
    scripts = page.root.xpath("//script[contains(@type, 'ld+json')]/text()")
    return "\n".join([*metas, *map(str, scripts)])


def picture_of(elements: tuple[HtmlElement, ...]) -> str | None:
    """The address of the first picture, of the real one where a script loads it later."""
    for element in elements:
        for image in element.iter("img"):
            for name in ("data-src", "data-lazy-src", "data-original", "data-lazyload", "src"):
                source = image.get(name) or ""
                if source and not source.startswith("data:"):
                    return source
    return None


def article_truth(page: Rendered, site: Site, article: Article, manual: bool) -> dict[str, Any]:
    """The truth of an article's page; on a manual, names of other pages are its navigation."""
    main = main_places(page, site, article.slug)
    pieces = [p for p in site.pieces if p.owner == article.slug and p.role == "main"]
    letters = sum(len(squeezed(piece.text)) for piece in pieces)
    right = sum(
        len(squeezed(piece.text))
        for piece, element in main
        if squeezed(piece.text) in squeezed(own_text(element))
    )
    places = [entry(page, "main", element) for element in dict.fromkeys(e for _, e in main)]
    start = page.order[main[0][1]] if main else 0
    headlines = [
        hit.element
        for hit in page.hits
        if hit.piece.role == "headline" and hit.piece.owner == article.slug
    ]
    headlines = sorted(
        (node for node in headlines if page.order[node] < start or node.tag in HEADINGS),
        key=lambda node: (node.tag not in HEADINGS, beside(node), abs(page.order[node] - start)),
    )
    places += [entry(page, "headline", node) for node in headlines[:1]]
    author = tags = shown = None
    foreign = {
        up
        for hit in page.hits
        if hit.piece.role in ("headline", "navigation", "legal") and hit.piece.owner != article.slug
        for up in (hit.node, *hit.node.iterancestors())
    }
    dates = list(lines_that_show(page, page.root, article.when, site.lang))
    boxes = {whole_aside(node) for node, _ in dates} - foreign

    def apart(node: HtmlElement) -> bool:
        return beside(node) and whole_aside(node) not in boxes

    dates = [pair for pair in dates if not apart(pair[0])]
    bylines = [hit for hit in page.hits if hit.piece.role == "author"]
    mine = [hit for hit in bylines if bare(article.author) == hit.piece.text]
    for hit in [hit for hit in mine if not apart(hit.element)][:1]:
        author = hit.piece.text
        places.append(entry(page, "byline", hit.node))
    declared = declarations(page)
    name, day = re.escape(bare(article.author)), f"{article.when:%Y-%m-%d}"
    if author is None and re.search(rf"author[^<>]{{0,200}}?{name}", declared):
        author = bare(article.author)
    names = {bare(name) for name in (*article.tags, article.category)}
    tagged = [
        hit
        for hit in page.hits
        if hit.piece.role == "tag" and hit.piece.text in names and not apart(hit.element)
    ]
    tags = list(dict.fromkeys(hit.piece.text for hit in tagged))
    places += [entry(page, "tag", hit.node) for hit in tagged]
    for node, text in sorted(dates, key=lambda pair: abs(page.order[pair[0]] - start))[:1]:
        shown = text
        if len(own_text(node)) < len(shown) + 20:
            places.append(entry(page, "date", node))
    published = re.search(rf"(published_time|datePublished)[^<>]{{0,40}}?{day}", declared)
    for hit in page.hits:
        role = hit.piece.role
        if role in ("caption", "comment", "navigation", "legal"):
            places.append(entry(page, role, hit.node if role == "navigation" else hit.element))
        elif role == "headline" and hit.piece.owner != article.slug:
            places.append(entry(page, "navigation" if manual else "related", hit.node))
    return {
        "kind": "article",
        "headline": bare(article.title),
        "headline_shown": bool(headlines),
        "author": author,
        "date": article.when.isoformat() if shown or published else None,
        "date_shown": shown,
        "tags": tags or None,
        "summary": bare(article.summary),
        "text": "\n".join(piece.text for piece, _ in main),
        "cover": round(right / max(1, letters), 4),
        "places": places,
    }


def owners_of(page: Rendered, hits: list[tuple[HtmlElement, str]]) -> dict[HtmlElement, set[str]]:
    """Whose marks every element has in it."""
    out: dict[HtmlElement, set[str]] = {}
    for element, owner in hits:
        for up in (element, *element.iterancestors()):
            out.setdefault(up, set()).add(owner)
    return out


def top_of(element: HtmlElement, owner: str, owners: dict[HtmlElement, set[str]]) -> HtmlElement:
    """The largest element around this that has nothing of anybody else."""
    while (parent := element.getparent()) is not None and owners.get(parent) == {owner}:
        element = parent
    return element


def pattern(element: HtmlElement) -> str:
    """The tags down to an element."""
    chain = [element, *element.iterancestors()][::-1]
    return "/".join(str(node.tag) for node in chain)


@dataclass(frozen=True)
class Record:
    """The elements of a record, and whose it is."""

    owner: str
    elements: tuple[HtmlElement, ...]
    title: Hit


def records_of(
    page: Rendered, hits: list[tuple[HtmlElement, str]], titles: list[Hit]
) -> tuple[list[Record], bool]:
    """The records of a page's main list, and whether it has no titles beside them."""
    owners = owners_of(page, hits)
    groups: dict[str, list[tuple[HtmlElement, Hit]]] = {}
    for hit in titles:
        top = top_of(hit.element, hit.piece.owner, owners)
        parent = top.getparent()
        if parent is not None:
            groups.setdefault(f"{pattern(parent)} {parent.get('class')}", []).append((top, hit))
    best: list[tuple[HtmlElement, Hit]] = max(
        groups.values(),
        key=lambda group: (
            not beside(group[0][0]),
            len({hit.piece.owner for _, hit in group}),
            sum(len(own_text(top)) for top, _ in group),
        ),
        default=[],
    )
    if not best or beside(best[0][0]):
        return [], False
    out: list[Record] = []
    for parent in dict.fromkeys(top.getparent() for top, _ in best):
        heads = {top: hit for top, hit in best if top.getparent() is parent}
        runs: list[tuple[str, list[HtmlElement]]] = []
        waiting: list[HtmlElement] = []
        for child in parent:
            whose = owners.get(child, set())
            if len(whose) == 1:
                (owner,) = whose
                if runs and runs[-1][0] == owner:
                    runs[-1][1].extend([*waiting, child])
                else:
                    runs.append((owner, [child]))
                waiting = []
            elif isinstance(child.tag, str):
                waiting.append(child)
        for owner, elements in runs:
            head = next((heads[node] for node in elements if node in heads), None)
            if head is not None:
                out.append(Record(owner, tuple(elements), head))
    inside = {record.owner for record in out}
    complete = all(beside(hit.element) or hit.piece.owner in inside for hit in titles)
    return out, complete


def list_truth(page: Rendered, site: Site) -> dict[str, Any] | None:
    """The truth of a page that lists articles; none where it lists less than two."""
    by_slug = {article.slug: article for article in site.articles}
    hits = [(hit.element, hit.piece.owner) for hit in page.hits if hit.piece.owner in by_slug]
    for article in site.articles:
        for node, _ in lines_that_show(page, page.root, article.when, site.lang):
            hits.append((node, article.slug))
    titles = [
        hit for hit in page.hits if hit.piece.role == "headline" and hit.piece.owner in by_slug
    ]
    records, complete = records_of(page, hits, titles)
    if len(records) < 2:
        return None
    made = [article_record(page, site, record, by_slug[record.owner]) for record in records]
    return {"kind": "list", "records": made, "complete": complete}


def register_truth(page: Rendered, site: Site, slug: str) -> dict[str, Any] | None:
    """The truth of a page that lists things."""
    things = site.registers[slug]
    mine = [hit for hit in page.hits if hit.piece.owner in things]
    titles = [hit for hit in mine if hit.piece.role == "headline"]
    records, complete = records_of(page, [(hit.element, hit.piece.owner) for hit in mine], titles)
    made = []
    for record in records:
        paths = [page.path(element) for element in record.elements]
        several = {"elements": paths} if len(paths) > 1 else {}
        made.append({**things[record.owner], "xpath": paths[0], **several})
    if len(made) < len(things):
        return None
    return {"kind": "list", "records": made, "complete": complete}


def article_record(page: Rendered, site: Site, record: Record, article: Article) -> dict[str, Any]:
    """What a list shows of an article."""
    inside = set[HtmlElement]()
    for element in record.elements:
        inside.update(node for node in element.iter() if isinstance(node.tag, str))
    hits = [hit for hit in page.hits if hit.node in inside]
    shown = own_text(record.title.element)
    anchors = [n for n in (record.title.node, *record.title.node.iterancestors()) if n.tag == "a"]
    anchors += list(record.title.element.iter("a"))
    links = [node for element in record.elements for node in element.iter("a")]
    anchors += [node for node in links if article.slug in node.get("href", "")]
    out: dict[str, Any] = {
        "title": record.title.piece.text,
        "link": next((node.get("href") for node in anchors if node.get("href")), None),
        "xpath": page.path(record.elements[0]),
    }
    if squeezed(out["title"]) not in squeezed(shown):
        out["title_shown"] = shown
    if len(record.elements) > 1:
        out["elements"] = [page.path(element) for element in record.elements]
    for year in (True, False):
        for element in record.elements:
            for _, text in lines_that_show(page, element, article.when, site.lang, year):
                out.setdefault("date", text)
    authors = [hit.piece.text for hit in hits if hit.piece.role == "author"]
    tags = [hit.piece.text for hit in hits if hit.piece.role == "tag"]
    texts = [hit for hit in hits if hit.piece.role in ("main", "summary", "caption")]
    if authors:
        out["author"] = authors[0]
    if tags:
        out["tags"] = list(dict.fromkeys(tags))
    if image := picture_of(record.elements):
        out["image"] = image
    own = {p.number for p in site.pieces if p.owner == article.slug and p.role == "main"}
    own -= {p.number for p in site.pieces if p.form == "code"}
    if own and own <= {hit.piece.number for hit in hits}:
        out["full"] = True
    if texts:
        out["summary"] = "\n".join(map(own_text, dict.fromkeys(hit.element for hit in texts)))
    return out
