"""Kernel of the authors: which texts of a thread name who wrote each post.

All posts have a name at the same place, and neither one name nor each another word of few.
"""

from __future__ import annotations

from array import array

from scrapy_treesim.comments.feature_table import FeatureTable
from scrapy_treesim.tree import hashing

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Doubles
    from cython.cimports.scrapy_treesim.comments._leaves_cy import LINK, SAYS, TALK, TEXT
    from cython.cimports.scrapy_treesim.comments.extract._bodies_cy import Bodies
    from cython.cimports.scrapy_treesim.comments.extract._choice_cy import ColumnChoice, Times
    from cython.cimports.scrapy_treesim.comments.extract._posts_cy import (
        ANSWERED,
        ASIDE,
        AUTHOR,
        COLON,
        DECLARED,
        EDITED,
        HEAD_TAG,
        LABEL,
        QUOTE_TAG,
        QUOTED,
        RATED,
        ROLE,
        SCORED,
        SIGNED,
        SINCE,
        STRONG_TAG,
        VOTED,
        Posts,
    )  # fmt: skip
    from cython.cimports.scrapy_treesim.comments.extract.constants import *
else:
    from scrapy_treesim._cython import Doubles
    from scrapy_treesim.comments._leaves_cy import LINK, SAYS, TALK, TEXT
    from scrapy_treesim.comments.extract._bodies_cy import Bodies
    from scrapy_treesim.comments.extract._choice_cy import ColumnChoice, Times
    from scrapy_treesim.comments.extract._posts_cy import (
        ANSWERED,
        ASIDE,
        AUTHOR,
        COLON,
        DECLARED,
        EDITED,
        HEAD_TAG,
        LABEL,
        QUOTE_TAG,
        QUOTED,
        RATED,
        ROLE,
        SCORED,
        SIGNED,
        SINCE,
        STRONG_TAG,
        VOTED,
        Posts,
    )  # fmt: skip
    from scrapy_treesim.comments.extract.constants import *

SPREAD = cython.declare(cython.ulonglong, hashing.SPREAD)

AUTHOR_WEIGHTS: FeatureTable[float] = FeatureTable()
"""Weights of a column of names, set by hand on pages with comments; of shares of its texts."""
_add = AUTHOR_WEIGHTS.add
LINKED = cython.declare(cython.int, _add("linked", 0.5))
CALLED_AUTHOR = cython.declare(cython.int, _add("called so", 1.2))
DECLARED_AUTHOR = cython.declare(cython.int, _add("declared so", 0.8))
SAYS_SO = cython.declare(cython.int, _add("in or after a text such as by", 0.7))
THEN_SAYS = cython.declare(cython.int, _add("before a text such as said", 0.7))
NEAR_TIME = cython.declare(cython.int, _add("beside the time", 0.4))
STRONG = cython.declare(cython.int, _add("in bold", 0.35))
HEADING = cython.declare(cython.int, _add("in a heading, not linked", -0.3))
SMALL_WORDS = cython.declare(cython.int, _add("words in lower case", -0.4))
OUTSIDE = cython.declare(cython.int, _add("before the body or at its edge", 0.4))
BESIDE_NAME = cython.declare(cython.int, _add("called a rank, avatar, signature", -0.5))
OF_VOTES = cython.declare(cython.int, _add("called a score or rating", -0.8))
ROLES = cython.declare(cython.int, _add("a word for a role", -0.8))
INNER = cython.declare(cython.int, _add("within the body", -1.0))
DISTANCE = cython.declare(cython.int, _add("texts from the edge", -0.12))
# What stands there again and again is of a list inside.
REPEATED = cython.declare(cython.int, _add("repeated in the post", -0.4))


@cython.cclass
class Authors(ColumnChoice):
    """The text of each post that names its author."""

    def __init__(self, bodies: Bodies, times: Times) -> None:
        ColumnChoice.__init__(self, bodies)
        self._times = times.chosen
        self._tally = array("d", bytes(8 * len(AUTHOR_WEIGHTS)))
        self._weights = array("d", AUTHOR_WEIGHTS.values())
        # Half of the table at most is filled, so that it always has room.
        room = 64
        while room < 2 * self.posts.owned:
            room *= 2
        self._stamps = array("i", [0]) * room
        self._held = array("I", [0]) * room
        self._epoch = 0
        self._numbered = 0
        self._many = max(2, (2 * self.posts.count) // 5)

    @cython.ccall
    @cython.locals(post=cython.int)
    def choose(self) -> cython.void:
        """Take the best column; where there is none, one of names that differ by numbers alone."""
        self._numbered = 0
        ColumnChoice.choose(self)
        for post in range(self.posts.count):
            if self.chosen[post] >= 0:
                return
        self._numbered = 1
        ColumnChoice.choose(self)

    @cython.cfunc
    @cython.locals(t=cython.int, kind=cython.int, near=cython.bint)
    def accepts(self, k: cython.int, rank: cython.int) -> cython.bint:
        """Tell whether a text of a column is an author; in the best one, any line is."""
        if 2.0 * self.scores[rank] < self.scores[0]:
            return False
        near = 4.0 * self.scores[rank] >= 3.0 * self.scores[0]
        if not near and not self.posts.about[k] & AUTHOR:
            return False
        if self._is_name(k):
            return True
        t = self.posts.own[k]
        kind = self.leaves.kind[t]
        if rank > 0 or self.leaves.chars[t] > MAX_LINE_CHARS:
            return False
        if kind >= LINK:
            return True
        return (self.posts.about[k] & AUTHOR) != 0 and k != self._times[self.posts.post[k]]

    @cython.cfunc
    @cython.locals(posts=Posts, t=cython.int, kind=cython.int)
    def _is_name(self, k: cython.int) -> cython.bint:
        """Tell whether a text could be a name, or name one."""
        posts = self.posts
        t = posts.own[k]
        kind = self.leaves.kind[t]
        if self.leaves.bits[t] & SAYS and posts.counted[k] > 1:
            if self.leaves.chars[t] > MAX_SAYS_CHARS or posts.small[k] > MAX_SAYS_SMALL:
                return False
            # A sentence may say who said what.
            return posts.small[k] <= MAX_SMALL or not self._ends_sentence(k)
        if kind < LINK or posts.counted[k] == 0:
            return False
        if self.leaves.chars[t] == 1 and posts.last[k] < 128:
            return False
        if kind == TEXT and self._is_linked_author(k):
            return True
        if self.leaves.chars[t] > MAX_NAME_CHARS or posts.counted[k] > MAX_NAME_WORDS:
            return False
        if self._is_label(k):
            return False
        if posts.last[k] != 46 and self._ends_sentence(k):
            return False
        # A name has few small words, and ends a sentence as an initial alone.
        if kind == LINK or posts.about[k] & AUTHOR:
            return True
        if posts.last[k] == 46 and posts.counted[k] > MAX_INITIAL_WORDS:
            return False
        return posts.small[k] <= MAX_SMALL

    @cython.cfunc
    @cython.locals(node=cython.int)
    def _is_linked_author(self, k: cython.int) -> cython.bint:
        """Tell whether a longer text is a linked author's: trackbacks have titles for names."""
        if not self.posts.about[k] & AUTHOR:
            return False
        if self.leaves.chars[self.posts.own[k]] > MAX_LINE_CHARS:
            return False
        node = self.analysis.text_node[self.posts.own[k]]
        return self.analysis.linked[node + 1] > self.analysis.linked[node]

    @cython.cfunc
    @cython.locals(posts=Posts, t=cython.int, words=cython.int)
    def _is_label(self, k: cython.int) -> cython.bint:
        """Tell whether a short text is a label or another part of the post, not a name."""
        posts = self.posts
        t = posts.own[k]
        words = posts.words[k]
        # No. 1, No. 2: a label with a number.
        if (
            (self.leaves.kind[t] != LINK or self.leaves.value[t] >= 0)
            and not posts.about[k] & AUTHOR
            and posts.count > 2
            and posts.alike[k] > self._many
            and posts.same[k] < posts.alike[k]
            and not (self._numbered and self._is_beside_time(k))
        ):
            return True
        if words & (SINCE | EDITED | ANSWERED) or self.leaves.bits[t] & SAYS:
            return True
        if not words & (LABEL | VOTED):
            return False
        return posts.last[k] == COLON or self.leaves.value[t] >= 0

    @cython.cfunc
    @cython.locals(last=cython.int)
    def _ends_sentence(self, k: cython.int) -> cython.bint:
        """Tell whether a text ends with a full stop, or the mark of a call or a question."""
        last = self.posts.last[k]
        return last == 46 or last == 33 or last == 63

    @cython.cfunc
    @cython.locals(time=cython.int)
    def _is_beside_time(self, k: cython.int) -> cython.bint:
        """Tell whether a text that speaks of no comments, as Comment 1 does, stands just before the
        time or after it."""
        time = self._times[self.posts.post[k]]
        if time < 0 or self.leaves.bits[self.posts.own[k]] & TALK:
            return False
        return k == time - 1 or k == time + 1

    @cython.cfunc
    @cython.locals(
        posts=Posts, first=cython.int, n=cython.int, e=cython.int, k=cython.int, i=cython.int,
        good=cython.int, fresh=cython.int, labelled=cython.int, quoted=cython.int,
        chars=cython.double, score=cython.double,
    )  # fmt: skip
    def score(self, column: cython.int) -> cython.double:
        """Tell how well a column's texts are the posts' authors; 0 where most are no names."""
        posts = self.posts
        first = posts.first_entry[column]
        n = posts.first_entry[column + 1] - first
        if n == 0:
            return 0.0
        self._epoch += 1
        for i in range(len(self._tally)):
            self._tally[i] = 0.0
        good = fresh = labelled = quoted = 0
        chars = 0.0
        for e in range(first, first + n):
            k = posts.entry[e]
            good += self._is_name(k)
            fresh += self._is_new(self.analysis.hashes[posts.own[k]])
            quoted += (posts.about[k] & (QUOTED | QUOTE_TAG)) != 0
            labelled += self._is_labelled(k)
            chars += self.leaves.chars[posts.own[k]]
            self._count_text(k)
            self._count_place(k)
        if 2 * good < n or labelled * 2 > n or quoted * 2 > n:
            return 0.0
        score = 1.6 * good / posts.count
        score += 0.7 * good / n
        for i in range(len(self._tally)):
            score += self._weights[i] * self._tally[i] / n
        if chars > USUAL_CHARS * n and self._tally[SAYS_SO] == 0.0:
            score -= 0.03 * (chars / n - USUAL_CHARS)
        if n > 2 and posts.copies == 0:
            score += 0.6 * fresh / n
            if fresh == 1:
                score -= 2.0
            elif 4 * fresh < n and fresh < 5:
                score -= 0.6
        return score

    @cython.cfunc
    @cython.locals(posts=Posts, tally=Doubles, about=cython.int, linked=cython.bint)
    def _count_text(self, k: cython.int) -> cython.void:
        """Count what a text is called and says."""
        posts = self.posts
        tally = self._tally
        about = posts.about[k]
        linked = self.leaves.kind[posts.own[k]] == LINK
        tally[LINKED] += linked
        tally[CALLED_AUTHOR] += (about & AUTHOR) != 0
        tally[DECLARED_AUTHOR] += (about & (AUTHOR | DECLARED)) == AUTHOR | DECLARED
        tally[BESIDE_NAME] += (about & ASIDE) != 0
        tally[BESIDE_NAME] += (about & (SIGNED | QUOTED | QUOTE_TAG)) == SIGNED
        tally[OF_VOTES] += (about & (SCORED | RATED)) != 0
        tally[STRONG] += (about & STRONG_TAG) != 0
        tally[HEADING] += not linked and (about & HEAD_TAG) != 0
        tally[SMALL_WORDS] += min(posts.small[k], MAX_SMALL)
        tally[ROLES] += (posts.words[k] & ROLE) != 0
        if self.leaves.bits[posts.own[k]] & SAYS or self._says(k, k - 1):
            tally[SAYS_SO] += 1.0
        elif self._says(k, k + 1):
            tally[THEN_SAYS] += 1.0

    @cython.cfunc
    @cython.locals(posts=Posts, tally=Doubles, post=cython.int, time=cython.int)
    def _count_place(self, k: cython.int) -> cython.void:
        """Count where a text stands."""
        posts = self.posts
        tally = self._tally
        post = posts.post[k]
        time = self._times[post]
        tally[NEAR_TIME] += time >= 0 and -2 <= k - time <= 2
        tally[INNER] += self.bodies.inside[k] > 2
        tally[OUTSIDE] += k < self.bodies.first[post] or self.bodies.inside[k] == 1
        tally[DISTANCE] += self.bodies.distance(k)
        if k >= self.bodies.stop[post]:
            tally[REPEATED] += min(posts.times[k] - 1, MAX_REPEATS)

    @cython.cfunc
    @cython.locals(posts=Posts, post=cython.int)
    def _says(self, k: cython.int, beside: cython.int) -> cython.bint:
        """Tell whether the text beside one, of the same post, says in few words that it said."""
        posts = self.posts
        post = posts.post[k]
        if not posts.first_own[post] <= beside < posts.first_own[post + 1]:
            return False
        if posts.counted[beside] > MAX_LEAD_WORDS:
            return False
        return (self.leaves.bits[posts.own[beside]] & SAYS) != 0

    @cython.cfunc
    @cython.locals(posts=Posts)
    def _is_labelled(self, k: cython.int) -> cython.bint:
        """Tell whether a label stands before a text: what follows it is no name."""
        posts = self.posts
        if k == posts.first_own[posts.post[k]] or posts.last[k - 1] != COLON:
            return False
        return (posts.words[k - 1] & LABEL) != 0

    @cython.cfunc
    @cython.locals(mask=cython.Py_ssize_t, place=cython.Py_ssize_t)
    def _is_new(self, key: cython.uint) -> cython.bint:
        mask = len(self._stamps) - 1
        place = ((key * SPREAD) >> 32) & mask
        while self._stamps[place] == self._epoch and self._held[place] != key:
            place = (place + 1) & mask
        if self._stamps[place] == self._epoch:
            return False
        self._stamps[place] = self._epoch
        self._held[place] = key
        return True
