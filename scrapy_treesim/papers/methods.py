"""Methods by name: each is a dataclass of its parameters, and its name alone means its defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")


def chosen(method: T | str, methods: Mapping[str, type[T]]) -> T:
    """Return the method itself, or the method of a name with its defaults."""
    if isinstance(method, str):
        if method not in methods:
            raise ValueError(f"no method is called {method!r}; there are {', '.join(methods)}")
        return methods[method]()
    if not isinstance(method, tuple(methods.values())):
        classes = " or ".join(f"{cls.__name__}(...)" for cls in methods.values())
        raise TypeError(f"a method is its name, {classes}, not {method!r}")
    return method
