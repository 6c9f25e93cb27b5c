"""Methods by name: each is a dataclass of its parameters, and its name alone means its defaults."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

T = TypeVar("T")


def chosen(method: T | str, methods: Mapping[str, Callable[[], T]]) -> T:
    """The method itself, or by its name with its defaults.

    Raises:
        ValueError: no method has that name; the message lists those there are.
    """
    if not isinstance(method, str):
        return method
    if method not in methods:
        raise ValueError(f"no method is called {method!r}; there are {', '.join(methods)}")
    return methods[method]()
