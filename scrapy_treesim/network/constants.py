"""Numbers shared by the kernels and Python: C constants of the same names when compiled."""

WIDTH = 32
"""Number of values of a row: no layer has more outputs."""
HALF = 16
"""Largest number of outputs for half the work of a full layer."""
THREE_QUARTERS = 24
"""Largest number of outputs for three quarters of the work."""
