"""Times in elements: what tells comments from other lists that repeat."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scrapy_treesim.tree import tags

if TYPE_CHECKING:
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
  | (?<!\d)\d+\s*(?:秒|分钟|分鐘|小时|小時|天|周|个月|個月|年)前
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


def has_time(tree: PageTree, node: int) -> bool:
    """Tell whether a ``<time>`` or a short text below the node names a date or a time."""
    for one in range(node, node + tree.size[node]):
        if tree.tag[one] == _TIME_TAG and (tree.get(one, "datetime") or tree.text_chars(one)):
            return True
        short = tree.tag[one] == tags.TEXT and tree.text_chars(one) <= MAX_TIME_CHARS
        if short and _is_time(tree.plain_text(one)):
            return True
    return False


def _is_time(text: str) -> bool:
    if not _TIME_HINT.search(text):
        return False
    if _TIME.search(text):
        return True
    return len(text) <= MAX_DAY_WORD_CHARS and _DAY_WORD.search(text) is not None
