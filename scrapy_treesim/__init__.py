"""The extraction layer for Scrapy: records, comments and main text from any page, and the fields of
templates learned from a site's own pages."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from scrapy_treesim.article import (
    Article,
    Learned,
    Wang,
    article,
)
from scrapy_treesim.article.explain import BlockExplanation
from scrapy_treesim.comments import Comment, LearnedThread, Zhu, comments
from scrapy_treesim.detail import Detail, FieldSource, detail
from scrapy_treesim.files.detached import DetachedError
from scrapy_treesim.findings.explanations import Explanation, explain
from scrapy_treesim.kind.page_kind import PageKind, page_kind
from scrapy_treesim.kind.roles import PageRoles, Role, roles
from scrapy_treesim.page import Page
from scrapy_treesim.reading.declared.plain import declared
from scrapy_treesim.records import (
    ExampleNotFound,
    Gong,
    KeyTree,
    KeyTreeFileError,
    KeyTrees,
    NamedKeyTree,
    Ranked,
    Record,
    Region,
    Sighting,
    find_records,
    learn_key_tree,
    next_page,
    records,
    similar,
)
from scrapy_treesim.records.over_pages.memory import MemoryFileError, SiteMemory
from scrapy_treesim.similarity import similarity
from scrapy_treesim.tree import compiled

if TYPE_CHECKING:
    from scrapy_treesim.commands.table import show
    from scrapy_treesim.crawl.middleware import Addon
    from scrapy_treesim.crawl.settings import SettingError
    from scrapy_treesim.findings.document import markdown
    from scrapy_treesim.findings.extraction import extract
    from scrapy_treesim.findings.frames import to_arrow, to_pandas, to_polars
    from scrapy_treesim.templates.store.store import TemplateFileError, Templates
    from scrapy_treesim.templates.template import Template, TemplateMatch
    from scrapy_treesim.tree.markdown.chunks import Chunk, chunks

__version__ = "0.1.0"

__all__ = [
    "Addon",
    "Article",
    "BlockExplanation",
    "Chunk",
    "Comment",
    "DetachedError",
    "Detail",
    "ExampleNotFound",
    "Explanation",
    "FieldSource",
    "Gong",
    "KeyTree",
    "KeyTreeFileError",
    "KeyTrees",
    "Learned",
    "LearnedThread",
    "MemoryFileError",
    "NamedKeyTree",
    "Page",
    "PageKind",
    "PageRoles",
    "Ranked",
    "Record",
    "Region",
    "Role",
    "SettingError",
    "Sighting",
    "SiteMemory",
    "Template",
    "TemplateFileError",
    "TemplateMatch",
    "Templates",
    "Wang",
    "Zhu",
    "article",
    "chunks",
    "comments",
    "compiled",
    "declared",
    "detail",
    "explain",
    "extract",
    "find_records",
    "learn_key_tree",
    "markdown",
    "next_page",
    "page_kind",
    "records",
    "roles",
    "show",
    "similar",
    "similarity",
    "to_arrow",
    "to_pandas",
    "to_polars",
]


# The library does without Scrapy, and most pages without templates: these wait until asked for.
_LATER = {
    "Addon": "crawl.middleware",
    "Chunk": "tree.markdown.chunks",
    "chunks": "tree.markdown.chunks",
    "extract": "findings.extraction",
    "markdown": "findings.document",
    "show": "commands.table",
    "SettingError": "crawl.settings",
    "Template": "templates.template",
    "TemplateFileError": "templates.store.store",
    "TemplateMatch": "templates.template",
    "Templates": "templates.store.store",
    "to_arrow": "findings.frames",
    "to_pandas": "findings.frames",
    "to_polars": "findings.frames",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=sys.modules[__name__])
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
