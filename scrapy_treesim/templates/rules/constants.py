"""Constants of the kernels: compiled, constants of C, of the same names."""

BREAK, BODY, INLINE, PASSED = 1, 2, 4, 8
LONGEST = 64
UNDER_TWO, UNDER_FOUR, BEFORE, BESIDE, FIRST, SECOND = range(6)
CLIMB = 8
LONG = 1
FEW = 2
MANY = 3
