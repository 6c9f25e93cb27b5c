from scrapy_treesim._cython cimport Ints
from scrapy_treesim.records.table._content_cy cimport RecordContent
from scrapy_treesim.records.table._pieces_cy cimport Pieces

cdef class Tokens:
    cdef readonly Pieces pieces
    cdef readonly RecordContent content
    cdef readonly list called
    cdef readonly list sequences
    cdef readonly list counts
    cdef readonly list labels
    cdef list _places
    cdef list _sequence
    cdef dict _known
    cdef object _labelled

    cdef int _role(self, int name)
    cdef bint _find_labels(self, object held, object labels)
    cdef bint _is_list(self, int name, object held)
    cdef int _label(self, int piece)
