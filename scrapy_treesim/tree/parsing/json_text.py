"""Text that is JSON: its object or list, or why it has none. Nothing is ever evaluated."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any, Final

_SURROGATE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def json_of_text(text: str) -> tuple[Any, bool]:
    """The value of a text that is JSON, None for any other; and whether it is as it is written."""
    mended = writable(text)
    with suppress(ValueError, RecursionError):
        return json.loads(mended), mended == text
    return None, False


def writable(text: str) -> str:
    """JSON without escapes of single surrogates, which nothing can be encoded with."""
    return _SURROGATE.sub(r"\\ufffd", text) if "\\ud" in text or "\\uD" in text else text
