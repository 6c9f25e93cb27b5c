"""Arrays whose objects name values by index, as devalue writes them for Nuxt and SvelteKit."""

from __future__ import annotations

from typing import Any, Final

MAX_LEVELS: Final = 60
"""Largest number of values inside one another, wrappers of reactive state among them."""
_SEVERAL: Final = frozenset(("Map", "Set", "null"))
"""Names of values that hold several; all others, as ``Ref`` or ``Date``, are what they hold."""
_NO_VALUES: Final = range(-6, 0)
"""Numbers for values that JSON has not, as undefined."""


def resolved_array(value: Any) -> Any:
    """Return what an array of indices stands for, and any other value itself. O(values).

    A value inside itself is left out. What several objects name is one object in all of them.

    >>> resolved_array([{"goods": 1}, [2], {"name": 3}, "Oak stool"])
    {'goods': [{'name': 'Oak stool'}]}
    """
    return _Array(value).value(0, 0) if _is_of_indices(value) else value


def _is_of_indices(value: Any) -> bool:
    """Tell whether all the objects and lists in an array hold indices of it alone."""
    if not isinstance(value, list) or len(value) < 2 or not isinstance(value[0], (dict, list)):
        return False
    numbers = range(_NO_VALUES.start, len(value))
    for item in value:
        members = item.values() if isinstance(item, dict) else item
        if not isinstance(item, (dict, list)):
            continue
        if isinstance(item, list) and item and isinstance(item[0], str):
            several = item[1:] if item[0] in _SEVERAL else item[1:2]
            members = [member for member in several if not isinstance(member, str)]
        if not all(type(member) is int and member in numbers for member in members):
            return False
    # A list of objects with whole numbers is one of indices only where texts follow.
    return any(isinstance(item, str) for item in value)


class _Array:
    """Reader of such an array, of each value once."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values
        self._read: dict[int, Any] = {}

    def value(self, index: Any, level: int) -> Any:
        """Return the value at an index; None where there is none, or it is inside itself."""
        if not isinstance(index, int):
            return index
        if index not in self._read and index >= 0 and level < MAX_LEVELS:
            self._read[index] = None
            self._read[index] = self._made(self._values[index], level + 1)
        return self._read.get(index)

    def _made(self, item: Any, level: int) -> Any:
        if isinstance(item, dict):
            return {key: self.value(index, level) for key, index in item.items()}
        if not isinstance(item, list):
            return item
        if not item or not isinstance(item[0], str):
            return [self.value(index, level) for index in item]
        name, *inner = item
        if name not in _SEVERAL:
            return self.value(inner[0], level) if inner else None
        members = [self.value(index, level) for index in inner]
        keys = inner if name == "null" else members
        return (
            members
            if name == "Set"
            else dict(zip(map(str, keys[::2]), members[1::2], strict=False))
        )
