from scrapy_treesim._cython cimport Doubles, Floats, Ints
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.regions._candidates_cy cimport Candidates

cdef class LikelyRecords:
    cdef readonly Doubles probability, begun, said
    cdef readonly double most
    cdef readonly double gap, above
    cdef Analysis _analysis

    cpdef void read_elements(self, Ints node, Ints first, Ints stop, Ints block, Floats odds,
                             Py_ssize_t width, Py_ssize_t column) except *
    cpdef void read_blocks(self, Ints block, Floats odds, Py_ssize_t width,
                           Py_ssize_t column) except *

cpdef void find_gap(Candidates candidates, LikelyRecords likely, Py_ssize_t candidate) except *
