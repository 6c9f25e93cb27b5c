"""The documentation as a site: ``sphinx-build -W docs build/docs``."""

import re
from typing import Any

from docutils import nodes

project = "scrapy-treesim"
author = "the scrapy-treesim authors"
project_copyright = f"2026, {author}"
release = "0.1.0"

extensions = ["myst_parser", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 6
# In commands to copy, the prompt is not part of them.
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
exclude_patterns = ["requirements.txt"]

html_theme = "furo"
html_title = "scrapy-treesim"
html_theme_options = {"top_of_page_buttons": []}
html_static_path = ["_static"]
html_css_files = ["phone.css"]
html_js_files = ["accessible.js"]
html_show_sourcelink = False

OBJECTS = {"setting": "setting", "stat": "stat", "field": "field", "name": "field"}
"""Types of objects by the head of the first column of their tables."""


def note_objects(app: Any, document: nodes.document) -> None:
    """Give each setting, stat, field and function of the reference an anchor and a name."""
    if not app.env.docname.startswith("reference/"):
        return
    domains = app.env.domains
    section = ""
    for node in document.findall():
        if isinstance(node, nodes.title):
            title = node.next_node(nodes.literal)
            section = re.split(r"[( ]", title.astext())[0] if title is not None else ""
            called = title is not None and "(" in title.astext()
            if called and app.env.docname == "reference/functions":
                anchor = node.parent["ids"][0]
                domains["py"].note_object(f"scrapy_treesim.{section}", "function", anchor)
        elif isinstance(node, nodes.paragraph):
            strong = node.next_node(nodes.strong)
            if strong is not None and node.astext().startswith(strong.astext()):
                section = strong.astext().replace("Every item", "Item")
        elif isinstance(node, nodes.table):
            head, second = (entry.astext() for entry in node.next_node(nodes.row)[:2])
            kind = OBJECTS.get(head) if head != "name" or second == "type" else None
            for row in node.findall(nodes.row) if kind else ():
                for literal in row[0].findall(nodes.literal):
                    name = literal.astext()
                    if kind == "field" and section:
                        name = f"{section}.{name}"
                    anchor = f"{kind}-{nodes.make_id(name)}"
                    if anchor not in document.ids and (kind, name) not in domains["std"].objects:
                        document.ids[anchor] = literal
                        literal["ids"].append(anchor)
                        domains["std"].note_object(kind, name, anchor)


def setup(app: Any) -> None:
    """Add the types of objects that Python has no name for."""
    for kind in sorted(set(OBJECTS.values())):
        app.add_object_type(kind, kind)
    app.connect("doctree-read", note_objects)
