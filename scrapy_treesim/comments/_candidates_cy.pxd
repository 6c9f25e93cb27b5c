from scrapy_treesim._cython cimport Ints
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.comments._leaves_cy cimport Leaves
from scrapy_treesim.tree._hashing_cy cimport HashTable

cdef class Threads:
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    # The nodes of each post of all threads; the posts of each thread follow one another.
    cdef readonly Ints low
    cdef readonly Ints high
    cdef readonly Ints first_post
    # What each thread was found by, and whether siblings after (1) or before (2) its posts count.
    cdef readonly Ints source
    cdef readonly Ints extended
    cdef readonly int max_posts
    cdef readonly int posts
    cdef readonly int count
    # How many nodes may be visited yet.
    cdef long long _visits
    # The keys of the groups.
    cdef HashTable _groups
    # The entries of groups: a node and the next entry.
    cdef Ints _leaf
    cdef Ints _next
    # The groups: first and last entry, how many, what a thread of them is found by.
    cdef Ints _first
    cdef Ints _last
    cdef Ints _counts
    cdef Ints _kinds
    cdef int _entries
    # A set of the threads that are known, by their texts.
    cdef HashTable _seen
    # The anchors of one group; the tags, heights and number of their territories.
    cdef Ints _anchors
    cdef Ints _tags
    cdef Ints _heights
    cdef Ints _votes

    cpdef Py_ssize_t size(self, Py_ssize_t thread) except -1
    cdef int _enter(self, unsigned int key, int kind, int leaf) except -1
    cdef void _add_territories(self, int group)
    cdef int _territory(self, int i) except -1
    cdef void _climb(self, int count, int height, int source)
    cdef int _add_post(self, int low, int high) except -1
    cdef void _grow(self)
    cdef int _end_thread(self, int start, int source, int extended) except -1
    cdef void _add_without_first(self, int thread)
    cdef void _add_runs(self, int thread)
    cdef int _before(self, int above, int node, int steps) except -1

cdef Ints longer(Ints values, Py_ssize_t size)
