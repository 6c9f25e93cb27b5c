"""JSON that people read and compare: what is short stands on one line, of the rest each part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

WIDTH: Final = 100
"""Characters of a line, as long as a single text or number is not longer."""


def laid_out(value: Any, indent: int = 0, before: int = 0) -> str:
    """Lists and dicts of plain values as JSON, keys in order; ``before`` is what the line has.

    Recurses as deep as the value is. Floats that are no numbers are refused.

    Raises:
        ValueError: NaN or an infinity.
    """
    short = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True)
    if indent + before + len(short) < WIDTH or not isinstance(value, (Mapping, list)) or not value:
        return short
    deeper = indent + 1
    if isinstance(value, Mapping):
        keys = {key: f"{json.dumps(key, ensure_ascii=False)}: " for key in sorted(value)}
        parts = [key + laid_out(value[name], deeper, len(key)) for name, key in keys.items()]
        opening, closing = "{", "}"
    else:
        parts = [laid_out(one, deeper) for one in value]
        opening, closing = "[", "]"
    lines = ",\n".join(" " * deeper + part for part in parts)
    return f"{opening}\n{lines}\n{' ' * indent}{closing}"
