from scrapy_treesim._cython cimport Ints
from scrapy_treesim.records.table._content_cy cimport RecordContent, Texts

cdef class Pieces:
    cdef readonly RecordContent content
    cdef readonly Texts texts
    cdef readonly list found
    cdef readonly list runs
    cdef readonly int nodes
    cdef object _is_separator

    cpdef bint is_text(self, int piece)
    cpdef unsigned long long bits(self, int piece)
    cpdef int name(self, int piece)
    cpdef str first_text(self, int piece)
    cdef str _said(self, int node)
    cdef bint _is_word(self, int node)
    cdef object _below(self, int node)
    cdef int _run(self, object nodes)
    cdef bint _is_passage(self, Ints members)
    cdef void _join_passages(self)
    cdef int _number(self, int node)
    cdef bint _has_lines(self)
    cdef bint _has_sign(self, int node)
    cdef str _raw(self, int node)
    cdef object _lines(self, int piece)
    cdef bint _is_prose(self, object lines)
    cdef bint _has_text(self, object line)
    cdef bint _is_one_word(self, object line)
    cdef bint _has_mark_within(self, object line)
    cdef bint _varies(self, object lines, int mixed)
    cdef void _add_prose(self, object line, object found)

cdef bint is_sign(str text)
