"""Findings as HTML tables for notebooks: escaped, without pictures, of bounded length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import Any, Final

from scrapy_treesim.wording import shortened

MOST: Final = 20
"""Largest number of rows, of columns, and of members of a list in a cell."""
MAX_CHARACTERS: Final = 200
"""Largest number of characters of a cell."""
_ADDRESS: Final = re.compile(r"https?://[^\s\x00-\x20]{1,300}", re.IGNORECASE)


def table_html(title: str, rows: Iterable[Sequence[Any]], head: Sequence[str] = ()) -> str:
    """Write a table of the first rows; addresses of the web are links.

    >>> table_html("<Fruit>", [["Fig & plum"]])[41:]
    '<b>&lt;Fruit&gt;</b><table><tr><td>Fig &amp; plum</td></tr></table></div>'
    """
    rows = iter(rows)
    lines = [*([("th", head)] if head else ()), *(("td", row) for row in islice(rows, MOST))]
    table = "".join(
        f"<tr>{''.join(f'<{tag}>{_text(value)}</{tag}>' for value in row[:MOST])}</tr>"
        for tag, row in lines
    )
    below = f"<p>… {more:,} more</p>" if (more := sum(1 for _ in rows)) else ""
    # Between dollar signs, as of prices, notebooks would set formulas.
    start = f'<div class="tex2jax_ignore mathjax_ignore"><b>{_text(title)}</b>'
    return f"{start}<table>{table}</table>{below}</div>"


def _text(value: Any) -> str:
    """A value as escaped text of one line, a link if it is an address."""
    line = " | ".join(map(str, value[:MOST])) if isinstance(value, (list, tuple)) else str(value)
    # Surrogates cannot be encoded as UTF-8.
    line = line.encode("utf-8", "replace").decode()
    text = escape(shortened(line, MAX_CHARACTERS))
    if not _ADDRESS.fullmatch(line):
        return text if value is not None else ""
    return f'<a href="{escape(line)}" rel="noopener noreferrer">{text}</a>'
