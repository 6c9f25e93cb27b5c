"""Wording of numbers and names in reasons and messages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from difflib import get_close_matches


def percent(share: float) -> str:
    """A share in [0, 1]: ``97 %``. Only 1 is ``100 %``, and only 0 is ``0 %``."""
    if 0 < share < 0.01:
        return "less than 1 %"
    return f"{math.floor(100 * share + (0.5 if share < 0.99 else 1e-9))} %"


def of_all(having: int, count: int) -> str:
    """A number of a total: ``all``, ``both``, ``11 of 12``, ``none``."""
    if having == count:
        return "both" if count == 2 else "all"
    return f"{having} of {count}" if having else "none"


def counted(number: int, what: str) -> str:
    """``1 record``, ``2,000 records``; ``1 reply``, ``2 replies``."""
    if number == 1:
        return f"1 {what}"
    return f"{number:,} {what[:-1]}ies" if what.endswith("y") else f"{number:,} {what}s"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names with commas and a last word between them: ``a link, a price and a date``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def meant(name: object, names: Sequence[str]) -> str:
    """A hint at the right name: ``did you mean learn?``, or else a list of all names."""
    near = get_close_matches(str(name), names, n=1)
    return f"did you mean {near[0]}?" if near else f"there are {listed(names)}"


def named(name: str) -> str:
    """A name as it is, or escaped if some of it is not printable."""
    return name if name.isprintable() else repr(name)


def quoted(words: str, most: int = 60) -> str:
    """Words of a page in quotation marks, white space collapsed, cut to a length."""
    words = " ".join(words.split())
    return f'"{words}"' if len(words) <= most else f'"{words[:most]}…"'


def shortened(words: str, most: int = 40) -> str:
    """Words in one line of at most ``most`` characters."""
    # Of a text as long as a page, the start is enough.
    line = " ".join(words[: 10 * most].split())
    whole = len(line) <= most and len(words) <= 10 * most
    return line if whole else f"{line[: most - 1]}…"
