from scrapy_treesim._cython cimport Doubles, Ints, Longs, UInts
from scrapy_treesim.analysis._analysis_cy cimport Analysis
from scrapy_treesim.comments._candidates_cy cimport Threads
from scrapy_treesim.comments._leaves_cy cimport Leaves
from scrapy_treesim.comments.constants cimport SUMS

# Where each feature stands.
cdef int LOG_COUNT, TWO, FEW, NESTED, PARENTS, FROM_SIBLINGS, FROM_PATH, FROM_WHEN, FROM_CONTROL
cdef int EXTENDED, SILENT, SMALL, WIDE, WITH_WHEN, MANY_WHENS, MEAN_PLAIN, MEAN_TEXTS
cdef int MEAN_ELEMENTS, MEAN_LINKS, MEAN_CONTROLS, LINKED_SHARE, COPIED_SHARE, WHEN_EARLY
cdef int WHEN_LATE, NAME_EARLY, TITLE_FIRST, SAME_FIRST, DISTINCT_FIRSTS, DISTINCT
cdef int DISTINCT_NAMES, BARE, DATED, TEASERS, SIGNS, MANY_SIGNS, FEW_SIGNS, SAME_LEAD, SAME_END

cdef double[::1] LOGS

cdef class PostFeatures:
    cdef readonly Threads threads
    cdef readonly Leaves leaves
    cdef readonly Analysis analysis
    # The features of the thread, in the order of their table.
    cdef readonly Doubles values
    # The sums of each post, SUMS of them a post.
    cdef Longs own
    # The post around each post; -1 where it stands in none.
    cdef Ints _holder
    cdef Ints _stack
    # The keys of a set, and for each the epoch in which it was entered.
    cdef UInts _held
    cdef Ints _stamps
    cdef int _epoch
    # The hash of what may be each post's name.
    cdef UInts _names
    # The feature of each sum that says how many posts have any; -1 where there is none.
    cdef Ints _having

    # How many posts have any of each sum.
    cdef int[SUMS] _had

    cpdef int fill(self, int thread, int count)
    cdef int _sum(self, int low, int high, int at) except -1
    cdef int _count_had(self, int count)
    cdef int _fill_counts(self, int thread, int count)
    cdef int _fill_shares(self, int first, int count)
    cdef int _fill_means(self, int count)
    cdef int _fill_mean(self, int count, int which, int feature, bint spread) except -1
    cdef unsigned int _name(self, int post)
    cdef int _fill_edges(self, int first, int count)
    cdef int _has_time(self, int low, int high) except -1
    cdef int _edge(self, int low, int high, int number, int way) except -1
    cdef int _fill_distinct(self, int first, int count)
    cdef int _is_new(self, unsigned int key) except -1
