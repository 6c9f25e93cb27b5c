"""Kernel of readings: the values of a leaf's cells, and of what kind they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.records.table._content_cy import Texts
    from cython.cimports.scrapy_treesim.tree._text_cy import collapsed
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.records.table._content_cy import Texts
    from scrapy_treesim.tree._text_cy import collapsed


@cython.locals(
    node=cython.Py_ssize_t, number=cython.int, at=cython.Py_ssize_t, stop=cython.Py_ssize_t
)
def text_values(
    cells: tuple[tuple[tuple[int, ...], ...], ...],
    texts: Texts,
    tag: Ints,
    size: Ints,
    start: Ints,
    text: bytes,
    is_inline: Ints,
    rest: Callable[[tuple[int, ...]], str | None],
    whole: Callable[[int, str], str],
    kind_of: Callable[[str], str],
    kinds: Sequence[str],
) -> tuple[list[list[str]], dict[str, int], bool]:
    """Return the texts of each cell, how many are of each kind, and whether they differ and none
    ends with a colon.

    ``is_inline`` is by tag. ``rest`` reads what is no text on one line; ``whole`` reads the whole
    of a text that may be cut short. ``kinds`` are the kinds of texts as they are numbered,
    ``kind_of`` that of any text.
    """
    values: list[list[str]] = []
    counts: dict[str, int] = {}
    first: str | None = None
    value: str | None
    differ: cython.bint = False
    has_colon: cython.bint = False
    for cell in cells:
        own: list[str] = []
        for nodes in cell:
            number = -1
            if len(nodes) == 1:
                node = nodes[0]
                number = texts.number[node]
            if number >= 0:
                value = texts.said[number]
                if value.endswith((".", "…", "]", ")")):
                    value = whole(nodes[0], value)
                    number = -1
            else:
                at = -1
                stop = -1
                for each in nodes:
                    node = each
                    if is_inline[tag[node]] == 0 or (at >= 0 and start[node] != stop):
                        at = -1
                        break
                    if at < 0:
                        at = start[node]
                    stop = start[node + size[node]]
                if at < 0:
                    value = rest(nodes)
                else:
                    value = collapsed(text, at, stop)
                    if value.endswith((".", "…", "]", ")")):
                        value = whole(nodes[0], value)
            if not value:
                continue
            own.append(value)
            name = kinds[texts.kind(number)] if number >= 0 else kind_of(value)
            counts[name] = counts.get(name, 0) + 1
            if first is None:
                first = value
            elif not differ and value != first:
                differ = True
            if value.endswith((":", "：")):
                has_colon = True
        values.append(own)
    return values, counts, differ and not has_colon


@cython.locals(node=cython.Py_ssize_t, entry=cython.Py_ssize_t)
def attribute_values(
    cells: tuple[tuple[tuple[int, ...], ...], ...],
    first_attribute: Ints,
    attribute: Ints,
    value_start: Ints,
    values: bytes,
    wanted: cython.int,
    read: Callable[[bytes], str | None],
) -> list[list[str]]:
    """Return for each cell what is read from the values of an attribute of its elements."""
    found: list[list[str]] = []
    for cell in cells:
        own: list[str] = []
        for nodes in cell:
            node = nodes[0]
            for entry in range(first_attribute[node], first_attribute[node + 1]):
                if attribute[entry] == wanted:
                    value = read(values[value_start[entry] : value_start[entry + 1]])
                    if value:
                        own.append(value)
                    break
        found.append(own)
    return found
