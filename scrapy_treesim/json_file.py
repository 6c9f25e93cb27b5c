"""JSON as files of this package may be: bounded, without surprises, refused in a few words."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any, Final

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(path: Path, most: int) -> Any:
    """Read a JSON file of at most so many bytes; UTF-8, with or without a byte order mark.

    Raises:
        OSError: it cannot be read.
        ValueError: it is larger, or no JSON; the message goes on after the file's name.
    """
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"is larger than {most:,} bytes")
    try:
        return parse_json(data.decode("utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"is no JSON: {error}") from None


def parse_json(text: str) -> Any:
    """Read a text as JSON, in which nothing surprises.

    Each name of an object is given once, all numbers are numbers, and texts can be written.

    Raises:
        ValueError: it is no such JSON.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite
        )
        # Halves of characters can be said by an escape alone, and most files have none.
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeEncodeError as error:
        raise ValueError(f"{error.object[error.start]!r} is half a character") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f"an object has {name!r:.80} twice")
            seen.add(name)
    return made


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits:.80} is too large a number")
    return number
