"""Ways to values of JSON: as JSON Pointers, as JMESPath, as the code of a spider."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, TypeAlias

Steps: TypeAlias = tuple[str | int | None, ...]
"""Keys of objects and indices of lists; None for each member of a list or an object."""

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def pointer_of(steps: Steps) -> str:
    """Return a JSON Pointer, with a ``*`` for each member.

    >>> pointer_of(("a/b", 0, None, "c"))
    '/a~1b/0/*/c'
    """
    written = ("*" if step is None else str(step) for step in steps)
    return "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in written)


def jmespath_of(steps: Steps) -> str:
    """Return a JMESPath.

    >>> jmespath_of(("data", 0, "list-items", None))
    'data[0]."list-items"[]'
    """
    path = ""
    for step in steps:
        if isinstance(step, str):
            path += f".{step if _NAME.fullmatch(step) else json.dumps(step)}"
        else:
            path += "[]" if step is None else f"[{step}]"
    return path.lstrip(".")


def code_of(script: str, rows: str, columns: Mapping[str, str]) -> str:
    """Return the code of a callback that yields the columns, by name, of a list's objects.

    >>> print(code_of("", "products[]", {"title": "name"}))
    def parse(self, response):
        for row in response.jmespath('products[]'):
            yield {
                'title': row.jmespath('name').get(),
            }
    """
    source = f"response.xpath({script + '/text()'!r})" if script else "response"
    cells = (
        f"            {name!r}: row.jmespath({path!r}).get()," for name, path in columns.items()
    )
    lines = (
        "def parse(self, response):", f"    for row in {source}.jmespath({rows!r}):",
        "        yield {", *cells, "        }",
    )  # fmt: skip
    return "\n".join(lines)
