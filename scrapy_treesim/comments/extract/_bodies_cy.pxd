from scrapy_treesim._cython cimport Ints, UInts
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.comments._leaves_cy cimport Leaves
from scrapy_treesim.comments.extract._posts_cy cimport Posts

cdef class Bodies:
    cdef readonly Posts posts
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    # The nodes of each post in which its body is sought.
    cdef readonly Ints core_low
    cdef readonly Ints core_high
    # The nodes of each body.
    cdef readonly Ints low
    cdef readonly Ints high
    # The own texts of each body; 0 and 0 before it is found.
    cdef readonly Ints first
    cdef readonly Ints stop
    # How far inside the body each own text stands from its nearer edge; 0 outside.
    cdef readonly Ints inside
    # Which own texts are about the post: 1 by their looks, 2 wherever they stand, 3 chosen.
    cdef readonly Ints byline
    # Which own texts do not count as said: those, and links.
    cdef readonly Ints unsaid
    # The mean characters of each column's texts, and whether most of it is about the posts.
    cdef readonly Ints mean
    cdef Ints _sure
    # For each node from the first post's on, the post that starts there and one.
    cdef Ints _starts
    # The ways down: tags and names of their steps, how many, their hashes, the text they lead to.
    cdef Ints _tags
    cdef Ints _names
    cdef Ints _levels
    cdef UInts _keys
    cdef Ints _weights
    cdef int _paths
    # The way down in hand.
    cdef Ints _trail_tags
    cdef Ints _trail_names
    # The places that a way leads to, those of the step before, and the characters said there.
    cdef Ints _places
    cdef Ints _former
    cdef Ints _chars
    cdef int _count
    # The characters said before each own text.
    cdef Ints _said_before

    cpdef int distance(self, int k)
    cdef void _place(self)
    cdef int _byline_kind(self, int k, int few)
    cdef bint _is_inline(self, int k, int node)
    cdef int _further(self, int winner)
    cdef bint _leads_on(self, int path, int other)
    cdef void _descend(self, int post, Ints shut, bint votes)
    cdef void _vote(self, int level, unsigned int key, int chars)
    cdef int _next(self, int post, int child)
    cdef void _reach(self, int post, int path)
    cdef void _apply(self, int path, Ints shut)
    cdef void _add_up(self)
    cdef int _said_chars(self, int post, int low, int high)
    cdef int _first(self, int post, int node)
