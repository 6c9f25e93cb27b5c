"""Templates, prose and page layouts, as build_site.py needs them."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache
from html import escape
from pathlib import Path
from string import Template

from site_content import Block, Entry, load

HERE = Path(__file__).parent
TEMPLATES = HERE / "site_templates"
SITE = HERE / "site"
TRUTH: dict[str, dict[str, object]] = {}


# Small tools


@cache
def template(name: str) -> Template:
    """The template of that name."""
    return Template((TEMPLATES / f"{name}.html").read_text(encoding="utf-8"))


def render(name: str, /, **values: object) -> str:
    """A template with its values, which must be HTML already."""
    values.setdefault("root", "../")
    return template(name).substitute(values).rstrip("\n")


def write(path: str, content: bytes) -> None:
    """Write one file of the site."""
    target = SITE / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def truth(
    path: str,
    kind: str,
    headline: str,
    *,
    lang: str = "en",
    blocks: Sequence[Block] = (),
    records: int = 0,
    authors: Sequence[str] = (),
) -> None:
    """Note what a correct extraction from the page is."""
    TRUTH[path] = {
        "type": kind,
        "lang": lang,
        "headline": headline,
        "article_starts": blocks[0].text[:40] if blocks else None,
        "article_ends": blocks[-1].text[-40:] if blocks else None,
        "records": records,
        "comments": len(authors),
        "comment_authors": list(authors),
    }


def number(key: str, low: int, high: int) -> int:
    """A number from low to high that depends upon the key alone."""
    return low + zlib.crc32(key.encode()) % (high - low + 1)


def pick(key: str, stem: str) -> str:
    """One of the four images of that family."""
    return f"{stem}-{number(key, 1, 4)}.svg"


def moments(start: str, entries: Sequence[Entry], step: int = 900) -> list[datetime]:
    """A time for each entry, later than the one before it."""
    moment = datetime.fromisoformat(start) + timedelta(hours=8)
    found = []
    for index, entry in enumerate(entries):
        moment += timedelta(minutes=number(f"{index}{entry.author}", 17, step))
        found.append(moment)
    return found


def long_date(moment: datetime) -> str:
    """A date such as March 9, 2024."""
    return f"{moment:%B} {moment.day}, {moment.year}"


def slugify(text: str) -> str:
    """A name fit for an anchor."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def stars(rating: float) -> str:
    """Five stars, the full ones first."""
    full = round(rating)
    return "★" * full + "☆" * (5 - full)


def links(items: Iterable[tuple[str, str]], tag: str = "li", extra: str = "") -> str:
    """Links, each within its own element."""
    return "".join(
        f'<{tag}{extra}><a href="{href}">{escape(text)}</a></{tag}>' for href, text in items
    )


# Prose


def inline(text: str, root: str) -> str:
    """A line of prose with its links and its emphasis."""
    html = escape(text, quote=False)
    html = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", rf'<a href="{root}\2">\1</a>', html)
    return re.sub(r"\*([^*\n]+)\*", r"<em>\1</em>", html)


def block_html(block: Block, root: str) -> str:
    """The markup of one block."""
    if block.kind == "code":
        return f'<pre class="wp-block-code"><code>{escape(block.text, quote=False)}</code></pre>'
    lines = [inline(line, root) for line in block.lines]
    if block.kind == "ul":
        return "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>"
    if block.kind == "quote":
        return f"<blockquote><p>{' '.join(lines)}</p></blockquote>"
    return f"<{block.kind}>{' '.join(lines)}</{block.kind}>"


def prose(blocks: Sequence[Block], root: str = "../", insets: dict[int, str] | None = None) -> str:
    """The markup of a whole text; an inset follows the block with its number."""
    parts = []
    for index, block in enumerate(blocks, 1):
        parts.append(block_html(block, root))
        if insets and index in insets and index < len(blocks):
            parts.append(insets[index])
    return "\n".join(parts)


def nested(name: str, entries: Sequence[Entry], items: Sequence[dict[str, object]]) -> str:
    """Entries with their replies inside them; the children go to a list of their own."""
    html, index = [], 0
    while index < len(entries):
        end = index + 1
        while end < len(entries) and entries[end].depth > entries[index].depth:
            end += 1
        replies = nested(name, entries[index + 1 : end], items[index + 1 : end])
        children = f'<ol class="children">\n{replies}\n</ol>\n' if replies else ""
        html.append(render(name, children=children, **items[index]))
        index = end
    return "\n".join(html)


# Layouts


def page(layout: str, path: str, title: str, main: str, **values: object) -> None:
    """Write a page in one of the layouts."""
    encoding = str(values.pop("encoding", "utf-8"))
    values.setdefault("description", escape(title))
    root = "../" * path.count("/")
    html = render(layout, root=root, title=escape(title), main=main, **values)
    write(path, (html + "\n").encode(encoding, "xmlcharrefreplace"))


def classic(
    path: str, title: str, main: str, body_class: str, crumbs: str = "", **values: object
) -> None:
    """Write a page in the layout of the blog."""
    root = "../" * path.count("/")
    posts = load("blog")
    tags = sorted({tag for post in posts for tag in post.meta["tags"].split(", ")})
    recent = [
        (f"{root}blog/{post.meta['slug']}.html", post.meta["title"]) for post in posts[:-6:-1]
    ]
    cloud = " ".join(
        f'<a href="{root}blog/index.html#tag-{slugify(tag)}" class="tag-cloud-link" '
        f'style="font-size: {number(tag, 8, 18)}pt;">{escape(tag)}</a>'
        for tag in tags
    )
    home = f'<span><a href="{root}index.html">Home</a></span>'
    trail = f"{home}{crumbs} &raquo; <strong>{escape(title)}</strong>"
    page(
        "classic",
        path,
        title,
        main,
        body_class=body_class,
        breadcrumb=trail,
        recent=links(recent),
        tagcloud=cloud,
        **values,
    )


def modern(path: str, title: str, main: str, shop: bool, state: object, grid: str) -> None:
    """Write a page in the layout of the shop and of the Courier."""
    sections = [
        ("shop/index.html", "Goods"),
        ("shop/catalogue.html", "Catalogue"),
        ("news/index.html", "News"),
        ("blog/index.html", "Journal"),
        ("forum/index.html", "Forum"),
        ("info/about.html", "About"),
    ]
    goods = ("info/help.html#delivery", "Free delivery on orders over £60 as far as the bridge")
    paper = ("info/sponsored.html", "The Courier is paid for by its readers and three advertisers")
    promo_href, promo = goods if shop else paper
    page(
        "modern",
        path,
        title,
        main,
        grid=grid,
        site_name="Fernhollow Supply" if shop else "Tarn Valley Courier",
        og_type="website" if shop else "article",
        nav=links((("../" + href, text) for href, text in sections), "span"),
        promo_href="../" + promo_href,
        promo=promo,
        state=json.dumps(state, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/"),
    )
