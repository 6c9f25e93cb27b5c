"""Comments, one by one."""

from scrapy_treesim.comments.extract import Comment, comments
from scrapy_treesim.comments.zhu import Zhu

__all__ = ["Comment", "Zhu", "comments"]
