"""A comment's fields, where they are plain: who wrote it, when, and the text itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags
from scrapy_treesim.tree.text import text_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.tree import PageTree

MAX_TIME_CHARS: Final = 60
"""A text longer than this mentions a time; it is not one."""

_MONTH = (
    r"(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar|rero)?|f[ée]vr?(?:ier)?|mar(?:ch|s|zo|ço)?|m[äa]rz"
    r"|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|may|mai|mayo|maio|mag(?:gio)?|june?|juni|juin|junio"
    r"|giu(?:gno)?|july?|juli|juil(?:let)?|julio|lug(?:lio)?|aug(?:ust)?|ao[uû]t|ago(?:sto)?"
    r"|sept?(?:ember|embre|iembre)?|set(?:tembre|embro)?|o[ck]t(?:ober|obre|ubre)?|ott(?:obre)?"
    r"|out(?:ubro)?|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embro)?|d[ée]c(?:embre)?"
    r"|dic(?:iembre|embre)?|ene(?:ro)?|gen(?:naio)?)\b\.?"
)
_TIME = re.compile(
    rf"""
    \b(?:19|20)\d\d\s?[-/.年]\s?\d{{1,2}}(?:\s?[-/.月]\s?\d{{1,2}}|月)   # 2024-03-01, 2024年3月1日
  | \b\d{{1,2}}[-/.]\s?\d{{1,2}}[-/.]\s?(?:19|20)?\d\d\b                 # 01/03/2024, 1.3.24
  | \b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b                             # March 1st
  | \b\d{{1,2}}(?:st|nd|rd|th|\.|º)?\s+(?:de\s+)?{_MONTH}                # 1 March, 1 de marzo
  | \d{{1,2}}\s?月\s?\d{{1,2}}\s?日                                       # 3月1日
  | \b\d+\s*(?:sec|min|hour|hr|day|week|month|year|yr)s?[a-z]*\.?\s+ago\b
  | \b(?:an?|one)\s+(?:minute|hour|day|week|month|year)\s+ago\b
  | \d+\s*(?:秒|分钟|分鐘|小时|小時|天|周|个月|個月|年)前
  | \b(?:il\s+y\s+a|vor|hace)\s+\d+\s
  | (?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)                              # 14:05
    """,
    re.IGNORECASE | re.VERBOSE,
)
# Words that people use in sentences too: a time only where little else is said.
_DAY_WORD = re.compile(r"\b(?:yesterday|today|just\s+now)\b|昨天|刚刚|前天", re.IGNORECASE)
# What every time above has; it spares most texts the long expression.
_TIME_HINT = re.compile(r"\d|ago|yest|toda|just|[昨前刚]", re.IGNORECASE)
MAX_DAY_WORD_CHARS: Final = 20

_TIME_TAG = tags.NUMBER["time"]
_LINK = tags.NUMBER["a"]
_NAMES = tags.numbers("cite b strong a")
_SAYS = re.compile(
    r" ?(?:(?:says?|said|wrote|writes|写道|说道?|发表于|评论) ?)?(?:[:：] ?)?$", re.IGNORECASE
)
"""What leads over from the name to the text; for text whose white space is collapsed."""
_AUTHOR = re.compile(r"author|user|nick|byline|reviewer|poster|commenter|\bfn\b", re.I)
_NAMING = ("class", "itemprop", "rel")
MAX_NAME_CHARS: Final = 40


@dataclass(frozen=True, slots=True)
class Fields:
    """What one member of a comment region tells."""

    text: str
    author: str | None
    time: str | None


def has_time(tree: PageTree, node: int) -> bool:
    """Whether a ``<time>`` or a short text below the node names a date or a time."""
    return _time_node(tree, node) is not None


def read_fields(
    page: Page, node: int, inside: Sequence[int] = (), flags: bytearray | None = None
) -> Fields:
    """The fields of the comment in this subtree, without the comments nested in it (``inside``).

    The time is the first ``<time>`` or short text that names one; the author what is called so,
    else the first short link or emphasised text; the text what is left without these and without
    the short links and bare numbers at either end. ``flags``, a zero for every node of the page,
    may be lent from one comment to the next; it comes back as it was.
    """
    tree = page.tree
    flags = bytearray(len(tree)) if flags is None else flags
    flags[node : node + tree.size[node]] = b"\x01" * tree.size[node]
    for reply in inside:
        flags[reply : reply + tree.size[reply]] = bytes(tree.size[reply])
    time_node = _time_node(tree, node, flags)
    time = None
    if time_node is not None:
        time = tree.get(time_node, "datetime") if tree.tag[time_node] == _TIME_TAG else None
        time = time or _plain(tree, time_node)
        _hide(tree, flags, time_node)
    author_node = _author_node(tree, node, flags)
    author = None
    if author_node is not None:
        author = _SAYS.sub("", _plain(tree, author_node)) or None
        _hide(tree, flags, author_node)
    _hide_controls(tree, node, flags)
    text = text_of(tree, node, flags)
    _hide(tree, flags, node)
    return Fields(text or page.text(node), author, time)


def _plain(tree: PageTree, node: int) -> str:
    return " ".join(tree.raw_text(node).split())


def _hide(tree: PageTree, flags: bytearray, node: int) -> None:
    flags[node : node + tree.size[node]] = bytes(tree.size[node])


def _time_node(tree: PageTree, root: int, flags: bytearray | None = None) -> int | None:
    for node in range(root, root + tree.size[root]):
        if flags is not None and not flags[node]:
            continue
        if tree.tag[node] == _TIME_TAG and (tree.get(node, "datetime") or tree.text_chars(node)):
            return node
        short = tree.tag[node] == tags.TEXT and tree.text_chars(node) <= MAX_TIME_CHARS
        if short and _is_time(_plain(tree, node)):
            return node
    return None


def _is_time(text: str) -> bool:
    if not _TIME_HINT.search(text):
        return False
    if _TIME.search(text):
        return True
    return len(text) <= MAX_DAY_WORD_CHARS and _DAY_WORD.search(text) is not None


def _author_node(tree: PageTree, root: int, flags: bytearray) -> int | None:
    """The first short name-like text: in an element that is called author or the like; else in a
    link, cite or bold before any long text. A heading may as well be the comment's title."""
    shown = [node for node in range(root, root + tree.size[root]) if flags[node]]
    for node in shown:
        called = " ".join(filter(None, (tree.get(node, name) for name in _NAMING)))
        if _AUTHOR.search(called) and _is_name(tree, node):
            inner = range(node, node + tree.size[node])
            named = (one for one in inner if tree.tag[one] in _NAMES and _is_name(tree, one))
            return next(named, node)
    for node in shown:
        if tree.tag[node] == tags.TEXT and tree.text_chars(node) > 2 * MAX_NAME_CHARS:
            return None
        if tree.tag[node] in _NAMES and _is_name(tree, node):
            return node
    return None


def _is_name(tree: PageTree, node: int) -> bool:
    """Whether the subtree's text could be a name: short, with letters, and no time."""
    if not 0 < tree.text_chars(node) <= MAX_NAME_CHARS:
        return False
    name = _plain(tree, node)
    return any(map(str.isalpha, name)) and not _TIME.search(name)


def _hide_controls(tree: PageTree, root: int, flags: bytearray) -> None:
    """Take off the short links and bare numbers that stand before and after the body."""
    texts = [
        node
        for node in range(root, root + tree.size[root])
        if flags[node] and tree.tag[node] == tags.TEXT
    ]
    for end in (texts, texts[::-1]):
        for node in end:
            if tree.text_chars(node) > MAX_NAME_CHARS:
                break
            text = _plain(tree, node)
            in_link = tree.linked[node + 1] > tree.linked[node]
            if any(map(str.isalpha, text)) and not in_link and not _SAYS.fullmatch(text):
                break
            flags[node] = 0
