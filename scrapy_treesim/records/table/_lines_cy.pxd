from scrapy_treesim._cython cimport Ints
from scrapy_treesim.records.table._content_cy cimport RecordContent
from scrapy_treesim.records.table._texts_cy cimport Texts

cdef class Lines:
    cdef readonly RecordContent content
    cdef readonly Texts texts
    cdef readonly int count
    cdef readonly Ints first
    cdef readonly Ints nodes
    cdef int _ended
    cdef Ints _counts
    cdef Ints _stamps
    cdef Ints _lengths
    cdef object _has_letter

    cdef void begin(self)
    cdef void add_below(self, int node)
    cdef void add(self, int node)
    cdef void end(self)
    cdef bint is_word(self, int node)
    cdef bint is_prose(self)
    cdef bint _is_mixed(self, int line)
    cdef void _count_words(self)
    cdef bint _is_one_word(self, int line)
    cdef bint _has_mark_within(self, int line)
    cdef bint _runs_on(self, int line, double usual)
    cdef bint _has_letters(self, int node)
    cdef bint _varies(self, int mixed)
