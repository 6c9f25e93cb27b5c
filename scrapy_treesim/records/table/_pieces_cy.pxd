from scrapy_treesim._cython cimport Ints
from scrapy_treesim.records.table._content_cy cimport RecordContent
from scrapy_treesim.records.table._lines_cy cimport Lines
from scrapy_treesim.records.table._texts_cy cimport Texts

cdef class Pieces:
    cdef readonly RecordContent content
    cdef readonly Texts texts
    cdef readonly Lines lines
    cdef readonly int members
    cdef readonly int count
    cdef readonly Ints first
    cdef readonly Ints found
    cdef readonly int nodes
    cdef readonly int runs
    cdef readonly Ints run_first
    cdef readonly Ints run_nodes
    cdef Ints _given
    cdef Ints _counts
    cdef Ints _first_line

    cpdef int longest(self)
    cpdef bint is_text(self, int piece)
    cpdef unsigned long long bits(self, int piece)
    cdef int name(self, int piece)
    cdef void _add(self, int piece)
    cdef int _run(self, Ints nodes, Py_ssize_t at, Py_ssize_t stop)
    cdef void _read_below(self)
    cdef void _add_below(self, int node)
    cdef bint _is_passage(self)
    cdef bint _is_varied(self)
    cdef void _read_passages(self)
    cdef bint _has_mixed(self)
    cdef bint _has_signs(self)
    cdef bint _has_sign(self, int node)
    cdef void _read_lines(self)
    cdef void _add_prose(self, int line)
    cdef void _add_parts(self, Py_ssize_t member)

cdef Ints longer(Ints held)
