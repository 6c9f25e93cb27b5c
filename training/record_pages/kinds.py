"""All kinds of fields, and how a field of one record is shown."""

from __future__ import annotations

from collections.abc import Callable

from training.record_pages import fields, inner_lists, search_fields
from training.record_pages.design import Design
from training.record_pages.fields import Content, Field
from training.record_pages.words import Writer

KINDS: dict[str, Callable[[Design, Writer], Content]] = {
    "title": fields.title,
    "image": fields.image,
    "price": fields.price,
    "was": fields.was,
    "rating": fields.rating,
    "date": fields.date,
    "author": fields.author,
    "snippet": fields.snippet,
    "tags": fields.tags,
    "points": fields.points,
    "links": fields.links,
    "pairs": fields.pairs,
    "button": fields.button,
    "badge": fields.badge,
    "address": fields.site_address,
    "number": fields.number,
    "phone": fields.phone,
    "place": fields.place,
    "count": fields.count,
    "replies": fields.replies,
    "rank": search_fields.rank,
    "relevance": search_fields.relevance,
    "passage": search_fields.passage,
    "facts": search_fields.facts,
    "topic": search_fields.topic,
    "site": search_fields.site,
    "sitelinks": inner_lists.sitelinks,
    "thumbs": inner_lists.thumbs,
    "specs": inner_lists.specs,
    "stars": inner_lists.stars,
    "swatches": inner_lists.swatches,
    "actions": inner_lists.actions,
    "bullets": inner_lists.bullets,
    "lines": inner_lists.lines,
}


def show(design: Design, writer: Writer, field: Field) -> Content:
    """The field of one record; empty where the record does not have it."""
    if writer.draw.random() >= field.share:
        return []
    return KINDS[field.kind](design.at(field.name), writer)
