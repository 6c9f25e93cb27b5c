"""JMESPath of lists and of paths in their objects, and a spider's code with them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.reading.json_tree.documents import documents_of

if TYPE_CHECKING:
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.json_tree.leaves import Path
    from scrapy_treesim.reading.json_tree.lists import JsonList

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def path_of(path: Path) -> str:
    """Return the JMESPath of a value in an object.

    >>> path_of(("variants", "0", "list-price"))
    'variants[0]."list-price"'
    """
    return "".join(f"[{key}]" if key == "0" else _key(key) for key in path).lstrip(".")


def list_path(page: Page, listed: JsonList) -> str:
    """Return the JMESPath of a list's objects in their document; empty where there is none."""
    address, _, pointer = listed.pointers[0].partition("#")
    stars = [*listed.pointer.partition("#")[2].split("/")[1:], "*"]
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for document in page.once(documents_of):
        if document.address == f"{address}#" and (path := _walked(document.value, steps, stars)):
            return path.lstrip(".")
    return ""


def _walked(value: Any, steps: list[str], stars: list[str]) -> str:
    """Return the steps as JMESPath; empty where they lead nowhere, or through a text."""
    path = ""
    for number, step in enumerate(steps):
        is_every = stars[number : number + 1] == ["*"]
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            path += "[]" if is_every else f"[{step}]"
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            path += ".*" if is_every else _key(step)
            value = value[step]
        else:
            return ""
    return path


def _key(key: str) -> str:
    return f".{key if _NAME.fullmatch(key) else json.dumps(key)}"


def code_of(address: str, rows: str, columns: Mapping[str, str]) -> str:
    """Return the code of a callback that yields the columns, by name, of a list's objects.

    >>> print(code_of("#", "products[]", {"title": "name"}))
    def parse(self, response):
        for row in response.jmespath('products[]'):
            yield {
                'title': row.jmespath('name').get(),
            }
    """
    script = address.partition("#")[0]
    source = f"response.xpath({script + '/text()'!r})" if script else "response"
    cells = "".join(
        f"            {name!r}: row.jmespath({path!r}).get(),\n" for name, path in columns.items()
    )
    return (
        f"def parse(self, response):\n    for row in {source}.jmespath({rows!r}):\n"
        f"        yield {{\n{cells}        }}"
    )
