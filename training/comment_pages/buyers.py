"""A product with what its buyers say of it, and what the seller answers."""

from __future__ import annotations

from training.comment_pages import around
from training.comment_pages.article import after_all
from training.comment_pages.comment import Comment, Talk
from training.comment_pages.middle import HOLDERS, Middle, counted_through, drawn
from training.comment_pages.product import product
from training.comment_pages.section import section
from training.record_pages.markup import plain


def _answered(talk: Talk, review: Comment) -> list[Comment]:
    """Puts the seller's answer into a review, if there is one; the review and its answer."""
    design, writer = talk.design, talk.writer
    first = review.first
    if first is None or first.tag not in HOLDERS or writer.draw.random() > 0.3:
        return [review]
    reply = Comment("comment", 0, 1, 0, review.when)
    reply.body = [plain(design.pick("merchant body", ("p", "div")), writer.text(1, 3))]
    head = plain(design.pick("merchant head", ("b", "div", "h5")), writer.say(design, "merchant"))
    node = design.element("div", "children", head, *reply.body)
    if design.chance("merchant dated", 0.4):
        reply.date = around.some_date(talk)
        node.children.insert(1, plain("span", reply.date))
    reply.nodes = [node]
    first.children.append(node)
    return [review, reply]


def reviews(talk: Talk) -> Middle:
    """A product with its reviews."""
    comments = drawn(talk, 0)
    talked = section(talk, comments)
    merchant = talk.design.chance("merchant", 0.2)
    groups = [_answered(talk, one) if merchant else [one] for one in comments]
    content = [*product(talk, len(comments)), *talked, *after_all(talk)]
    return Middle(content, counted_through(groups), "reviews")
