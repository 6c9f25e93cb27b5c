"""From the posts of a thread to its comments.

Each post's own texts are read with the names of the elements around them and their words; from
these, the parts of the post.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from scrapy_treesim.comments import constants
from scrapy_treesim.comments.comment import Comment, ThreadParts
from scrapy_treesim.comments.extract import _parts_cy, _posts_cy
from scrapy_treesim.comments.extract.ratings import PostRatings
from scrapy_treesim.comments.extract.rows import climbed, in_rows
from scrapy_treesim.files.json_file import packaged
from scrapy_treesim.network.forward import answers_of, likely
from scrapy_treesim.network.weights import LABELS
from scrapy_treesim.reading.analysis.constants import POST_CUES
from scrapy_treesim.reading.read import reading_of
from scrapy_treesim.tree import tags
from scrapy_treesim.tree.plain_arrays import with_plain_arrays
from scrapy_treesim.tree.text import text_of
from scrapy_treesim.values.bylines import after_by, before_by, called_by
from scrapy_treesim.values.dates import is_day_first, names_day
from scrapy_treesim.values.lexicon.words import one_of, words
from scrapy_treesim.values.text_kinds import MEANINGS
from scrapy_treesim.values.typed_values import number_of

if TYPE_CHECKING:
    from scrapy_treesim.comments.extract._parts_cy import Parts
    from scrapy_treesim.comments.extract._posts_cy import Leaves, Posts
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree
else:
    Posts = with_plain_arrays(
        _posts_cy.Posts,
        "low high outer_post first_text text_index post node_bits path_bits word_bits word_count "
        "alike dated rated",
    )
    Parts = with_plain_arrays(_parts_cy.Parts, "author time score first stop part")

MIN_OF_TIMES: Final = 0.3
MIN_OF_AUTHORS: Final = 0.1
"""Least expected F1 of a column of times, and of a column of authors."""


def parts_of(
    page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]], are_whole: bool = False
) -> Parts:
    """Read the parts of the posts in these spans of nodes, which are widened unless whole."""
    posts = posts_of(page, leaves, spans if are_whole else climbed(page.tree, leaves, spans))
    answers = page.once(answers_of)
    body = array("d") if answers is None else likely(answers.labels, "body", LABELS)
    parts = Parts(posts, page.once(reading_of).blocks.block, body)
    parts.find_bodies()
    weights = _weights()
    parts.choose(weights["time"], parts.author, MIN_OF_TIMES, parts.time, True)
    parts.choose(weights["author"], parts.time, MIN_OF_AUTHORS, parts.author, False)
    _take_named(page.tree, parts)
    parts.find_bodies()
    parts.choose_votes()
    return parts


@cache
def _weights() -> dict[str, array[float]]:
    """The fitted weights of all features, then the bias, by part."""
    return {part: array("d", row) for part, row in packaged(__package__, "weights.json").items()}


_BIT: Final = _posts_cy.TAG_BITS
_TAGS: Final = {
    "blockquote": _BIT["quote"],
    "time": _BIT["time"],
    **dict.fromkeys(("b", "strong", "cite", "address"), _BIT["strong"]),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "dt"), _BIT["head"]),
}
_OF_TAG: Final = array("i", [_TAGS.get(name, 0) for name in tags.NAMES])


def posts_of(page: Page, leaves: Leaves, spans: Sequence[tuple[int, int]]) -> Posts:
    """Read the posts of a thread: their own texts with names, words and columns."""
    tree = page.tree
    posts = Posts(leaves, array("i", [s[0] for s in spans]), array("i", [s[1] for s in spans]))
    unknown_tags = array("i", bytes(4 * (len(tree.names) - len(tags.NAMES))))
    posts.take_texts()
    posts.read_names(_OF_TAG + unknown_tags)
    posts.find_nodes()
    posts.read_texts(tree.text, tree.start)
    posts.count_same()
    posts.number_columns()
    return posts


def read_thread(
    page: Page,
    leaves: Leaves,
    spans: Sequence[tuple[int, int]],
    confidence: float,
    are_whole: bool = False,
) -> list[Comment]:
    """Read the comments of the posts in these spans of nodes, in page order.

    A span is the first node of a post and the node after its last. A post inside another is a reply
    to it, and not part of its text. Posts without text are left out. Posts that ``are_whole`` are
    neither widened nor cut anew.
    """
    spans = in_order(spans)
    if not spans:
        return []
    tree = page.tree
    if not are_whole:
        spans = in_rows(tree, leaves, spans)
    parts = parts_of(page, leaves, spans, are_whole)
    keep = bytearray(len(tree))
    parts.set_apart(keep)
    times = [_time(tree, parts, post) for post in range(len(spans))]
    day_first = is_day_first(filter(None, times))
    ratings = PostRatings(page, parts.posts)
    thread = ThreadParts(page, parts, spans, page.language, day_first, ratings)
    parents = _parents(tree, parts.posts, are_whole)
    comments: list[Comment] = []
    positions: list[int | None] = []
    for post, parent_post in enumerate(parents):
        # A post comes before its replies; replies to one without text take over its parent.
        parent = None if parent_post is None else positions[parent_post]
        text = _body(tree, parts, post, keep)
        positions.append(len(comments) if text else parent)
        if not text:
            _leave_author(parts, post)
        else:
            comments.append(
                Comment(
                    text,
                    _author(tree, parts, post),
                    times[post],
                    parent,
                    0 if parent is None else comments[parent].depth + 1,
                    len(comments),
                    _score(thread, post),
                    False,
                    confidence,
                    thread,
                    post,
                )
            )
    return comments


def _leave_author(parts: Parts, post: int) -> None:
    """Take the author in a post without text for that of the next post."""
    if post + 1 < parts.posts.count and parts.author[post + 1] < 0:
        parts.author[post + 1] = parts.author[post]


def in_order(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort the spans in page order, outer ones first; drop repeated and overlapping ones."""
    ordered: list[tuple[int, int]] = []
    ends: list[int] = []
    for low, high in sorted(set(spans), key=lambda span: (span[0], -span[1])):
        while ends and ends[-1] <= low:
            ends.pop()
        if high > low and (not ends or high <= ends[-1]):
            ordered.append((low, high))
            ends.append(high)
    return ordered


def _body(tree: PageTree, parts: Parts, post: int, keep: bytearray) -> str:
    """The text of a post: of its nodes flagged in ``keep``, without inner posts."""
    posts = parts.posts
    low, high = posts.low[post], posts.high[post]
    inner = post + 1
    hidden: list[tuple[int, bytearray]] = []
    while inner < posts.count and posts.low[inner] < high:
        # Posts inside this one have their own flags in the same array.
        start, stop = posts.low[inner], posts.high[inner]
        hidden.append((start, keep[start:stop]))
        keep[start:stop] = bytes(stop - start)
        while inner < posts.count and posts.low[inner] < stop:
            inner += 1
    pieces = []
    while low < high:
        pieces.append(text_of(tree, low, keep))
        low += tree.size[low]
    for start, flags in hidden:
        keep[start : start + len(flags)] = flags
    return "\n".join(filter(None, pieces))


# Authors


_QUOTING: Final = constants.QUOTED | constants.QUOTE_TAG
_REVIEWS: Final = frozenset(("", *words("comments").split()))
"""Words before those of a byline: ``Review by``."""
_SAYS_BIT: Final = 1 << MEANINGS.index("says")

# White space of texts is collapsed: a space is always a single one.
_SAYS = re.compile(
    rf"(?:\b(?:{one_of('says')})\b(?:\([aа]\))?\s?){{1,3}}\Z"
    rf"|(?:{one_of('says', unspaced=True)})\Z",
    re.IGNORECASE,
)
_COLON: Final = re.compile("[:：]")
_AFTER_SAYS: Final = frozenset(" :：,…|·•»")
_LEADING = re.compile(r"^(?:[\s|·•»:：,]|[–—-]\s)+")
MAX_CHARS: Final = 120
"""Largest number of characters read of a text for a name."""


def _author(tree: PageTree, parts: Parts, post: int) -> str | None:
    index, posts = parts.author[post], parts.posts
    if index < 0:
        return None
    text = posts.text_index[index]
    says = bool(posts.leaves.bits[text] & _SAYS_BIT)
    name = name_in(tree.plain_text(posts.analysis.text_node[text]), says=says)
    if name is not None and index == parts.time[post] and names_day(name):
        # A line such as "Posted at: 3 May 2024" has no name beside its time.
        parts.author[post] = -1
        return None
    return name


def _take_named(tree: PageTree, parts: Parts) -> None:
    """Take the names behind the words of a byline for the authors, if most posts have one and their
    author else is in no element named as one: the title of a review."""
    posts, author = parts.posts, parts.author
    named = {
        post: named_author(tree, parts, post)
        for post, index in enumerate(author)
        if index < 0 or not posts.path_bits[index] & constants.AUTHOR
    }
    if 2 * sum(index not in (-1, author[post]) for post, index in named.items()) > posts.count:
        for post, index in named.items():
            author[post] = index


def named_author(tree: PageTree, parts: Parts, post: int) -> int:
    """The text of a post with the name behind the words of a byline; -1 without one."""
    posts = parts.posts
    for index in range(posts.first_text[post], posts.first_text[post + 1]):
        says = posts.leaves.bits[posts.text_index[index]] & _SAYS_BIT
        if posts.word_bits[index] & constants.EDITED or posts.path_bits[index] & _QUOTING:
            continue
        if not says and not 1 < posts.word_count[index] <= constants.MAX_NAME_WORDS:
            continue
        text = tree.plain_text(posts.analysis.text_node[posts.text_index[index]])
        is_time, behind = index == parts.time[post], index + 1
        if _has_name(text, is_time):
            return index
        before = before_by(text)
        is_before = before is not None and (is_time or before.lower() in _REVIEWS)
        if is_before and behind < posts.first_text[post + 1]:
            return behind if parts.is_author_candidate(behind, parts.time) else -1
    return -1


def _has_name(text: str, is_time: bool) -> bool:
    """Tell whether a text itself has a name behind the words of a byline."""
    if _COLON.search(text) and after_by(text):
        return True
    return is_time and before_by(text) is None and called_by(text) is not None


def name_in(text: str, *, says: bool) -> str | None:
    """The name in the text of an author: ``Ada`` in ``Ada says:`` and in ``by Ada on ...``.

    ``says``: True if it has a word of the section ``says`` of the lexicon.
    """
    before, verb = _before_says(text)
    is_said = says or (_COLON.search(text) and after_by(text))
    if is_said and not verb and (name := called_by(text[:MAX_CHARS])):
        before, _ = _before_says(name)
    return _LEADING.sub("", before) or text.strip() or None


def _before_says(text: str) -> tuple[str, str]:
    """Split a text into the part before a final word such as "says", without signs at its end, and
    the word, empty if there is none."""
    end = len(text.rstrip())
    dashes = text[:end].rstrip("–—-")
    if len(dashes) < end and dashes.endswith(" "):
        end = len(dashes)
    while end and (text[end - 1] in _AFTER_SAYS or text.endswith("...", 0, end)):
        end -= 1 if text[end - 1] in _AFTER_SAYS else 3
    match = _SAYS.search(text, 0, end)
    return text[: match.start() if match else end].rstrip(" ,"), match[0] if match else ""


# Times and scores


# A year and at least one more digit.
_MOMENT = re.compile(r"(?=(?:\D*\d){5}).*?\d{4}", re.DOTALL)
MAX_ANCESTORS: Final = 3
"""Largest number of elements above a text that are read for its declared time."""


def _time(tree: PageTree, parts: Parts, post: int) -> str | None:
    """The time of a post, as written or declared on the page."""
    posts, index = parts.posts, parts.time[post]
    if index >= 0:
        node = posts.analysis.text_node[posts.text_index[index]]
        return declared_around(tree, node, posts.low[post]) or tree.plain_text(node)
    return _declared(tree, posts.dated[post]) if posts.dated[post] >= 0 else None


def declared_around(tree: PageTree, node: int, low: int) -> str | None:
    """The time declared by an element around a text, in a post beginning at ``low``."""
    for _ in range(MAX_ANCESTORS):
        node = tree.parent[node]
        if node < low:
            break
        declared = _declared(tree, node)
        if declared is not None:
            return declared
    return None


def _declared(tree: PageTree, node: int) -> str | None:
    if tree.first_attribute[node] == tree.first_attribute[node + 1]:
        return None
    for name in ("datetime", "content", "title"):
        value = tree.get(node, name)
        if value and _MOMENT.match(value):
            return " ".join(value.split())
    return None


_NUMBER = re.compile(r"[-−–]?(\d+(?:[.,]\d+)*\s?[kK]?)")
MAX_SCORE_CHARS: Final = 40
"""Largest number of characters read of a text for a number of votes."""


def _score(thread: ThreadParts, post: int) -> int | None:
    """The number in the post's text on votes."""
    index = thread.parts.score[post]
    text = thread.page.tree.plain_text(thread.node(index)) if index >= 0 else ""
    match = _NUMBER.search(text[:MAX_SCORE_CHARS])
    value = None if match is None else number_of(match[1])
    if match is None or value is None:
        return None
    return -int(value) if match[0][0] in "-−–" else int(value)


# Parents

MAX_ABOVE: Final = 3
"""Largest number of elements around a post read for its indent."""
MAX_NESTED: Final = 100
"""Largest number of elements around a signed comment read for the items it is in."""
MAX_INDENTING: Final = 12
"""Largest number of nodes of a post, up to its first text, read for its indent."""
MAX_STYLE: Final = 300
"""Largest number of characters read of a style."""

_INDENTS: Final = re.compile(r"\s?(?:margin|padding)(?:-left)?\s?:", re.IGNORECASE)
_LENGTH: Final = re.compile(
    r"(?<![\w.-])(-?\d{1,6}(?:\.\d{1,6})?)(?:px|em|rem|%|pt)", re.IGNORECASE
)
_LEVEL: Final = re.compile(r"(?<![a-z])(?:depth|level|indent)[-_]?(\d{1,6})", re.IGNORECASE)
_INDENTED: Final = constants.INDENTED << POST_CUES
"""Bit of a class name that may have a level."""
_IMAGE: Final = tags.NUMBER["img"]
_ITEMS: Final = tags.numbers("dd li")


def _parents(tree: PageTree, posts: Posts, by_items: bool) -> list[int | None]:
    """The parent of each post: the post around it; else, if half of them have an indent, the
    nearest one before with a smaller indent. ``by_items``: the items around a post indent it."""
    indents = _indents(tree, posts, by_items)
    parents: list[int | None] = []
    open_posts: list[int] = []
    for post, indent in enumerate(indents):
        while open_posts and indents[open_posts[-1]] >= indent:
            open_posts.pop()
        above = open_posts[-1] if open_posts else None
        parents.append(posts.outer_post[post] if posts.outer_post[post] >= 0 else above)
        open_posts.append(post)
    return parents


def _indents(tree: PageTree, posts: Posts, by_items: bool) -> list[float]:
    """The indent of each post; 0 for all if fewer than half have one."""
    if by_items:
        return [_items_around(tree, low) for low in posts.low]
    indents = [_indent(tree, posts, post) for post in range(posts.count)]
    are_known = 2 * sum(value is not None for value in indents) >= posts.count
    return [(are_known and value) or 0.0 for value in indents]


def _items_around(tree: PageTree, node: int) -> float:
    return float(sum(tree.tag[above] in _ITEMS for above in tree.upward(node, MAX_NESTED)))


def _indent(tree: PageTree, posts: Posts, post: int) -> float | None:
    """Indent of a post, by a margin, a level in a class name or the width of a spacer image."""
    cues = posts.analysis.own_cues
    for node in _indenting(tree, posts, post):
        style = tree.get(node, "style")
        indent = _indent_of_style(style[:MAX_STYLE]) if style else None
        if indent is not None:
            return indent
        level = _LEVEL.search(tree.get(node, "class") or "") if cues[node] & _INDENTED else None
        if level is not None:
            return float(level[1])
        if tree.tag[node] == _IMAGE and tree.get(node, "height") in ("0", "1"):
            width = tree.get(node, "width") or ""
            return float(width[:6]) if width.isdecimal() else 0.0
    return None


def _indent_of_style(style: str) -> float | None:
    for declaration in style.split(";"):
        if _INDENTS.match(declaration) and (lengths := _LENGTH.findall(declaration)):
            # Of several lengths, the last is the left one.
            return float(lengths[-1])
    return None


def _indenting(tree: PageTree, posts: Posts, post: int) -> Iterator[int]:
    """The nodes of a post before its first text, then the elements around it and no post before."""
    low, previous = posts.low[post], posts.low[post - 1] if post else -1
    for node in range(low, min(low + MAX_INDENTING, posts.high[post])):
        if tree.tag[node] == tags.TEXT:
            break
        yield node
    above = tree.parent[low]
    for _ in range(MAX_ABOVE):
        if above <= max(previous, 0):
            return
        yield above
        above = tree.parent[above]
