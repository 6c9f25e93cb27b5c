cimport cython
from cpython.array cimport array as c_array

cdef extern from *:
    """
    #ifndef TREESIM_CHECKED
    #define TREESIM_CHECKED 0
    #endif
    """
    int TREESIM_CHECKED

cdef int TEXT
cdef int BREAK
cdef int KNOWN

cdef inline const int* ints(c_array held) noexcept:
    return held.data.as_ints

@cython.final
cdef class Writer:
    cdef bytes source
    cdef const unsigned char* text
    cdef bytearray held
    cdef unsigned char* out
    cdef Py_ssize_t count
    cdef int apart
    cdef Py_ssize_t floor
    cdef int spoken
    cdef int whole
    cdef Py_ssize_t length
    cdef Py_ssize_t room
    cdef bint failed

    cdef inline bint lacks(self, Py_ssize_t count) noexcept
    cdef inline bint misses(self, Py_ssize_t at, Py_ssize_t stop) noexcept
    cdef inline void part(self, int apart) noexcept
    cdef inline void put_apart(self) noexcept
    cdef void reserve(self, Py_ssize_t count) except *
    @cython.locals(source="const unsigned char*", i="Py_ssize_t", length="Py_ssize_t")
    cdef void add(self, bytes piece) except *
    @cython.locals(text="const unsigned char*", out="unsigned char*", count="Py_ssize_t")
    cdef inline void put(self, Py_ssize_t at, Py_ssize_t width) noexcept
    @cython.locals(text="const unsigned char*", out="unsigned char*", count="Py_ssize_t",
                   byte="unsigned char", width="Py_ssize_t")
    cdef Py_ssize_t put_letters(self, Py_ssize_t at, Py_ssize_t stop) noexcept
    @cython.locals(byte="unsigned char", width="Py_ssize_t")
    cdef void add_words(self, Py_ssize_t at, Py_ssize_t stop) noexcept
    @cython.locals(text="const unsigned char*", byte="unsigned char")
    cdef Py_ssize_t markup_at(self, Py_ssize_t at, Py_ssize_t stop) noexcept
    @cython.locals(byte="unsigned char", width="Py_ssize_t")
    cdef void add_as_it_is(self, Py_ssize_t at, Py_ssize_t stop) noexcept
    cdef inline void end_line(self) noexcept
    @cython.locals(i="Py_ssize_t")
    cdef void add_preformatted(self, const int* tag, const int* size, const int* start, bytearray keep,
                               Py_ssize_t node) noexcept
    @cython.locals(before="Py_ssize_t")
    cdef void add_lines(self, const int* tag, const int* size, const int* start, bytearray keep,
                        Py_ssize_t node) noexcept
    cdef str since(self, Py_ssize_t at)
    cpdef str written(self)

@cython.locals(writer=Writer)
cpdef str collapsed(bytes text, Py_ssize_t at, Py_ssize_t stop)

@cython.locals(writer=Writer, sizes="const int*", starts="const int*")
cpdef str preformatted(c_array tag, c_array size, c_array start, bytes text, bytearray keep,
                       Py_ssize_t node)

@cython.locals(writer=Writer, tags="const int*", parents="const int*", sizes="const int*",
               starts="const int*", i="Py_ssize_t", stop="Py_ssize_t", last="Py_ssize_t",
               kept="Py_ssize_t", below="Py_ssize_t", kind=int, what="const unsigned char*")
cpdef str lines(c_array tag, c_array parent, c_array size, c_array start, bytes text,
                bytes kinds, bytearray keep, Py_ssize_t node)

cdef inline Py_ssize_t _leave(Writer writer, const int* tag, const int* parent,
                              const unsigned char* kinds, Py_ssize_t last,
                              Py_ssize_t above) noexcept

@cython.locals(nodes="Py_ssize_t")
cdef int _check(c_array tag, c_array parent, c_array size, c_array start, bytearray keep,
                Py_ssize_t node) except -1

cdef Py_ssize_t _room(const int* size, const int* start, Py_ssize_t node) noexcept

cdef Py_ssize_t _first_kept(bytearray keep, Py_ssize_t at, Py_ssize_t stop) noexcept

cdef bint _ends_blank(const unsigned char* text, Py_ssize_t stop) noexcept

@cython.locals(lead="unsigned char", low="unsigned char", high="unsigned char",
               width="Py_ssize_t", i="Py_ssize_t")
cdef Py_ssize_t _width(const unsigned char* text, Py_ssize_t at, Py_ssize_t stop) noexcept

cdef bint _has_no_width(const unsigned char* text, Py_ssize_t at, Py_ssize_t width) noexcept

@cython.locals(sign="unsigned int")
cdef bint _is_space(const unsigned char* text, Py_ssize_t at, Py_ssize_t width) noexcept
