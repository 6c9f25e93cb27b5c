"""What pages declare of themselves in their heads: much, little, or nothing."""

from __future__ import annotations

from training.article_pages.site import Press
from training.comment_pages.comment import Talk
from training.page_kinds.declarations import declarations
from training.page_kinds.scripts import in_head
from training.record_pages.markup import Node, plain


def head(press: Press, talk: Talk, kind: str, address: str, summary: str) -> Node:
    """The head of the page."""
    own = press.site.design.at("page head")
    form = own.pick("title", ("{t}", "{t} - {s}", "{t} | {s}", "{s} - {t}", "{s}", "{t} – {s}"))
    title = plain("title", form.format(t=talk.title, s=press.brand))
    out: list[Node] = [plain("meta", charset="utf-8"), title]
    if own.chance("declares", 0.75):
        out.extend(declarations(press.site, talk, kind, address))
        if own.chance("summary", 0.6) and summary:
            for node in out:
                if node.attributes.get("name") == "description":
                    node.attributes["content"] = summary
            if own.chance("graph summary", 0.4):
                out.append(plain("meta", property="og:description", content=summary))
    return plain("head", *out, *in_head(press.site))
