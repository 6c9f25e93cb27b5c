cimport cython
from scrapy_treesim.regions._linkage_cy cimport average_linkage
from scrapy_treesim.analysis._analysis_cy cimport (HEADING, IMAGE, INLINE, MASK, ROW, RULE, SKIP,
    Analysis)

cdef unsigned long long SECRET

cdef enum:
    SIBLINGS, TAGGED, ALIKE, ALL, RUN, BAND, PATH, TAGS, COLUMN

cdef enum:
    MOST_SHAPES = 50
    MOST_LETTERS = 20
    MOST_BANDS = 4
    LETTERINGS = 4
    SHIFTS = 6
    MOST_COLUMNS = 12
    MOST_COLUMN_ROWS = 100
    MOST_CANDIDATES = 4096

cdef class Candidates:
    cdef readonly Analysis analysis
    cdef readonly int[::1] low
    cdef readonly int[::1] high
    cdef readonly int[::1] source
    cdef readonly int[::1] first_span
    cdef readonly int[::1] first_record
    cdef readonly Py_ssize_t max_spans
    cdef readonly Py_ssize_t spans
    cdef readonly Py_ssize_t records
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t _visits
    cdef unsigned int _key
    cdef unsigned int[::1] _keys
    cdef int[::1] _kids
    cdef int[::1] _letters
    cdef int[::1] _kinds
    cdef int[::1] _counts
    cdef int[::1] _next
    cdef int[::1] _following
    cdef int[::1] _firsts
    cdef int[::1] _starts
    cdef int[::1] _ends
    cdef int[::1] _rows
    cdef int[::1] _stamps
    cdef int[::1] _values
    cdef int _epoch
    cdef int[::1] _set
    cdef int[::1] _first_of_set
    cdef unsigned int[::1] _set_keys
    cdef int[::1] _set_names
    cdef double[::1] _room
    cdef int[::1] _sizes
    cdef int[::1] _group
    cdef int[::1] _chain
    cdef double[::1] _best
    cdef long long[::1] _best_cut
    cdef int[::1] _best_how

    @cython.locals(analysis=Analysis, last="Py_ssize_t")
    cpdef void add_span(self, Py_ssize_t low, Py_ssize_t high) except *
    @cython.locals(analysis=Analysis, first="Py_ssize_t", texts="Py_ssize_t",
                   elements="Py_ssize_t", span="Py_ssize_t")
    cpdef void end_record(self) except *
    @cython.locals(first="Py_ssize_t", key="unsigned int", mask="Py_ssize_t", place="Py_ssize_t")
    cpdef void end_candidate(self, int source) except *

    @cython.locals(analysis=Analysis, node="Py_ssize_t")
    cpdef add_siblings(self)
    @cython.locals(analysis=Analysis, n="Py_ssize_t", units="Py_ssize_t", stop="Py_ssize_t",
                   child="Py_ssize_t", after="Py_ssize_t", filled=bint, place="Py_ssize_t")
    cdef _of_parent(self, Py_ssize_t node)
    @cython.locals(found=int, place="Py_ssize_t", path=int)
    cdef int _by_name(self, Py_ssize_t n) except? -1
    @cython.locals(found=int, place="Py_ssize_t", tag=int)
    cdef int _by_tag(self, Py_ssize_t n, Py_ssize_t at) except? -1
    @cython.locals(analysis=Analysis, found=int, place="Py_ssize_t", child="Py_ssize_t", path=int)
    cdef int _by_first_text(self, Py_ssize_t n, Py_ssize_t at) except? -1
    @cython.locals(analysis=Analysis, found="Py_ssize_t", filled="Py_ssize_t", place="Py_ssize_t",
                   child="Py_ssize_t", key="unsigned int", first="Py_ssize_t", node="Py_ssize_t",
                   path=int, name=int, known="Py_ssize_t", count=int)
    cdef int _by_likeness(self, Py_ssize_t n, Py_ssize_t at) except -1
    @cython.locals(i="Py_ssize_t", j="Py_ssize_t", place="Py_ssize_t", common=int, both=int,
                   apart=double, group="int[::1]")
    cdef _join_sets(self, Py_ssize_t k)
    @cython.locals(analysis=Analysis, at="Py_ssize_t", kinds=int, letter="Py_ssize_t",
                   place="Py_ssize_t", child="Py_ssize_t")
    cdef void _take_letters(self, Py_ssize_t n, int lettering, int source) except *

    @cython.locals(lettering=int, kinds=int, at="Py_ssize_t", letter="Py_ssize_t",
                   place="Py_ssize_t", least=int, common=int, best="Py_ssize_t", how=int,
                   found="Py_ssize_t", shifted=int, shift=int)
    cdef _add_runs(self, Py_ssize_t n, Py_ssize_t chars)
    @cython.locals(at="Py_ssize_t", least="Py_ssize_t", before="Py_ssize_t", place="Py_ssize_t")
    cdef int _gap(self, Py_ssize_t n, int lettering, int letter) except? -1
    @cython.locals(found="Py_ssize_t", score=double, key="long long", record="Py_ssize_t", how=int)
    cdef _try_cut(self, Py_ssize_t n, Py_ssize_t chars, int lettering, int letter, int ends,
                  int shift)
    @cython.locals(analysis=Analysis, at="Py_ssize_t", found="Py_ssize_t", place="Py_ssize_t",
                   first="Py_ssize_t", last="Py_ssize_t", record="Py_ssize_t")
    cdef Py_ssize_t _cut(self, Py_ssize_t n, int lettering, int letter, int ends,
                         int shift) except? -1
    @cython.locals(analysis=Analysis, at="Py_ssize_t", length="Py_ssize_t", repeats=double,
                   alike=double, headed=int, heading_inside=int, linked=int, chars="long long",
                   firsts=int, before="long long", common="long long", record="Py_ssize_t",
                   start="Py_ssize_t", stop="Py_ssize_t", mask="long long", distinct=int,
                   inside=int, place="Py_ssize_t", bit="long long", one="long long", first="Py_ssize_t",
                   after="Py_ssize_t", last="Py_ssize_t", said=int, left=int)
    cdef double _score(self, Py_ssize_t n, Py_ssize_t within, Py_ssize_t found, int lettering)
    @cython.locals(analysis=Analysis, letter="Py_ssize_t", record="Py_ssize_t", stop="Py_ssize_t",
                   place="Py_ssize_t", child="Py_ssize_t")
    cdef void _take_cut(self, Py_ssize_t found) except *

    @cython.locals(analysis=Analysis, path="int[::1]", first="int[::1]", i="Py_ssize_t",
                   node="Py_ssize_t", p="Py_ssize_t")
    cpdef add_runs_across(self)
    @cython.locals(analysis=Analysis, n="Py_ssize_t", parents=int, chars="Py_ssize_t",
                   before="Py_ssize_t", stop="Py_ssize_t", child="Py_ssize_t",
                   after="Py_ssize_t")
    cdef _of_parents(self, Py_ssize_t node)

    @cython.locals(analysis=Analysis, at="Py_ssize_t", rows="Py_ssize_t", place="Py_ssize_t",
                   cells=int, height=int, good=bint, different=bint, row="Py_ssize_t",
                   first="Py_ssize_t", letter=int)
    cdef _add_bands(self, Py_ssize_t n)
    @cython.locals(analysis=Analysis, cells=int, stop="Py_ssize_t", cell="Py_ssize_t")
    cdef int _cells(self, Py_ssize_t row) except? -1
    @cython.locals(analysis=Analysis, first="Py_ssize_t", row="Py_ssize_t", cell="Py_ssize_t",
                   column=int)
    cdef _take_bands(self, Py_ssize_t rows, int height, int skipped, int source)

    cpdef add_paths(self)
    @cython.locals(analysis=Analysis, n="Py_ssize_t", first="int[::1]", i="Py_ssize_t",
                   p="Py_ssize_t", above="Py_ssize_t", several=bint)
    cdef _of_paths(self, int[::1] path, int source)

cdef unsigned int _mixed(unsigned int value) except? -1
cdef int _bits(long long mask) except? -1
