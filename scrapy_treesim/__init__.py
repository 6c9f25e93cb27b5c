"""The extraction layer for Scrapy: records, comments and main text from any page, and the fields of
templates learned from a site's own pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy_treesim.article import (
    Article,
    BlockExplanation,
    Learned,
    Wang,
    article,
    explain,
)
from scrapy_treesim.comments import Comment, LearnedThread, Zhu, comments
from scrapy_treesim.comments.explain import CommentNodes, comment_nodes, comment_reasons
from scrapy_treesim.detached import DetachedError
from scrapy_treesim.detail import Detail, FieldSource, detail
from scrapy_treesim.kind.page_kind import PageKind, page_kind
from scrapy_treesim.kind.roles import PageRoles, Role, roles
from scrapy_treesim.memory import MemoryFileError, SiteMemory
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
from scrapy_treesim.regions.explain import record_reasons, region_reasons
from scrapy_treesim.similarity import similarity
from scrapy_treesim.templates.store.store import TemplateFileError, Templates, load_templates
from scrapy_treesim.templates.template import Template, TemplateMatch
from scrapy_treesim.tree import compiled

if TYPE_CHECKING:
    from scrapy_treesim.crawl.middleware import Addon
    from scrapy_treesim.crawl.settings import SettingError

__version__ = "0.1.0"

__all__ = [
    "Addon",
    "Article",
    "BlockExplanation",
    "Comment",
    "CommentNodes",
    "DetachedError",
    "Detail",
    "ExampleNotFound",
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
    "comment_nodes",
    "comment_reasons",
    "comments",
    "compiled",
    "declared",
    "detail",
    "explain",
    "find_records",
    "learn_key_tree",
    "load_templates",
    "next_page",
    "page_kind",
    "record_reasons",
    "records",
    "region_reasons",
    "roles",
    "similar",
    "similarity",
]


def __getattr__(name: str) -> Any:
    # The library does without Scrapy; only who asks for what belongs to a crawl imports it.
    if name == "Addon":
        from scrapy_treesim.crawl.middleware import Addon

        return Addon
    if name == "SettingError":
        from scrapy_treesim.crawl.settings import SettingError

        return SettingError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
