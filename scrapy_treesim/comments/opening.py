"""The opening post of a thread, wherever it is, and the comments that answer it.

Where the posts that are alike do not begin with it, it is in the text before them: the smallest
element around that text with both an author and a time; with either, if the network takes the text
for a post's. Without these nothing is an opening post.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from dataclasses import replace
from operator import mul
from typing import TYPE_CHECKING, Final, TypeAlias

from scrapy_treesim.comments.constants import AUTHOR
from scrapy_treesim.comments.extract.thread import named_author, read_thread
from scrapy_treesim.network.forward import answers_of, kinds_of, likely
from scrapy_treesim.network.weights import LABELS
from scrapy_treesim.reading.analysis.analyse import analysis_of
from scrapy_treesim.reading.headline import headline_of
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scrapy_treesim.comments.comment import Comment
    from scrapy_treesim.comments.extract._posts_cy import Leaves
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_ARTICLE: Final = 0.3
"""Probability of an article, or of a page of no clear kind, from which the text before all
comments is an article's and no opening post; as in the roles of findings."""
LIKELY: Final = 0.45
"""Least confidence of comments by default."""
SURE: Final = 0.9
"""Confidence of a further group from which an author or a time is enough. Set by hand."""
MIN_LIKELY: Final = 0.5
"""Least probability of a block of an opening post's text. Set by hand."""
MIN_CHARS: Final = 30
"""Least number of letters and digits of the longest block of an opening post. Set by hand."""
MAX_ELEMENTS: Final = 8
"""Largest number of elements around a text read as the opening post."""
MIN_INSIDE: Final = 0.9
"""Least share of the text of boxes of small comments in these. Set by hand."""
MAX_GAP: Final = 4
"""Largest number of blocks between two that may be of one text."""

_HEADLINES: Final = tags.numbers("h1 h2")
_FURTHER_PAGE = re.compile(
    r"[?&;](?:page|p|pg|seite|pagenumber|pn)=(?:[2-9]|\d\d)|[?&;]start=[1-9]|/page[-/]?(?:[2-9]|\d\d)"
    r"|-(?:[2-9]|\d\d)-\d+\.html",
    re.IGNORECASE,
)


Span: TypeAlias = "tuple[int, int]"
Group: TypeAlias = "tuple[list[Span], float]"
"""The first node of each post of a group and the node after its last, and their confidence."""


def joined(page: Page, leaves: Leaves, groups: Sequence[Group]) -> list[Comment]:
    """Read groups of posts in page order; a post inside another group's answers it, and ends its
    text if likely. Posts of all groups but the first have an author and a time, those of a sure
    group either."""
    starts = [low for spans, sure in groups if sure >= LIKELY for low, _ in spans]
    comments: dict[int, Comment] = {}
    parents: dict[int, int] = {}
    for number, (spans, confidence) in enumerate(groups):
        others = sorted({*starts}.difference(low for low, _ in spans))
        following = [bisect(others, low) for low, _ in spans]
        cut = [
            (low, min([high, *others[after : after + 1]]))
            for (low, high), after in zip(spans, following, strict=True)
        ]
        small = _small_comments(page, leaves, cut, confidence) if number else []
        posts = small or read_thread(page, leaves, cut, confidence)
        for post in posts:
            if post.parent is not None:
                parents[low_of(post)] = low_of(posts[post.parent])
            if number == 0 or _has_byline(post, is_sure=confidence >= SURE):
                comments[low_of(post)] = post
    return _in_page_order(page.tree, comments, parents)


def _small_comments(
    page: Page, leaves: Leaves, boxes: Sequence[Span], confidence: float
) -> list[Comment]:
    """Read the small comments in boxes, if all have an author and a time."""
    small = _divided(page, leaves, boxes)
    parts = read_thread(page, leaves, small, confidence) if small else []
    return parts if all(post.author and post.time for post in parts) else []


def _in_page_order(
    tree: PageTree, comments: Mapping[int, Comment], parents: Mapping[int, int]
) -> list[Comment]:
    """Number comments, by their first nodes, and let each answer the one it is in or below."""
    size = tree.size
    results: list[Comment] = []
    positions: dict[int, int] = {}
    open_posts: list[int] = []
    for position, low in enumerate(sorted(comments)):
        while open_posts and open_posts[-1] + size[open_posts[-1]] <= low:
            open_posts.pop()
        parent = parents.get(low, -1)
        while parent >= 0 and parent not in comments:
            parent = parents.get(parent, -1)
        # The nearest before it: the post around it, or the one that it is indented below.
        answered = positions.get(max([*open_posts[-1:], parent]))
        depth = 0 if answered is None else results[answered].depth + 1
        comment = comments[low]
        if (comment.parent, comment.depth, comment.position) != (answered, depth, position):
            comment = replace(comment, parent=answered, depth=depth, position=position)
        results.append(comment)
        positions[low] = position
        open_posts.append(low)
    return results


def with_opening(
    page: Page, leaves: Leaves, comments: list[Comment], unsure: Sequence[int] = ()
) -> list[Comment]:
    """Begin a thread's comments with its opening post, which the others answer. Without comments it
    ends before the second of the posts that are ``unsure``.

    A further page of a thread keeps its comments as they are; so does one with text before them
    that may be an opening post, but of which no element can be read as one.
    """
    if _FURTHER_PAGE.search(page.url):
        return comments
    first = low_of(comments[0]) if comments else [*unsure[1:], len(page.tree)][0]
    kinds = page.once(kinds_of)
    text = _text_before(page, first)
    if text is not None:
        if kinds["article"] + kinds["other"] >= MAX_ARTICLE:
            return comments
        opening = _read_opening(page, leaves, text, first, kinds["thread"])
        return comments if opening is None else _answering([opening, *comments], 1)
    # A first comment with stars is a review.
    if not comments or comments[0].rating is not None:
        return comments
    return _answering([_with_votes(page, leaves, comments), *comments[1:]], 0)


def _with_votes(page: Page, leaves: Leaves, comments: Sequence[Comment]) -> Comment:
    """The first comment, with the votes beside it if the others have votes inside."""
    opening, low = comments[0], low_of(comments[0])
    if opening.score is not None or all(comment.score is None for comment in comments):
        return opening
    span = low, low + page.tree.size[low] - 1
    wider = _read_opening(page, leaves, span, low_of(comments[1]), opening.confidence)
    if wider and (wider.author, wider.text) == (opening.author, opening.text):
        return wider
    return opening


def _divided(page: Page, leaves: Leaves, spans: Sequence[Span]) -> list[Span]:
    """Divide boxes of small comments into these, which are alike; none if other text is in most."""
    tree, name, chars = page.tree, leaves.analysis.name, page.tree.chars
    kind = _repeated_kind(tree, name, spans)
    parts: list[Span] = []
    total = end = 0
    for low, high in spans if kind else ():
        # Of boxes in one another the inner ones are read with the outer.
        stop = low = max(low, end)
        end = max(high, end)
        total += chars[end] - chars[low]
        for node in range(low, end):
            if node >= stop and (tree.tag[node], name[node]) == kind:
                stop = min(end, node + tree.size[node])
                parts.append((node, stop))
    inside = sum(chars[high] - chars[low] for low, high in parts)
    return parts if inside >= MIN_INSIDE * total else []


def _repeated_kind(
    tree: PageTree, name: Sequence[int], spans: Sequence[Span]
) -> tuple[int, int] | None:
    """The tag and name of elements that most boxes hold several of, side by side."""
    kinds: Counter[tuple[int, int]] = Counter()
    for low, _ in spans:
        inner = [low]
        while len(inner) == 1:
            inner = [node for node in tree.children(inner[0]) if tree.text_chars(node)]
        of_box = Counter((tree.tag[node], name[node]) for node in inner)
        kinds.update(kind for kind, count in of_box.items() if count > 1 and kind[0] != tags.TEXT)
    return max(kinds, key=kinds.__getitem__, default=None)


def _has_byline(comment: Comment, *, is_sure: bool) -> bool:
    """Tell whether a comment has an author and a time; of a sure group either is enough."""
    if is_sure:
        return bool(comment.time) or has_sure_author(comment)
    return bool(comment.author and comment.time)


def low_of(comment: Comment) -> int:
    """Return the first node of a comment."""
    return comment._thread.parts.posts.low[comment._post]


def _answering(comments: Sequence[Comment], shift: int) -> list[Comment]:
    """Mark the first comment as the opening post, and let the others answer it; positions of the
    others are ``shift`` too small."""
    results = [replace(comments[0], is_first_post=True)]
    for position, comment in enumerate(comments[1:], start=1):
        above = 0 if comment.parent is None else comment.parent + shift
        depth = results[above].depth + 1
        results.append(replace(comment, parent=above, depth=depth, position=position))
    return results


def _likely_texts(page: Page) -> list[bool]:
    """Tell of each block whether it is likely main text, or the text of a post."""
    answers = page.once(answers_of)
    if answers is None:
        return [False] * len(page.once(reading_of).blocks.first)
    mains, bodies = likely(answers.labels, "main", LABELS), likely(answers.labels, "body", LABELS)
    return [max(both) >= MIN_LIKELY for both in zip(mains, bodies, strict=True)]


def _text_before(page: Page, first: int) -> tuple[int, int] | None:
    """The first and last text node of the likely text of a post, or main text, before a node."""
    reading, are_likely = page.once(reading_of), page.once(_likely_texts)
    blocks, units = reading.blocks, reading.units
    texts: list[list[int]] = []
    for block in range(blocks.before[first]):
        if are_likely[block]:
            if not texts or block - texts[-1][-1] > MAX_GAP:
                texts.append([])
            texts[-1].append(block)
    text = max(texts, key=lambda text: sum(units[block] for block in text), default=None)
    if text is None or max(units[block] for block in text) < MIN_CHARS:
        return None
    return blocks.first[text[0]], blocks.last[text[-1]]


def _read_opening(
    page: Page, leaves: Leaves, text: tuple[int, int], first: int, confidence: float
) -> Comment | None:
    """Read the opening post around a text: in the smallest element with an author and a time, or a
    larger one with the same and a score; in a text like a comment's either is enough. None
    where there is no such element."""
    best: Comment | None = None
    partial: Comment | None = None
    headline = page.once(headline_of)
    # Links above the headline, or in a menu, are the site's.
    title = headline.node if headline and headline.node < text[0] else -1
    cues, are_likely = page.once(analysis_of).cues, page.once(_likely_texts)
    block_of = page.once(reading_of).blocks.block
    for span in _spans_around(page, text, first):
        post = next(iter(read_thread(page, leaves, [span], confidence)), None)
        if post is None or _is_headed(page, post):
            continue
        if best and (best.author, best.time) != (post.author, post.time):
            break
        author = _author_node(post)
        block = block_of[author] if text[0] <= author <= text[1] else -1
        is_inside = block >= 0 and are_likely[block]
        has_author = has_sure_author(post) and not is_inside
        if post.time and has_author and (best is None or best.score is None):
            best = post
        elif partial is None and (
            post.time or (has_author and author > title and not cues[author])
        ):
            partial = post
    return partial if best is None and _is_post(page, text) else best


def _is_post(page: Page, text: tuple[int, int]) -> bool:
    """Tell whether the network takes most of a text for a comment's."""
    reading, answers = page.once(reading_of), page.once(answers_of)
    if answers is None:
        return False
    before = reading.blocks.before
    blocks = slice(before[text[0]], before[text[1] + 1])
    units, comments = reading.units[blocks], likely(answers.labels, "comment", LABELS)[blocks]
    return bool(2 * sum(map(mul, units, comments)) > sum(units))


def _is_headed(page: Page, comment: Comment) -> bool:
    """Tell whether a comment's author or time is a headline."""
    thread, tree = comment._thread, page.tree
    indices = thread.parts.author[comment._post], thread.parts.time[comment._post]
    nodes = [thread.node(index) for index in indices if index >= 0]
    return any(tree.tag[tree.parent[node]] in _HEADLINES for node in nodes)


def _author_node(comment: Comment) -> int:
    """Return the node of a comment's author, -1 without one."""
    index = comment._thread.parts.author[comment._post]
    return comment._thread.node(index) if index >= 0 else -1


def has_sure_author(comment: Comment) -> bool:
    """Tell whether a comment's author is in a link, in an element with a name of authors, or behind
    the words of a byline."""
    thread = comment._thread
    index, posts = thread.parts.author[comment._post], thread.parts.posts
    if index < 0:
        return False
    tree, node = thread.page.tree, thread.node(index)
    is_marked = tree.linked_chars(node) > 0 or posts.path_bits[index] & AUTHOR != 0
    return is_marked or index == named_author(tree, thread.parts, comment._post)


def _spans_around(page: Page, text: tuple[int, int], first: int) -> Iterator[tuple[int, int]]:
    """The elements around a text, without what is from a node on, the smallest first."""
    tree, (low, last) = page.tree, text
    for _ in range(MAX_ELEMENTS):
        low = tree.parent[low]
        while last >= low + tree.size[low]:
            low = tree.parent[low]
        if low <= 0:
            return
        yield low, min(low + tree.size[low], first)
