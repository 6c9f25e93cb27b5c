cimport cython
from scrapy_treesim.analysis._class_cues_cy cimport cues_in

cdef enum:
    NOTHING, CLASS, NAME, HIDING, STYLE

cdef enum:
    LOW = 2147483647
    SPREAD = 1779033703

@cython.locals(entry="Py_ssize_t", node="Py_ssize_t", stop="Py_ssize_t", kind=int, value=bytes,
               at="Py_ssize_t", end="Py_ssize_t", numbers=dict)
cpdef name_nodes(int[::1] first_attribute, int[::1] attribute, int[::1] value_start, bytes values,
                 int[::1] use, int hidden, const unsigned char[::1] symbols,
                 int[::1] following, int[::1] meaning, int[::1] names, int[::1] cues,
                 int[::1] cues_of_class)

@cython.locals(i="Py_ssize_t", started="Py_ssize_t", blocks="Py_ssize_t")
cpdef blocks_before(int[::1] first, int[::1] before)

@cython.locals(n="Py_ssize_t", i="Py_ssize_t", found=int)
cpdef nodes_before(int[::1] tag, int[::1] wanted, int[::1] before)

@cython.locals(b="Py_ssize_t", seen=dict)
cpdef copies_of(unsigned int[::1] hashes, int[::1] copies, int[::1] earlier)

@cython.locals(mask="long long", count=int, i="Py_ssize_t", above="Py_ssize_t", kind=int,
               name=int, key="long long", place="long long", known=int)
cpdef Py_ssize_t number_paths(int[::1] tag, int[::1] parent, int[::1] size, int[::1] names,
                              int[::1] before, long long[::1] keys, int[::1] numbers,
                              int[::1] plain, int[::1] named, int[::1] twin) except -1
