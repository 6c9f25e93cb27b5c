cimport cython
from scrapy_treesim.comments._leaves_cy cimport CONTROL, LINK, NUMBER, WHEN, Leaves
from scrapy_treesim.comments.extract._posts_cy cimport (
    COLON, EDITED, LABEL, SINCE, Posts)
from scrapy_treesim.analysis._analysis_cy cimport Analysis

cdef enum:
    MAX_LEVELS = 40
    MAX_PATHS = 64
    MAX_PLACES = 64
    MAX_WEIGHT = 400
    MAX_LABEL = 60
    SHARE = 7

cdef enum:
    MASK = 4294967295

cdef class Bodies:
    cdef readonly Posts posts
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    cdef readonly int[::1] core_low
    cdef readonly int[::1] core_high
    cdef readonly int[::1] low
    cdef readonly int[::1] high
    cdef readonly int[::1] meta
    cdef readonly int[::1] hard
    cdef readonly int[::1] mean
    cdef int[::1] _sure
    cdef int[::1] _starts
    cdef int[::1] _tags
    cdef int[::1] _names
    cdef int[::1] _levels
    cdef unsigned int[::1] _keys
    cdef int[::1] _weights
    cdef int[::1] _trail_tags
    cdef int[::1] _trail_names
    cdef int _paths
    cdef int[::1] _places
    cdef int[::1] _former
    cdef int[::1] _said
    cdef int[::1] _plain_before
    cdef int _count

    @cython.locals(k="Py_ssize_t", few=int, column=int, first=int, n=int, about=int, chars=int,
                   e=int, ahead=int, behind=int)
    cpdef mark(self)

    @cython.locals(t=int, kind=int, words=int, node=int)
    cdef int _is_about(self, int k, int few) except? -1

    @cython.locals(link=int, above=int, other=int, beside=int)
    cdef bint _is_inline(self, int k, int node) except? -1

    @cython.locals(post=int)
    cpdef take(self, int[::1] chosen)

    @cython.locals(path=int, having=int, post=int, i=int, best=int, most=int, total=int, said=int)
    cdef int _further(self, int winner) except? -1

    @cython.locals(level=int, at=int, further=int)
    cdef bint _leads_on(self, int path, int other) except? -1

    @cython.locals(post=int, winner=int, path=int)
    cpdef find(self, int[::1] shut)

    @cython.locals(child=int, end=int, k=int, total=int, best=int, best_node=int, said=int,
                   level=int, low=int, high=int, first=int, stop=int, key="unsigned int", path=int,
                   chosen=int, chosen_end=int, run=bint)
    cdef void _descend(self, int post, int[::1] shut, bint votes) except *

    cdef int _next(self, int post, int child) except? -1

    @cython.locals(level=int, node=int, child=int, end=int, i=int, count=int, found=int, low=int)
    cdef void _reach(self, int post, int path) except *

    @cython.locals(post=int, i=int, best=int, top=int, total=int, votes="int[::1]")
    cdef void _apply(self, int path, int[::1] shut) except *

    @cython.locals(k=int, said=int)
    cdef void _add_up(self) except *

    @cython.locals(first=int)
    cdef int _plain(self, int post, int low, int high) except? -1

    @cython.locals(low=int, high=int, middle=int)
    cdef int _first(self, int post, int node) except? -1

cdef unsigned int _mixed(unsigned int key, unsigned int value) except? -1
