"""Types of the kernels' arrays, and a stand-in for Cython if it is not installed.

The kernels declare their C types with these names, which mean nothing as plain Python. The arrays'
are C types in ``_cython.pxd``; the rest is the module ``cython``'s, whose types are here for mypy.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from array import array
    from typing import TypeAlias

    Ints: TypeAlias = "array[builtins.int]"
    Shorts: TypeAlias = "array[builtins.int]"
    UInts: TypeAlias = "array[builtins.int]"
    Longs: TypeAlias = "array[builtins.int]"
    ULongs: TypeAlias = "array[builtins.int]"
    Doubles: TypeAlias = "array[float]"
    Single: TypeAlias = float
    Floats: TypeAlias = "array[float]"
    Bytes: TypeAlias = bytes | bytearray
    Buffer: TypeAlias = bytearray
    IntsPointer: TypeAlias = "array[builtins.int]"
    BytesPointer: TypeAlias = bytes
    BufferPointer: TypeAlias = bytearray
    FloatsPointer: TypeAlias = "array[float]"
    CArray: TypeAlias = "array[builtins.int]"
    Cloned: TypeAlias = builtins.int
    void: TypeAlias = None
else:
    # Objects, of which ``cython.declare`` makes none.
    Ints = Shorts = UInts = Longs = ULongs = Doubles = Single = Floats = Bytes = Buffer = object
    IntsPointer = BytesPointer = BufferPointer = FloatsPointer = CArray = Cloned = object
    void = None

T = TypeVar("T")

compiled: Final = False

int = builtins.int
Py_ssize_t = builtins.int
uint = builtins.int
longlong = builtins.int
ulonglong = builtins.int
uchar = builtins.int
bint = bool
double = float

TREESIM_CHECKED: Final = 0
"""True if kernels are of the checked build, a macro of the build."""


def ints(values: array[builtins.int]) -> array[builtins.int]:
    """The numbers of an array; compiled, a view of each would cost more than a short text."""
    return values


def declare(ctype: type[T] | None = None, value: Any = None, **ctypes: Any) -> T:
    """Declare one variable of a C type, or several by name; return the value."""
    return value  # type: ignore[no-any-return]


def locals(**ctypes: Any) -> Callable[[T], T]:
    """Declare the C types of a function's variables."""
    return _same


def exceptval(value: Any = None, *, check: bool = True) -> Callable[[T], T]:
    """Declare the return value of a C function that raised."""
    return _same


def boundscheck(checked: bool) -> Callable[[T], T]:
    """Leave out the checks of indices that were all checked before."""
    return _same


def _same(declared: T) -> T:
    """Return the declared object unchanged."""
    return declared


cclass = _same
ccall = _same
cfunc = _same
inline = _same
final = _same
