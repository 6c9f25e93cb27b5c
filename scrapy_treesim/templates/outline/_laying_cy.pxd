cimport cython

cdef int DATA

@cython.locals(i="Py_ssize_t", node="Py_ssize_t", entry="Py_ssize_t", start="Py_ssize_t",
               stop="Py_ssize_t", class_number=int, id_number=int, most="Py_ssize_t",
               first_attribute="int[::1]", attribute="int[::1]", value_start="int[::1]",
               values=bytes, own=bytes, classes=bytes, unknown=list)
cpdef list label_nodes(int[::1] tag, int[::1] origin, tuple attributes, int[::1] chars,
                       tuple numbers, list names, dict elements, frozenset lengths,
                       int[::1] label)

@cython.locals(n="Py_ssize_t", node="Py_ssize_t", child="Py_ssize_t", stop="Py_ssize_t",
               above="long long", before="long long", number="long long", nameless="bint")
cpdef lay_nodes(int[::1] size, int[::1] label, const unsigned char[::1] bare,
                const unsigned char[::1] is_text, int[::1] place, dict known, dict known_texts, object laying, bint grows)

cpdef int context_of(Py_ssize_t node, int[::1] size, int[::1] label,
                     const unsigned char[::1] is_text) except -1

@cython.locals(i="Py_ssize_t")
cpdef mark_repeats(int[::1] parent, int[::1] place, int[::1] last, unsigned char[::1] repeats)

@cython.locals(i="Py_ssize_t")
cpdef fill_above(int[::1] parent, int[::1] place, int[::1] above)

@cython.locals(i="Py_ssize_t", above="Py_ssize_t", number=int, held=dict, here=list)
cpdef dict held_labels(int[::1] parent, int[::1] label, const unsigned char[::1] bare,
                       Py_ssize_t most)

@cython.locals(i="Py_ssize_t")
cpdef mark_data(int[::1] tag, int[::1] place, const unsigned char[::1] own_texts,
                unsigned char[::1] is_data)
