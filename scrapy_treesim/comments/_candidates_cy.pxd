cimport cython
from scrapy_treesim.analysis._text_kinds_cy cimport SAYS
from scrapy_treesim.comments._leaves_cy cimport CONTROL, NUMBER, SHORT, TEXT, WHEN, Leaves
from scrapy_treesim.analysis._analysis_cy cimport Analysis

cdef unsigned long long SECRET

cdef enum:
    BY_WHEN, BY_CONTROL, BY_TEXT, BY_LINK, BY_SIBLINGS, BY_PATH, BY_SINGLE

cdef enum:
    MASK = 4294967295
    MAX_POSTS = 10000
    MAX_HEIGHTS = 64
    MAX_SINGLE_CHARS = 6000
    MAX_SINGLE_STEPS = 8
    MAX_THREADS = 1024

cdef class Threads:
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    cdef readonly int[::1] low
    cdef readonly int[::1] high
    cdef readonly int[::1] first_post
    cdef readonly int[::1] source
    cdef readonly int[::1] extended
    cdef readonly int max_posts
    cdef readonly int posts
    cdef readonly int count
    cdef long long _visits
    cdef unsigned int[::1] _keys
    cdef int[::1] _groups
    cdef int[::1] _leaf
    cdef int[::1] _next
    cdef int[::1] _first
    cdef int[::1] _last
    cdef int[::1] _counts
    cdef int[::1] _kinds
    cdef int _entries
    cdef int _known
    cdef unsigned int[::1] _seen
    cdef int[::1] _anchors
    cdef int[::1] _tags
    cdef int[::1] _heights
    cdef int[::1] _votes

    @cython.locals(place="Py_ssize_t")
    cdef void _clear(self) except *

    @cython.locals(mask="Py_ssize_t", place="Py_ssize_t", entry=int, group=int)
    cdef void _enter(self, unsigned int key, int kind, int leaf) except *

    @cython.locals(analysis=Analysis, leaves=Leaves, number=int, kind=int, node=int, above=int,
                   source=int, tags="unsigned int", names="unsigned int", _step=int, group=int)
    cpdef add_anchored(self)

    @cython.locals(analysis=Analysis, n=int, count=int, entry=int, kinds=int, best=int, i=int,
                   before=int, after=int, node=int, height=int, above=int, kind=int, second=int)
    cdef void _add_territories(self, int group) except *

    @cython.locals(analysis=Analysis, start=int, last=int, i=int, node=int, step=int)
    cdef void _climb(self, int count, int height, int source) except *

    cdef void _add_post(self, int low, int high) except *

    @cython.locals(analysis=Analysis, count=int, plain=int, key="unsigned int", post=int, low=int,
                   high=int, mask="Py_ssize_t", place="Py_ssize_t")
    cdef void _end_thread(self, int start, int source, int extended) except *

    @cython.locals(first=int, stop=int, start=int, post=int)
    cdef void _add_without_first(self, int thread) except *

    @cython.locals(analysis=Analysis, first=int, stop=int, above=int, inside="long long",
                   between="long long", dated=int, quiet=bint, most=int, post=int, siblings=int, node=int, end=int,
                   start=int, high=int, steps=int, low=int)
    cdef void _add_runs(self, int thread) except *

    @cython.locals(analysis=Analysis, total=int, child=int)
    cdef int _before(self, int above, int node, int steps) except? -1

    @cython.locals(analysis=Analysis, n=int, way=int, node=int, key="unsigned int", group=int,
                   start=int, entry=int)
    cpdef add_alike(self)

    @cython.locals(analysis=Analysis, leaves=Leaves, number=int, kind=int, node=int, _step=int,
                   high=int, chars=int, start=int)
    cpdef add_singles(self)

cdef unsigned int _mixed(unsigned int key, unsigned int value) except? -1
