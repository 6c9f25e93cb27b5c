"""Constants of the kernels: compiled, constants of C, of the same names."""

PRIME = 16777619
SEED = 2166136261
BREAK, BODY, INLINE, PASSED = 1, 2, 4, 8
LONGEST = 64
UNDER_TWO, UNDER_FOUR, BEFORE, BESIDE, FIRST, SECOND = range(6)
CLIMB = 8
LONG = 1
FEW = 2
MANY = 3
