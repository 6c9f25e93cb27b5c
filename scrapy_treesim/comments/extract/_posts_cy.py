"""Kernel of the posts: which texts are each post's own, and which stand in one column.

Texts of several posts are a column where they stand on the same path below their post, as the
first, second ... there (or the last, last but one ...): where one post has its author, all have.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, UInts
from scrapy_treesim.analysis._analysis_cy import Analysis, cues_in
from scrapy_treesim.comments._leaves_cy import Leaves
from scrapy_treesim.comments.constants import *
from scrapy_treesim.tree import tags as html
from scrapy_treesim.tree._hashing_cy import HashTable, mixed
from scrapy_treesim.tree.constants import FNV_PRIME, FNV_SEED, MASK32
from scrapy_treesim.values.constants import OF_POSTS, ONLY_STARS
from scrapy_treesim.values.constants import STARS as OF_STARS

CUES = "author time body quoted signed rated scored aside edited indented asked called".split()
MEANINGS = "since edited label voted role answered moment stars".split()
STARRED = 1 << MEANINGS.index("stars")
LINK_TAG = cython.declare(cython.int, html.NUMBER["a"])
TAG_BITS = {"quote": 1 << 14, "time": 1 << 15, "strong": 1 << 16, "head": 1 << 17}


@cython.cclass
class Posts:
    """The posts of one thread, spans of nodes in page order, outer ones first.

    Arrays over their own texts, post by post, are filled by the steps below, in their order.

    Raises:
        ValueError: the spans are in another order, overlap, or lie outside the page.
    """

    def __init__(self, leaves: Leaves, low: array[int], high: array[int]) -> None:
        analysis = leaves.analysis
        count = len(low)
        check_spans(low, high, len(analysis.tag))
        self.leaves = leaves
        self.analysis: Analysis = analysis
        self.low: Ints = low
        self.high: Ints = high
        self.count: cython.int = count
        self.start: cython.int = low[0]
        nodes = max(high) - low[0]
        size = analysis.texts[max(high)] - analysis.texts[low[0]] + 1
        self.holder: Ints = array("i", [-1]) * count
        self.first_own: Ints = array("i", bytes(4 * (count + 1)))
        self.own: Ints = array("i", bytes(4 * size))
        self.post: Ints = array("i", bytes(4 * size))
        self.owned: cython.int = 0
        self.told: Ints = array("i", bytes(4 * (nodes + 1)))
        self.about: Ints = array("i", bytes(4 * size))
        self.words: Ints = array("i", bytes(4 * size))
        self.counted: Ints = array("i", bytes(4 * size))
        self.small: Ints = array("i", bytes(4 * size))
        self.last: Ints = array("i", bytes(4 * size))
        self.letters: UInts = array("I", bytes(4 * size))
        self.same: Ints = array("i", bytes(4 * size))
        self.alike: Ints = array("i", bytes(4 * size))
        self.ahead: Ints = array("i", bytes(4 * size))
        self.behind: Ints = array("i", bytes(4 * size))
        self.dated: Ints = array("i", [-1]) * count
        self.rated: Ints = array("i", [-1]) * count
        self.columns: cython.int = 0
        self.first_entry: Ints = array("i", bytes(4 * (2 * size + 2)))
        self.entry: Ints = array("i", bytes(4 * (2 * size + 2)))
        self._paths: UInts = array("I", bytes(4 * size))
        self._table: HashTable = HashTable()
        room = 6 * size + 64
        self._numbers: Ints = array("i", bytes(4 * room))
        self._stamps: Ints = array("i", bytes(4 * room))
        self._times: Ints = array("i", bytes(4 * room))

    @cython.ccall
    def take_texts(self) -> None:
        """Hand each text to the innermost post around it, each post to the one around it."""
        analysis: Analysis = self.analysis
        base: cython.int = analysis.texts[self.low[0]]
        size: cython.int = len(self.own) - 1
        owners: Ints = array("i", bytes(4 * (size + 1)))
        stack: Ints = array("i", bytes(4 * (self.count + 1)))
        depth: cython.int = 0
        post: cython.int = 0
        for place in range(size + 1):
            # One step more than texts: posts that begin after the last of them.
            node: cython.int = (
                analysis.text_node[base + place] if place < size else len(analysis.tag)
            )
            while post < self.count and self.low[post] <= node:
                while depth > 0 and self.high[stack[depth - 1]] <= self.low[post]:
                    depth -= 1
                if depth > 0:
                    self.holder[post] = stack[depth - 1]
                stack[depth] = post
                depth += 1
                post += 1
            while depth > 0 and self.high[stack[depth - 1]] <= node:
                depth -= 1
            owner: cython.int = stack[depth - 1] if depth > 0 and place < size else -1
            owners[place] = owner
            if owner >= 0:
                self.first_own[owner + 1] += 1
                self.owned += 1
        for post in range(self.count):
            self.first_own[post + 1] += self.first_own[post]
            stack[post] = self.first_own[post]
        for place in range(size):
            owner = owners[place]
            if owner >= 0:
                self.own[stack[owner]] = base + place
                self.post[stack[owner]] = owner
                stack[owner] += 1

    @cython.ccall
    def read_names(
        self, first_attribute: Ints, attribute: Ints, value_start: Ints,
        values: Bytes, use: Ints, of_tag: Ints, symbols: Bytes,
        following: Ints, meaning: Ints,
    ) -> None:  # fmt: skip
        """Read tag, class, id and the like of posts' nodes as bits."""
        first: cython.Py_ssize_t = self.start
        last: cython.Py_ssize_t = first + len(self.told) - 1
        for node in range(first, last):
            told: cython.int = of_tag[self.analysis.tag[node]]
            content: cython.int = 0
            for entry in range(first_attribute[node], first_attribute[node + 1]):
                kind: cython.int = use[attribute[entry]]
                if kind == 0:
                    continue
                at: cython.Py_ssize_t = value_start[entry]
                stop: cython.Py_ssize_t = value_start[entry + 1]
                if kind >= INSTANT:
                    while at < stop and not 48 <= values[at] <= 57:
                        at += 1
                    if at < stop and kind == CONTENT:
                        content = DATED
                    elif at < stop:
                        told |= DATED
                    continue
                found: cython.int = cues_in(values, at, stop, symbols, following, meaning)
                # Of what is declared to have a name there is more than people.
                if found & CALLED and kind == NAMED:
                    found |= AUTHOR
                told |= found
                if kind == DECLARES and found & (AUTHOR | TIME | BODY):
                    told |= DECLARED
            # What a meta says counts where it is declared what it says.
            if told & TIME and told & DECLARED:
                told |= content
            self.told[node - first] = told

    @cython.ccall
    def find_nodes(self) -> None:
        """The first node of each post's own that bears a date, or a rating."""
        analysis: Analysis = self.analysis
        following: cython.int = 0
        for post in range(self.count):
            node: cython.int = self.low[post]
            following = post + 1
            while node < self.high[post]:
                while following < self.count and self.low[following] < node:
                    following += 1
                if following < self.count and self.low[following] == node:
                    node = self.high[following]
                    continue
                told: cython.int = self.told[node - self.start]
                if (
                    told & DATED
                    and self.dated[post] < 0
                    and (
                        told & (TIME | TIME_TAG)
                        or analysis.texts[node] == (analysis.texts[node + analysis.size[node]])
                    )
                ):
                    self.dated[post] = node
                if told & RATED and self.rated[post] < 0:
                    self.rated[post] = node
                node += 1

    @cython.ccall
    def read_texts(self, text: Bytes, start: Ints) -> None:
        """Every own text's path below its post, what is said on the way, and its words."""
        analysis: Analysis = self.analysis
        leaves: Leaves = self.leaves
        for k in range(self.owned):
            t: cython.int = self.own[k]
            node: cython.int = analysis.text_node[t]
            post: cython.int = self.post[k]
            base: cython.int = analysis.parent[self.low[post]]
            key: cython.uint = FNV_SEED
            about: cython.int = 0
            above: cython.int = node
            step: cython.int = 0
            while above >= 0 and analysis.parent[above] != base and step < MOST_CLIMBED:
                if above != node:
                    about |= self.told[above - self.start]
                    # What a link holds counts as the link, and the link as what is around it.
                    if analysis.tag[above] == LINK_TAG:
                        key = FNV_SEED
                    else:
                        key = mixed(key, analysis.tag[above])
                above = analysis.parent[above]
                step += 1
            # What is called otherwise is another column.
            self._paths[k] = mixed(key, about & (AUTHOR | DECLARED | QUOTED | QUOTE_TAG))
            self.about[k] = about
            if leaves.chars[t] <= MOST_READ:
                self._read_short(text, start[node], start[node + 1], k, t)
            else:
                self.letters[k] = analysis.hashes[t]
                self.counted[k] = MOST_READ

    def _read_short(
        self,
        text: Bytes,
        at: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        k: cython.Py_ssize_t,
        t: cython.int,
    ) -> cython.void:
        analysis: Analysis = self.analysis
        bits: cython.int = (analysis.meanings[t] >> OF_POSTS) & OF_WORDS
        if analysis.meanings[t] & OF_STARS or analysis.kinds[t] & ONLY_STARS:
            bits |= STARS
        whole: cython.uint = FNV_SEED
        letters: cython.int = 0
        last: cython.int = 0
        while at < stop and text[at] <= 32:
            at += 1
        if at < stop and text[at] == 64:
            bits |= ADDRESSED
        while at < stop:
            byte: cython.uint = text[at]
            if 65 <= byte <= 90 or 97 <= byte <= 122 or byte >= 128:
                if letters == 0 and whole != FNV_SEED and 97 <= byte <= 122:
                    self.small[k] += 1
                whole = ((whole ^ (byte | 32 if byte < 128 else byte)) * FNV_PRIME) & MASK32
                letters += 1
            else:
                letters = 0
            if byte > 32:
                last = byte
                if byte == 0x98 and at + 1 < stop and 0x85 <= text[at + 1] <= 0x86:
                    bits |= STARS
            at += 1
        self.words[k] = bits
        # A line of underscores is none.
        self.counted[k] = analysis.words[t] if whole != FNV_SEED else 0
        self.last[k] = last
        self.letters[k] = whole

    @cython.ccall
    def count_same(self) -> None:
        """In how many posts each text stands, digits counting (``same``) or not (``alike``)."""
        for way in range(2):
            self._table.clear()
            for k in range(self.owned):
                place: cython.Py_ssize_t = self._place(
                    self.letters[k] if way > 0 else self.analysis.hashes[self.own[k]]
                )
                if self._stamps[place] != self.post[k] + 1:
                    self._stamps[place] = self.post[k] + 1
                    self._numbers[place] += 1
            for k in range(self.owned):
                place = self._place(
                    self.letters[k] if way > 0 else self.analysis.hashes[self.own[k]]
                )
                if way > 0:
                    self.alike[k] = self._numbers[place]
                else:
                    self.same[k] = self._numbers[place]

    @cython.ccall
    def number_columns(self) -> None:
        """Number the columns, counted from the posts' heads and from their tails."""
        self._table.clear()
        for post in range(self.count):
            for k in range(self.first_own[post], self.first_own[post + 1]):
                self.ahead[k] = self._column(self._paths[k], post, 0)
            for at in range(self.first_own[post + 1] - self.first_own[post]):
                k = self.first_own[post + 1] - 1 - at
                self.behind[k] = self._column(self._paths[k], post, 1)
        for way in range(2):
            for k in range(self.owned):
                column: cython.int = self.behind[k] if way > 0 else self.ahead[k]
                if column >= 0:
                    self.first_entry[column + 1] += 1
        for column in range(self.columns):
            self.first_entry[column + 1] += self.first_entry[column]
        # Filled from the end, so that each start comes out where it was.
        for column in range(self.columns, 0, -1):
            self.first_entry[column] = self.first_entry[column - 1]
        self.first_entry[0] = 0
        for way in range(2):
            for k in range(self.owned):
                column = self.behind[k] if way > 0 else self.ahead[k]
                if column >= 0:
                    self.entry[self.first_entry[column + 1]] = k
                    self.first_entry[column + 1] += 1

    def _column(self, path: cython.uint, post: cython.int, way: cython.int) -> cython.int:
        """The column of the next text on a path; -1 where too many stand there."""
        place: cython.Py_ssize_t = self._place(mixed(path, 2 * way + 1))
        if self._stamps[place] != post + 1:
            self._stamps[place] = post + 1
            self._times[place] = 0
        self._times[place] += 1
        if self._times[place] > MOST_TIMES:
            return -1
        if self._times[place] > 1:
            place = self._place(mixed(mixed(path, 2 * way + 1), self._times[place]))
        if self._numbers[place] == 0:
            self.columns += 1
            self._numbers[place] = self.columns
        return self._numbers[place] - 1

    def _place(self, key: cython.uint) -> cython.Py_ssize_t:
        known: cython.int = self._table.count
        place: cython.int = self._table.enter(key)
        if place == known:
            self._numbers[place] = 0
            self._stamps[place] = 0
            self._times[place] = 0
        return place


@cython.ccall
def check_spans(low: Ints, high: Ints, nodes: cython.Py_ssize_t) -> None:
    """Refuse spans unless each begins after the one before and lies inside it or behind it.

    Raises:
        ValueError: they do not, one is empty, there is none, or the page has no such nodes.
    """
    count: cython.Py_ssize_t = len(low)
    if count == 0 or len(high) != count:
        raise ValueError(f"{count} spans begin, {len(high)} end")
    stack: Ints = array("i", bytes(4 * count))
    depth: cython.Py_ssize_t = 0
    before: cython.int = -1
    for i in range(count):
        if not before < low[i] < high[i] <= nodes:
            raise ValueError(f"span {low[i]} to {high[i]} after one from {before}, of {nodes}")
        while depth > 0 and stack[depth - 1] <= low[i]:
            depth -= 1
        if depth > 0 and stack[depth - 1] < high[i]:
            raise ValueError(f"span {low[i]} to {high[i]} overlaps one to {stack[depth - 1]}")
        stack[depth] = high[i]
        depth += 1
        before = low[i]
