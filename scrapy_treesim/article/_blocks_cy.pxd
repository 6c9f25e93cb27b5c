cimport cython

@cython.locals(tag="int[::1]", parent="int[::1]", size="int[::1]", chars="int[::1]",
               owner="int[::1]", block="int[::1]", first="int[::1]", last="int[::1]",
               i="Py_ssize_t", n="Py_ssize_t", kind=int, stop="Py_ssize_t", blocks=int,
               boundary="Py_ssize_t", previous="Py_ssize_t")
cpdef int split(tree, int[::1] kinds, found) except -1

@cython.locals(i="Py_ssize_t", b="Py_ssize_t")
cpdef int join(int[::1] block, int[::1] first, int[::1] last, int blocks, int several) except -1

@cython.locals(i="Py_ssize_t", started="Py_ssize_t", blocks="Py_ssize_t")
cpdef blocks_before(int[::1] first, int[::1] before)

@cython.locals(tag="int[::1]", parent="int[::1]", size="int[::1]", chars="int[::1]",
               i="Py_ssize_t", n="Py_ssize_t", kind=int, block=int, stop="Py_ssize_t")
cpdef fill_containers(tree, int[::1] kinds, int[::1] owner, int[::1] own_chars,
                      int[::1] own_links)
