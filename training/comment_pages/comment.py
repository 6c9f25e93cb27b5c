"""A comment before it is markup, and the parts of a page that know about comments."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from training.comment_pages.naming import SiteDesign
from training.comment_pages.speaker import Speaker
from training.record_pages.markup import Child, Node


@dataclass
class Comment:
    """What a person wrote, and all that a page tells of it."""

    kind: str
    place: int
    depth: int
    parent: int | None
    when: datetime
    author: str | None = None
    date: str | None = None
    body: list[Child] = field(default_factory=list)
    quote: list[Node] = field(default_factory=list)
    signature: list[Child] = field(default_factory=list)
    title: str | None = None
    stars: int = 0
    likes: int = 0
    owner: bool = False
    identity: int = 0
    nodes: list[Child] = field(default_factory=list)
    """All that it is in the page, in the page's order; replies may lie inside."""

    @property
    def first(self) -> Node | None:
        """Its first element."""
        return next((node for node in self.nodes if isinstance(node, Node)), None)


@dataclass(frozen=True)
class Talk:
    """What the builders of a discussion share: the site's decisions, the page's data."""

    design: SiteDesign
    writer: Speaker
    title: str
    """What is talked about."""
    least_rows: int = 1
    """How many rows a list has at least."""
    least_comments: int = 1
    """How many comments a page that has some has at least."""

    @property
    def kind(self) -> str:
        """The kind of the site."""
        return self.design.kind
