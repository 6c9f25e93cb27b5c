"""The inspector as one file: pages, findings, styles and scripts, to be sent to a colleague."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from scrapy_treesim.inspector.inert.page import inert_html
from scrapy_treesim.inspector.map.cluster_map import static_map
from scrapy_treesim.inspector.shell import (
    MAP_SCRIPTS,
    MAP_STYLES,
    SCRIPTS,
    STYLES,
    bundled,
    in_script,
    shell,
    static_text,
)

if TYPE_CHECKING:
    from scrapy_treesim.inspector.inspection import Inspection


def report(inspection: Inspection) -> str:
    """The HTML of the file: it loads nothing, and runs no script but its own.

    Where no page is open it is the map of templates.
    """
    config = {**inspection.config(), "live": False, "token": "", "page": 0}
    if not inspection.pages:
        data = _data("treesim-map", static_map(inspection.wanted.templates))
        return _file("templates_map.html", "Templates", config, data, MAP_STYLES, MAP_SCRIPTS)
    views: dict[str, dict[str, Any]] = {}
    kinds: dict[str, dict[str, Any]] = {}
    frames: dict[str, str] = {}
    for number, one in enumerate(inspection.pages):
        views[str(number)] = {kind: inspection.view(number, kind, {}) for kind in inspection.kinds}
        kinds[str(number)] = inspection.kind(number)
        frames[str(number)] = inert_html(one.page)
    names = ", ".join(one.name for one in inspection.pages)
    data = _data("treesim-views", views) + _data("treesim-kinds", kinds)
    data += _data("treesim-frames", frames)
    return _file("inspector.html", names, config, data, STYLES, SCRIPTS)


def _file(
    name: str, title: str, config: Any, data: str, styles: Sequence[str], scripts: Sequence[str]
) -> str:
    code = bundled(scripts)
    head = f"{_policy(code)}\n<style>{''.join(map(static_text, styles))}</style>"
    return shell(name, title, config, head, f"{data}<script>{code}</script>")


def _data(id: str, value: Any) -> str:
    return f'<script type="application/json" id="{id}">{in_script(value)}</script>\n'


def _policy(code: str) -> str:
    """The policy of the file; the pages in it are bound by it too."""
    allowed = b64encode(sha256(code.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{allowed}'; style-src 'unsafe-inline';"
        " img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
