"""Kernel of the bylines: which column of a thread's texts names the authors, and which the times.

What a column is called counts, and so does where it stands and how its texts differ: all posts
have a name at the same place, and neither one name nor each another word of few.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.comments.extract._bodies_cy import Bodies
from scrapy_treesim.tree import hashing

SECRET = hashing.SPREAD

# Compiled, these are constants of C, named in the .pxd.
if not cython.compiled:
    from scrapy_treesim.comments._leaves_cy import (
        CONTROL,
        LINK,
        NUMBER,
        SAYS,
        SHORT,
        TALK,
        TEXT,
        WHEN,
    )
    from scrapy_treesim.comments.extract._posts_cy import (
        ANSWERED,
        ASIDE,
        AUTHOR,
        COLON,
        DATED,
        DECLARED,
        EDITED,
        EDITED_NAME,
        HEAD_TAG,
        LABEL,
        MOMENT,
        QUOTE_TAG,
        QUOTED,
        RATED,
        ROLE,
        SCORED,
        SIGNED,
        SINCE,
        STRONG_TAG,
        TIME,
        TIME_TAG,
        VOTED,
    )  # fmt: skip

    MAX_NAME = 40
    MAX_SAID = 80
    MAX_SMALL = 6
    MAX_LINE = 120
    BEST = 8
    HEAD = 9
    TAIL = 9
    MAX_SIGNED = 400
    SEARCHED = 100
    QUOTATION, SIGNATURE = 1, 2
    MAX_QUOTED = 2
    MAX_LABEL = 60


class Bylines:
    """The author and the time of each post, as own texts; -1 where there is none."""

    def __init__(self, bodies: Bodies) -> None:
        posts = bodies.posts
        size = len(posts.own)
        self.bodies = bodies
        self.posts = posts
        self.leaves = posts.leaves
        self.analysis = posts.analysis
        self.author = array("i", [-1]) * posts.count
        self.time = array("i", [-1]) * posts.count
        self.score = array("i", [-1]) * posts.count
        self.first = array("i", bytes(4 * posts.count))
        self.stop = array("i", bytes(4 * posts.count))
        self.scores = array("d", bytes(8 * BEST))
        # Half of the table at most is filled, so that it always has room.
        room = 1024
        while room < 2 * size:
            room *= 2
        self._stamps = array("i", bytes(4 * room))
        self._held = array("I", bytes(4 * room))
        self._epoch = 0
        # Whether names may differ in their numbers alone: User 1, User 2.
        self._numbered = 0
        self._many = max(2, (2 * posts.count) // 5)
        self.part = array("i", bytes(4 * size))
        # How far inside the body a text stands from its nearer edge; 0 outside.
        self._depth = array("i", bytes(4 * size))
        self._best = array("i", bytes(4 * BEST))

    def place(self) -> None:
        """Which own texts stand in each post's body."""
        posts = self.posts
        for post in range(posts.count):
            i = posts.first_own[post]
            while i < posts.first_own[post + 1] and (
                self.analysis.text_node[posts.own[i]] < self.bodies.low[post]
            ):
                i += 1
            j = i
            while j < posts.first_own[post + 1] and (
                self.analysis.text_node[posts.own[j]] < self.bodies.high[post]
            ):
                j += 1
            self.first[post] = i
            self.stop[post] = j
            for k in range(i, j):
                self._depth[k] = min(k - i + 1, j - k)

    def choose(self) -> None:
        """Choose the columns of the times, then those of the authors."""
        for post in range(self.posts.count):
            self.time[post] = -1
            self.author[post] = -1
        self._numbered = 0
        self._choose(self.time, True)
        self._choose(self.author, False)
        for post in range(self.posts.count):
            if self.author[post] >= 0:
                return
        self._numbered = 1
        self._choose(self.author, False)

    def choose_scores(self) -> None:
        """Choose the column of votes: numbers that are called so, or stand beside such a word."""
        posts = self.posts
        best = -1
        most = 0
        for column in range(posts.columns):
            good = 0
            for e in range(posts.first_entry[column], posts.first_entry[column + 1]):
                good += self._is_score(posts.entry[e])
            n = posts.first_entry[column + 1] - posts.first_entry[column]
            if good > most and 3 * good >= 2 * n:
                most = good
                best = column
        if best < 0:
            return
        for e in range(posts.first_entry[best], posts.first_entry[best + 1]):
            k = posts.entry[e]
            if self._is_score(k):
                self.score[posts.post[k]] = k

    def _is_score(self, k: int) -> int:
        posts = self.posts
        t = posts.own[k]
        kind = self.leaves.kind[t]
        if self.leaves.value[t] < 0 or kind == WHEN or kind == TEXT or posts.counted[k] > 4:
            return 0
        words = posts.words[k]
        if words & SINCE or posts.about[k] & (RATED | ASIDE | AUTHOR):
            return 0
        # Likes are those of a post; what else has a label is its author's.
        if words & LABEL and (not words & VOTED or posts.counted[k] > 1):
            return 0
        if words & VOTED or posts.about[k] & SCORED:
            return 1
        if kind != NUMBER:
            return 0
        if k > posts.first_own[posts.post[k]] and self._votes(k - 1):
            return 1
        if k + 1 < posts.first_own[posts.post[k] + 1] and self._votes(k + 1):
            return 1
        return 0

    def _votes(self, k: int) -> int:
        posts = self.posts
        if posts.words[k] & VOTED and not posts.words[k] & LABEL and posts.counted[k] <= 3:
            return 1 if self.leaves.value[posts.own[k]] < 0 else 0
        return 0

    def _choose(self, chosen: array[int], times: bool) -> None:
        """The posts' texts of the best column; where a post has none there, of the next ones."""
        posts = self.posts
        for at in range(BEST):
            self._best[at] = -1
            self.scores[at] = 0.0
        for column in range(posts.columns):
            score = self._as_time(column) if times else self._as_author(column)
            if score <= 1.0:
                continue
            at = BEST
            while at > 0 and score > self.scores[at - 1]:
                at -= 1
            if at == BEST:
                continue
            other = BEST - 1
            while other > at:
                self._best[other] = self._best[other - 1]
                self.scores[other] = self.scores[other - 1]
                other -= 1
            self._best[at] = column
            self.scores[at] = score
        for at in range(BEST):
            column = self._best[at]
            if column < 0 or (not times and 2.0 * self.scores[at] < self.scores[0]):
                break
            near = times or 4.0 * self.scores[at] >= 3.0 * self.scores[0]
            for e in range(posts.first_entry[column], posts.first_entry[column + 1]):
                k = posts.entry[e]
                post = posts.post[k]
                if chosen[post] >= 0 or not (near or posts.about[k] & AUTHOR):
                    continue
                if self._is_time(k) if times else self._fits(k, at):
                    chosen[post] = k

    def _fits(self, k: int, rank: int) -> int:
        """Whether a text of a column of authors is one; in the best column, whatever is no more
        than a line."""
        if self._is_name(k):
            return 1
        t = self.posts.own[k]
        kind = self.leaves.kind[t]
        if rank > 0 or self.leaves.chars[t] > MAX_LINE:
            return 0
        if kind == LINK or kind == SHORT or kind == TEXT:
            return 1
        return 1 if self.posts.about[k] & AUTHOR and k != self.time[self.posts.post[k]] else 0

    def _is_name(self, k: int) -> int:
        """Whether a text could be a name, or name one."""
        posts = self.posts
        t = posts.own[k]
        kind = self.leaves.kind[t]
        words = posts.words[k]
        if self.leaves.bits[t] & SAYS and posts.counted[k] > 1:
            if self.leaves.chars[t] > MAX_SAID or posts.small[k] > MAX_SMALL:
                return 0
            # A sentence may say who said what.
            return 0 if self._ends_sentence(k) and posts.small[k] > 2 else 1
        if kind != LINK and kind != SHORT and kind != TEXT:
            return 0
        if self.leaves.chars[t] == 1 and posts.last[k] < 128:
            return 0
        if posts.counted[k] == 0:
            return 0
        if kind == TEXT and posts.about[k] & AUTHOR and self.leaves.chars[t] <= MAX_LINE:
            # Trackbacks have a title for a name.
            node = self.analysis.text_node[t]
            if self.analysis.linked[node + 1] > self.analysis.linked[node]:
                return 1
        if self.leaves.chars[t] > MAX_NAME or posts.counted[k] > 6:
            return 0
        # No. 1, No. 2: a label with a number.
        if (
            (kind != LINK or self.leaves.value[t] >= 0)
            and not posts.about[k] & AUTHOR
            and posts.count > 2
            and posts.alike[k] > self._many
            and posts.same[k] < posts.alike[k]
            and not (self._numbered and self._is_beside_time(k))
        ):
            return 0
        if words & (SINCE | EDITED | ANSWERED) or self.leaves.bits[t] & SAYS:
            return 0
        if words & (LABEL | VOTED) and (posts.last[k] == COLON or self.leaves.value[t] >= 0):
            return 0
        if posts.last[k] != 46 and self._ends_sentence(k):
            return 0
        # A name has few small words, and ends a sentence as an initial alone.
        if kind == LINK or posts.about[k] & AUTHOR:
            return 1
        return 0 if posts.small[k] > 2 or (posts.last[k] == 46 and posts.counted[k] > 3) else 1

    def _ends_sentence(self, k: int) -> int:
        """Whether a text ends with a full stop, or the mark of a call or a question."""
        last = self.posts.last[k]
        return 1 if last == 46 or last == 33 or last == 63 else 0

    def _is_beside_time(self, k: int) -> int:
        """Whether a text that speaks of no comments, as Comment 1 does, stands just before the
        time or after it."""
        time = self.time[self.posts.post[k]]
        if time < 0 or self.leaves.bits[self.posts.own[k]] & TALK:
            return 0
        return 1 if k == time - 1 or k == time + 1 else 0

    def _is_time(self, k: int) -> int:
        """Whether a text could tell when the post was written."""
        posts = self.posts
        kind = self.leaves.kind[posts.own[k]]
        if kind != WHEN and (not posts.about[k] & TIME_TAG or kind == TEXT or kind == CONTROL):
            return 0
        words = posts.words[k]
        if words & SINCE:
            return 0
        if k > posts.first_own[posts.post[k]]:
            before = k - 1
            words = posts.words[before]
            if self.leaves.chars[posts.own[before]] <= MAX_NAME:
                if words & SINCE:
                    return 0
                if posts.last[before] == COLON and posts.alike[before] > 1 and not words & MOMENT:
                    return 0 if not self.leaves.bits[posts.own[before]] & SAYS else 1
        return 1

    def _as_author(self, column: int) -> float:
        posts = self.posts
        leaves = self.leaves
        first = posts.first_entry[column]
        n = posts.first_entry[column + 1] - first
        if n == 0:
            return 0.0
        self._epoch += 1
        good = 0.0
        linked = fresh = said = near = cue = declared = aside = strong = inner = 0
        before = labelled = role = head = after = quoted = scored = small = 0
        ahead = chars = many = 0.0
        for e in range(first, first + n):
            k = posts.entry[e]
            t = posts.own[k]
            i = posts.first_own[posts.post[k]]
            if self._is_name(k):
                good += 1.0
            if leaves.kind[t] == LINK:
                linked += 1
            fresh += self._is_new(self.analysis.hashes[t])
            ahead += self._distance(k)
            if k >= self.stop[posts.post[k]]:
                many += min(posts.times[k] - 1, 3)
            chars += leaves.chars[t]
            if posts.about[k] & AUTHOR:
                cue += 1
            if posts.about[k] & DECLARED and posts.about[k] & AUTHOR:
                declared += 1
            if posts.about[k] & ASIDE:
                aside += 1
            if posts.about[k] & (QUOTED | QUOTE_TAG):
                quoted += 1
            elif posts.about[k] & SIGNED:
                aside += 1
            if posts.about[k] & (SCORED | RATED):
                scored += 1
            if posts.about[k] & STRONG_TAG:
                strong += 1
            if posts.about[k] & HEAD_TAG and leaves.kind[t] != LINK:
                head += 1
            small += min(posts.small[k], 2)
            if posts.words[k] & ROLE:
                role += 1
            if leaves.bits[t] & SAYS or (
                k > i and leaves.bits[posts.own[k - 1]] & SAYS and posts.counted[k - 1] <= 3
            ):
                said += 1
            elif k + 1 < posts.first_own[posts.post[k] + 1] and (
                leaves.bits[posts.own[k + 1]] & SAYS and posts.counted[k + 1] <= 3
            ):
                after += 1
            if k > i and posts.last[k - 1] == COLON and posts.words[k - 1] & LABEL:
                labelled += 1
            if self.time[posts.post[k]] >= 0 and -2 <= k - self.time[posts.post[k]] <= 2:
                near += 1
            if self._depth[k] > 2:
                inner += 1
            if k < self.first[posts.post[k]] or self._depth[k] == 1:
                before += 1
        if 2.0 * good < n or labelled * 2 > n or quoted * 2 > n:
            return 0.0
        total = 1.0 * n
        score = 1.6 * good / posts.count
        score += 0.7 * good / total
        score += 0.5 * linked / total
        score += 1.2 * cue / total
        score += 0.8 * declared / total
        score += 0.7 * said / total
        score += 0.7 * after / total
        score += 0.4 * near / total
        score += 0.35 * strong / total
        score -= 0.3 * head / total
        score -= 0.4 * small / total
        score += 0.4 * before / total
        score -= 0.5 * aside / total
        score -= 0.8 * scored / total
        score -= 0.8 * role / total
        score -= 1.0 * inner / total
        score -= 0.12 * ahead / total
        # What stands there again and again is of a list inside.
        score -= 0.4 * many / total
        if chars > 22.0 * n and said == 0:
            score -= 0.03 * (chars / total - 22.0)
        if n > 2 and posts.copies == 0:
            score += 0.6 * fresh / total
            if fresh == 1:
                score -= 2.0
            elif 4 * fresh < n and fresh < 5:
                score -= 0.6
        return score

    def _as_time(self, column: int) -> float:
        posts = self.posts
        first = posts.first_entry[column]
        n = posts.first_entry[column + 1] - first
        good = cue = declared = dated = inner = aside = quoted = edited = tagged = led = 0
        ahead = many = 0.0
        for e in range(first, first + n):
            k = posts.entry[e]
            if self._is_time(k):
                good += 1
            ahead += self._distance(k)
            many += min(posts.times[k] - 1, 3)
            if posts.about[k] & TIME:
                cue += 1
            if posts.about[k] & TIME and posts.about[k] & DECLARED:
                declared += 1
            if posts.about[k] & DATED:
                dated += 1
            if posts.about[k] & TIME_TAG:
                tagged += 1
            if posts.about[k] & ASIDE:
                aside += 1
            if posts.about[k] & (QUOTED | QUOTE_TAG):
                quoted += 1
            elif posts.about[k] & SIGNED:
                aside += 1
            if posts.about[k] & EDITED_NAME or posts.words[k] & EDITED:
                edited += 1
            elif (
                k > posts.first_own[posts.post[k]]
                and self.leaves.chars[posts.own[k - 1]] <= MAX_NAME
                and self.leaves.kind[posts.own[k - 1]] != WHEN
            ):
                if posts.words[k - 1] & EDITED:
                    edited += 1
                elif posts.words[k - 1] & MOMENT or self.leaves.bits[posts.own[k - 1]] & SAYS:
                    led += 1
            if self._depth[k] > 2:
                inner += 1
        if 2 * good < n or quoted * 2 > n:
            return 0.0
        score = 2.0 * good / posts.count + 0.6 * good / n
        score += 0.4 * cue / n
        score += 0.5 * declared / n
        score += 0.6 * dated / n
        score += 0.6 * tagged / n
        score -= 0.8 * aside / n
        score -= 1.5 * edited / n
        score += 0.4 * led / n
        score -= 0.8 * inner / n
        score -= 0.12 * ahead / n
        score -= 0.4 * many / n
        return score

    def _distance(self, k: int) -> int:
        """Texts between a text and the post's head or, after its body, the body's end."""
        post = self.posts.post[k]
        before = k - self.posts.first_own[post]
        if self.stop[post] == 0:
            return min(before, self.posts.first_own[post + 1] + 1 - k, 8)
        if k >= self.stop[post]:
            return min(k - self.stop[post] + 1, 8)
        if k >= self.first[post]:
            return min(before, self.stop[post] + 1 - k, 8)
        return min(before, 8)

    def _is_new(self, key: int) -> int:
        mask = len(self._stamps) - 1
        place = ((key * SECRET) >> 32) & mask
        while self._stamps[place] == self._epoch and self._held[place] != key:
            place = (place + 1) & mask
        if self._stamps[place] == self._epoch:
            return 0
        self._stamps[place] = self._epoch
        self._held[place] = key
        return 1

    def trim(self) -> None:
        """Take what is about the post off both ends of its body; never all of it."""
        posts = self.posts
        for post in range(posts.count):
            first = self.first[post]
            stop = self.stop[post]
            main = self._main(first, stop)
            if main < 0:
                # All is about the post: what is neither name nor time was said.
                self._keep_rest(post)
                continue
            end = main
            while end < stop and self.bodies.hard[end] == 0:
                end += 1
            last = first
            i = first
            while i < main and i < first + HEAD:
                if self.leaves.chars[posts.own[i]] > MAX_LABEL and self.bodies.hard[i] == 0:
                    break
                if self.bodies.hard[i]:
                    last = i + 1
                i += 1
            self.first[post] = last
            last = stop
            i = stop - 1
            while i >= end and i >= stop - TAIL:
                if self.leaves.chars[posts.own[i]] > MAX_LABEL and self.bodies.hard[i] == 0:
                    break
                if self.bodies.hard[i]:
                    last = i
                i -= 1
            self.stop[post] = last

    def _main(self, first: int, stop: int) -> int:
        """Where the run of texts begins that says most, by what its columns say elsewhere."""
        best = -1
        most = 0
        run = 0
        start = -1
        for k in range(first, stop):
            if self.bodies.hard[k]:
                start = -1
                run = 0
                continue
            if start < 0:
                start = k
            run += self._weight(k)
            if run > most:
                most = run
                best = start
        return best

    def _weight(self, k: int) -> int:
        ahead = self.posts.ahead[k]
        behind = self.posts.behind[k]
        weight = self.leaves.chars[self.posts.own[k]]
        if ahead >= 0:
            weight = max(weight, self.bodies.mean[ahead])
        if behind >= 0:
            weight = max(weight, self.bodies.mean[behind])
        if self.leaves.kind[self.posts.own[k]] == LINK:
            weight = weight // 2
        return 1 + weight

    def _keep_rest(self, post: int) -> None:
        first = self.first[post]
        stop = self.stop[post]
        while first < stop and self.bodies.hard[first] >= 2:
            first += 1
        while stop > first and self.bodies.hard[stop - 1] >= 2:
            stop -= 1
        if first < stop:
            self.first[post] = first
            self.stop[post] = stop

    def part_bodies(self, keep: bytearray) -> None:
        """Tell quotes (1) and signatures (2) from what is said (0) in the bodies, and flag the
        texts of the last."""
        for post in range(self.posts.count):
            self._find_quotes(post)
            self._find_signature(post)
        if self.posts.copies == 0:
            self._find_repeated()
        for post in range(self.posts.count):
            self._flag(post, keep)

    def _flag(self, post: int, keep: bytearray) -> None:
        said = 0
        quoted = 0
        for k in range(self.first[post], self.stop[post]):
            if self.part[k] == 0:
                said += self.leaves.chars[self.posts.own[k]]
            elif self.part[k] == QUOTATION:
                quoted += self.leaves.chars[self.posts.own[k]]
        for k in range(self.first[post], self.stop[post]):
            if said == 0:
                self.part[k] = 0
            # Most of a post that quotes more than it says is the quotation.
            if self.part[k] == 0 or (self.part[k] != SIGNATURE and MAX_QUOTED * quoted > said):
                keep[self.analysis.text_node[self.posts.own[k]]] = 1

    def kept(self, post: int) -> bytearray:
        """Flags for what is said in a post, as :meth:`part_bodies` gives them for all."""
        keep = bytearray(len(self.analysis.tag))
        self._flag(post, keep)
        return keep

    def _find_quotes(self, post: int) -> None:
        posts = self.posts
        said = 0
        quoted = 0
        for k in range(self.first[post], self.stop[post]):
            if self.bodies.meta[k]:
                continue
            if posts.about[k] & (QUOTED | QUOTE_TAG):
                quoted += 1
            else:
                said += 1
        if quoted == 0 or said == 0:
            return
        for k in range(self.first[post], self.stop[post]):
            if not posts.about[k] & (QUOTED | QUOTE_TAG):
                continue
            self.part[k] = QUOTATION
            # Whom it quotes may stand before the quotation.
            if (
                k > self.first[post]
                and self.part[k - 1] == 0
                and posts.last[k - 1] == COLON
                and (
                    self.leaves.bits[posts.own[k - 1]] & SAYS
                    and self.leaves.chars[posts.own[k - 1]] <= MAX_LABEL
                )
            ):
                self.part[k - 1] = QUOTATION

    def _find_signature(self, post: int) -> None:
        """What is called a signature, wherever it stands, and what follows a line of dashes."""
        posts = self.posts
        end = posts.first_own[post + 1]
        ruled = -1
        for k in range(self.first[post], end):
            kind = self.leaves.kind[posts.own[k]]
            if kind == WHEN or kind == CONTROL:
                continue
            if posts.about[k] & SIGNED and self.part[k] == 0 and not posts.about[k] & AUTHOR:
                self.part[k] = SIGNATURE
            if (
                posts.counted[k] == 0
                and k > self.first[post]
                and self.analysis.text_node[posts.own[k]] < self.bodies.high[post]
                and (posts.last[k] == 95 or posts.last[k] == 45)
                and self.leaves.chars[posts.own[k]] > 1
            ):
                ruled = k
        if ruled < 0:
            return
        chars = 0
        while end > ruled and self.analysis.text_node[posts.own[end - 1]] >= self.bodies.high[post]:
            end -= 1
        # Controls at the end are no part of it.
        while end > ruled and self.leaves.kind[posts.own[end - 1]] == CONTROL:
            end -= 1
        for k in range(ruled, end):
            chars += self.leaves.chars[posts.own[k]]
        if chars <= MAX_SIGNED:
            for k in range(ruled, end):
                self.part[k] = SIGNATURE

    def _find_repeated(self) -> None:
        """What all posts of an author end with, be there three or be it long, is a signature."""
        posts = self.posts
        for post in range(posts.count):
            if self.author[post] < 0:
                continue
            name = self.analysis.hashes[posts.own[self.author[post]]]
            others = 0
            least = self.stop[post] - self.first[post] - 1
            for other in range(max(0, post - SEARCHED), min(posts.count, post + SEARCHED)):
                if (
                    other == post
                    or self.author[other] < 0
                    or (self.analysis.hashes[posts.own[self.author[other]]] != name)
                ):
                    continue
                others += 1
                equal = 0
                while (
                    equal < least
                    and equal < self.stop[other] - self.first[other] - 1
                    and (
                        self.analysis.hashes[posts.own[self.stop[post] - 1 - equal]]
                        == self.analysis.hashes[posts.own[self.stop[other] - 1 - equal]]
                    )
                ):
                    equal += 1
                least = equal
                if least == 0:
                    break
            if others == 0 or least <= 0:
                continue
            chars = 0
            for k in range(self.stop[post] - least, self.stop[post]):
                chars += self.leaves.chars[posts.own[k]]
            if chars >= (8 if others > 1 else 40):
                for k in range(self.stop[post] - least, self.stop[post]):
                    self.part[k] = SIGNATURE
