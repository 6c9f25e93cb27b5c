cimport cython
from scrapy_treesim.regions._candidates_cy cimport Candidates
from scrapy_treesim.analysis._analysis_cy cimport Analysis

cdef extern from "math.h":
    double exp(double x)

@cython.locals(taken="unsigned char[::1]", best="Py_ssize_t", i="Py_ssize_t", found="Py_ssize_t",
               _="Py_ssize_t")
cpdef Py_ssize_t best_of(double[::1] scores, Py_ssize_t count, Py_ssize_t k,
                         int[::1] chosen) except -1

@cython.locals(row="Py_ssize_t", value=double, i="Py_ssize_t")
cpdef linear(double[::1] rows, Py_ssize_t width, double[::1] weights, double[::1] out)

@cython.locals(analysis=Analysis, owner="unsigned char[::1]", n="Py_ssize_t",
               done="unsigned char[::1]", found="Py_ssize_t", first="Py_ssize_t",
               best="Py_ssize_t", i="Py_ssize_t", value=double, apart=double)
cpdef Py_ssize_t choose(Candidates candidates, int[::1] ids, double[::1] rows, Py_ssize_t width,
                        double[::1] scores, double[::1] accepting, double least,
                        Py_ssize_t most, int[::1] picked) except -1

cpdef double logistic(double value) except? -1

@cython.locals(texts="int[::1]", record="Py_ssize_t", span="Py_ssize_t", text="Py_ssize_t")
cdef bint _touches(Candidates candidates, Py_ssize_t candidate,
                   unsigned char[::1] owner) except? -1

@cython.locals(texts="int[::1]", record="Py_ssize_t", span="Py_ssize_t", text="Py_ssize_t")
cdef void _mark(Candidates candidates, Py_ssize_t candidate,
                unsigned char[::1] owner) except *

@cython.locals(texts="int[::1]", record="Py_ssize_t", stop="Py_ssize_t", inside=int, several=int,
               one="Py_ssize_t", low=int, high=int, start=int, end=int)
cpdef int lies_in(Candidates candidates, Py_ssize_t inner, Py_ssize_t outer) except -1
