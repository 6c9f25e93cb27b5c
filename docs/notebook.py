"""Execute the guide's notebook and write what its cells show: ``python docs/notebook.py``."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).with_name("guides") / "notebook.ipynb"


def shown(notebook: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """The cells of code in their order, each with the value of its last expression."""
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            *statements, last = ast.parse("".join(cell["source"])).body
            value = None
            if not isinstance(last, ast.Expr):
                statements.append(last)
            exec(compile(ast.Module(statements, []), "<cell>", "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
            yield cell, value


def outputs(value: Any, number: int) -> list[dict[str, Any]]:
    """A value as Jupyter saves it."""
    if value is None:
        return []
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = value._repr_html_().splitlines(keepends=True)
    of_cell = {"output_type": "execute_result", "execution_count": number, "metadata": {}}
    return [{**of_cell, "data": data}]


if __name__ == "__main__":
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    # Its addresses are relative to its folder, as in Jupyter.
    os.chdir(NOTEBOOK.parent)
    for number, (cell, value) in enumerate(shown(notebook), 1):
        cell.update(execution_count=number, outputs=outputs(value, number))
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    NOTEBOOK.write_text(f"{text}\n", "utf-8")
