from scrapy_treesim._cython cimport Ints
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.regions._candidates_cy cimport Candidates

cdef class MemberSpans:
    cdef Candidates candidates
    cdef Analysis analysis
    cdef readonly Ints low
    cdef readonly Ints high
    cdef readonly Ints first
    cdef readonly int included
    cdef readonly int count
    cdef Ints _inside

    cdef void _read_spans(self, Py_ssize_t candidate) except *
    cdef void _find_left_out(self) except *
