"""Numbers that the kernels share with Python: compiled, constants of C, of the same names."""

WIDTH = 32
"""Numbers of a row: no layer has more outputs."""
HALF = 16
"""Outputs up to which a layer takes half the work."""
THREE_QUARTERS = 24
"""Outputs up to which it takes three quarters of it."""
