cimport cython
from libc.math cimport exp, log
from scrapy_treesim.comments._evidence_cy cimport Evidence
from scrapy_treesim.comments._threads_cy cimport Threads

@cython.locals(threads=Threads, highest=double, thread=int, count=int, at=int, score=double,
               place=int, total=double)
cpdef double score_all(Evidence evidence, double[::1] ranking, int width,
                       double[::1] scores) except? -1

@cython.locals(width=int, odds=double, place=int, at=int, one=int, other=int)
cpdef double likelihood(double[::1] numbers, double[::1] alone, int[::1] paired,
                        double[::1] together) except? -1
