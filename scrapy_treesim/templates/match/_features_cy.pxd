cimport cython

cdef unsigned long long SECRET

cdef enum:
    PRIME = 2147483647
    LOW = 1103515245
    HIGH = 1812433253
    PAIR = 747796405
    LEAF = 1140671485
    DIGIT = 78
    TOKENS = 24

cdef long long squared(long long low, long long high) except? 0

@cython.locals(total="long long", count=int, low="long long", high="long long", long=int,
               digits=bint, byte=int, key="long long", known=bint, i=int)
cdef long long class_key(const unsigned char[::1] values, Py_ssize_t at, Py_ssize_t end,
                         long long[::1] seen) except? 0

@cython.locals(node="Py_ssize_t", above="Py_ssize_t", own="long long", key="long long",
               entry="Py_ssize_t")
cpdef name_nodes(int[::1] tag, int[::1] parent, long long[::1] code, int[::1] first_attribute,
                 int[::1] attribute, int[::1] value_start, const unsigned char[::1] values,
                 int wanted, long long[::1] seen, long long[::1] labels, long long[::1] paths,
                 int[::1] leaf)

@cython.locals(low="long long", high="long long")
cdef long long combined(long long first, long long second, long long salt) except? 0

@cython.locals(node="Py_ssize_t")
cpdef pair_nodes(int[::1] tag, int[::1] parent, int html, int body, int[::1] leaf,
                 long long[::1] labels, long long[::1] pairs, long long[::1] paths)

@cython.locals(mask="long long", i="Py_ssize_t", key="long long", place="long long")
cpdef Py_ssize_t distinct(long long[::1] numbers, long long[::1] room, long long[::1] out,
                          Py_ssize_t count) except -1
