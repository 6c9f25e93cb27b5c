cimport cython

@cython.locals(width="Py_ssize_t", at="Py_ssize_t", k="Py_ssize_t", x=double)
cpdef scale(double[::1] rows, double[::1] mean, double[::1] spread, double most, double[::1] out)

@cython.locals(height="Py_ssize_t", width="Py_ssize_t", row="Py_ssize_t", i="Py_ssize_t",
               j="Py_ssize_t", k="Py_ssize_t", at="Py_ssize_t", a=double, b=double,
               c=double, d=double)
cpdef dense(double[::1] rows, double[::1] weights, double[::1] bias, double[::1] out)

@cython.locals(at="Py_ssize_t")
cpdef raise_to_zero(double[::1] rows)

@cython.locals(at="Py_ssize_t")
cpdef add(double[::1] rows, double[::1] more)

@cython.locals(n="Py_ssize_t", row="Py_ssize_t", side="Py_ssize_t", other="Py_ssize_t",
               k="Py_ssize_t")
cpdef windows(double[::1] rows, Py_ssize_t height, Py_ssize_t distance, double[::1] out)

@cython.locals(n="Py_ssize_t", k="Py_ssize_t", row="Py_ssize_t", total=double, most=double, x=double)
cpdef pool(double[::1] rows, Py_ssize_t height, double[::1] out)
