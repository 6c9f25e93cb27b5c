cimport cython

@cython.locals(n="Py_ssize_t", i="Py_ssize_t", j="Py_ssize_t", valleys="Py_ssize_t", names=int,
               before="Py_ssize_t", here="Py_ssize_t", rising="unsigned char[::1]",
               counts="int[::1]", edges="int[::1]", shorter="int[::1]", order="int[::1]")
cpdef sort_suffixes(int[::1] symbol, int symbols, int[::1] suffix)

@cython.locals(i="Py_ssize_t", total=int)
cdef void _last_places(int[::1] counts, int[::1] edges) except *

@cython.locals(n="Py_ssize_t", i="Py_ssize_t", j="Py_ssize_t", total=int)
cdef void _induce(int[::1] symbol, int[::1] suffix, unsigned char[::1] rising, int[::1] counts,
                  int[::1] edges) except *

@cython.locals(i="Py_ssize_t", last="Py_ssize_t", ends="bint", ends_too="bint")
cdef bint _differ(int[::1] symbol, unsigned char[::1] rising, Py_ssize_t one,
                  Py_ssize_t other) except? -1

@cython.locals(n="Py_ssize_t", i="Py_ssize_t", above="Py_ssize_t")
cpdef fill_families(int[::1] depth, int[::1] parent, int[::1] size)

@cython.locals(n="Py_ssize_t", i="Py_ssize_t", here="Py_ssize_t", one="Py_ssize_t",
               other="Py_ssize_t", most=int, same=int, depth="Py_ssize_t", groups=int,
               ends="int[::1]", row="int[::1]", like="int[::1]", open_length="int[::1]",
               open_group="int[::1]")
cpdef int group_siblings(int[::1] symbol, int[::1] suffix, int[::1] parent, int[::1] size,
                         int[::1] length, int[::1] group) except -1

@cython.locals(n="Py_ssize_t", i="Py_ssize_t", g="Py_ssize_t", end="Py_ssize_t", j="Py_ssize_t",
               inside="Py_ssize_t", alive="int[::1]", first="int[::1]", latest="int[::1]",
               following="int[::1]", free="int[::1]")
cpdef keep_deeper(int[::1] length, int[::1] group, int groups)

cdef Py_ssize_t _next_free(int[::1] free, Py_ssize_t place) except? -1

@cython.locals(n="Py_ssize_t", i="Py_ssize_t", g="Py_ssize_t", end="Py_ssize_t", repeated=int,
               left="int[::1]", seen="unsigned char[::1]")
cpdef keep_longer(int[::1] length, int[::1] group, int groups, unsigned char[::1] removed)
