"""Quick access to the arrays of kernels from Python."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def with_plain_arrays(kernel: type[T], names: str) -> type[T]:
    """Return a subclass of a kernel's class with its named arrays as plain attributes.

    A compiled class makes a memoryview at each access from Python, which takes far longer than
    reading a number of it. Only for arrays that are never replaced.
    """

    def plain(instance: Any, name: str) -> Any:
        # Called for slots that are not filled yet; interpreted, the slots are the arrays.
        if name not in slots:
            raise AttributeError(name)
        values = getattr(super(subclass, instance), name).base
        setattr(instance, name, values)
        return values

    slots = tuple(names.split())
    subclass = type(
        kernel.__name__,
        (kernel,),
        {
            "__slots__": slots,
            "__getattr__": plain,
            "__doc__": kernel.__doc__,
            "__module__": kernel.__module__,
        },
    )
    return subclass
