"""Kernel of misnested elements: those inside of what HTML ends before them.

One pass over the nodes, each with the numbers of open elements of each kind around it.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.tree.constants import KIND_BITS, MOST_OPEN
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.tree.constants import KIND_BITS, MOST_OPEN


@cython.locals(
    open_in=Ints, node=cython.Py_ssize_t, known=cython.Py_ssize_t, number=cython.int,
    around=cython.int, kind=cython.int, depth=cython.int, most=cython.int,
)  # fmt: skip
def deepest(tag: Ints, parent: Ints, kinds: Ints, kept: Ints) -> cython.int:
    """The most elements of one kind that are open at once, up to 7.

    ``kinds`` has for each tag its kind, or -1; ``kept`` the bits of the kinds that are still open
    inside of it.
    """
    most = 0
    known = len(kinds)
    open_in = array("i", bytes(4 * len(tag)))
    for node in range(1, len(tag)):
        number = tag[node]
        around = open_in[parent[node]]
        if number < known:
            kind = kinds[number]
            if kind >= 0:
                depth = around >> KIND_BITS * kind & MOST_OPEN
                if depth < MOST_OPEN:
                    around += 1 << KIND_BITS * kind
                    depth += 1
                most = max(most, depth)
            around &= kept[number]
        open_in[node] = around
    return most
