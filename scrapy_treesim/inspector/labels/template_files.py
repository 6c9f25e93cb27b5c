"""The files of templates: read again when they have changed, one field written at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy_treesim.file_lock import locked
from scrapy_treesim.templates.store.store import Templates, load_templates

if TYPE_CHECKING:
    from scrapy_treesim.templates.rules import FieldRules
    from scrapy_treesim.templates.template import Template


@dataclass(slots=True)
class TemplateFiles:
    """Some files of templates."""

    paths: Sequence[Path]
    _seen: tuple[tuple[int, int] | None, ...] = ()
    _templates: Templates = field(default_factory=Templates)

    def load(self) -> Templates:
        """The templates of all files, as they stand there now.

        Raises:
            TemplateFileError: a file that cannot be read.
        """
        seen = tuple(map(_state, self.paths))
        if seen != self._seen:
            self._templates = load_templates(self.paths)
            self._seen = seen
        return self._templates

    def put(self, id: str, name: str, rules: FieldRules, found: float | None, looked: int) -> Path:
        """Write a field of a template; all else stays as it is in the file at that moment.

        ``found``: on what share of ``looked`` further pages it is found; None where there are none.

        Raises:
            LookupError: no file has such a template any more.
            OSError, TemplateFileError: the file cannot be read or written.
        """

        def changed(template: Template) -> Template:
            fields = {**template.fields, name: rules}
            expected = template.expected
            if expected is None or found is None:
                return replace(template, fields=fields)
            return replace(
                template, fields=fields, expected=expected.with_shares({name: found}, looked)
            )

        return self._change(id, changed)

    def remove(self, id: str, name: str) -> Path:
        """Take a field out of a template.

        Raises:
            LookupError: there is no such template or field.
            OSError, TemplateFileError: the file cannot be read or written.
        """

        def changed(template: Template) -> Template:
            if name not in template.fields:
                raise LookupError(f"the template {id} has no field {name}")
            fields = {key: rules for key, rules in template.fields.items() if key != name}
            if template.expected is None:
                return replace(template, fields=fields)
            shares = {key: one for key, one in template.expected.fields.items() if key != name}
            return replace(
                template, fields=fields, expected=replace(template.expected, fields=shares)
            )

        return self._change(id, changed)

    def _change(self, id: str, change: Callable[[Template], Template]) -> Path:
        for path in self.paths:
            if any(one.id == id for one in load_templates(path)):
                with locked(path):
                    # Read now: a command may have written it since it was read.
                    now = load_templates(path)
                    now.replaced(change(now.by_id(id))).save(path)
                return path
        files = ", ".join(map(str, self.paths)) or "no file"
        raise LookupError(f"the template {id} is no longer in {files}: look at the page anew")


def _state(path: Path) -> tuple[int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size
