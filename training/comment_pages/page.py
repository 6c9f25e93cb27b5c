"""A page of a site: with comments or without, in the site's frame."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from training.comment_pages.comment import Comment, Talk
from training.comment_pages.discussions import BUILDERS
from training.comment_pages.frame import framed
from training.comment_pages.middle import Middle
from training.comment_pages.silent import silent_page
from training.comment_pages.site import Site
from training.comment_pages.speaker import Speaker
from training.record_pages.markup import Node, plain, widen

TALKING = 0.68
"""The share of pages with comments on sites that have comments."""


@dataclass(frozen=True)
class Draft:
    """A page before it is written down."""

    root: Node
    comments: list[Comment]
    shape: str


def _middle(site: Site, talk: Talk) -> Middle:
    if site.kind == "none" or talk.writer.draw.random() > TALKING:
        return silent_page(talk)
    builders = BUILDERS[site.kind]
    return site.design.pick("builder", builders)(talk)


def new_page(site: Site, number: int) -> Draft:
    """One page of a site."""
    writer = Speaker(Random(f"{site.name} page {number}"), site.language, "", tongue=site.tongue)
    writer.query = writer.word()
    talk = Talk(site.design, writer, writer.title())
    middle = _middle(site, talk)
    head = plain("head", plain("meta", charset="utf-8"), plain("title", talk.title))
    root = plain("html", head, framed(talk, middle.content), lang=site.language.code)
    widen(root)
    return Draft(root, middle.comments, middle.shape)
