cimport cython
from scrapy_treesim.regions._candidates_cy cimport BAND, COLUMN, PATH, RUN, TAGS, Candidates
from scrapy_treesim.analysis._analysis_cy cimport SKIP, Analysis

cdef extern from "math.h":
    double ln "log"(double x)
    double root "sqrt"(double x)

cdef enum:
    OWN = 54
    CUES = 5

cdef enum:
    MASK32 = 4294967295

cdef double _lg(double value) except? -1

cdef class Features:
    cdef readonly Candidates candidates
    cdef readonly Analysis analysis
    cdef int[::1] _stamps
    cdef long long[::1] _texts
    cdef long long[::1] _firsts
    cdef int[::1] _seen
    cdef int _epoch

    @cython.locals(numbers="double[::1]", candidate="Py_ssize_t", score=double, i="Py_ssize_t")
    cpdef first_cut(self, double[::1] weights, double[::1] scores)

    @cython.locals(
        candidates=Candidates, analysis=Analysis, stamps="int[::1]",
        texts="long long[::1]", firsts="long long[::1]", seen="int[::1]", epoch=int, nodes="Py_ssize_t", first="Py_ssize_t", stop="Py_ssize_t", n="Py_ssize_t",
        page_chars=double, page_unlinked=double, chars=double, linked=double, squares=double,
        most=double, all_linked=int, with_link=int, with_image=int, with_heading=int, with_price=int,
        with_date=int, with_digit=int, with_sentence=int, single=int, led=int, all_texts=double,
        text_squares=double, all_elements=double, element_squares=double, copied=double,
        headings=double, prices=double, dates=double, links=double, images=double, spans=double,
        tops=double, distinct=int, distinct_firsts=int, commonest=int, alike=double,
        least=double, before=int,
        several=int, base="long long", parent=int, record="Py_ssize_t", size=int,
        common=int, c="long long", li="long long", t="long long",
        e="long long", im="long long", lk="long long", he="long long", pr="long long",
        da="long long", di="long long", se="long long", said="unsigned int", span="Py_ssize_t",
        low="Py_ssize_t", high="Py_ssize_t", node="Py_ssize_t", path=int, share=double,
        place="Py_ssize_t", within=double, counted=int, mean=double, bit=int, kind=int)
    cpdef fill(self, Py_ssize_t candidate, double[::1] rows, Py_ssize_t at)

@cython.locals(place="Py_ssize_t")
cdef Py_ssize_t _place(long long[::1] table, long long value, long long base) except? -1

@cython.locals(analysis=Analysis, k="Py_ssize_t", owner="int[::1]", held="int[::1]",
               sizes="int[::1]", chars="long long[::1]", i="Py_ssize_t", j="Py_ssize_t", record="Py_ssize_t",
               span="Py_ssize_t", outer="Py_ssize_t", outer_stop="Py_ssize_t", text="Py_ssize_t")
cpdef nest(Candidates candidates, int[::1] chosen, double[::1] rows, Py_ssize_t width,
           Py_ssize_t at)

@cython.locals(analysis=Analysis, outer="Py_ssize_t", outer_stop="Py_ssize_t", first="Py_ssize_t",
               stop="Py_ssize_t", inside=int, within=int, record="Py_ssize_t", low="Py_ssize_t",
               high="Py_ssize_t", many=int, one=int, in_many=int, n="Py_ssize_t", share=double,
               at="Py_ssize_t")
cdef void _nest_one(Candidates candidates, int[::1] chosen, Py_ssize_t i, Py_ssize_t j,
                    int[::1] owner, int[::1] held, int[::1] sizes, long long[::1] chars,
                    double[::1] rows, Py_ssize_t outer_at, Py_ssize_t inner_at) except *
