from scrapy_treesim._cython cimport Ints
from scrapy_treesim.regions._candidates_cy cimport Candidates

cdef class RecordSimilarity:
    cdef Candidates _candidates
    cdef Ints _shown
    cdef Ints _stamps
    cdef int _epoch
    cdef readonly double mean
    cdef readonly double least

    cpdef void measure(self, Py_ssize_t candidate) except *
