"""The choices that a person has in a view, and those that were made."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

MAX_TEXT: Final = 20_000
"""Characters of a text that is given."""


class ChoiceError(ValueError):
    """A choice that there is not, or a value that it cannot have; one line says which."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to choose, and its value."""

    name: str
    label: str
    type: str
    """``select``, ``range`` or ``text``."""
    value: str | float
    help: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """Of a select: values and labels."""
    min: float = 0.0
    """Of a range, the least and the most it can be."""
    max: float = 1.0
    step: float = 0.01

    def to_json(self) -> dict[str, Any]:
        """Plain values; only what the type has."""
        said: dict[str, Any] = {
            "name": self.name,
            "label": self.label,
            "type": self.type,
            "value": self.value,
        }
        if self.type == "select":
            said["options"] = [{"value": value, "label": label} for value, label in self.options]
        elif self.type == "range":
            said |= {"min": self.min, "max": self.max, "step": self.step}
        return said | {"help": self.help}


class Chosen:
    """The values that were given, read one after the other; what is read is offered again.

    Raises:
        ChoiceError: a name that is none of ``known``. One that has no effect with what else is
            chosen may be given: who switches the method need not take back the rest.
    """

    def __init__(self, given: Mapping[str, str], known: Collection[str]) -> None:
        for name in given:
            if name not in known:
                raise ChoiceError(f"there is no choice {name!r:.60}; there are {', '.join(known)}")
        self._given = given
        self._offered: list[Choice] = []

    @property
    def offered(self) -> tuple[Choice, ...]:
        """All that was read, in the order read."""
        return tuple(self._offered)

    def select(
        self, name: str, label: str, options: Mapping[str, str], usual: str, help: str = ""
    ) -> str:
        """One of some values, given with their labels.

        Raises:
            ChoiceError: another value was given.
        """
        value = self._given.get(name, usual)
        if value not in options:
            known = ", ".join(repr(one) for one in [*options][:20])
            raise ChoiceError(f"{name} is one of {known}, not {value!r:.60}")
        self._offered.append(Choice(name, label, "select", value, help, tuple(options.items())))
        return value

    def share(self, name: str, label: str, usual: float, help: str = "") -> float:
        """A number from 0 to 1.

        Raises:
            ChoiceError: something else was given.
        """
        value = self._number(name, usual, 0, 1)
        self._offered.append(Choice(name, label, "range", value, help))
        return value

    def count(
        self, name: str, label: str, usual: int, most: int, step: int = 1, help: str = ""
    ) -> int:
        """A whole number from 0 to ``most``, or to what is usual where that is more.

        Raises:
            ChoiceError: something else was given.
        """
        most = max(most, usual)
        value = self._number(name, usual, 0, most)
        if value != int(value):
            raise ChoiceError(f"{name} is a whole number, not {value}")
        self._offered.append(
            Choice(name, label, "range", int(value), help, min=0, max=most, step=step)
        )
        return int(value)

    def text(self, name: str, label: str, usual: str = "", help: str = "") -> str:
        """A text of at most 20,000 characters.

        Raises:
            ChoiceError: it is longer.
        """
        value = self._given.get(name, usual)
        if len(value) > MAX_TEXT:
            raise ChoiceError(f"{name} has {len(value):,} characters, {MAX_TEXT:,} are allowed")
        self._offered.append(Choice(name, label, "text", value, help))
        return value

    def _number(self, name: str, usual: float, least: float, most: float) -> float:
        given = self._given.get(name)
        if given is None:
            return usual
        try:
            value = float(given)
        except ValueError:
            value = float("nan")
        if not isfinite(value) or not least <= value <= most:
            raise ChoiceError(f"{name} is a number from {least} to {most:,}, not {given!r:.60}")
        return value
