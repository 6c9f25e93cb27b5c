cimport cython

cdef enum:
    PRIME = 16777619

cdef enum:
    SEED = 2166136261

cdef enum:
    BREAK = 1
    HEADLINE = 2
    BODY = 4
    INLINE = 8

cdef enum:
    LONGEST = 64

cdef enum:
    OWN, UNDER_ONE, UNDER_TWO, UNDER_FOUR, PATH, BY_ID, BY_CLASS, SPOT, BEFORE, BESIDE, FIRST, SECOND, HEADING, TAG_BESIDE, TAG_FIRST

cdef enum:
    CLIMB = 8

cdef enum:
    LONG = 1

cdef enum:
    FEW = 2
    MANY = 3

@cython.final
cdef class Signatures:
    cdef readonly int[::1] tag
    cdef readonly int[::1] parent
    cdef readonly int[::1] size
    cdef readonly int[::1] nth
    cdef readonly unsigned long long[::1] name
    cdef readonly unsigned long long[::1] label
    cdef readonly unsigned long long[::1] mark
    cdef readonly unsigned long long[::1] path
    cdef readonly unsigned long long[::1] spot
    cdef readonly unsigned long long[::1] by_id
    cdef readonly unsigned long long[::1] by_class
    cdef readonly unsigned long long[::1] said
    cdef readonly unsigned long long[::1] before
    cdef readonly unsigned long long[::1] beside
    cdef readonly unsigned long long[::1] heading
    cdef readonly int[::1] holder
    cdef unsigned long long mask

    @cython.locals(node="Py_ssize_t", entry="Py_ssize_t", kind=int, place=int,
                   name="unsigned long long", names="unsigned long long",
                   total="unsigned long long")
    cpdef read_names(self, int[::1] first_attribute, int[::1] attribute, int[::1] value_start,
                     const unsigned char[::1] values, int[::1] use,
                     unsigned long long[::1] name_of_tag)

    @cython.locals(node="Py_ssize_t")
    cpdef read_text(self, const unsigned char[::1] text, int[::1] start)

    @cython.locals(before="unsigned long long", heading="unsigned long long",
                   pending="unsigned long long", step="unsigned long long", stop="Py_ssize_t",
                   i="Py_ssize_t", above="Py_ssize_t", around="Py_ssize_t", what=int, place=int)
    cpdef link(self, int[::1] role, int[::1] last)

    cdef void _look_beside(self, Py_ssize_t i, Py_ssize_t above, int[::1] last) except *

    @cython.locals(element="Py_ssize_t", above="Py_ssize_t", up=int, key="unsigned long long",
                   context="unsigned long long")
    cpdef unsigned long long key(self, int kind, Py_ssize_t i) except? 0

    @cython.locals(found="unsigned long long", wanted=int, above="Py_ssize_t", steps=int)
    cpdef unsigned long long context(self, int kind, Py_ssize_t i) except? 0

    @cython.locals(later=int)
    cpdef int later_steps(self, int kind, Py_ssize_t i) except? -1

    cpdef bint is_named(self, Py_ssize_t i) except? -1

    @cython.locals(up=int)
    cpdef bint nameless(self, int kind, Py_ssize_t i) except? -1

    @cython.locals(last="Py_ssize_t", room="Py_ssize_t", found="Py_ssize_t", i="Py_ssize_t",
                   kind=int, key="unsigned long long", place="Py_ssize_t")
    cpdef Py_ssize_t match(self, int kinds, unsigned long long[::1] keys, int[::1] numbers,
                           int[::1] out)

@cython.locals(key="unsigned long long")
cpdef unsigned long long mix(unsigned long long one, unsigned long long other,
                             unsigned long long mask) except? 0

@cython.locals(total="unsigned long long", early="unsigned long long", count=int, name="unsigned long long", digit=int, length=int,
               byte="unsigned int")
cpdef unsigned long long names_in(const unsigned char[::1] values, Py_ssize_t at, Py_ssize_t stop,
                                  int kind, unsigned long long mask) except? 0

@cython.locals(key="unsigned long long", letters=int, digits=int, running=int,
               byte="unsigned int", width=int)
cpdef unsigned long long said_in(const unsigned char[::1] text, Py_ssize_t at, Py_ssize_t stop,
                                 unsigned long long mask) except? 0

@cython.locals(byte="unsigned int", second="unsigned int", third="unsigned int")
cdef int _sign(const unsigned char[::1] text, Py_ssize_t at, Py_ssize_t stop) except? -1
