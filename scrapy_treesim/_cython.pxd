from cpython.array cimport array as c_array

ctypedef int[::1] Ints
ctypedef short[::1] Shorts
ctypedef unsigned int[::1] UInts
ctypedef long long[::1] Longs
ctypedef unsigned long long[::1] ULongs
ctypedef double[::1] Doubles
ctypedef float Single
ctypedef float[::1] Floats
ctypedef const unsigned char[::1] Bytes
ctypedef unsigned char[::1] Buffer
ctypedef const int* IntsPointer
ctypedef const unsigned char* BytesPointer
ctypedef unsigned char* BufferPointer
ctypedef const float* FloatsPointer
ctypedef c_array CArray

cdef extern from *:
    """
    #ifndef TREESIM_CHECKED
    #define TREESIM_CHECKED 0
    #endif

    /* What returns it is compiled twice, one of which is for processors with AVX2. */
    #if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
    #define Cloned __attribute__((target_clones("avx2", "default"))) int
    #else
    #define Cloned int
    #endif
    """
    int TREESIM_CHECKED
    ctypedef int Cloned

cdef inline const int* ints(c_array held) noexcept:
    return held.data.as_ints
