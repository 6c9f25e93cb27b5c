"""Kernel of the candidates: every list on a page that could be its comments.

An anchor is a short text that every comment has one of: a date, a control, a name. Anchors of the
same signature, wherever they stand, mark one post each: the largest element around an anchor that
holds neither the one before nor the one after is its territory, and the height that most
territories have is the posts' height. This finds siblings, replies inside comments, comments in
parents of their own, at any depth, by one rule.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import Analysis
    from cython.cimports.scrapy_treesim.comments._leaves_cy import (
        CONTROL,
        NUMBER,
        SAYS,
        SHORT,
        TEXT,
        WHEN,
        Leaves,
    )  # fmt: skip
    from cython.cimports.scrapy_treesim.comments.constants import *
    from cython.cimports.scrapy_treesim.tree._hashing_cy import HashTable, mixed
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.analysis._analysis_cy import Analysis
    from scrapy_treesim.comments._leaves_cy import CONTROL, NUMBER, SAYS, SHORT, TEXT, WHEN, Leaves
    from scrapy_treesim.comments.constants import *
    from scrapy_treesim.tree._hashing_cy import HashTable, mixed


@cython.cclass
class Threads:
    """The candidates of one page: lists of posts, each a span of nodes that share a parent."""

    def __init__(self, leaves: Leaves, max_posts: int, max_visits: int) -> None:
        n = len(leaves.analysis.tag)
        texts = leaves.analysis.texts[n]
        self.leaves = leaves
        self.analysis = leaves.analysis
        zero = array("i", [0])
        # Few pages have nearly as many posts as there may be.
        self.low = zero * min(max_posts, n + 64)
        self.high = zero * min(max_posts, n + 64)
        self.first_post = zero * (MAX_THREADS + 1)
        self.source = zero * MAX_THREADS
        self.extended = zero * MAX_THREADS
        self.max_posts = max_posts
        self.posts = 0
        self.count = 0
        self._visits = max_visits
        self._groups = HashTable(max(texts, n // 4))
        entries = max(5 * texts, n) + 8
        self._leaf = zero * entries
        self._next = zero * entries
        self._first = zero * entries
        self._last = zero * entries
        self._counts = zero * entries
        self._kinds = zero * entries
        self._entries = 0
        self._seen = HashTable()
        self._anchors = zero * (min(texts, MAX_POSTS) + 1)
        self._tags = zero * MAX_HEIGHTS
        self._heights = zero * MAX_HEIGHTS
        self._votes = zero * MAX_HEIGHTS

    # Threads read.

    @cython.ccall
    @cython.exceptval(-1, check=False)
    def size(self, thread: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """The number of a thread's posts."""
        return self.first_post[thread + 1] - self.first_post[thread]

    @cython.locals(post=cython.Py_ssize_t)
    def spans_of(self, thread: cython.Py_ssize_t) -> list[tuple[int, int]]:
        """The nodes of each post of a thread, the last one of each excluded."""
        spans: list[tuple[int, int]] = []
        for post in range(self.first_post[thread], self.first_post[thread + 1]):
            spans.append((self.low[post], self.high[post]))
        return spans

    # Groups of what has one key.

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(entry=cython.int, group=cython.int, known=cython.int)
    def _enter(self, key: cython.uint, kind: cython.int, leaf: cython.int) -> cython.int:
        """Put a node into the group of a key; return the group."""
        entry = self._entries
        known = self._groups.count
        group = self._groups.enter(key)
        if group == known:
            self._first[group] = entry
            self._counts[group] = 0
            self._kinds[group] = kind
        else:
            # The same node twice is one.
            if self._leaf[self._last[group]] == leaf:
                return group
            self._next[self._last[group]] = entry
        self._last[group] = entry
        self._counts[group] += 1
        self._leaf[entry] = leaf
        self._next[entry] = -1
        self._entries += 1
        return group

    @cython.locals(
        analysis=Analysis, leaves=Leaves, number=cython.int, kind=cython.int, node=cython.int,
        above=cython.int, source=cython.int, tags=cython.uint, names=cython.uint, _step=cython.int,
        group=cython.int,
    )  # fmt: skip
    def add_anchored(self) -> None:
        """The territories of anchors."""
        self._groups.clear()
        self._entries = 0
        analysis = self.analysis
        leaves = self.leaves
        for number in range(analysis.texts[len(analysis.tag)]):
            kind = leaves.kind[number]
            if kind == TEXT:
                continue
            node = analysis.text_node[number]
            above = analysis.parent[node]
            if above < 0:
                continue
            source = BY_LINK
            if kind == WHEN:
                source = BY_WHEN
            elif kind == CONTROL:
                source = BY_CONTROL
            elif kind == SHORT or kind == NUMBER:
                source = BY_TEXT
            tags = mixed(kind + 1, analysis.tag[above])
            if kind == WHEN:
                self._enter(7, source, node)
                self._enter(mixed(tags, 3), source, node)
            elif kind == CONTROL or leaves.bits[number] != 0 or leaves.chars[number] > 2:
                # The same words, wherever they stand.
                self._enter(mixed(analysis.hashes[number], 11), source, node)
            names = mixed(tags, analysis.name[above])
            for _step in range(2):
                above = analysis.parent[above]
                if above <= 0:
                    break
                tags = mixed(tags, analysis.tag[above])
                names = mixed(names, analysis.tag[above])
                names = mixed(names, analysis.name[above])
            self._enter(tags, source, node)
            self._enter(mixed(names, 5), source, node)
        for group in range(self._groups.count):
            if self._counts[group] >= 2:
                self._add_territories(group)

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, n=cython.int, count=cython.int, entry=cython.int, kinds=cython.int,
        best=cython.int, i=cython.int, node=cython.int, height=cython.int, kind=cython.int,
        second=cython.int,
    )  # fmt: skip
    def _add_territories(self, group: cython.int) -> cython.void:
        analysis = self.analysis
        n = len(analysis.tag)
        count = 0
        entry = self._first[group]
        while entry >= 0 and count < MAX_POSTS:
            self._anchors[count] = self._leaf[entry]
            count += 1
            entry = self._next[entry]
        self._anchors[count] = n
        kinds = 0
        best = -1
        for i in range(count):
            node = self._territory(i)
            if self._visits < 0:
                return
            height = analysis.depth[self._anchors[i]] - analysis.depth[node]
            kind = 0
            while kind < kinds and not (
                self._tags[kind] == analysis.tag[node] and self._heights[kind] == height
            ):
                kind += 1
            if kind == kinds:
                if kinds == MAX_HEIGHTS:
                    continue
                self._tags[kind] = analysis.tag[node]
                self._heights[kind] = height
                self._votes[kind] = 0
                kinds += 1
            self._votes[kind] += 1
            if best < 0 or self._votes[kind] > self._votes[best]:
                best = kind
        second = -1
        for kind in range(kinds):
            if kind != best and (second < 0 or self._votes[kind] > self._votes[second]):
                second = kind
        self._climb(count, self._heights[best], self._kinds[group])
        if second >= 0 and self._heights[second] != self._heights[best]:
            self._climb(count, self._heights[second], self._kinds[group])

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        analysis=Analysis, before=cython.int, after=cython.int, node=cython.int, above=cython.int,
    )  # fmt: skip
    def _territory(self, i: cython.int) -> cython.int:
        """The largest element around an anchor that holds neither neighbour."""
        analysis = self.analysis
        before = self._anchors[i - 1] if i > 0 else -1
        after = self._anchors[i + 1]
        node = self._anchors[i]
        above = analysis.parent[node]
        while above > 0 and above > before and above + analysis.size[above] <= after:
            node = above
            above = analysis.parent[node]
            self._visits -= 1
        return node

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, start=cython.int, last=cython.int, i=cython.int, node=cython.int,
        step=cython.int,
    )  # fmt: skip
    def _climb(self, count: cython.int, height: cython.int, source: cython.int) -> cython.void:
        """Posts of one height above the anchors; none that would hold the post before."""
        analysis = self.analysis
        if height == 0:
            return
        start = self.posts
        last = -1
        for i in range(count):
            node = self._anchors[i]
            step = 0
            while step < height and analysis.parent[node] > 0:
                node = analysis.parent[node]
                step += 1
            self._visits -= step
            if step < height or node <= last or (i > 0 and node <= self._anchors[i - 1]):
                continue
            self._add_post(node, node + analysis.size[node])
            last = node
        self._end_thread(start, source, 0)

    # Threads in the making.

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    def _add_post(self, low: cython.int, high: cython.int) -> cython.int:
        """Add a post, if it has text; return how many there are."""
        if self.posts < self.max_posts and self.analysis.texts[high] > self.analysis.texts[low]:
            if self.posts == len(self.low):
                self._grow()
            self.low[self.posts] = low
            self.high[self.posts] = high
            self.posts += 1
        return self.posts

    @cython.cfunc
    def _grow(self) -> cython.void:
        """Make room for twice as many posts, or for as many as there may be."""
        size = min(2 * len(self.low), self.max_posts)
        self.low = longer(self.low, size)
        self.high = longer(self.high, size)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(
        analysis=Analysis, count=cython.int, plain=cython.int, key=cython.uint, post=cython.int,
        low=cython.int, high=cython.int,
    )  # fmt: skip
    def _end_thread(
        self, start: cython.int, source: cython.int, extended: cython.int
    ) -> cython.int:
        """Keep the posts since ``start`` as a thread, unless it is known, too short or silent.

        Returns how many threads there are.
        """
        analysis = self.analysis
        count = self.posts - start
        if count < (1 if source == BY_SINGLE else 2) or self.count >= MAX_THREADS:
            self.posts = start
            return self.count
        plain = 0
        key = 0
        for post in range(start, self.posts):
            low = analysis.texts[self.low[post]]
            high = analysis.texts[self.high[post]]
            key = mixed(mixed(key, low), high)
            plain += self.leaves.plain[self.high[post]] - self.leaves.plain[self.low[post]]
        if plain < 2 * count or (count > 20 and plain < 8 * count):
            self.posts = start
            return self.count
        if self._seen.enter(key) < self.count:
            self.posts = start
            return self.count
        self.first_post[self.count] = start
        self.source[self.count] = source
        self.extended[self.count] = extended
        self.count += 1
        self.first_post[self.count] = self.posts
        if extended == 0 and source != BY_SINGLE:
            self._add_runs(self.count - 1)
            self._add_without_first(self.count - 1)
        return self.count

    @cython.cfunc
    @cython.locals(first=cython.int, stop=cython.int, start=cython.int, post=cython.int)
    def _add_without_first(self, thread: cython.int) -> cython.void:
        """Add the posts inside the first where that holds all of them: it may be the article."""
        first = self.first_post[thread]
        stop = self.first_post[thread + 1]
        if stop - first < 3 or self.high[first] < self.high[stop - 1]:
            return
        start = self.posts
        for post in range(first + 1, stop):
            self._add_post(self.low[post], self.high[post])
        self._end_thread(start, self.source[thread], 0)

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, first=cython.int, stop=cython.int, above=cython.int,
        inside=cython.longlong, between=cython.longlong, dated=cython.int, quiet=cython.bint,
        most=cython.int, post=cython.int, siblings=cython.int, node=cython.int, end=cython.int,
        start=cython.int, high=cython.int, steps=cython.int, low=cython.int,
    )  # fmt: skip
    def _add_runs(self, thread: cython.int) -> cython.void:
        """Add siblings with texts between them: each with what follows it, each with what precedes
        it."""
        analysis = self.analysis
        first = self.first_post[thread]
        stop = self.first_post[thread + 1]
        above = analysis.parent[self.low[first]]
        inside = 0
        between = 0
        dated = 0
        most = 0
        for post in range(first, stop):
            if analysis.parent[self.low[post]] != above:
                return
            inside += self.leaves.plain[self.high[post]] - self.leaves.plain[self.low[post]]
            if post + 1 < stop:
                if self.low[post + 1] < self.high[post]:
                    return
                between += self.leaves.plain[self.low[post + 1]]
                between -= self.leaves.plain[self.high[post]]
                if self.leaves.whens[self.low[post + 1]] > self.leaves.whens[self.high[post]]:
                    dated += 1
                siblings = 0
                node = self.high[post]
                while node < self.low[post + 1]:
                    siblings += 1
                    node += analysis.size[node]
                self._visits -= siblings
                most = max(most, siblings)
        quiet = 10 * between < 3 * inside and 2 * dated < stop - first - 1
        if quiet or most == 0 or self._visits < 0:
            return
        end = above + analysis.size[above]
        start = self.posts
        for post in range(first, stop):
            high = self.low[post + 1] if post + 1 < stop else self.high[post]
            if post + 1 == stop:
                steps = 0
                while high < end and steps < most:
                    high += analysis.size[high]
                    steps += 1
            self._add_post(self.low[post], high)
        self._end_thread(start, self.source[thread], 1)
        start = self.posts
        for post in range(first, stop):
            if post > first:
                low = self.high[post - 1]
            else:
                # As many siblings before the first as stand between posts at most.
                low = self._before(above, self.low[post], most)
            self._add_post(low, self.high[post])
        self._end_thread(start, self.source[thread], 2)

    @cython.cfunc
    @cython.exceptval(-1, check=False)
    @cython.locals(analysis=Analysis, total=cython.int, child=cython.int)
    def _before(self, above: cython.int, node: cython.int, steps: cython.int) -> cython.int:
        """The sibling that stands so many places before a node, or the first."""
        analysis = self.analysis
        total = 0
        child = above + 1
        while child < node:
            total += 1
            child += analysis.size[child]
        self._visits -= total
        child = above + 1
        while total > steps:
            child += analysis.size[child]
            total -= 1
        return child

    @cython.locals(
        analysis=Analysis, n=cython.int, way=cython.int, node=cython.int, key=cython.uint,
        group=cython.int, start=cython.int, entry=cython.int, leaves=Leaves, able=Ints,
        count=cython.int, place=cython.int, stop=cython.int,
    )  # fmt: skip
    def add_alike(self) -> None:
        """Siblings, and nodes anywhere, of one tag and class, or one path."""
        analysis = self.analysis
        leaves = self.leaves
        n = len(analysis.tag)
        # The elements that say something.
        able = array("i", bytes(4 * n))
        count = 0
        for node in range(1, n):
            stop = node + analysis.size[node]
            if (
                analysis.tag[node] != 0
                and leaves.plain[stop] - leaves.plain[node] >= 2
                and analysis.texts[stop] != analysis.texts[node]
            ):
                able[count] = node
                count += 1
        for way in range(4):
            self._groups.clear()
            self._entries = 0
            for place in range(count):
                node = able[place]
                if way == 0:
                    key = mixed(mixed(analysis.parent[node], analysis.tag[node]), 1)
                elif way == 1:
                    key = mixed(mixed(analysis.parent[node], analysis.tag[node]), 2)
                    key = mixed(key, analysis.name[node])
                elif analysis.name[node] == 0:
                    continue
                elif way == 2:
                    key = mixed(mixed(analysis.tag[node], analysis.name[node]), 3)
                else:
                    key = mixed(analysis.named[node], 4)
                self._enter(key, BY_SIBLINGS if way < 2 else BY_PATH, node)
            for group in range(self._groups.count):
                if self._counts[group] < 2 or self._visits < 0:
                    continue
                start = self.posts
                entry = self._first[group]
                while entry >= 0 and self.posts - start < MAX_POSTS:
                    node = self._leaf[entry]
                    self._add_post(node, node + analysis.size[node])
                    entry = self._next[entry]
                    self._visits -= 1
                self._end_thread(start, self._kinds[group], 0)

    @cython.locals(
        analysis=Analysis, leaves=Leaves, number=cython.int, kind=cython.int, node=cython.int,
        _step=cython.int, high=cython.int, chars=cython.int, start=cython.int,
    )  # fmt: skip
    def add_singles(self) -> None:
        """Every small element around a date or a control, as the one comment of its page."""
        analysis = self.analysis
        leaves = self.leaves
        for number in range(analysis.texts[len(analysis.tag)]):
            kind = leaves.kind[number]
            if kind != WHEN and kind != CONTROL and not leaves.bits[number] & SAYS:
                continue
            node = analysis.text_node[number]
            for _step in range(MAX_SINGLE_STEPS):
                node = analysis.parent[node]
                if node <= 0:
                    break
                high = node + analysis.size[node]
                if leaves.whens[high] - leaves.whens[node] > 2:
                    break
                chars = analysis.chars[high] - analysis.chars[node]
                if chars > MAX_SINGLE_CHARS:
                    break
                if leaves.plain[high] - leaves.plain[node] < 2:
                    continue
                start = self.posts
                self._add_post(node, high)
                self._end_thread(start, BY_SINGLE, 0)


@cython.cfunc
def longer(values: Ints, size: cython.Py_ssize_t) -> Ints:
    """An array with the same numbers and more room."""
    found: Ints = array("i", bytes(4 * size))
    found[: len(values)] = values
    return found


@cython.locals(node=cython.Py_ssize_t, held=cython.int)
def chars_in(tag: Ints, size: Ints, chars: Ints, wanted: cython.int) -> int:
    """Characters in elements of a tag; ``chars`` are sums over the nodes before each."""
    held = 0
    for node in range(len(tag)):
        if tag[node] == wanted:
            held += chars[node + size[node]] - chars[node]
    return held
