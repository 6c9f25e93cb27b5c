from scrapy_treesim._cython cimport Doubles, Ints

cpdef void best_of(Doubles scores, Ints chosen) except *
