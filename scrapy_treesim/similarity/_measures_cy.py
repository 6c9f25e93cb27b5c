# cython: cdivision=True
"""Kernels of the measures by matching subtrees and by edits, each memoised on pairs of shapes.

The edit distance (Zhang and Shasha 1989) of two subtrees depends on their shapes alone, so that a
keyroot (a node that is not its parent's first child) is processed once for all equal ones: a list
of forty rows of one shape costs as much as one row.
"""

from __future__ import annotations

from array import array
from math import sqrt

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Ints
from scrapy_treesim.tree.shapes import ShapeTable

_UNKNOWN = -1
"""Marker of a similarity or size not computed yet."""


class SimpleTreeMatching:
    """Simple tree matching (Gong, algorithm 1; Song 2011's ordered matching), exact.

    ``STM(A, B)`` is 0 where the roots' tags differ, else 1 + the best order-preserving one-to-one
    alignment of the children, weighted by their own STM; ``sim = 2 STM(A, B) / (|A| + |B|)``.

    Song's ordered matching maximises ``sum (|A_i| + |B_j|) sim(A_i, B_j)`` over such alignments and
    takes that sum plus 2 over ``|A| + |B|``. Written out, ``(|A| + |B|) sim(A, B)`` is 2 for the
    roots and 2 more for every matched pair below: twice the number of nodes counted by simple tree
    matching. The two are one measure under two names; the tests compare it with Song's own
    recursion.

    O(m n) for a pair of nodes with m and n children, after equal children at either end are left
    out: an optimal alignment always pairs them with each other.
    """

    _tag: list[int]
    """Tag of each shape of the table."""
    _size: list[int]
    """Nodes of each shape."""
    _children: list[tuple[int, ...]]
    """Shapes of each shape's children."""
    _memo: dict[int, int]
    """Numbers of matched nodes, by pair of shapes."""

    def __init__(self, table: ShapeTable) -> None:
        self._tag = table.tag
        self._size = table.size
        self._children = table.children
        self._memo = {}

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        return 2.0 * self.matched(a, b) / (self._size[a] + self._size[b])

    @cython.ccall
    @cython.locals(x=cython.longlong, y=cython.longlong)
    def matched(self, a: cython.int, b: cython.int) -> cython.int:
        """Count the nodes of the largest order-preserving top-down matching: STM itself."""
        value: cython.int = self._weight(a, b)
        if value != _UNKNOWN:
            return value
        pending: list[tuple[int, int]] = [(a, b)]
        while pending:
            x, y = pending[-1]
            value = self._weight(x, y)
            if value == _UNKNOWN:
                value = self._align(x, y, pending)
            if value != _UNKNOWN:
                self._memo[(x << 32 | y) if x < y else (y << 32 | x)] = value
                pending.pop()
        return value

    def _weight(self, a: cython.longlong, b: cython.longlong) -> cython.int:
        """STM without alignment: of trivial pairs, or from memory; else ``_UNKNOWN``."""
        if a == b:
            return self._size[a]
        if self._tag[a] != self._tag[b]:
            return 0
        if self._size[a] == 1 or self._size[b] == 1:
            return 1
        return self._memo.get((a << 32 | b) if a < b else (b << 32 | a), _UNKNOWN)

    @cython.locals(
        last_a=cython.int, last_b=cython.int, u=cython.int, v=cython.int, us=tuple, vs=tuple,
    )  # fmt: skip
    def _align(self, a: cython.int, b: cython.int, pending: list[tuple[int, int]]) -> cython.int:
        """STM of two shapes, or ``_UNKNOWN`` after adding missing pairs to ``pending``."""
        sizes = self._size
        us, vs = self._children[a], self._children[b]
        total: cython.int = 1
        first: cython.int = 0
        last_a, last_b = len(us), len(vs)
        while first < last_a and first < last_b and us[first] == vs[first]:
            total += sizes[us[first]]
            first += 1
        while last_a > first and last_b > first and us[last_a - 1] == vs[last_b - 1]:
            last_a -= 1
            last_b -= 1
            total += sizes[us[last_a]]
        if first == last_a or first == last_b:
            return total
        missing: cython.bint = False
        distinct = set(vs[first:last_b])
        for u in set(us[first:last_a]):
            for v in distinct:
                if self._weight(u, v) == _UNKNOWN:
                    pending.append((u, v))
                    missing = True
        if missing:
            return _UNKNOWN
        row: Ints = array("i", bytes(4 * (last_b - first + 1)))
        for i in range(first, last_a):
            u = us[i]
            diagonal: cython.int = 0
            for j in range(first, last_b):
                above: cython.int = row[j - first + 1]
                best: cython.int = above if above > row[j - first] else row[j - first]
                weight: cython.int = self._weight(u, vs[j])
                if weight and diagonal + weight > best:
                    best = diagonal + weight
                row[j - first + 1] = best
                diagonal = above
        return total + row[last_b - first]


NO_KIDS: dict[int, int] = {}


class FreeMatching:
    """Free matching of subtrees (Song 2011, equations 1 and 2), exact.

    0 if the tags of the roots differ; ``2 / (|A| + |B|)`` if one tree is a single node; else
    ``(2 + sum_i |A_i| max_j sim(A_i, B_j) + sum_j |B_j| max_i sim(A_i, B_j)) / (|A| + |B|)``:
    a child may be the best match of many, so lists of different lengths still match.

    The order of children does not matter, so shapes that differ only in it are one *form* here, and
    equal children are counted, not compared again.
    """

    _table: ShapeTable
    """Table of the shapes."""
    _form: list[int]
    """Form of each shape."""
    _tag: list[int]
    """Tag of each form."""
    _size: list[int]
    """Number of nodes of each form."""
    _kids: list[dict[int, int]]
    """Number of children of each form, by the child's form."""
    _form_numbers: dict[int | tuple[int, frozenset[tuple[int, int]]], int]
    """Numbers of the forms, by tag and children."""
    _memo: dict[int, float]
    """Similarities by pair of forms."""

    def __init__(self, table: ShapeTable) -> None:
        self._table = table
        self._form = []
        self._tag = []
        self._size = []
        self._kids = []
        self._form_numbers = {}
        self._memo = {}

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        return self.compare(a, b)

    @cython.ccall
    @cython.locals(x=cython.longlong, y=cython.longlong, us=dict, vs=dict)
    def compare(self, a: cython.int, b: cython.int) -> cython.double:
        """Similarity in [0, 1] of two shapes, for callers compiled against the class."""
        if len(self._form) < len(self._table.tag):
            self._extend()
        x, y = self._form[a], self._form[b]
        value: cython.double = self._similarity(x, y)
        if value != _UNKNOWN:
            return value
        pending: list[tuple[int, int]] = [(x, y)]
        while pending:
            x, y = pending[-1]
            value = self._similarity(x, y)
            if value == _UNKNOWN:
                us, vs = self._kids[x], self._kids[y]
                if not self._ready(us, vs, pending):
                    continue
                value = (2.0 + self._one_way(us, vs) + self._one_way(vs, us)) / (
                    self._size[x] + self._size[y]
                )
                self._memo[(x << 32 | y) if x < y else (y << 32 | x)] = value
            pending.pop()
        return value

    def _extend(self) -> cython.void:
        """Give a form to every new shape; children come before their parents."""
        table = self._table
        for shape in range(len(self._form), len(table.tag)):
            counts: dict[int, int] = NO_KIDS
            if table.children[shape]:
                counts = {}
                for child in table.children[shape]:
                    kid: cython.int = self._form[child]
                    counts[kid] = counts.get(kid, 0) + 1
            # Leaves are many: they share one count, and their tag alone is their key.
            key = (table.tag[shape], frozenset(counts.items())) if counts else table.tag[shape]
            form: cython.int = self._form_numbers.get(key, -1)
            if form < 0:
                form = len(self._tag)
                self._form_numbers[key] = form
                self._tag.append(table.tag[shape])
                self._size.append(table.size[shape])
                self._kids.append(counts)
            self._form.append(form)

    def _similarity(self, a: cython.longlong, b: cython.longlong) -> cython.double:
        """Similarity of two forms without matching: of trivial pairs, or from memory."""
        if a == b:
            return 1.0
        if self._tag[a] != self._tag[b]:
            return 0.0
        if self._size[a] == 1 or self._size[b] == 1:
            return 2.0 / (self._size[a] + self._size[b])
        return self._memo.get((a << 32 | b) if a < b else (b << 32 | a), _UNKNOWN)

    @cython.locals(u=cython.int, v=cython.int)
    def _ready(
        self, us: dict[int, int], vs: dict[int, int], pending: list[tuple[int, int]]
    ) -> cython.bint:
        """Tell whether all needed pairs have a similarity; missing ones go on ``pending``."""
        missing: cython.bint = False
        for u in us:
            for v in vs:
                # A child on both sides matches itself.
                if (u not in vs or v not in us) and self._similarity(u, v) == _UNKNOWN:
                    pending.append((u, v))
                    missing = True
        return not missing

    @cython.locals(u=cython.int, v=cython.int, count=cython.int)
    def _one_way(self, us: dict[int, int], vs: dict[int, int]) -> cython.double:
        """``sum_i |A_i| max_j sim(A_i, B_j)``."""
        total: cython.double = 0.0
        for u, count in us.items():
            best: cython.double = 0.0
            if u in vs:
                best = 1.0
            else:
                for v in vs:
                    value: cython.double = self._similarity(u, v)
                    if value > best:
                        best = value
            total += count * self._size[u] * best
        return total


MAX_REMEMBERED = 1_000
"""Largest size of a shape with a stored outline: a deep page has as many large shapes as nodes."""


class LeafPaths:
    """Leaf-path similarity of subtrees (Zhu 2013, section 3.3), exact; 0 if the roots differ.

    A leaf path is the set of its <tag, index among the parent's children> pairs, from the subtree's
    root (its own index does not count) to a leaf. Two paths compare by the cosine of their binary
    vectors. Every path takes its best match in the other tree, weighted by its length in nodes:
    ``(sum_i max_j s(i,j) len_i + sum_j max_i s(i,j) len_j) / (sum len_i + sum len_j)``.

    O(leaves of one * nodes of the other): paths with a common beginning share the counting.
    """

    _table: ShapeTable
    """Table of the shapes."""
    _outlines: dict[int, Outline]
    """Outlines read so far, by shape."""
    _memo: dict[int, float]
    """Similarities by pair of shapes."""
    _tokens: dict[int, int]
    """Number of each <tag, index> pair."""
    _mark: array[int]
    """Stamp of the last path with each token."""
    _stamp: cython.int
    """Number of the current path: a token with another stamp is not on it."""

    def __init__(self, table: ShapeTable) -> None:
        self._table = table
        self._outlines = {}
        self._memo = {}
        self._tokens = {}
        self._mark = array("i")
        self._stamp = 0

    def __call__(self, a: int, b: int) -> float:
        """Similarity in [0, 1] of two shapes of the table."""
        if a == b:
            return 1.0
        if self._table.tag[a] != self._table.tag[b]:
            return 0.0
        key = (a << 32 | b) if a < b else (b << 32 | a)
        value = self._memo.get(key)
        if value is None:
            x, y = self.outline(a), self.outline(b)
            value = (self._one_way(x, y) + self._one_way(y, x)) / (x.total + y.total)
            self._memo[key] = value
        return value

    def outline(self, shape: int) -> Outline:
        """The outline of a shape, stored unless it is large; O(nodes)."""
        outline = self._outlines.get(shape)
        if outline is None:
            outline = self._read(shape)
            if self._table.size[shape] <= MAX_REMEMBERED:
                self._outlines[shape] = outline
            if len(self._tokens) > len(self._mark):
                self._mark = array("i", bytes(8 * len(self._tokens)))
        return outline

    @cython.locals(
        current=cython.int, token=cython.int, above=cython.int, level=cython.int,
        distinct=cython.int, node=cython.int,
    )  # fmt: skip
    def _read(self, shape: cython.int) -> Outline:
        table = self._table
        outline: Outline = Outline(table.size[shape])
        on_path: dict[int, int] = {}
        # (shape, its token, parent), or, at the end of the shape, (-1, its token, 0).
        pending = [(shape, self._token(0, table.tag[shape]), -1)]
        level = distinct = node = 0
        while pending:
            current, token, above = pending.pop()
            if current < 0:
                level -= 1
                on_path[token] -= 1
                distinct -= on_path[token] == 0
                continue
            level += 1
            on_path[token] = on_path.get(token, 0) + 1
            distinct += on_path[token] == 1
            outline.token[node] = token
            outline.above[node] = above
            outline.distinct[node] = distinct
            pending.append((-1, token, 0))
            kids: tuple[int, ...] = table.children[current]
            if not kids:
                outline.length[node] = level
                outline.total += level
            for index in range(len(kids) - 1, -1, -1):
                kid: cython.int = kids[index]
                pending.append((kid, self._token(index, table.tag[kid]), node))
            node += 1
        return outline

    def _token(self, index: cython.longlong, tag: cython.longlong) -> cython.int:
        return self._tokens.setdefault(index << 32 | tag, len(self._tokens))

    def _one_way(self, a: Outline, b: Outline) -> cython.double:
        """``sum_i max_j s(i,j) len_i``."""
        mark: Ints = self._mark
        shared: Ints = array("i", bytes(4 * len(b.token)))
        total: cython.double = 0.0
        for leaf in range(len(a.token)):
            if a.length[leaf] == 0:
                continue
            self._stamp += 1
            stamp: cython.int = self._stamp
            node: cython.Py_ssize_t = leaf
            while node >= 0:
                mark[a.token[node]] = stamp
                node = a.above[node]
            best: cython.double = 0.0
            for node in range(len(b.token)):
                above: cython.Py_ssize_t = b.above[node]
                common: cython.int = 0
                fresh: cython.int = 1
                if above >= 0:
                    common = shared[above]
                    fresh = b.distinct[node] - b.distinct[above]
                if fresh and mark[b.token[node]] == stamp:
                    common += 1
                shared[node] = common
                if b.length[node]:
                    value: cython.double = 1.0 * common * common / b.distinct[node]
                    if value > best:
                        best = value
            total += sqrt(best / a.distinct[leaf]) * a.length[leaf]
        return total


class Outline:
    """A shape's nodes in preorder, with the values for leaf paths."""

    token: Ints
    """Number of each node's <tag, index> pair."""
    above: Ints
    """Parent of each node, -1 for the root."""
    distinct: Ints
    """Number of different pairs from the root to each node."""
    length: Ints
    """Number of nodes from the root to each leaf; 0 for other nodes."""
    total: cython.double
    """Sum of the leaves' lengths."""

    def __init__(self, nodes: int) -> None:
        self.token = array("i", bytes(4 * nodes))
        self.above = array("i", bytes(4 * nodes))
        self.distinct = array("i", bytes(4 * nodes))
        self.length = array("i", bytes(4 * nodes))
        self.total = 0


class Forest:
    """A row of shapes in postorder, under an artificial common root. O(nodes).

    It is mirrored, which changes no distance of two such forests: on pages, a tenth less work.
    """

    tag: Ints
    """Tag of each node, in postorder."""
    leftmost: Ints
    """First node of each node's subtree; for a leaf, the leaf itself."""
    shape: Ints
    """Number of each node's shape among the different ones here."""
    keyroots: list[int]
    """One node for every shape of a keyroot; nodes in a subtree come before its root."""
    shapes: cython.int
    """Number of different shapes."""
    work: cython.longlong
    """Sum of the sizes of the keyroots' subtrees; the product for two forests is pairs of nodes."""

    def __init__(self, table: ShapeTable, row: tuple[int, ...]) -> None:
        nodes = 1
        for shape in row:
            nodes += table.size[shape]
        self.tag = array("i", bytes(4 * nodes))
        self.leftmost = array("i", bytes(4 * nodes))
        self.shape = array("i", bytes(4 * nodes))
        self.shapes = 0
        self.keyroots = []
        self.work = 0
        self._fill(table, row)

    @cython.locals(root=cython.int)
    def _fill(self, table: ShapeTable, row: tuple[int, ...]) -> cython.void:
        """Number the nodes backwards from the root, the last one; first siblings first."""
        numbers: dict[int, int] = {}
        keyroots: dict[int, int] = {}
        node: cython.int = len(self.tag) - 1
        self.tag[node] = -1
        self.leftmost[node] = 0
        # Waiting entries are shapes, or, for one that is no keyroot, its complement.
        waiting: Ints = array("i", bytes(4 * len(self.tag)))
        left: cython.Py_ssize_t = self._add(row, waiting, 0)
        while left:
            node -= 1
            left -= 1
            shape: cython.int = waiting[left]
            if shape < 0:
                shape = ~shape
            elif shape not in keyroots:
                keyroots[shape] = node
            number: cython.int = numbers.get(shape, -1)
            if number < 0:
                number = len(numbers)
                numbers[shape] = number
            self.tag[node] = table.tag[shape]
            self.leftmost[node] = node - table.size[shape] + 1
            self.shape[node] = number
            left = self._add(table.children[shape], waiting, left)
        self.shape[len(self.tag) - 1] = len(numbers)
        self.shapes = len(numbers) + 1
        # A child's shape is smaller than its parent's.
        self.keyroots = [keyroots[shape] for shape in sorted(keyroots)]
        self.keyroots.append(len(self.tag) - 1)
        for root in self.keyroots:
            self.work += root - self.leftmost[root] + 1

    def _add(
        self, row: tuple[int, ...], waiting: Ints, left: cython.Py_ssize_t
    ) -> cython.Py_ssize_t:
        """Push a row of siblings on ``waiting``, the first one on top; return the new length."""
        count: cython.Py_ssize_t = len(row)
        for k in range(count):
            shape: cython.int = row[count - 1 - k]
            waiting[left] = shape if k else ~shape
            left += 1
        return left


@cython.locals(i=cython.int, j=cython.int)
def edit_distance(x: Forest, y: Forest) -> cython.int:
    """The least number of insertions, deletions and renamings from one forest to the other.

    O(``x.work`` * ``y.work``); memory of ``x.shapes * y.shapes`` plus ``(nodes of x + 1) * (nodes
    of y + 1)`` numbers.
    """
    trees: Ints = array("i", bytes(4 * x.shapes * y.shapes))
    forests: Ints = array("i", bytes(4 * (len(x.tag) + 1) * (len(y.tag) + 1)))
    for i in x.keyroots:
        for j in y.keyroots:
            _fill_distances(x, y, i, j, trees, forests)
    return trees[x.shapes * y.shapes - 1]


def _fill_distances(
    x: Forest,
    y: Forest,
    last_x: cython.Py_ssize_t,
    last_y: cython.Py_ssize_t,
    trees: Ints,
    forests: Ints,
) -> cython.void:
    """Fill in the distances of the subtrees on the left edges of two keyroots' subtrees."""
    leftmost_x: Ints = x.leftmost
    leftmost_y: Ints = y.leftmost
    shape_y: Ints = y.shape
    tag_y: Ints = y.tag
    first_x: cython.Py_ssize_t = leftmost_x[last_x]
    first_y: cython.Py_ssize_t = leftmost_y[last_y]
    # forests[r * width + c]: distance of one subtree's first r nodes and the other's first c.
    width: cython.Py_ssize_t = last_y - first_y + 2
    for c in range(width):
        forests[c] = c
    for i in range(first_x, last_x + 1):
        row: cython.Py_ssize_t = (i - first_x + 1) * width
        before: cython.Py_ssize_t = (leftmost_x[i] - first_x) * width
        base: cython.Py_ssize_t = x.shape[i] * y.shapes
        tag: cython.int = x.tag[i]
        forests[row] = i - first_x + 1
        for j in range(first_y, last_y + 1):
            c = j - first_y + 1
            best: cython.int = forests[row - width + c] + 1
            if forests[row + c - 1] + 1 < best:
                best = forests[row + c - 1] + 1
            if before == 0 and leftmost_y[j] == first_y:
                candidate: cython.int = forests[row - width + c - 1] + (tag != tag_y[j])
                if candidate < best:
                    best = candidate
                trees[base + shape_y[j]] = best
            else:
                candidate = forests[before + leftmost_y[j] - first_y] + trees[base + shape_y[j]]
                if candidate < best:
                    best = candidate
            forests[row + c] = best
