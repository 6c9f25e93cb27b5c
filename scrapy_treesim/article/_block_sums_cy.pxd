cdef double lg(double x) except? -1
cdef double ratio(double a, double b) except? -1
