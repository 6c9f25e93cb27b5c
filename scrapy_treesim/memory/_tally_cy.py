"""Kernel of what is remembered of a site: counts and sums by key, those seen last kept."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Doubles, Ints, Longs, ULongs
else:
    from scrapy_treesim._cython import Doubles, Ints, Longs, ULongs

FEWEST = cython.declare(cython.Py_ssize_t, 64)
"""Keys that there is room for with the first."""


@cython.cclass
class Tally:
    """By key, the pages that had it and the sum of what they said; in the order of the latest.

    Keys lie in slots, those of one bucket in a chain, all of them in a list from the oldest on.
    """

    count: cython.Py_ssize_t
    """How many keys there are, in the first slots."""
    room: cython.Py_ssize_t
    """How many slots there are, none at first."""
    keys: ULongs
    """The key of each slot."""
    pages: Longs
    """The pages that had it."""
    sums: Doubles
    """The sum of what they said."""
    buckets: Ints
    """The first slot of each chain, or -1: a power of two."""
    following: Ints
    """The next slot of the same chain, or -1."""
    older: Ints
    """The slot of the key that was seen last before this one, or -1."""
    newer: Ints
    """The slot of the key that was seen next, or -1."""
    oldest: cython.Py_ssize_t
    newest: cython.Py_ssize_t

    def __init__(self) -> None:
        self.count = self.room = 0
        self.oldest = self.newest = -1

    def __len__(self) -> int:
        return self.count

    @cython.cfunc
    @cython.locals(slot=cython.Py_ssize_t)
    def make_room(self, slots: cython.Py_ssize_t) -> cython.void:
        """Make room for so many keys, a power of two; there are none then."""
        self.count = 0
        self.room = slots
        self.keys = array("Q", bytes(8 * slots))
        self.pages = array("q", bytes(8 * slots))
        self.sums = array("d", bytes(8 * slots))
        self.buckets = array("i", b"\xff" * (8 * slots))
        self.following, self.older, self.newer = (array("i", bytes(4 * slots)) for _ in range(3))
        self.oldest = self.newest = -1

    @cython.cfunc
    def bucket(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        """The place of a key's chain."""
        return (key ^ (key >> 15) ^ (key >> 33) ^ (key >> 48)) & (len(self.buckets) - 1)

    @cython.cfunc
    @cython.locals(slot=cython.Py_ssize_t)
    def find(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        """The slot of a key, -1 where there is none."""
        if self.count == 0:
            return -1
        slot = self.buckets[self.bucket(key)]
        while slot >= 0 and self.keys[slot] != key:
            slot = self.following[slot]
        return slot

    @cython.cfunc
    @cython.locals(before=cython.Py_ssize_t, after=cython.Py_ssize_t)
    def take_out(self, slot: cython.Py_ssize_t) -> cython.void:
        """Take a slot out of the order."""
        before = self.older[slot]
        after = self.newer[slot]
        if before >= 0:
            self.newer[before] = after
        else:
            self.oldest = after
        if after >= 0:
            self.older[after] = before
        else:
            self.newest = before

    @cython.cfunc
    def put_last(self, slot: cython.Py_ssize_t) -> cython.void:
        """Put a slot, which is not in it, at the end of the order."""
        self.older[slot] = self.newest
        self.newer[slot] = -1
        if self.newest >= 0:
            self.newer[self.newest] = slot
        else:
            self.oldest = slot
        self.newest = slot

    @cython.cfunc
    def touch(self, slot: cython.Py_ssize_t) -> cython.void:
        """Make a key the latest."""
        if slot != self.newest:
            self.take_out(slot)
            self.put_last(slot)

    @cython.cfunc
    @cython.locals(slot=cython.Py_ssize_t, place=cython.Py_ssize_t, one=cython.Py_ssize_t)
    def forget_oldest(self) -> cython.Py_ssize_t:
        """Forget the key that was not seen for longest; return its slot."""
        slot = self.oldest
        self.take_out(slot)
        place = self.bucket(self.keys[slot])
        one = self.buckets[place]
        if one == slot:
            self.buckets[place] = self.following[slot]
        else:
            while self.following[one] != slot:
                one = self.following[one]
            self.following[one] = self.following[slot]
        return slot

    @cython.cfunc
    @cython.locals(slot=cython.Py_ssize_t, place=cython.Py_ssize_t)
    def add(self, key: cython.ulonglong, most: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Add a key that is new, of no page yet, as the latest; return its slot."""
        if self.count >= most:
            slot = self.forget_oldest()
        else:
            if self.count == self.room:
                self.rebuild(2 * self.room if self.room else FEWEST, self.count)
            slot = self.count
            self.count += 1
        place = self.bucket(key)
        self.keys[slot] = key
        self.pages[slot] = 0
        self.sums[slot] = 0.0
        self.following[slot] = self.buckets[place]
        self.buckets[place] = slot
        self.put_last(slot)
        return slot

    @cython.cfunc
    @cython.locals(
        slot=cython.Py_ssize_t, at=cython.Py_ssize_t, skipped=cython.Py_ssize_t, keys=ULongs,
        pages=Longs, sums=Doubles, newer=Ints,
    )  # fmt: skip
    def rebuild(self, slots: cython.Py_ssize_t, most: cython.Py_ssize_t) -> cython.void:
        """Keep the latest keys in that much room."""
        if self.room == 0:
            self.make_room(slots)
            return
        keys = self.keys
        pages = self.pages
        sums = self.sums
        newer = self.newer
        at = self.oldest
        skipped = self.count - most
        self.make_room(slots)
        while at >= 0:
            if skipped > 0:
                skipped -= 1
            else:
                slot = self.add(keys[at], slots)
                self.pages[slot] = pages[at]
                self.sums[slot] = sums[at]
            at = newer[at]

    def bound(self, most: cython.Py_ssize_t) -> None:
        """Forget what is more than so many keys, one at least."""
        if most < 1:
            raise ValueError(f"{most} keys are no bound")
        if self.count > most:
            self.rebuild(self.room, most)

    @cython.locals(k=cython.Py_ssize_t, slot=cython.Py_ssize_t, first=cython.Py_ssize_t)
    def see(
        self, keys: ULongs, said: Doubles, count: cython.Py_ssize_t, most: cython.Py_ssize_t
    ) -> None:
        """Count a page that has the first so many of these keys, and what it says of each.

        ``keys`` are all different. The latest ``most`` are kept.
        """
        self.bound(most)
        # Those before would be forgotten again.
        first = count - most if count > most else 0
        for k in range(first, count):
            slot = self.find(keys[k])
            if slot >= 0:
                self.touch(slot)
        for k in range(first, count):
            slot = self.find(keys[k])
            if slot < 0:
                slot = self.add(keys[k], most)
            else:
                self.touch(slot)
            self.pages[slot] += 1
            self.sums[slot] += said[k]

    @cython.locals(slot=cython.Py_ssize_t)
    def put(
        self, key: cython.ulonglong, pages: cython.longlong, total: cython.double,
        most: cython.Py_ssize_t,
    ) -> None:  # fmt: skip
        """Set what is known of a key, as the latest."""
        self.bound(most)
        slot = self.find(key)
        if slot < 0:
            slot = self.add(key, most)
        self.touch(slot)
        self.pages[slot] = pages
        self.sums[slot] = total

    @cython.locals(k=cython.Py_ssize_t, slot=cython.Py_ssize_t)
    def look_up(self, keys: ULongs, count: cython.Py_ssize_t, pages: Longs, sums: Doubles) -> None:
        """Fill in the pages and the sum of each of the first so many keys; 0 where it is new."""
        for k in range(count):
            slot = self.find(keys[k])
            pages[k] = self.pages[slot] if slot >= 0 else 0
            sums[k] = self.sums[slot] if slot >= 0 else 0.0

    @cython.locals(slot=cython.Py_ssize_t)
    def get(self, key: cython.ulonglong) -> tuple[int, float] | None:
        """The pages and the sum of a key, None where it is not known."""
        slot = self.find(key)
        return (self.pages[slot], self.sums[slot]) if slot >= 0 else None

    @cython.locals(slot=cython.Py_ssize_t)
    def in_order(self) -> list[int]:
        """All keys, the latest last."""
        found: list[int] = []
        slot = self.oldest
        while slot >= 0:
            found.append(self.keys[slot])
            slot = self.newer[slot]
        return found
