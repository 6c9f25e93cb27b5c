"""Pickling of findings without their page, for other processes and for files.

A finding computes most of its properties on demand, from its page. The page itself is not pickled:
all properties are computed first, and the page is left out.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any, ClassVar, Final


class DetachedError(RuntimeError):
    """Access to a property of a pickled finding that needs its page.

    >>> import pickle
    >>> from scrapy_treesim.comments.explain import comment_reasons
    >>> post = "<li><b class=author>Ann</b> <time>2024-05-10</time><p>It was never late.</p></li>"
    >>> (first, *_) = comments(f"<h2>Comments</h2><ol>{3 * post}</ol>")
    >>> try:
    ...     comment_reasons(pickle.loads(pickle.dumps(first)))
    ... except DetachedError:
    ...     print("its page is gone")
    its page is gone
    """


class _NoPage:
    """Stand-in for the page of a pickled finding."""

    def __getattr__(self, name: str) -> Any:
        # Copying and inspecting look up special names, and expect an AttributeError.
        if name.startswith("__"):
            raise AttributeError(name)
        raise DetachedError(
            "this finding was pickled and has no page any more: it still has all of to_dict(); "
            "for anything else find it anew on Page(html, url=...)"
        )

    def __reduce__(self) -> str:
        return "NO_PAGE"


NO_PAGE: Final[Any] = _NoPage()
"""What is left of a page in a pickled finding, and of a thread in a comment of JSON."""


class Detachable:
    """An immutable finding with cached properties, computed from its page on demand."""

    _of_page: ClassVar[tuple[str, ...]] = ("_page",)
    """Names of the attributes left out of a pickle."""

    def __getstate__(self) -> dict[str, Any]:
        finding: type = type(self)
        for name in _cached_properties(finding):
            getattr(self, name)
        return {
            name: NO_PAGE if name in self._of_page else value for name, value in vars(self).items()
        }

    # Immutable, so no copy is needed; a copy would lose its page.
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
