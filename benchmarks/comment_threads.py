"""Whether a comment found hangs below the comment that it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


def true_parents(comments: Sequence[Mapping[str, Any]]) -> list[int | None]:
    """For each true comment, in document order, the one that it is nested under.

    Where comments of the page lie in one another, the parent is the nearest one around. Elsewhere,
    where replies follow what they answer, it is the nearest one before of less ``depth``, if no
    other comment so high shares their nearest common ancestor: else that one's own parent is not
    among the true comments, and nothing is said of it.
    """
    paths = [one.get("xpath") or "" for one in comments]
    around = [_around(path, paths) for path in paths]
    if any(parent is not None for parent in around):
        return around
    return [_before(number, comments, paths) for number in range(len(comments))]


def _around(path: str, paths: Sequence[str]) -> int | None:
    enclosing = [number for number, other in enumerate(paths) if other and _below(path, other)]
    return max(enclosing, key=lambda number: len(paths[number]), default=None)


def _below(path: str, other: str) -> bool:
    return path.startswith(other + "/")


def _before(number: int, comments: Sequence[Mapping[str, Any]], paths: Sequence[str]) -> int | None:
    depths = [one.get("depth") or 0 for one in comments]
    parent = next((n for n in reversed(range(number)) if depths[n] < depths[number]), None)
    if parent is None or not paths[number]:
        return None
    ancestor = _common(paths[number], paths[parent])
    rivals = sum(
        depths[n] <= depths[parent] and _below(path, ancestor) for n, path in enumerate(paths)
    )
    return parent if rivals == 1 else None


def _common(path: str, other: str) -> str:
    steps = []
    for one, two in zip(path.split("/"), other.split("/"), strict=False):
        if one != two:
            break
        steps.append(one)
    return "/".join(steps)


def found_parent(
    number: int, parents: Sequence[int | None], matched: Mapping[int, int]
) -> int | None:
    """The true comment that a found one hangs below: the nearest above it that is a true one."""
    seen = {number}
    above = parents[number]
    while above is not None and above not in seen and above not in matched:
        seen.add(above)
        above = parents[above] if 0 <= above < len(parents) else None
    return matched.get(above) if above is not None else None


@dataclass(slots=True)
class Threads:
    """Sums over the nested true comments of pages."""

    nested: int = 0
    """True comments that have a parent."""
    matched: int = 0
    """Those of them that were found."""
    right: int = 0
    """Those of them whose parent is right."""
    top: int = 0
    """Found comments that have no parent in truth."""
    invented: int = 0
    """Those of them that were given one."""

    def add(self, other: Threads) -> None:
        """Add another's sums."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def judge_threads(
    true: Sequence[int | None], parents: Sequence[int | None], matched: Mapping[int, int]
) -> Threads:
    """A page's sums: true parents, found comments' parents, and which true comment each is."""
    page = Threads(nested=sum(parent is not None for parent in true))
    for number, one in matched.items():
        parent = found_parent(number, parents, matched)
        if true[one] is None:
            page.top += 1
            page.invented += parent is not None
        else:
            page.matched += 1
            page.right += parent == true[one]
    return page
