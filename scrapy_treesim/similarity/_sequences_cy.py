"""Kernel of sequences: the heaviest common subsequence, suffixes in order, common substrings.

The first is from Qiu 2013, equation 4-2, and Jacobson and Vo 1992. The thesis builds a suffix tree
(Ukkonen 1995). A suffix array is the row of that tree's leaves, and the prefixes that neighbours
share are its inner nodes; it takes less room, and sorting by induction (Nong, Zhang and Chan 2009)
makes it in linear time too.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Buffer, Doubles, Ints, Longs
else:
    from scrapy_treesim._cython import Buffer, Doubles, Ints, Longs


@cython.locals(i=cython.Py_ssize_t)
def weighted_lcs(a: Ints, b: Ints, weight: Doubles) -> cython.double:
    """The most that a common subsequence of ``a`` and ``b`` weighs.

    ``a`` and ``b`` are ``array("i")`` of symbols, ``weight`` is ``array("d")``: what each symbol
    weighs, 0 or more. Symmetric to the last digit, and the sum of the weights of ``a`` in order
    where ``b`` equals ``a``.

    After what both begin and end with alike, O(pairs of equal symbols + values that change from row
    to row), at most twice ``len(a) * len(b)`` and mostly far less; O(min(len(a), len(b)) + symbols)
    memory. It does not bound itself: that is for the caller.

    Raises:
        ValueError: a symbol has no weight.
    """
    check_symbols(a, len(weight))
    check_symbols(b, len(weight))
    if len(a) < len(b):
        a, b = b, a
    total: cython.double = 0.0
    first: cython.Py_ssize_t = 0
    last_a: cython.Py_ssize_t = len(a)
    last_b: cython.Py_ssize_t = len(b)
    while first < last_b and a[first] == b[first]:
        total += weight[a[first]]
        first += 1
    while last_b > first and a[last_a - 1] == b[last_b - 1]:
        last_a -= 1
        last_b -= 1
    total = _heaviest(a, b, weight, first, last_a, last_b, total)
    for i in range(last_a, len(a)):
        total += weight[a[i]]
    return total


@cython.ccall
@cython.locals(i=cython.Py_ssize_t)
def check_symbols(a: Ints, symbols: cython.Py_ssize_t) -> cython.void:
    """Refuse numbers that are no symbol.

    Raises:
        ValueError: a number is below 0, or ``symbols`` or above.
    """
    for i in range(len(a)):
        if a[i] < 0 or a[i] >= symbols:
            raise ValueError(f"{a[i]} is no symbol of {symbols}")


@cython.locals(i=cython.Py_ssize_t, key=object, known=object)
def number_symbols(keys: Longs, symbols: dict[int, int], out: Ints) -> None:
    """Fill the symbol of every key, from 0 on in the order in which ``symbols`` first met them."""
    for i in range(len(keys)):
        key = keys[i]
        known = symbols.get(key)
        if known is None:
            known = len(symbols)
            symbols[key] = known
        out[i] = known


@cython.cfunc
@cython.exceptval(-1, check=False)
@cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t)
def _heaviest(
    a: Ints,
    b: Ints,
    weight: Doubles,
    first: cython.Py_ssize_t,
    last_a: cython.Py_ssize_t,
    last_b: cython.Py_ssize_t,
    start: cython.double,
) -> cython.double:
    """``start`` and the most that a common subsequence of the two parts weighs."""
    if first == last_b:
        return start
    width: cython.Py_ssize_t = last_b - first
    # Places in b count from 1, so that 0 is none.
    latest: Ints = array("i", bytes(4 * len(weight)))
    earlier: Ints = array("i", bytes(4 * (width + 1)))
    for j in range(1, width + 1):
        earlier[j] = latest[b[first + j - 1]]
        latest[b[first + j - 1]] = j
    # best[j]: the heaviest of the rows so far with the first j of b; it never falls along b.
    best: Doubles = array("d", bytes(8 * (width + 1)))
    for j in range(width + 1):
        best[j] = start
    for i in range(first, last_a):
        # From the right: what one match raises, those left of it do not raise again, and they
        # still find the row before.
        j = latest[a[i]]
        while j:
            value: cython.double = best[j - 1] + weight[a[i]]
            k: cython.Py_ssize_t = j
            while k <= width and best[k] < value:
                best[k] = value
                k += 1
            j = earlier[j]
    return best[width]


@cython.ccall
@cython.locals(i=cython.Py_ssize_t)
def sort_suffixes(symbol: Ints, symbols: cython.int, suffix: Ints) -> cython.void:
    """Fill ``suffix`` with where the suffixes begin, the least first; O(length + symbols).

    ``symbol`` holds numbers below ``symbols`` and ends in a 0, the only one.
    """
    n: cython.Py_ssize_t = len(symbol)
    if n == 1:
        suffix[0] = 0
        return
    # 1 where the suffix is less than the next one.
    rising: Buffer = bytearray(n)
    rising[n - 1] = 1
    for i in range(n - 2, -1, -1):
        if symbol[i] < symbol[i + 1] or (symbol[i] == symbol[i + 1] and rising[i + 1]):
            rising[i] = 1
    counts: Ints = array("i", bytes(4 * symbols))
    edges: Ints = array("i", bytes(4 * symbols))
    for i in range(n):
        counts[symbol[i]] += 1
    # Valleys: a suffix that is less than the next and than the one before.
    valley: Ints = array("i", bytes(4 * n))
    valleys: cython.Py_ssize_t = 0
    for i in range(1, n):
        if rising[i] and not rising[i - 1]:
            valley[valleys] = i
            valleys += 1
    valley = valley[:valleys]
    _place(symbol, suffix, valley, counts, edges)
    _induce(symbol, suffix, rising, counts, edges)
    # The stretch from a valley to the next gets a number; their sequence is sorted the same way.
    shorter: Ints = array("i", bytes(4 * valleys))
    order: Ints = array("i", bytes(4 * valleys))
    names: cython.int = _name_stretches(symbol, suffix, rising, shorter)
    if names < valleys:
        sort_suffixes(shorter, names, order)
    else:
        for i in range(valleys):
            order[shorter[i]] = i
    for i in range(valleys):
        shorter[i] = valley[order[i]]
    _place(symbol, suffix, shorter, counts, edges)
    _induce(symbol, suffix, rising, counts, edges)


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _place(symbol: Ints, suffix: Ints, valleys: Ints, counts: Ints, edges: Ints) -> cython.void:
    """Lay valleys, the least first, at the ends of their symbols' places; all else is -1."""
    for i in range(len(suffix)):
        suffix[i] = -1
    _last_places(counts, edges)
    for i in range(len(valleys) - 1, -1, -1):
        j: cython.Py_ssize_t = valleys[i]
        edges[symbol[j]] -= 1
        suffix[edges[symbol[j]]] = j


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _name_stretches(symbol: Ints, suffix: Ints, rising: Buffer, named: Ints) -> cython.int:
    """Fill ``named`` with a number for each valley's stretch, the least 0; return how many differ.

    ``suffix`` holds the valleys' stretches in their order, among others, and is used up.
    """
    n: cython.Py_ssize_t = len(symbol)
    valleys: cython.Py_ssize_t = 0
    for i in range(n):
        j: cython.Py_ssize_t = suffix[i]
        if j > 0 and rising[j] and not rising[j - 1]:
            suffix[valleys] = j
            valleys += 1
    for i in range(valleys, n):
        suffix[i] = -1
    names: cython.int = 0
    before: cython.Py_ssize_t = -1
    for i in range(valleys):
        here: cython.Py_ssize_t = suffix[i]
        if before < 0 or _differ(symbol, rising, before, here):
            names += 1
        suffix[valleys + here // 2] = names - 1
        before = here
    j = 0
    for i in range(valleys, n):
        if suffix[i] >= 0:
            named[j] = suffix[i]
            j += 1
    return names


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _last_places(counts: Ints, edges: Ints) -> cython.void:
    """The last place of each symbol's suffixes."""
    total: cython.int = 0
    for i in range(len(counts)):
        total += counts[i]
        edges[i] = total


@cython.cfunc
@cython.locals(i=cython.Py_ssize_t)
def _induce(symbol: Ints, suffix: Ints, rising: Buffer, counts: Ints, edges: Ints) -> cython.void:
    """From suffixes in their order, those that begin one symbol before."""
    n: cython.Py_ssize_t = len(symbol)
    total: cython.int = 0
    for i in range(len(counts)):
        edges[i] = total
        total += counts[i]
    for i in range(n):
        j: cython.Py_ssize_t = suffix[i] - 1
        if j >= 0 and not rising[j]:
            suffix[edges[symbol[j]]] = j
            edges[symbol[j]] += 1
    _last_places(counts, edges)
    for i in range(n - 1, -1, -1):
        j = suffix[i] - 1
        if j >= 0 and rising[j]:
            edges[symbol[j]] -= 1
            suffix[edges[symbol[j]]] = j


@cython.cfunc
def _differ(
    symbol: Ints, rising: Buffer, one: cython.Py_ssize_t, other: cython.Py_ssize_t
) -> cython.bint:
    """Tell whether the stretches from two valleys to their next ones differ."""
    i: cython.Py_ssize_t = 0
    last: cython.Py_ssize_t = len(symbol) - 1
    while True:
        if one + i > last or other + i > last:
            return True
        if symbol[one + i] != symbol[other + i] or rising[one + i] != rising[other + i]:
            return True
        if i > 0:
            ends: cython.bint = rising[one + i] > rising[one + i - 1]
            ends_too: cython.bint = rising[other + i] > rising[other + i - 1]
            if ends and ends_too:
                return False
            if ends or ends_too:
                return True
        i += 1


@cython.locals(i=cython.Py_ssize_t)
def longest_shared(symbol: Ints, suffix: Ints, parting: cython.Py_ssize_t) -> cython.int:
    """Return the length of the longest part that stands both before ``parting`` and after it.

    ``suffix`` is what :func:`sort_suffixes` made of ``symbol``, whose symbol at ``parting`` stands
    nowhere else. Suffixes that have most in common are neighbours in their order; what they share
    is counted in the order of the places, where it falls by one at most (Kasai and others 2001).
    O(length).
    """
    n: cython.Py_ssize_t = len(symbol)
    rank: Ints = array("i", bytes(4 * n))
    for i in range(n):
        rank[suffix[i]] = i
    longest: cython.int = 0
    length: cython.int = 0
    for i in range(n):
        if rank[i] == 0:
            continue
        j: cython.Py_ssize_t = suffix[rank[i] - 1]
        # The closing 0 is like nothing else.
        while symbol[i + length] == symbol[j + length]:
            length += 1
        if length > longest and (i < parting) != (j < parting):
            longest = length
        if length > 0:
            length -= 1
    return longest
