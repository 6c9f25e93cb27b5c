"""Kernel of the members: how each record of a candidate, and each sibling left out of it, compares
with the records as a whole.

The features are named, in their order, in :mod:`.features`.
"""

from __future__ import annotations

from array import array

from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.regions import features
from scrapy_treesim.tree import tags

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.libc.math import exp, log
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints
    from cython.cimports.scrapy_treesim.analysis._analysis_cy import SKIP, Analysis
    from cython.cimports.scrapy_treesim.regions._candidates_cy import Candidates
    from cython.cimports.scrapy_treesim.regions._member_spans_cy import MemberSpans
    from cython.cimports.scrapy_treesim.regions.constants import *
else:
    from math import exp, log

    from scrapy_treesim._cython import Doubles, Ints
    from scrapy_treesim.analysis._analysis_cy import SKIP, Analysis
    from scrapy_treesim.regions._candidates_cy import Candidates
    from scrapy_treesim.regions._member_spans_cy import MemberSpans
    from scrapy_treesim.regions.constants import *

place_of = features.member_place_of
SURELY_NONE = cython.declare(cython.double, 0.2)
SURELY_ONE = cython.declare(cython.double, 0.8)
ALWAYS = cython.declare(cython.Py_ssize_t, place_of("always"))
UNLIKE = cython.declare(cython.Py_ssize_t, place_of("unlike"))
LACKS_ESSENTIAL = cython.declare(cython.Py_ssize_t, place_of("lacks_essential"))
LACKS_CONSTANT = cython.declare(cython.Py_ssize_t, place_of("lacks_constant"))
LACKS_CONSTANT_MARKS = cython.declare(cython.Py_ssize_t, place_of("lacks_constant_marks"))
NAMED_UNLIKE = cython.declare(cython.Py_ssize_t, place_of("named_unlike"))
OTHER_NAME = cython.declare(cython.Py_ssize_t, place_of("other_name"))
LONGER = cython.declare(cython.Py_ssize_t, place_of("longer"))
LENGTH = cython.declare(cython.Py_ssize_t, place_of("length"))
TEXTS = cython.declare(cython.Py_ssize_t, place_of("texts"))
LACKS = cython.declare(cython.Py_ssize_t, place_of(f"lacks_{features.MARKS[0]}"))
EXTRA = cython.declare(cython.Py_ssize_t, place_of(f"extra_{features.MARKS[0]}"))
LEAD = cython.declare(cython.Py_ssize_t, place_of("other_lead"))
LINKED = cython.declare(cython.Py_ssize_t, place_of("linked"))
MORE_LINKED = cython.declare(cython.Py_ssize_t, place_of("more_linked"))
ELEMENTS = cython.declare(cython.Py_ssize_t, place_of("elements"))
MORE_ELEMENTS = cython.declare(cython.Py_ssize_t, place_of("more_elements"))
BREADTH = cython.declare(cython.Py_ssize_t, place_of("breadth"))
COPIED = cython.declare(cython.Py_ssize_t, place_of("more_copied"))
AT_START = cython.declare(cython.Py_ssize_t, place_of("at_start"))
NEAR_END = cython.declare(cython.Py_ssize_t, place_of("near_end"))
AT_END = cython.declare(cython.Py_ssize_t, place_of("at_end"))
LEFT_OUT = cython.declare(cython.Py_ssize_t, place_of("left_out"))
SINGLE_TEXT = cython.declare(cython.Py_ssize_t, place_of("single_text"))
ONE_IN = cython.declare(cython.Py_ssize_t, place_of("one_in"))
IMPROBABLE = cython.declare(cython.Py_ssize_t, features.place_of("improbable"))
LEAST_PROBABLE = cython.declare(cython.Py_ssize_t, features.place_of("least_probable"))
UNLIKELY_RECORDS = cython.declare(cython.Py_ssize_t, features.place_of("unlikely_records"))
SIBLINGS_LEFT_OUT = cython.declare(cython.Py_ssize_t, features.place_of("siblings_left_out"))
LIKELY_SIBLINGS = cython.declare(cython.Py_ssize_t, features.place_of("likely_siblings"))
WIDTH = cython.declare(cython.int, len(features.MEMBER_FEATURES))
MEMBER_MARKS = cython.declare(cython.int, len(features.MARKS))
INPUT = cython.declare(cython.int, tags.NUMBER["input"])
SELECT = cython.declare(cython.int, tags.NUMBER["select"])
TEXTAREA = cython.declare(cython.int, tags.NUMBER["textarea"])
BUTTON = cython.declare(cython.int, tags.NUMBER["button"])
HEAD_CELL = cython.declare(cython.int, tags.NUMBER["th"])
ADVERT_CUE = cython.declare(cython.int, [*class_names.OF_NODES].index("advert"))
MENU_CUE = cython.declare(cython.int, [*class_names.OF_NODES].index("navigation"))


@cython.cclass
class Members(MemberSpans):
    """Compares records with their candidate; room and counts for one page."""

    _weights: Doubles
    row = cython.declare(Doubles, visibility="readonly")
    """The features of the member described last."""
    _probability: Doubles
    """The probability that each member is a record."""
    _order: Ints
    """Likely members in the order of the page."""
    _counts: Ints
    """For each path the records that have it, as far as stamped since the candidate's first."""
    _stamps: Ints
    """The member in which each path was seen last."""
    _epoch: cython.int
    _base: cython.int
    """The epoch of the candidate's first record."""
    _plain: Ints
    """The distinct paths of tags of the records, one record after the other."""
    _named: Ints
    """The same with classes."""
    _first_plain: Ints
    """Where those of each record begin."""
    _first_named: Ints
    _log_chars: Doubles
    """The log of each member's characters."""
    _log_texts: Doubles
    """The log of each member's texts."""
    _texts: Ints
    """The number of each member's texts."""
    _marks: Ints
    """What each member has of :data:`~.features.MARKS`, as bits."""
    _mean_log_chars: cython.double
    _mean_log_texts: cython.double
    _log_elements: Doubles
    """The log of each member's elements."""
    _mean_log_elements: cython.double
    _log_breadth: Doubles
    """The log of the children of each member's first node."""
    _mean_log_breadth: cython.double
    _linked: Doubles
    """The share of each member's characters that lie in links."""
    _mean_linked: cython.double
    _copied: Doubles
    """The share of each member's characters that the page has several times."""
    _mean_copied: cython.double
    _leads: Ints
    """The path of each member's first text."""
    _led: Ints
    """For each path how many records' first texts have it, as far as stamped with the base."""
    _led_stamps: Ints
    _fields: Ints
    """Fields of forms before each node."""
    _heads: Ints
    """Head cells of tables before each node."""
    _adverts: Ints
    """Nodes in advertising, by class names, before each node."""
    _menus: Ints
    """The same of navigation."""
    _shares: Doubles
    """The share of records that have each mark."""
    _core_plain: cython.int
    """Paths of tags that half of the records have."""
    _core_named: cython.int
    """The same with classes."""
    _constant: cython.int
    """Paths of tags that all records but a few have."""
    _few: cython.int
    """So many, of so many records."""
    _essential: cython.int
    """Paths of tags that four fifths of the records have."""

    def __init__(self, candidates: Candidates, weights: Doubles) -> None:
        analysis = candidates.analysis
        zeros = array("i", bytes(4 * (len(analysis.tag) + 2)))
        paths = array("i", bytes(4 * (analysis.paths + 2)))
        # Every member has a text of its own.
        most: cython.Py_ssize_t = min(MAX_MEMBERS, analysis.texts[len(analysis.tag)]) + 2
        members = array("d", bytes(8 * most))
        firsts = array("i", bytes(4 * most))
        super().__init__(candidates)
        self._weights = weights
        self.row = array("d", bytes(8 * WIDTH))
        self._probability = members[:]
        self._log_chars = members[:]
        self._log_texts = members[:]
        self._log_elements = members[:]
        self._log_breadth = members[:]
        self._linked = members[:]
        self._copied = members
        self._order = firsts[:]
        self._first_plain = firsts[:]
        self._first_named = firsts[:]
        self._texts = firsts[:]
        self._leads = firsts[:]
        self._marks = firsts
        self._plain = zeros[:]
        self._named = zeros
        self._counts = paths[:]
        self._led = paths[:]
        self._led_stamps = paths[:]
        self._stamps = paths
        self._epoch = 0
        self._shares = array("d", bytes(8 * MEMBER_MARKS))
        self._fields = zeros[:]
        self._heads = zeros[:]
        self._adverts = zeros[:]
        self._menus = zeros[:]
        self._count_nodes()

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, node=cython.Py_ssize_t, tag=cython.int, cues=cython.int,
        fields=cython.int, heads=cython.int, adverts=cython.int, menus=cython.int,
    )  # fmt: skip
    def _count_nodes(self) -> cython.void:
        """Sum up what no other finder asks for."""
        analysis = self.analysis
        fields = heads = adverts = menus = 0
        for node in range(len(analysis.tag)):
            tag = analysis.tag[node]
            cues = analysis.cues[node]
            fields += tag == INPUT or tag == SELECT or tag == TEXTAREA or tag == BUTTON
            heads += tag == HEAD_CELL
            adverts += cues >> ADVERT_CUE & 1
            menus += cues >> MENU_CUE & 1
            self._fields[node + 1] = fields
            self._heads[node + 1] = heads
            self._adverts[node + 1] = adverts
            self._menus[node + 1] = menus

    @cython.ccall
    @cython.locals(member=cython.Py_ssize_t, value=cython.double, i=cython.Py_ssize_t)
    def compare(self, candidate: cython.Py_ssize_t) -> cython.bint:
        """Compare each record, then each sibling left out; false for too many."""
        if self.candidates.size(candidate) > MAX_MEMBERS:
            return False
        self._read_spans(candidate)
        self._read_records()
        for member in range(self.count):
            self.describe(member)
            value = 0.0
            for i in range(WIDTH):
                value += self._weights[i] * self.row[i]
            self._probability[member] = 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))
        return True

    # The records as a whole.

    @cython.cfunc
    @cython.locals(n=cython.Py_ssize_t, member=cython.Py_ssize_t, mark=cython.int)
    def _read_records(self) -> cython.void:
        n = self.included
        self._base = self._epoch + 1
        self._core_plain = self._core_named = self._essential = self._constant = 0
        self._few = min(MOST_WITHOUT, (n + 1) // 5)
        self._mean_log_chars = self._mean_log_texts = self._mean_log_elements = 0.0
        self._mean_log_breadth = self._mean_linked = self._mean_copied = 0.0
        for mark in range(MEMBER_MARKS):
            self._shares[mark] = 0.0
        self._first_plain[0] = self._first_named[0] = 0
        for member in range(n):
            self._read_paths(member)
            self._read_sums(member)
            self._mean_log_chars += self._log_chars[member]
            self._mean_log_texts += self._log_texts[member]
            self._mean_log_elements += self._log_elements[member]
            self._mean_log_breadth += self._log_breadth[member]
            self._mean_linked += self._linked[member]
            self._mean_copied += self._copied[member]
            self._count_lead(self._leads[member])
            for mark in range(MEMBER_MARKS):
                self._shares[mark] += self._marks[member] >> mark & 1
        self._mean_log_chars /= n
        self._mean_log_texts /= n
        self._mean_log_elements /= n
        self._mean_log_breadth /= n
        self._mean_linked /= n
        self._mean_copied /= n
        for mark in range(MEMBER_MARKS):
            self._shares[mark] /= n

    @cython.cfunc
    @cython.inline
    def _count_lead(self, path: cython.int) -> cython.void:
        if self._led_stamps[path] != self._base:
            self._led_stamps[path] = self._base
            self._led[path] = 0
        self._led[path] += 1

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, half=cython.int, most=cython.int, constant=cython.int,
        plain=cython.Py_ssize_t,
        named=cython.Py_ssize_t, span=cython.Py_ssize_t, node=cython.Py_ssize_t, path=cython.int,
    )  # fmt: skip
    def _read_paths(self, member: cython.Py_ssize_t) -> cython.void:
        """Count the distinct paths of a record, and those that this makes common."""
        analysis = self.analysis
        half = (self.included + 1) // 2
        most = (4 * self.included + 4) // 5
        constant = self.included - self._few
        plain = self._first_plain[member]
        named = self._first_named[member]
        self._epoch += 1
        for span in range(self.first[member], self.first[member + 1]):
            for node in range(self.low[span], self.high[span]):
                if analysis.roles[node] & SKIP:
                    continue
                path = analysis.plain[node]
                if self._stamps[path] != self._epoch:
                    self._count_path(path)
                    self._core_plain += self._counts[path] == half
                    self._essential += self._counts[path] == most
                    self._constant += self._counts[path] == constant
                    self._plain[plain] = path
                    plain += 1
                path = analysis.named[node]
                if self._stamps[path] != self._epoch:
                    self._count_path(path)
                    self._core_named += self._counts[path] == half
                    self._named[named] = path
                    named += 1
        self._first_plain[member + 1] = plain
        self._first_named[member + 1] = named

    @cython.cfunc
    @cython.inline
    def _count_path(self, path: cython.int) -> cython.void:
        if self._stamps[path] < self._base:
            self._counts[path] = 0
        self._stamps[path] = self._epoch
        self._counts[path] += 1

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, chars=cython.int, texts=cython.int, marks=cython.int,
        elements=cython.int, linked=cython.int, copied=cython.int,
        span=cython.Py_ssize_t, low=cython.Py_ssize_t, high=cython.Py_ssize_t,
    )  # fmt: skip
    def _read_sums(self, member: cython.Py_ssize_t) -> cython.void:
        """Read a member's length, and its marks as bits in the order of the features."""
        analysis = self.analysis
        chars = texts = marks = elements = linked = copied = 0
        for span in range(self.first[member], self.first[member + 1]):
            low = self.low[span]
            high = self.high[span]
            chars += analysis.chars[high] - analysis.chars[low]
            texts += analysis.texts[high] - analysis.texts[low]
            elements += analysis.elements[high] - analysis.elements[low]
            linked += analysis.linked[high] - analysis.linked[low]
            copied += analysis.copied[high] - analysis.copied[low]
            marks |= analysis.links[high] > analysis.links[low]
            marks |= (analysis.images[high] > analysis.images[low]) << 1
            marks |= (analysis.headings[high] > analysis.headings[low]) << 2
            marks |= (analysis.prices[high] > analysis.prices[low]) << 3
            marks |= (analysis.dates[high] > analysis.dates[low]) << 4
            marks |= (analysis.digits[high] > analysis.digits[low]) << 5
            marks |= (analysis.sentences[high] > analysis.sentences[low]) << 6
            marks |= (self._fields[high] > self._fields[low]) << 7
            marks |= (self._heads[high] > self._heads[low]) << 8
            marks |= (self._adverts[high] > self._adverts[low]) << 9
            marks |= (self._menus[high] > self._menus[low]) << 10
        self._log_chars[member] = log(1.0 + chars)
        self._log_texts[member] = log(1.0 + texts)
        self._log_elements[member] = log(1.0 + elements)
        self._log_breadth[member] = log(1.0 + self._breadth(self.low[self.first[member]]))
        self._linked[member] = float(linked) / (chars + 1)
        self._copied[member] = float(copied) / (chars + 1)
        self._texts[member] = texts
        self._marks[member] = marks
        self._leads[member] = self._lead(member)

    @cython.cfunc
    @cython.locals(child=cython.Py_ssize_t, stop=cython.Py_ssize_t, count=cython.int)
    def _breadth(self, node: cython.Py_ssize_t) -> cython.int:
        """The number of a node's children, as far as it matters."""
        stop = node + self.analysis.size[node]
        child = node + 1
        count = 0
        while child < stop and count < MAX_BREADTH:
            count += 1
            child += self.analysis.size[child]
        return count

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, span=cython.Py_ssize_t, node=cython.Py_ssize_t, text=cython.int
    )
    def _lead(self, member: cython.Py_ssize_t) -> cython.int:
        """The path of tags of a member's first text."""
        analysis = self.analysis
        for span in range(self.first[member], self.first[member + 1]):
            node = self.low[span]
            text = analysis.texts[node]
            if analysis.texts[self.high[span]] > text:
                # The text's node is the first after which there is one text more.
                while analysis.texts[node + 1] == text:
                    node += 1
                return analysis.plain[node]
        return 0

    # A member beside them.

    @cython.ccall
    @cython.locals(
         low=cython.int, longer=cython.double, more=cython.double, path=cython.int,
        mark=cython.int, at_end=cython.bint, same=cython.double,
    )  # fmt: skip
    def describe(self, member: cython.Py_ssize_t) -> cython.void:
        """Fill :attr:`row` with the features of a member of the candidate compared last."""
        low = self.low[self.first[member]]
        if member < self.included:
            self._compare_record(member)
            at_end = member == 0 or member == self.included - 1
        else:
            self._read_sums(member)
            self._compare_left_out(member)
            at_end = low < self.low[0] or low > self.low[self.included - 1]
        path = self.analysis.named[low]
        same = self._counts[path] if self._stamps[path] >= self._base else 0.0
        longer = self._log_chars[member] - self._mean_log_chars
        more = self._log_texts[member] - self._mean_log_texts
        self.row[ALWAYS] = 1.0
        self.row[OTHER_NAME] = 1.0 - same / self.included
        self.row[LONGER] = max(-3.0, min(3.0, longer))
        self.row[LENGTH] = abs(self.row[LONGER])
        self.row[TEXTS] = abs(max(-3.0, min(3.0, more)))
        self.row[LACKS_CONSTANT_MARKS] = 0.0
        for mark in range(MEMBER_MARKS):
            self.row[LACKS + mark] = self.row[EXTRA + mark] = 0.0
            if self._marks[member] >> mark & 1:
                self.row[EXTRA + mark] = 1.0 - self._shares[mark]
            else:
                self.row[LACKS + mark] = self._shares[mark]
                if self._shares[mark] * self.included >= self.included - self._few - 0.5:
                    self.row[LACKS_CONSTANT_MARKS] += 1.0
        more = self._log_elements[member] - self._mean_log_elements
        self.row[MORE_ELEMENTS] = max(-3.0, min(3.0, more))
        self.row[ELEMENTS] = abs(self.row[MORE_ELEMENTS])
        more = self._log_breadth[member] - self._mean_log_breadth
        self.row[BREADTH] = abs(max(-3.0, min(3.0, more)))
        self.row[MORE_LINKED] = self._linked[member] - self._mean_linked
        self.row[LINKED] = abs(self.row[MORE_LINKED])
        self.row[COPIED] = self._copied[member] - self._mean_copied
        self.row[LEAD] = 1.0 - float(self._led_alike(self._leads[member])) / self.included
        self.row[AT_START] = low <= self.low[0]
        self.row[NEAR_END] = member < self.included and (member == 1 or member == self.included - 2)
        self.row[AT_END] = at_end
        self.row[LEFT_OUT] = member >= self.included
        self.row[SINGLE_TEXT] = self._texts[member] == 1
        self.row[ONE_IN] = 1.0 / self.included

    @cython.cfunc
    @cython.inline
    def _led_alike(self, path: cython.int) -> cython.int:
        """The number of records whose first text has a path."""
        return self._led[path] if self._led_stamps[path] == self._base else 0

    @cython.cfunc
    @cython.locals(
        n=cython.int, i=cython.Py_ssize_t, count=cython.int, plain=cython.int, named=cython.int,
        essential=cython.int, constant=cython.int,
    )  # fmt: skip
    def _compare_record(self, member: cython.Py_ssize_t) -> cython.void:
        n = self.included
        plain = named = essential = constant = 0
        for i in range(self._first_plain[member], self._first_plain[member + 1]):
            count = self._counts[self._plain[i]]
            plain += count * 2 >= n
            essential += count * 5 >= n * 4
            constant += count >= n - self._few
        for i in range(self._first_named[member], self._first_named[member + 1]):
            named += self._counts[self._named[i]] * 2 >= n
        self._fill_paths(
            self._first_plain[member + 1] - self._first_plain[member], plain, essential, constant,
            self._first_named[member + 1] - self._first_named[member], named,
        )  # fmt: skip

    @cython.cfunc
    @cython.locals(
        analysis=Analysis, n=cython.int, node=cython.Py_ssize_t, path=cython.int,
        plain=cython.int, named=cython.int, common_plain=cython.int, common_named=cython.int,
        essential=cython.int, constant=cython.int,
    )  # fmt: skip
    def _compare_left_out(self, member: cython.Py_ssize_t) -> cython.void:
        analysis = self.analysis
        n = self.included
        plain = named = common_plain = common_named = essential = constant = 0
        self._epoch += 1
        for node in range(self.low[member], self.high[member]):
            if analysis.roles[node] & SKIP:
                continue
            # Paths that no record has are not stamped, and count each time.
            path = analysis.plain[node]
            if self._stamps[path] != self._epoch:
                plain += 1
                if self._stamps[path] >= self._base:
                    self._stamps[path] = self._epoch
                    common_plain += self._counts[path] * 2 >= n
                    essential += self._counts[path] * 5 >= n * 4
                    constant += self._counts[path] >= n - self._few
            path = analysis.named[node]
            if self._stamps[path] != self._epoch:
                named += 1
                if self._stamps[path] >= self._base:
                    self._stamps[path] = self._epoch
                    common_named += self._counts[path] * 2 >= n
        self._fill_paths(plain, common_plain, essential, constant, named, common_named)

    @cython.cfunc
    def _fill_paths(
        self,
        plain: cython.int,
        common_plain: cython.int,
        essential: cython.int,
        constant: cython.int,
        named: cython.int,
        common_named: cython.int,
    ) -> cython.void:
        """Fill in how many of a member's paths are common ones."""
        self.row[UNLIKE] = 1.0 - 2.0 * common_plain / (plain + self._core_plain)
        self.row[NAMED_UNLIKE] = 1.0 - 2.0 * common_named / (named + self._core_named)
        self.row[LACKS_ESSENTIAL] = 0.0
        if self._essential > 0:
            self.row[LACKS_ESSENTIAL] = 1.0 - float(essential) / self._essential
        self.row[LACKS_CONSTANT] = 0.0
        if self._constant > 0:
            self.row[LACKS_CONSTANT] = 1.0 - float(constant) / self._constant

    # What the members make of a candidate.

    @cython.locals(
        n=cython.int, least=cython.double, total=cython.double, left_out=cython.double,
        unlikely=cython.int, likely=cython.int, member=cython.Py_ssize_t, value=cython.double,
    )  # fmt: skip
    def sum_up(self, rows: Doubles, at: cython.Py_ssize_t) -> None:
        """Fill in the features of :data:`~.features.MEMBERSHIP`, in the row that starts there."""
        n = self.included
        least = 1.0
        total = left_out = 0.0
        unlikely = likely = 0
        for member in range(self.count):
            value = self._probability[member]
            if member < n:
                least = min(least, value)
                total += value
                unlikely += value < 0.5
            else:
                left_out += value
                likely += value >= 0.5
        rows[at + IMPROBABLE] = 1.0 - total / n
        rows[at + LEAST_PROBABLE] = 1.0 - least
        rows[at + UNLIKELY_RECORDS] = float(unlikely) / n
        rows[at + SIBLINGS_LEFT_OUT] = min(2.0, left_out / n)
        rows[at + LIKELY_SIBLINGS] = min(2.0, float(likely) / n)

    def add_likely(self) -> bool:
        """Add a candidate of all members that are likely records, if that is another one."""
        return self._add_members(0.5, 0.5, False)

    def add_sure(self) -> bool:
        """Add a candidate without the records that are surely none, and with the siblings that
        surely are some, even if there is such a one. A third of the records at most are none."""
        return self._add_members(SURELY_NONE, SURELY_ONE, True)

    @cython.cfunc
    @cython.locals(
        candidates=Candidates, n=cython.Py_ssize_t, changed=cython.bint, dropped=cython.int,
        member=cython.Py_ssize_t, place=cython.Py_ssize_t, known=cython.Py_ssize_t,
        span=cython.Py_ssize_t,
    )  # fmt: skip
    def _add_members(
        self, least: cython.double, least_left_out: cython.double, again: cython.bint
    ) -> cython.bint:
        """Add a candidate of the records and of the siblings left out that are as probable as
        that, if they are not the records as they are."""
        candidates = self.candidates
        n = dropped = 0
        changed = False
        for member in range(self.count):
            # In the order of the page; siblings left out are few, and in order themselves.
            place = n
            if member < self.included and self._probability[member] < least:
                changed = True
                dropped += 1
                continue
            if member >= self.included and self._probability[member] < least_left_out:
                continue
            if member >= self.included:
                changed = True
                while (
                    place > 0
                    and self.low[self.first[self._order[place - 1]]] > self.low[self.first[member]]
                ):
                    self._order[place] = self._order[place - 1]
                    place -= 1
            self._order[place] = member
            n += 1
        if not changed or n < 2 or (again and 3 * dropped > self.included):
            return False
        known = candidates.count
        for place in range(n):
            member = self._order[place]
            for span in range(self.first[member], self.first[member + 1]):
                candidates.add_span(self.low[span], self.high[span])
            candidates.end_record()
        candidates.end_candidate(MEMBERS, again)
        return candidates.count > known
