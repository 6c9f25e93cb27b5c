from scrapy_treesim._cython cimport Doubles, Ints

cpdef void join_clusters(Doubles distance, Ints size, double limit, bint average, Ints group,
                         Ints chain)
