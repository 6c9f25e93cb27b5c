cimport cython
from scrapy_treesim.regions._candidates_cy cimport Candidates
from scrapy_treesim.analysis._analysis_cy cimport SKIP, Analysis

cdef extern from "math.h":
    double ln "log"(double x)
    double exp(double x)

cdef enum:
    MEMBER = 24
    MARKS = 6
    JUDGED = 12
    MOST_MEMBERS = 2000

cdef class Members:
    cdef readonly Candidates candidates
    cdef readonly Analysis analysis
    cdef readonly double[::1] weights
    cdef readonly int[::1] low
    cdef readonly int[::1] high
    cdef readonly int[::1] first
    cdef readonly double[::1] rows
    cdef readonly double[::1] likely
    cdef readonly int[::1] order
    cdef readonly int included
    cdef readonly int count
    cdef int[::1] _inside
    cdef int[::1] _counts
    cdef int[::1] _stamps
    cdef int _epoch
    cdef double[::1] _marks

    @cython.locals(candidates=Candidates, first="Py_ssize_t", n="Py_ssize_t", spans="Py_ssize_t",
                   record="Py_ssize_t", span="Py_ssize_t", member="Py_ssize_t", value=double,
                   i="Py_ssize_t")
    cpdef bint compare(self, Py_ssize_t candidate) except -1
    @cython.locals(analysis=Analysis, member="Py_ssize_t", above="Py_ssize_t", node="Py_ssize_t",
                   tag=int, stop="Py_ssize_t", after="Py_ssize_t")
    cdef void _find_left_out(self, Py_ssize_t n) except *
    @cython.locals(analysis=Analysis, base=int, marks="double[::1]", mark=int, log_chars=double,
                   log_texts=double, plain_core=int, named_core=int, essential=int,
                   member="Py_ssize_t", c=int, t=int, span="Py_ssize_t", low="Py_ssize_t",
                   high="Py_ssize_t", node="Py_ssize_t", path=int)
    cdef _fill(self, Py_ssize_t n)
    cdef void _count(self, int path, int base) except *
    @cython.locals(analysis=Analysis, span="Py_ssize_t", low="Py_ssize_t", high="Py_ssize_t",
                   found=bint)
    cdef int _has(self, Py_ssize_t member, int mark) except? -1
    @cython.locals(analysis=Analysis, rows="double[::1]", at="Py_ssize_t", c=int, t=int, plain=int,
                   named=int, in_plain=int, in_named=int, in_essential=int, span="Py_ssize_t",
                   low="Py_ssize_t", high="Py_ssize_t", node="Py_ssize_t", path=int, known=bint,
                   same=double, longer=double, more=double, out=double, mark=int, at_end=bint)
    cdef _describe(self, Py_ssize_t member, Py_ssize_t n, int base, int plain_core,
                   int named_core, int essential, double log_chars, double log_texts)
    @cython.locals(n="Py_ssize_t", least=double, total=double, missed=double, odd=int, worth=int,
                   member="Py_ssize_t", value=double)
    cpdef sum_up(self, double[::1] rows, Py_ssize_t at)
    @cython.locals(candidates=Candidates, n="Py_ssize_t", changed=bint, member="Py_ssize_t",
                   place="Py_ssize_t", known="Py_ssize_t", span="Py_ssize_t")
    cpdef bint add_likely(self) except -1
