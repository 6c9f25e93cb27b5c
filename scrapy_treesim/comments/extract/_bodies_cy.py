"""Kernel of the bodies: where in each post what was said stands, by consensus of all posts.

Every post is descended while one child holds most of its text, and votes for the path it took; the
path of most text is taken in all posts.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]
if cython.compiled:
    from cython.cimports.scrapy_treesim._cython import Ints
    from cython.cimports.scrapy_treesim.comments._leaves_cy import (
        CONTROL,
        LINK,
        NUMBER,
        WHEN,
    )  # fmt: skip
    from cython.cimports.scrapy_treesim.comments.extract._posts_cy import (
        COLON,
        EDITED,
        LABEL,
        SINCE,
        Posts,
    )  # fmt: skip
    from cython.cimports.scrapy_treesim.comments.extract.constants import *
    from cython.cimports.scrapy_treesim.tree._hashing_cy import mixed
else:
    from scrapy_treesim._cython import Ints
    from scrapy_treesim.comments._leaves_cy import CONTROL, LINK, NUMBER, WHEN
    from scrapy_treesim.comments.extract._posts_cy import COLON, EDITED, LABEL, SINCE, Posts
    from scrapy_treesim.comments.extract.constants import *
    from scrapy_treesim.tree._hashing_cy import mixed


@cython.cclass
class Bodies:
    """The bodies of a thread's posts: spans of nodes, and which of their texts are said.

    They are sought in the posts' cores, spans inside theirs.

    Raises:
        ValueError: there is no core a post, or one does not lie inside its post.
    """

    @cython.locals(post=cython.int)
    def __init__(self, posts: Posts, low: array[int], high: array[int]) -> None:
        size = len(posts.own)
        if len(low) != posts.count or len(high) != posts.count:
            raise ValueError(f"{len(low)} cores for {posts.count} posts")
        for post in range(posts.count):
            if not posts.low[post] <= low[post] < high[post] <= posts.high[post]:
                raise ValueError(f"core {low[post]} to {high[post]} lies outside its post")
        self.posts = posts
        self.leaves = posts.leaves
        self.analysis = posts.analysis
        self.core_low = low
        self.core_high = high
        self.low = low[:]
        self.high = high[:]
        zero = array("i", [0])
        self.first = zero * posts.count
        self.stop = zero * posts.count
        self.inside = zero * size
        self.byline = zero * size
        self.unsaid = zero * size
        self.mean = zero * (posts.columns + 1)
        self._sure = zero * (posts.columns + 1)
        self._starts = zero * len(posts.told)
        self._tags = zero * (MAX_LEVELS * MAX_PATHS)
        self._names = zero * (MAX_LEVELS * MAX_PATHS)
        self._levels = zero * MAX_PATHS
        self._keys = array("I", [0]) * MAX_PATHS
        self._weights = zero * MAX_PATHS
        self._paths = 0
        self._trail_tags = zero * MAX_LEVELS
        self._trail_names = zero * MAX_LEVELS
        self._places = zero * MAX_PLACES
        self._former = zero * MAX_PLACES
        self._chars = zero * MAX_PLACES
        self._count = 0
        self._said_before = zero * (size + 1)
        for post in range(posts.count):
            self._starts[posts.low[post] - posts.start] = post + 1

    @cython.locals(
        k=cython.Py_ssize_t, few=cython.int, column=cython.int, first=cython.int, n=cython.int,
        about=cython.int, chars=cython.int, e=cython.int, ahead=cython.int, behind=cython.int,
    )  # fmt: skip
    def mark_bylines(self) -> None:
        """Mark the texts that are about the post, not said in it, as most of their column are."""
        posts = self.posts
        few = 2 if posts.count == 2 else max(3, (2 * posts.count + 4) // 5)
        for k in range(posts.owned):
            self.byline[k] = self._byline_kind(k, few)
            self.unsaid[k] = 1 if self.byline[k] or self.leaves.kind[posts.own[k]] == LINK else 0
        for column in range(posts.columns):
            first = posts.first_entry[column]
            n = posts.first_entry[column + 1] - first
            about = 0
            chars = 0
            for e in range(first, first + n):
                about += self.byline[posts.entry[e]] != 0
                chars += min(self.leaves.chars[posts.own[posts.entry[e]]], MAX_CHARS)
            self.mean[column] = chars // n if n > 0 else 0
            self._sure[column] = 2 * about >= n and 5 * n >= posts.count
        for k in range(posts.owned):
            if self.byline[k] == 1 and posts.count > 2:
                ahead = posts.ahead[k]
                behind = posts.behind[k]
                if not (ahead >= 0 and self._sure[ahead]) and not (
                    behind >= 0 and self._sure[behind]
                ):
                    self.byline[k] = 0
                    self.unsaid[k] = 1 if self.leaves.kind[posts.own[k]] == LINK else 0

    @cython.cfunc
    @cython.locals(t=cython.int, kind=cython.int, words=cython.int, node=cython.int)
    def _byline_kind(self, k: cython.int, few: cython.int) -> cython.int:
        """Tell whether a text looks like one about the post: 1, or 2 wherever it stands."""
        posts = self.posts
        t = posts.own[k]
        kind = self.leaves.kind[t]
        words = posts.words[k]
        if kind == CONTROL:
            node = self.analysis.text_node[t]
            if self.analysis.linked[node + 1] > self.analysis.linked[node]:
                if posts.alike[k] > 1:
                    return 2
                # A word of a sentence may be a link.
                return 0 if self._is_inline(k, node) else 1
            return 1
        if kind == WHEN or kind == NUMBER or posts.moment[k]:
            return 1
        if self.leaves.chars[t] > MAX_LABEL_CHARS:
            return 0
        if words & EDITED and posts.counted[k] <= 8 and posts.alike[k] > 1:
            return 2
        if posts.alike[k] >= few and posts.count > 1:
            return 1
        if words & SINCE and posts.counted[k] <= 5:
            return 1
        if words & LABEL and posts.counted[k] <= 3:
            return 1 if self.leaves.value[t] >= 0 or posts.last[k] == COLON else 0
        return 0

    @cython.cfunc
    @cython.locals(link=cython.int, above=cython.int, other=cython.int, beside=cython.int)
    def _is_inline(self, k: cython.int, node: cython.int) -> cython.bint:
        """Tell whether a linked text stands between words of the same line."""
        posts = self.posts
        analysis = self.analysis
        link = analysis.parent[node]
        above = analysis.parent[link]
        for other in (k - 1, k + 1):
            if posts.first_own[posts.post[k]] <= other < posts.first_own[posts.post[k] + 1]:
                beside = analysis.text_node[posts.own[other]]
                if analysis.parent[beside] == above and posts.counted[other] > 1:
                    return True
        return False

    @cython.locals(post=cython.int)
    def mark_chosen(self, chosen: Ints) -> None:
        """Mark the posts' authors, or times."""
        for post in range(self.posts.count):
            if chosen[post] >= 0:
                self.unsaid[chosen[post]] = 1
                self.byline[chosen[post]] = CHOSEN

    @cython.locals(post=cython.int, winner=cython.int, path=cython.int)
    def find(self, shut: Ints) -> None:
        """Each post's body; ``shut`` tells the tags that are not descended into."""
        self._paths = 0
        self._add_up()
        for post in range(self.posts.count):
            self._descend(post, shut, True)
        winner = 0
        for path in range(1, self._paths):
            if self._weights[path] > self._weights[winner]:
                winner = path
        if self._paths > 0:
            self._apply(self._further(winner), shut)
        self._place()

    @cython.cfunc
    @cython.locals(post=cython.int, k=cython.int, i=cython.int, j=cython.int)
    def _place(self) -> cython.void:
        """Tell which own texts stand in each body."""
        posts = self.posts
        for post in range(posts.count):
            i = self._first(post, self.low[post])
            j = self._first(post, self.high[post])
            self.first[post] = i
            self.stop[post] = j
            for k in range(i, j):
                self.inside[k] = min(k - i + 1, j - k)

    @cython.ccall
    @cython.locals(post=cython.int, before=cython.int)
    def distance(self, k: cython.int) -> cython.int:
        """Texts between a text and the post's head or, after its body, the body's end."""
        post = self.posts.post[k]
        before = k - self.posts.first_own[post]
        if self.stop[post] == 0:
            return min(before, self.posts.first_own[post + 1] + 1 - k, MAX_DISTANCE)
        if k >= self.stop[post]:
            return min(k - self.stop[post] + 1, MAX_DISTANCE)
        if k >= self.first[post]:
            return min(before, self.stop[post] + 1 - k, MAX_DISTANCE)
        return min(before, MAX_DISTANCE)

    @cython.cfunc
    @cython.locals(
        path=cython.int, having=cython.int, post=cython.int, i=cython.int, best=cython.int,
        most=cython.int, total=cython.int, said=cython.int,
        place=cython.int, end=cython.int,
    )  # fmt: skip
    def _further(self, winner: cython.int) -> cython.int:
        """A path that leads on from there in nearly all posts: some have more beside their body."""
        best = winner
        most = 0
        for path in range(self._paths):
            if (
                self._levels[path] <= self._levels[winner]
                or 5 * self._weights[path] < self._weights[winner]
                or not self._leads_on(winner, path)
            ):
                continue
            having = 0
            total = 0
            for post in range(self.posts.count):
                self._reach(post, path)
                said = 0
                for i in range(self._count):
                    place = self._places[i]
                    end = place + self.analysis.size[place]
                    said = max(said, self._said_chars(post, place, end))
                having += said > 0
                total += min(said, MAX_CHARS)
            if 10 * having >= 9 * self.posts.count and total > most:
                most = total
                best = path
        return best

    @cython.cfunc
    @cython.locals(level=cython.int, at=cython.int, further=cython.int)
    def _leads_on(self, path: cython.int, other: cython.int) -> cython.bint:
        for level in range(self._levels[path]):
            at = path * MAX_LEVELS + level
            further = other * MAX_LEVELS + level
            if self._tags[at] != self._tags[further] or self._names[at] != self._names[further]:
                return False
        return True

    @cython.cfunc
    @cython.locals(
        child=cython.int, end=cython.int, k=cython.int, total=cython.int, best=cython.int,
        best_node=cython.int, said=cython.int, level=cython.int, low=cython.int, high=cython.int,
        first=cython.int, stop=cython.int, key=cython.uint, path=cython.int, chosen=cython.int,
        chosen_end=cython.int, run=cython.bint,
    )  # fmt: skip
    def _descend(self, post: cython.int, shut: Ints, votes: cython.bint) -> cython.void:
        """Go down into the child that holds most; the way down is a vote, or the post's body."""
        analysis = self.analysis
        low = self.core_low[post]
        high = self.core_high[post]
        level = 0
        key = 1
        run = low + analysis.size[low] < high
        total = self._said_chars(post, low, high)
        said = total
        chosen = low
        chosen_end = high
        while total > 0 and level < MAX_LEVELS:
            best = 0
            best_node = -1
            child = self._next(post, low)
            while child < high:
                end = child + analysis.size[child]
                if analysis.tag[child] != 0:
                    said = self._said_chars(post, child, end)
                    if said > best:
                        best = said
                        best_node = child
                child = self._next(post, end)
            if best_node < 0 or 10 * best < 7 * total:
                break
            if shut[analysis.tag[best_node]] and (level > 0 or run):
                break
            self._trail_tags[level] = analysis.tag[best_node]
            # The first step's names are what tells posts apart: odd, even, first, last.
            self._trail_names[level] = analysis.name[best_node] if level > 0 else 0
            key = mixed(mixed(key, analysis.tag[best_node]), self._trail_names[level])
            level += 1
            chosen = best_node
            chosen_end = best_node + analysis.size[best_node]
            total = best
            low = best_node + 1
            high = chosen_end
        if not votes:
            self.low[post] = chosen
            self.high[post] = chosen_end
            return
        if level > 0 and total > 0:
            self._vote(level, key, total)

    @cython.cfunc
    @cython.locals(path=cython.int, step=cython.int)
    def _vote(self, level: cython.int, key: cython.uint, chars: cython.int) -> cython.void:
        """Count the way down in hand, of so many steps, to so much text."""
        path = 0
        while path < self._paths and self._keys[path] != key:
            path += 1
        if path == MAX_PATHS:
            return
        if path == self._paths:
            self._paths += 1
            self._keys[path] = key
            self._weights[path] = 0
            self._levels[path] = level
            for step in range(level):
                self._tags[path * MAX_LEVELS + step] = self._trail_tags[step]
                self._names[path * MAX_LEVELS + step] = self._trail_names[step]
        self._weights[path] += min(chars, MAX_CHARS)

    @cython.cfunc
    def _next(self, post: cython.int, child: cython.int) -> cython.int:
        """The child itself, or what follows it where it is another post."""
        posts = self.posts
        while child < posts.high[post]:
            other = self._starts[child - posts.start] - 1
            if other < 0 or other == post:
                return child
            child = posts.high[other]
        return child

    @cython.cfunc
    @cython.locals(k=cython.int, said=cython.int)
    def _add_up(self) -> cython.void:
        """Characters of what is said before each own text, for :meth:`_plain`."""
        said = 0
        for k in range(self.posts.owned):
            self._said_before[k] = said
            if self.unsaid[k] == 0:
                said += self.leaves.chars[self.posts.own[k]]
        self._said_before[self.posts.owned] = said

    @cython.cfunc
    @cython.locals(first=cython.int)
    def _said_chars(self, post: cython.int, low: cython.int, high: cython.int) -> cython.int:
        """Characters of what is said between two nodes by the post itself.

        A post has as many children as it likes: O(log texts).
        """
        first = self._first(post, low)
        return self._said_before[self._first(post, high)] - self._said_before[first]

    @cython.cfunc
    @cython.locals(low=cython.int, high=cython.int, middle=cython.int)
    def _first(self, post: cython.int, node: cython.int) -> cython.int:
        """The first of the post's own texts that stands at the node or after it."""
        posts = self.posts
        low = posts.first_own[post]
        high = posts.first_own[post + 1]
        while low < high:
            middle = (low + high) // 2
            if self.analysis.text_node[posts.own[middle]] < node:
                low = middle + 1
            else:
                high = middle
        return low

    @cython.cfunc
    @cython.locals(
        level=cython.int, node=cython.int, child=cython.int, end=cython.int, i=cython.int,
        count=cython.int, found=cython.int, low=cython.int,
    )  # fmt: skip
    def _reach(self, post: cython.int, path: cython.int) -> cython.void:
        """All places in the post to which the path leads."""
        analysis = self.analysis
        self._count = 0
        for level in range(self._levels[path]):
            count = self._count
            for i in range(count):
                self._former[i] = self._places[i]
            self._count = 0
            i = 0
            while i < count or (level == 0 and i == 0):
                if level == 0:
                    low = self.core_low[post]
                    end = self.core_high[post]
                else:
                    low = self._former[i] + 1
                    end = self._former[i] + analysis.size[self._former[i]]
                child = self._next(post, low)
                while child < end and self._count < MAX_PLACES:
                    if analysis.tag[child] == self._tags[path * MAX_LEVELS + level] and (
                        level == 0 or analysis.name[child] == self._names[path * MAX_LEVELS + level]
                    ):
                        self._places[self._count] = child
                        self._count += 1
                    child = self._next(post, child + analysis.size[child])
                i += 1

    @cython.cfunc
    @cython.locals(
        post=cython.int, i=cython.int, best=cython.int, top=cython.int, total=cython.int,
        votes=Ints,
    )  # fmt: skip
    def _apply(self, path: cython.int, shut: Ints) -> cython.void:
        """Take the path in all posts; where it leads to several places, the one of most text, or
        the one that most posts have theirs at."""
        votes = array("i", [0]) * (MAX_PLACES + 1)
        total = 0
        for way in range(2):
            top = 0
            for i in range(MAX_PLACES):
                if votes[i] > votes[top]:
                    top = i
            for post in range(self.posts.count):
                self._reach(post, path)
                best = -1
                for i in range(self._count):
                    self._chars[i] = self._said_chars(
                        post, self._places[i], self._places[i] + self.analysis.size[self._places[i]]
                    )
                    if best < 0 or self._chars[i] > self._chars[best]:
                        best = i
                if best < 0 or self._chars[best] == 0:
                    if way > 0:
                        self._descend(post, shut, False)
                    continue
                if way == 0:
                    votes[best] += 1
                    total += 1
                    continue
                if 10 * votes[top] >= 7 * total and top < self._count and self._chars[top] > 0:
                    best = top
                self.low[post] = self._places[best]
                self.high[post] = self._places[best] + self.analysis.size[self._places[best]]
