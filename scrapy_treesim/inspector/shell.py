"""The inspector's own HTML: as served, or as one file to send to a colleague."""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any, Final

from scrapy_treesim.inspector.inert.page import inert_html

if TYPE_CHECKING:
    from scrapy_treesim.inspector.inspection import Inspection

SCRIPTS: Final = (
    "dom.js", "state.js", "alerts.js", "source.js", "paint.js", "frame.js",
    "marks.js", "tags.js", "tooltip.js", "lists.js", "export.js", "choices.js", "groups.js",
    "table.js", "thread.js", "article_text.js", "detail_fields.js", "fields.js", "legend.js",
    "panel.js", "details.js", "page_kind.js", "label_form.js", "key_tree_form.js", "find.js",
    "keys.js", "split.js", "main.js",
)  # fmt: skip
"""Scripts of the inspector's page, in the order they run."""


def static_text(name: str) -> str:
    """Read a file of ``static``."""
    return files(__package__).joinpath("static").joinpath(name).read_text("utf-8")


def in_script(value: Any) -> str:
    """Return JSON that is safe in a ``<script>`` with any text in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def shell(title: str, config: Any, head: str, scripts: str) -> str:
    """Return the inspector's own page with a title, its configuration, styles and scripts."""
    text = Template(static_text("inspector.html")).substitute(
        title=escape(title), config=in_script(config), head=head, scripts=scripts
    )
    return as_text(text)


def as_text(text: str) -> str:
    """Replace halves of characters, as addresses and names may have: UTF-8 cannot encode them."""
    return text.encode("utf-8", "replace").decode()


LINKED_STYLES: Final = '<link rel="stylesheet" href="/static/inspector.css">'
LINKED_SCRIPTS: Final = '<script defer src="/static/inspector.bundle.js"></script>'
"""Styles and scripts as served; all scripts are one file."""


def bundled() -> str:
    """Join the scripts, one after the other."""
    return "\n".join(map(static_text, SCRIPTS))


def report(inspection: Inspection) -> str:
    """Return the HTML of a report: it loads nothing and runs no script but its own."""
    config = {**inspection.config(), "live": False, "token": "", "page": 0}
    parts: dict[str, dict[int, Any]] = {"views": {}, "kinds": {}, "frames": {}}
    for number, inspected in enumerate(inspection.pages):
        views = {kind: inspection.view(number, kind, {}) for kind in inspection.kinds}
        parts["views"][number], parts["kinds"][number] = views, inspection.kind(number)
        parts["frames"][number] = inert_html(inspected.page)
    names = ", ".join(inspected.name for inspected in inspection.pages)
    embedded = "".join(
        f'<script type="application/json" id="treesim-{name}">{in_script(part)}</script>\n'
        for name, part in parts.items()
    )
    script = bundled()
    head = f"{_policy(script)}\n<style>{static_text('inspector.css')}</style>"
    return shell(names, config, head, f"{embedded}<script>{script}</script>")


def _policy(script: str) -> str:
    """Return the report's security policy; the pages in it are bound by it too."""
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{allowed}'; style-src 'unsafe-inline';"
        " img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
