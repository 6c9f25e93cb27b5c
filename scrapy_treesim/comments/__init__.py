"""Comments, one by one."""

from scrapy_treesim.comments.anchored import Anchored
from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.comments.find import METHODS, Method, comments
from scrapy_treesim.papers.zhu import Zhu

__all__ = ["METHODS", "Anchored", "Comment", "Method", "Zhu", "comments"]
