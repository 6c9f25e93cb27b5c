"""Kernel of the posts: the kinds of a page's texts, each post's own texts, and their columns.

The own texts of a post are in it and in no post inside it. Texts of several posts are a column if
they are on the same path below their post, as the first, second ... there (or the last, last but
one ...): the author is at the same position in all posts.
"""

from __future__ import annotations

from array import array

from scrapy_treesim import _cython as cython
from scrapy_treesim._cython import Bytes, Ints, UInts
from scrapy_treesim.comments.constants import *
from scrapy_treesim.reading.analysis._analysis_cy import Analysis
from scrapy_treesim.reading.analysis.constants import (
    CONTENT,
    DECLARED_CUES,
    INSTANT,
    POST_BITS,
    POST_CUES,
)
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


class Leaves:
    """Kinds and meanings of a page's texts, for its comments.

    Arrays over texts have the analysis's numbers of texts as indices; arrays with one entry more
    than nodes are sums over all nodes before.
    """

    def __init__(self, analysis: Analysis, text: Bytes, start: Ints) -> None:
        """Read the kind of every text; ``start`` are the tree's offsets in ``text``."""
        n = len(analysis.tag)
        of_nodes = array("i", bytes(4 * (n + 1)))
        of_texts = array("i", bytes(4 * (analysis.texts[n] + 1)))
        self.analysis = analysis
        self.kind: Ints = of_texts[:]
        self.bits: Ints = of_texts[:]  # Meanings of its words.
        self.value: Ints = of_texts[:]  # Its number, or -1.
        self.chars: Ints = of_texts
        self.plain: Ints = of_nodes[:]  # Characters of texts that are a few words or more.
        self.whens: Ints = of_nodes  # Texts with a date.
        for node in range(n):
            self.plain[node + 1] = self.plain[node]
            self.whens[node + 1] = self.whens[node]
            number: cython.int = analysis.texts[node]
            if analysis.texts[node + 1] == number:
                continue
            length: cython.int = analysis.chars[node + 1] - analysis.chars[node]
            length += _signs(text, start[node], start[node + 1])
            self.chars[number] = length
            self.kind[number] = PASSAGE
            if length <= MOST_READ:
                self.kind[number] = self._kind_of_short(length, node, number)
            if self.kind[number] == WHEN:
                self.whens[node + 1] += 1
            elif self.kind[number] >= SHORT:
                self.plain[node + 1] += length

    def _kind_of_short(
        self, length: cython.int, node: cython.Py_ssize_t, text: cython.int
    ) -> cython.int:
        analysis: Analysis = self.analysis
        bits: cython.int = analysis.meanings[text] & OF_LEAVES
        dated: cython.bint = analysis.dates[node + 1] > analysis.dates[node]
        self.bits[text] = bits
        self.value[text] = analysis.value[text]
        if dated and (length <= MOST_WHEN or bits & SAYS):
            return WHEN
        if bits & PRESSED and length <= MOST_LINK and analysis.words[text] <= 5:
            return CONTROL
        if analysis.words[text] == 0:
            return NUMBER
        if length <= MOST_LINK and analysis.linked[node + 1] > analysis.linked[node]:
            return LINK
        return SHORT if length <= MOST_SHORT else PASSAGE


def _signs(text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t) -> cython.int:
    """Count the Chinese and Japanese characters; each counts as two of others."""
    while position < stop and text[position] <= 32:
        position += 1
    if position >= stop or (text[position] < 0x80 and text[(position + stop) // 2] < 0x80):
        return 0
    count: cython.int = 0
    while position < stop:
        if 0xE3 <= text[position] <= 0xE9:
            count += 1
        position += 1
    return count


class Posts:
    """The posts of one thread, as spans of nodes in page order, outer ones first.

    Arrays over their own texts, post by post, are filled by the methods below, in their order.
    ``k`` is an index in these arrays, here and in :class:`Parts`; ``t`` the text's number in the
    analysis.

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
        self.outer_post: Ints = array("i", [-1]) * count  # Post around each post.
        self.first_text: Ints = array("i", bytes(4 * (count + 1)))
        self.text_index: Ints = array("i", bytes(4 * size))  # Number of each own text.
        self.post: Ints = array("i", bytes(4 * size))  # Post of each own text.
        self.text_count: cython.int = 0  # Number of own texts.
        self.node_bits: Ints = array("i", bytes(4 * (nodes + 1)))  # From ``start`` on.
        self.path_bits: Ints = array("i", bytes(4 * size))  # Bits of the elements around a text.
        self.word_bits: Ints = array("i", bytes(4 * size))  # Bits of its words.
        self.word_count: Ints = array("i", bytes(4 * size))  # Number of its words.
        self.small_words: Ints = array(
            "i", bytes(4 * size)
        )  # Words in small letters, but the first.
        self.last: Ints = array("i", bytes(4 * size))  # Last byte.
        self.letters: UInts = array("I", bytes(4 * size))  # Hash of its letters.
        self.same: Ints = array("i", bytes(4 * size))  # Posts with the same text.
        self.alike: Ints = array("i", bytes(4 * size))  # Posts with the same letters.
        self.ahead: Ints = array("i", bytes(4 * size))  # Column, from the first text on its path.
        self.behind: Ints = array("i", bytes(4 * size))  # Column, from the last one.
        self.dated: Ints = array("i", [-1]) * count  # First node of each post with a date.
        self.rated: Ints = array("i", [-1]) * count  # First node of each post with a rating.
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
        """Assign each text to the innermost post around it, and each post to the one around it."""
        analysis: Analysis = self.analysis
        base: cython.int = analysis.texts[self.low[0]]
        size: cython.int = len(self.text_index) - 1
        owners: Ints = array("i", bytes(4 * (size + 1)))
        stack: Ints = array("i", bytes(4 * (self.count + 1)))
        depth: cython.int = 0
        post: cython.int = 0
        for position in range(size + 1):
            # One step more than texts, for posts that begin after the last of them.
            node: cython.int = (
                analysis.text_node[base + position] if position < size else len(analysis.tag)
            )
            while post < self.count and self.low[post] <= node:
                while depth > 0 and self.high[stack[depth - 1]] <= self.low[post]:
                    depth -= 1
                if depth > 0:
                    self.outer_post[post] = stack[depth - 1]
                stack[depth] = post
                depth += 1
                post += 1
            while depth > 0 and self.high[stack[depth - 1]] <= node:
                depth -= 1
            owner: cython.int = stack[depth - 1] if depth > 0 and position < size else -1
            owners[position] = owner
            if owner >= 0:
                self.first_text[owner + 1] += 1
                self.text_count += 1
        self._sort_texts(owners, base)

    def _sort_texts(self, owners: Ints, base: cython.int) -> cython.void:
        """Put the texts from ``base`` on in the order of their posts; -1 is the owner of others."""
        for post in range(self.count):
            self.first_text[post + 1] += self.first_text[post]
        following: Ints = array("i", self.first_text)
        for position in range(len(owners) - 1):
            owner: cython.int = owners[position]
            if owner >= 0:
                self.text_index[following[owner]] = base + position
                self.post[following[owner]] = owner
                following[owner] += 1

    @cython.ccall
    def read_names(self, of_tag: Ints) -> None:
        """Read tag, class, id and other attributes of the posts' nodes as bits."""
        first: cython.Py_ssize_t = self.start
        for node in range(first, first + len(self.node_bits) - 1):
            cues: cython.ulonglong = self.analysis.own_cues[node]
            named: cython.int = (cues >> POST_CUES) & POST_BITS
            declared: cython.int = (cues >> DECLARED_CUES) & POST_BITS
            bits: cython.int = of_tag[self.analysis.tag[node]] | named | declared
            # A declared ``name`` may be that of a thing.
            if named & CALLED:
                bits |= AUTHOR
            if declared & (AUTHOR | TIME | BODY):
                bits |= DECLARED
            # The ``content`` of a meta counts if it is declared as a time.
            if cues >> INSTANT & 1 or (cues >> CONTENT & 1 and bits & TIME and bits & DECLARED):
                bits |= DATED
            self.node_bits[node - first] = bits

    @cython.ccall
    def find_nodes(self) -> None:
        """Find the first node with a date, and with a rating, in each post and no inner one."""
        inner: cython.int = 0
        for post in range(self.count):
            node: cython.int = self.low[post]
            inner = post + 1
            while node < self.high[post]:
                while inner < self.count and self.low[inner] < node:
                    inner += 1
                if inner < self.count and self.low[inner] == node:
                    node = self.high[inner]
                    continue
                bits: cython.int = self.node_bits[node - self.start]
                if self.dated[post] < 0 and self._is_dated(node, bits):
                    self.dated[post] = node
                if bits & RATED and self.rated[post] < 0:
                    self.rated[post] = node
                node += 1

    def _is_dated(self, node: cython.Py_ssize_t, bits: cython.int) -> cython.bint:
        """Tell whether a node with a date is named or tagged as a time, or has no text."""
        if not bits & DATED:
            return False
        texts: Ints = self.analysis.texts
        stop: cython.Py_ssize_t = node + self.analysis.size[node]
        return bits & (TIME | TIME_TAG) != 0 or texts[node] == texts[stop]

    @cython.ccall
    def read_texts(self, text: Bytes, start: Ints) -> None:
        """Read every own text's path below its post, the names on the path, and its words."""
        analysis: Analysis = self.analysis
        leaves: Leaves = self.leaves
        for k in range(self.text_count):
            t: cython.int = self.text_index[k]
            node: cython.int = analysis.text_node[t]
            post: cython.int = self.post[k]
            base: cython.int = analysis.parent[self.low[post]]
            key: cython.uint = FNV_SEED
            about: cython.int = 0
            above: cython.int = node
            step: cython.int = 0
            while above >= 0 and analysis.parent[above] != base and step < MOST_CLIMBED:
                if above != node:
                    about |= self.node_bits[above - self.start]
                    # A link, and the elements in it, are left out: as if its text were beside it.
                    if analysis.tag[above] == LINK_TAG:
                        key = FNV_SEED
                    else:
                        key = mixed(key, analysis.tag[above])
                above = analysis.parent[above]
                step += 1
            # A text with other names is in another column.
            self._paths[k] = mixed(key, about & (AUTHOR | DECLARED | QUOTED | QUOTE_TAG))
            self.path_bits[k] = about
            if leaves.chars[t] <= MOST_READ:
                self._read_short(text, start[node], start[node + 1], k, t)
            else:
                self.letters[k] = analysis.hashes[t]
                self.word_count[k] = MOST_READ

    def _read_short(
        self,
        text: Bytes,
        position: cython.Py_ssize_t,
        stop: cython.Py_ssize_t,
        k: cython.Py_ssize_t,
        t: cython.int,
    ) -> cython.void:
        analysis: Analysis = self.analysis
        bits: cython.int = (analysis.meanings[t] >> OF_POSTS) & OF_WORDS
        if analysis.meanings[t] & OF_STARS or analysis.kinds[t] & ONLY_STARS:
            bits |= STARS
        while position < stop and text[position] <= 32:
            position += 1
        if position < stop and text[position] == 64:
            bits |= ADDRESSED
        if self._read_letters(text, position, stop, k):
            bits |= STARS
        self.word_bits[k] = bits
        # A line of underscores has no words.
        self.word_count[k] = analysis.words[t] if self.letters[k] != FNV_SEED else 0

    def _read_letters(
        self, text: Bytes, position: cython.Py_ssize_t, stop: cython.Py_ssize_t,
        k: cython.Py_ssize_t,
    ) -> cython.bint:  # fmt: skip
        """Read a short text's letters and its last byte; return True if it has stars."""
        has_stars: cython.bint = False
        hashed: cython.uint = FNV_SEED
        letters: cython.int = 0
        while position < stop:
            byte: cython.uint = text[position]
            if 65 <= byte <= 90 or 97 <= byte <= 122 or byte >= 128:
                if letters == 0 and hashed != FNV_SEED and 97 <= byte <= 122:
                    self.small_words[k] += 1
                hashed = ((hashed ^ (byte | 32 if byte < 128 else byte)) * FNV_PRIME) & MASK32
                letters += 1
            else:
                letters = 0
            if byte > 32:
                self.last[k] = byte
            if byte == 0x98 and position + 1 < stop and 0x85 <= text[position + 1] <= 0x86:
                has_stars = True
            position += 1
        self.letters[k] = hashed
        return has_stars

    @cython.ccall
    def count_same(self) -> None:
        """Count the posts with each text, with its digits (``same``) and without (``alike``)."""
        for without_digits in range(2):
            self._table.clear()
            for k in range(self.text_count):
                index: cython.Py_ssize_t = self._index(
                    self.letters[k]
                    if without_digits > 0
                    else self.analysis.hashes[self.text_index[k]]
                )
                if self._stamps[index] != self.post[k] + 1:
                    self._stamps[index] = self.post[k] + 1
                    self._numbers[index] += 1
            for k in range(self.text_count):
                index = self._index(
                    self.letters[k]
                    if without_digits > 0
                    else self.analysis.hashes[self.text_index[k]]
                )
                if without_digits > 0:
                    self.alike[k] = self._numbers[index]
                else:
                    self.same[k] = self._numbers[index]

    @cython.ccall
    def number_columns(self) -> None:
        """Number the columns, counting from the first text of each post and from the last."""
        self._table.clear()
        for post in range(self.count):
            first: cython.Py_ssize_t = self.first_text[post]
            stop: cython.Py_ssize_t = self.first_text[post + 1]
            for k in range(first, stop):
                self.ahead[k] = self._column(self._paths[k], post, 0)
            for k in range(stop - 1, first - 1, -1):
                self.behind[k] = self._column(self._paths[k], post, 1)
        self._count(self.ahead)
        self._count(self.behind)
        for column in range(self.columns):
            self.first_entry[column + 1] += self.first_entry[column]
        # Each entry c + 1 moves from the start of column c to its end.
        self._enter(self.ahead)
        self._enter(self.behind)

    def _count(self, columns: Ints) -> cython.void:
        for k in range(self.text_count):
            if columns[k] >= 0:
                self.first_entry[columns[k] + 2] += 1

    def _enter(self, columns: Ints) -> cython.void:
        for k in range(self.text_count):
            column: cython.int = columns[k]
            if column >= 0:
                self.entry[self.first_entry[column + 1]] = k
                self.first_entry[column + 1] += 1

    def _column(self, path: cython.uint, post: cython.int, from_end: cython.int) -> cython.int:
        """The column of the next text on a path; -1 after :data:`MOST_TIMES` of them."""
        index: cython.Py_ssize_t = self._index(mixed(path, 2 * from_end + 1))
        if self._stamps[index] != post + 1:
            self._stamps[index] = post + 1
            self._times[index] = 0
        self._times[index] += 1
        if self._times[index] > MOST_TIMES:
            return -1
        if self._times[index] > 1:
            index = self._index(mixed(mixed(path, 2 * from_end + 1), self._times[index]))
        if self._numbers[index] == 0:
            self.columns += 1
            self._numbers[index] = self.columns
        return self._numbers[index] - 1

    def _index(self, key: cython.uint) -> cython.Py_ssize_t:
        count: cython.int = self._table.count
        index: cython.int = self._table.enter(key)
        if index == count:
            self._numbers[index] = 0
            self._stamps[index] = 0
            self._times[index] = 0
        return index


@cython.ccall
def check_spans(low: Ints, high: Ints, nodes: cython.Py_ssize_t) -> None:
    """Refuse spans unless each begins after the one before, and is inside it or after its end.

    Raises:
        ValueError: one does not, or is empty; there are none; the page has fewer nodes.
    """
    count: cython.Py_ssize_t = len(low)
    if count == 0 or len(high) != count:
        raise ValueError(f"{count} spans begin, {len(high)} end")
    stack: Ints = array("i", bytes(4 * count))
    depth: cython.Py_ssize_t = 0
    before: cython.int = -1
    for i in range(count):
        if not before < low[i] < high[i] <= nodes:
            raise ValueError(f"span {low[i]} to {high[i]} after {before}, among {nodes} nodes")
        while depth > 0 and stack[depth - 1] <= low[i]:
            depth -= 1
        if depth > 0 and stack[depth - 1] < high[i]:
            raise ValueError(f"span {low[i]} to {high[i]} overlaps one to {stack[depth - 1]}")
        stack[depth] = high[i]
        depth += 1
        before = low[i]
