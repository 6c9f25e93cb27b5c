"""Findings away from their page: what is pickled of them, for other processes and for files.

A finding makes most of what it says when asked for, from its page. The page itself is not pickled:
a finding says all it can first, and leaves the page behind.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any, ClassVar, Final


class DetachedError(RuntimeError):
    """A finding was asked for what only its page could tell, which stayed behind."""


class _NoPage:
    """The stand-in for the page of a finding that was pickled."""

    def __getattr__(self, name: str) -> Any:
        # Whoever copies or inspects objects asks for such, and expects that there are none.
        if name.startswith("__"):
            raise AttributeError(name)
        raise DetachedError(
            "this finding was pickled and has no page any more: it still says all that to_dict() "
            "has; for anything else find it anew on Page(html, url=...)"
        )

    def __reduce__(self) -> str:
        return "NO_PAGE"


NO_PAGE: Final = _NoPage()


class Detachable:
    """An immutable finding that makes what it says when asked for, each as a cached property."""

    _of_page: ClassVar[tuple[str, ...]] = ("_page",)
    """The attributes that stay behind."""

    def __getstate__(self) -> dict[str, Any]:
        finding: type = type(self)
        for name in _cached_properties(finding):
            getattr(self, name)
        return {
            name: NO_PAGE if name in self._of_page else value for name, value in vars(self).items()
        }

    # As of any immutable value; a copy would have lost its page.
    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self


@cache
def _cached_properties(finding: type) -> tuple[str, ...]:
    return tuple(
        name
        for cls in finding.__mro__
        for name, value in vars(cls).items()
        if isinstance(value, cached_property)
    )
