from scrapy_treesim._cython cimport Doubles, Ints
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.comments._leaves_cy cimport Leaves
from scrapy_treesim.comments.extract._bodies_cy cimport Bodies
from scrapy_treesim.comments.extract._posts_cy cimport Posts

cdef class ColumnChoice:
    cdef readonly Bodies bodies
    cdef readonly Posts posts
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    # The own text chosen of each post; -1 where there is none.
    cdef readonly Ints chosen
    # The best columns, the best first, and their scores.
    cdef readonly Doubles scores
    cdef Ints _best

    cpdef void choose(self)
    cdef void _enter(self, int column, double score)
    cdef double score(self, int column)
    cdef bint accepts(self, int k, int rank)

cdef class Times(ColumnChoice):
    # What TIME_WEIGHTS weigh, summed over the texts of one column, and the weights.
    cdef Doubles _tally
    cdef Doubles _weights

    cdef double score(self, int column)
    cdef bint accepts(self, int k, int rank)
    cdef bint _is_time(self, int k)
    cdef void _read_lead(self, int k)

cdef class Votes(ColumnChoice):
    cpdef void choose(self)
    cdef bint accepts(self, int k, int rank)
    cdef bint _says_votes(self, int k)
