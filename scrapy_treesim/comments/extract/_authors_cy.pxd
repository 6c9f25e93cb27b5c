from scrapy_treesim._cython cimport Doubles, Ints, UInts
from scrapy_treesim.comments.extract._choice_cy cimport ColumnChoice

cdef class Authors(ColumnChoice):
    # The own text of each post that tells its time.
    cdef Ints _times
    # What AUTHOR_WEIGHTS weigh, summed over the texts of one column, and the weights.
    cdef Doubles _tally
    cdef Doubles _weights
    # The keys of a set, and for each the epoch in which it was entered.
    cdef UInts _held
    cdef Ints _stamps
    cdef int _epoch
    # Whether names may differ by their numbers alone: User 1, User 2.
    cdef bint _numbered
    # In so many posts a text that differs by its number alone is a label.
    cdef int _many

    cpdef void choose(self)
    cdef double score(self, int column)
    cdef bint accepts(self, int k, int rank)
    cdef bint _is_name(self, int k)
    cdef bint _is_linked_author(self, int k)
    cdef bint _is_label(self, int k)
    cdef bint _ends_sentence(self, int k)
    cdef bint _is_beside_time(self, int k)
    cdef void _count_text(self, int k)
    cdef void _count_place(self, int k)
    cdef bint _says(self, int k, int beside)
    cdef bint _is_labelled(self, int k)
    cdef bint _is_new(self, unsigned int key)
