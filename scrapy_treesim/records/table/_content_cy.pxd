cimport cython

cdef int LINK, IMAGE, META, CLASS, ITEMPROP, HREF, SILENT_ROLE, INLINE_ROLE

@cython.locals(place="Py_ssize_t", root="Py_ssize_t", i="Py_ssize_t", above="Py_ssize_t",
               entry="Py_ssize_t", class_entry="Py_ssize_t", prop_entry="Py_ssize_t",
               number=int, kind=int, which=int, has_value=bint, found="unsigned long long")
cpdef read_content(int[::1] tag, int[::1] parent, int[::1] size, int[::1] first_attribute,
                   int[::1] attribute, int[::1] value_start, bytes values, int[::1] roots,
                   int[::1] role, unsigned long long[::1] tag_bit, unsigned long long[::1] bits,
                   int[::1] flow, int[::1] children, int[::1] only, int[::1] name, dict names)

@cython.locals(place="Py_ssize_t", root="Py_ssize_t", i="Py_ssize_t", at="Py_ssize_t",
               stop="Py_ssize_t")
cpdef list read_texts(int[::1] tag, int[::1] size, int[::1] start, const unsigned char[::1] text,
                      int[::1] roots, const unsigned char[::1] hint, Py_ssize_t long,
                      unsigned long long words, unsigned long long passage,
                      unsigned long long[::1] bits)

@cython.locals(i="Py_ssize_t", n="Py_ssize_t", node="Py_ssize_t")
cpdef list descend(int[::1] members, int[::1] tag, int[::1] children, int[::1] only,
                   int[::1] name)
