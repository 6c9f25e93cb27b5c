"""The extraction layer for Scrapy: records, comments and main text from any page, and the fields of
templates learned from a site's own pages."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scrapy_treesim.article import Article, Learned, Wang, article
    from scrapy_treesim.article.explain import BlockExplanation
    from scrapy_treesim.commands.table import show
    from scrapy_treesim.comments import Comment, LearnedThread, Zhu, comments
    from scrapy_treesim.crawl.addon import Addon
    from scrapy_treesim.crawl.settings import SettingError
    from scrapy_treesim.detail import Detail, FieldSource
    from scrapy_treesim.detail.extract import detail
    from scrapy_treesim.files.detached import DetachedError
    from scrapy_treesim.findings.document import markdown
    from scrapy_treesim.findings.explanations import Explanation, explain
    from scrapy_treesim.findings.extraction import extract
    from scrapy_treesim.findings.frames import to_arrow, to_pandas, to_polars
    from scrapy_treesim.kind.page_kind import PageKind, page_kind
    from scrapy_treesim.kind.roles import PageRoles, Role, roles
    from scrapy_treesim.page import Page
    from scrapy_treesim.reading.declared.plain import declared
    from scrapy_treesim.records import Gong, Ranked, Record, Region, next_page, records
    from scrapy_treesim.records.over_pages.memory import MemoryFileError, SiteMemory
    from scrapy_treesim.similarity import similarity
    from scrapy_treesim.templates.by_example.key_tree import KeyTree, similar
    from scrapy_treesim.templates.by_example.key_trees import (
        KeyTreeFileError,
        KeyTrees,
        NamedKeyTree,
    )
    from scrapy_treesim.templates.by_example.shown_values import ExampleNotFound
    from scrapy_treesim.templates.by_example.sighting import Sighting, find_records, learn_key_tree
    from scrapy_treesim.templates.store.store import TemplateFileError, Templates
    from scrapy_treesim.templates.template import Template, TemplateMatch
    from scrapy_treesim.tree import compiled
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


# Whoever imports the package, a project or Scrapy's own commands, pays for nothing else in it.
_NAMES: Final = {
    "article": "Article Learned Wang article",
    "article.explain": "BlockExplanation",
    "commands.table": "show",
    "comments": "Comment LearnedThread Zhu comments",
    "crawl.addon": "Addon",
    "crawl.settings": "SettingError",
    "detail": "Detail FieldSource detail",
    "files.detached": "DetachedError",
    "findings.document": "markdown",
    "findings.explanations": "Explanation explain",
    "findings.extraction": "extract",
    "findings.frames": "to_arrow to_pandas to_polars",
    "kind.page_kind": "PageKind page_kind",
    "kind.roles": "PageRoles Role roles",
    "page": "Page",
    "reading.declared.plain": "declared",
    "records": "Gong Ranked Record Region next_page records",
    "records.over_pages.memory": "MemoryFileError SiteMemory",
    "similarity": "similarity",
    "templates.by_example.key_tree": "KeyTree similar",
    "templates.by_example.key_trees": "KeyTreeFileError KeyTrees NamedKeyTree",
    "templates.by_example.shown_values": "ExampleNotFound",
    "templates.by_example.sighting": "Sighting find_records learn_key_tree",
    "templates.store.store": "TemplateFileError Templates",
    "templates.template": "Template TemplateMatch",
    "tree": "compiled",
    "tree.markdown.chunks": "Chunk chunks",
}
_MODULES: Final = {name: module for module, names in _NAMES.items() for name in names.split()}


class _Package(ModuleType):
    """The package, whose functions have the names of its folders and stand before them."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _MODULES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name not in _MODULES:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=self)
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)

    def __dir__(self) -> list[str]:
        return [*__all__, *(name for name in globals() if name.startswith("__"))]


sys.modules[__name__].__class__ = _Package
