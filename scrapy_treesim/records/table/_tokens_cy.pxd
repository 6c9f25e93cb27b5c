from scrapy_treesim._cython cimport Ints, ULongs
from scrapy_treesim.records.table._content_cy cimport RecordContent
from scrapy_treesim.records.table._pieces_cy cimport Pieces
from scrapy_treesim.records.table._texts_cy cimport Texts

cdef class Tokens:
    cdef readonly Pieces pieces
    cdef readonly RecordContent content
    cdef readonly Texts texts
    cdef readonly int tokens
    cdef readonly Ints name
    cdef readonly Ints label
    cdef readonly Ints several
    cdef readonly ULongs bits
    cdef readonly int sequences
    cdef readonly list labels
    cdef Ints _lengths
    cdef Ints _counts
    cdef Ints _members
    cdef Ints _names
    cdef Ints _labels
    cdef Ints _token
    cdef Ints _place
    cdef Ints _member
    cdef Ints _next
    cdef Ints _head
    cdef Ints _what
    cdef Ints _stamps
    cdef Ints _repeated
    cdef Ints _sequence
    cdef Ints _place_of
    cdef Ints _of_state
    cdef Ints _label_of
    cdef Ints _label_counts
    cdef Ints _label_stamps
    cdef dict _known
    cdef object _labelled

    cdef int _find_repeated(self)
    cdef void _read_repeated(self, int name)
    cdef bint _is_told_by_labels(self, int name)
    cdef bint _is_list(self, int name)
    cdef bint _are_alike(self, int name)
    cdef int _label(self, int piece)
    cdef int _first_text(self, int piece)
    cdef int _first_below(self, int root)
    cdef void _make_tokens(self)
    cdef void _make_sequences(self)
