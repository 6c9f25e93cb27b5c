ctypedef int[::1] Ints
ctypedef unsigned int[::1] UInts
ctypedef long long[::1] Longs
ctypedef unsigned long long[::1] ULongs
ctypedef double[::1] Doubles
ctypedef float Single
ctypedef float[::1] Floats
ctypedef const unsigned char[::1] Bytes
ctypedef unsigned char[::1] Buffer
