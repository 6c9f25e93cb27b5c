"""Arrays of kernels as Python reads them quickest."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def with_plain_arrays(kernel: type[T], names: str) -> type[T]:
    """A subclass of a kernel's class that shows Python its arrays of these names as they are.

    A compiled class makes a view of an array whenever Python asks for it, which takes far longer
    than to read a number of it. Only for arrays that stay the same all the time.
    """

    def plain(held: Any, name: str) -> Any:
        # Asked for slots that are not filled yet; interpreted, what stands there are the arrays.
        if name not in slots:
            raise AttributeError(name)
        found = getattr(super(shown, held), name).base
        setattr(held, name, found)
        return found

    slots = tuple(names.split())
    shown = type(
        kernel.__name__,
        (kernel,),
        {
            "__slots__": slots,
            "__getattr__": plain,
            "__doc__": kernel.__doc__,
            "__module__": kernel.__module__,
        },
    )
    return shown
