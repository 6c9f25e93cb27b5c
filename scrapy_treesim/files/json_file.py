"""Strict reading of the package's JSON files: bounded, unambiguous, refused in a few words.

Values are read by readers, composed in the same way as the value; a fault is raised with the part
that has it.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeAlias

_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(path: Path, most: int) -> Any:
    """Read a JSON file of at most ``most`` bytes; UTF-8, with or without a byte order mark.

    Raises:
        OSError: it cannot be read.
        ValueError: it is larger, or no JSON; the message continues after the file's name.
    """
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"is larger than {most:,} bytes")
    try:
        return parse_json(content.decode("utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"is no JSON: {error}") from None


def packaged(package: str, name: str) -> Any:
    """Read a JSON file that comes with a package."""
    return json.loads(files(package).joinpath(name).read_text("utf-8"))


def parse_json(text: str) -> Any:
    """Parse strict JSON: names of an object are unique, numbers finite, and texts encodable."""
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_number, parse_float=_finite
        )
        # Surrogates need an escape, and most files have none.
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeEncodeError as error:
        raise ValueError(f"{error.object[error.start]!r} is half a character") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"an object has {name!r:.80} twice")
    return members


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits:.80} is too large a number")
    return number


class FaultError(ValueError):
    """A fault of a value, and the faulty part."""

    def __init__(self, part: str, what: str) -> None:
        self.part = part
        self.what = what
        where = " ".join(part.removeprefix(".").splitlines())[:200]
        super().__init__(f"{where}: {what}" if where else what)


Reader: TypeAlias = Callable[[Any], Any]
"""Function that checks and converts a plain value, or raises a ``ValueError``."""


def load_json(path: Path, most: int, reader: Reader, refused: type[ValueError], mend: str) -> Any:
    """Read a JSON file by a reader; of a fault ``refused`` says where, why and how to fix it."""
    try:
        return reader(read_json(path, most))
    except OSError as error:
        raise refused(f"{path} cannot be read: {error.strerror or error}") from None
    except FaultError as error:
        fault = f": {error}"
    except ValueError as error:
        fault = f" {error}"
    except RecursionError:
        fault = ": it is nested too deeply"
    raise refused(f"{path}{fault}: {mend}")


def read_part(part: str, reader: Reader, value: Any) -> Any:
    """Read the part ``.name`` or ``[number]`` of a value; a fault is raised with the part."""
    try:
        return reader(value)
    except FaultError as error:
        raise FaultError(part + error.part, error.what) from None
    except ValueError as error:
        raise FaultError(part, str(error)) from None
    except (TypeError, LookupError, AttributeError, ArithmeticError) as error:
        what = f"it cannot be read ({type(error).__name__}: {error})"
        raise FaultError(part, what) from None


def fitting(what: str, fits: Callable[[Any], bool]) -> Reader:
    """A reader of unchanged values, checked by a function."""

    def read(value: Any) -> Any:
        if fits(value):
            return value
        raise ValueError(f"it should be {what}, not {value!r:.60}")

    return read


def whole(least: int, most: int) -> Reader:
    """A reader of whole numbers in a range."""
    what = f"a whole number from {least} to {most:,}"
    return fitting(what, lambda value: type(value) is int and least <= value <= most)


def number(least: float, most: float) -> Reader:
    """A reader of numbers in a range."""
    what = f"a number from {least:g} to {most:g}"
    return fitting(what, lambda value: type(value) in (int, float) and least <= value <= most)


def text(most: int, least: int = 0) -> Reader:
    """A reader of texts of at most ``most`` characters."""
    what = f"a text of {least} to {most:,} characters" if least else f"a text of up to {most:,}"
    return fitting(what, lambda value: isinstance(value, str) and least <= len(value) <= most)


def one_of(names: Collection[str]) -> Reader:
    """A reader of one of several names."""
    what = f"one of {', '.join(sorted(names))}"
    return fitting(what, lambda value: isinstance(value, str) and value in names)


def or_none(reader: Reader) -> Reader:
    """A reader of a value or null."""
    return lambda value: None if value is None else reader(value)


def parts(readers: Mapping[str, Reader], optional: Mapping[str, Reader] | None = None) -> Reader:
    """A reader of an object with these parts, maybe the optional ones, and no others."""
    union = {**readers, **(optional or {})}

    def read(value: Any) -> dict[str, Any]:
        for name in _OBJECT(value):
            if name not in union:
                raise FaultError(f".{name}", "there is nothing of this name")
        for name in readers:
            if name not in value:
                raise FaultError(f".{name}", "this is missing")
        return {
            name: read_part(f".{name}", union[name], value[name]) for name in union if name in value
        }

    return read


def by_name(key: Reader, reader: Reader, most: int | None = None) -> Reader:
    """A reader of an object with any names, at most ``most``; both names and values are read."""

    def read(value: Any) -> dict[Any, Any]:
        if most is not None and len(_OBJECT(value)) > most:
            raise ValueError(f"it has {len(value):,} parts, {most:,} at most are allowed")
        return {
            read_part(f".{name}", key, name): read_part(f".{name}", reader, member)
            for name, member in _OBJECT(value).items()
        }

    return read


def several(reader: Reader, most: int, least: int = 0) -> Reader:
    """A reader of a list of a number of members in a range."""
    what = f"a list of {least} to {most:,}"
    check = fitting(what, lambda items: isinstance(items, list) and least <= len(items) <= most)
    return lambda value: [
        read_part(f"[{index}]", reader, member) for index, member in enumerate(check(value))
    ]


_OBJECT: Final = fitting("an object", lambda value: isinstance(value, dict))
