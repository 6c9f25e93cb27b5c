cimport cython

@cython.locals(first_a="Py_ssize_t", first_b="Py_ssize_t", last_a="Py_ssize_t", last_b="Py_ssize_t",
               count=int, i="Py_ssize_t", rows=int, columns=int, most=int, edits="Py_ssize_t", best=int,
               diagonal=int, x=int, k=int, none="int[::1]", furthest="int[::1]",
               history="int[::1]")
cpdef int align_symbols(int[::1] a, int[::1] b, int max_edits, int[::1] match) except -1

@cython.locals(i="Py_ssize_t", edits=int, k=int, x=int, below=int)
cdef int _search(int[::1] a, int[::1] b, Py_ssize_t first_a, int rows, Py_ssize_t first_b,
                 int columns, int most, int[::1] furthest, int[::1] history,
                 bint recorded) except? -1

@cython.locals(i="Py_ssize_t", row=int, right=int, start=int, x=int, count=int, down="bint")
cdef int _read_back(int[::1] history, int edits, int diagonal, Py_ssize_t first_a, int rows,
                    Py_ssize_t first_b, int columns, int[::1] match) except? -1
