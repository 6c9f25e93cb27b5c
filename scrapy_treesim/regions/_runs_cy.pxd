from scrapy_treesim._cython cimport Doubles, Ints, Longs
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.regions._candidates_cy cimport Candidates
from scrapy_treesim.regions._children_cy cimport Children

cdef class Runs:
    cdef Candidates candidates
    cdef Children children
    cdef Analysis analysis
    cdef long long _chars
    cdef Ints _counts, _starts, _ends, _stamps, _best_cut
    cdef int _epoch
    cdef Doubles _best
    cdef Longs _best_key

    cdef void add(self, long long chars)
    cdef void _try_letters(self, int lettering)
    cdef int _least_count(self, int letters)
    cdef void _try_cut(self, int lettering, int letter)
    cdef Py_ssize_t _cut(self, int lettering, int letter)
    cdef void _stamp(self, Py_ssize_t at, Py_ssize_t start, Py_ssize_t stop)
    cdef void _go_on(self, Py_ssize_t at, Py_ssize_t found)
    cdef void _part_by_parent(self, Py_ssize_t found)
    cdef int _parent(self, Py_ssize_t place)
    cdef double _score(self, Py_ssize_t found, int lettering)
    cdef long long _mask(self, Py_ssize_t at, Py_ssize_t start, Py_ssize_t stop)
    cdef int _has_heading(self, Py_ssize_t start, Py_ssize_t stop)
    cdef int _first_texts(self, Py_ssize_t found)
    cdef void _take(self, Py_ssize_t found)

cdef int _bits_of_places(Ints letters, Py_ssize_t at, Py_ssize_t stop, long long mask,
                         Py_ssize_t start)
cdef int _bits(long long mask) except -1
