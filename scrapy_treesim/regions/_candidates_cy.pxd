from scrapy_treesim._cython cimport Ints, UInts
from scrapy_treesim.analysis._analysis_cy cimport Analysis

cdef class Candidates:
    cdef readonly Analysis analysis
    cdef readonly Ints low, high, first_span, first_record, source
    cdef readonly Py_ssize_t max_spans, spans, records, count
    cdef UInts _keys
    cdef unsigned int _key

    cpdef Py_ssize_t add_subtree(self, Py_ssize_t node) except -1
    cpdef void add_span(self, Py_ssize_t low, Py_ssize_t high)
    cpdef void end_record(self)
    cpdef void end_candidate(self, int source, bint again=*)
    cpdef Py_ssize_t size(self, Py_ssize_t candidate) except -1
    cpdef void drop(self)
    cpdef bint are_same(self, Py_ssize_t one, Py_ssize_t other) except -1
    cdef void _grow(self)
    cdef void _add_paths(self, Ints path, int source)
    cdef bint _is_new_group(self, Ints following, Py_ssize_t node, int source) except -1

cdef Ints _longer(Ints values, Py_ssize_t size)
