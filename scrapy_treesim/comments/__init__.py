"""Comments of a page, one by one."""

from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.comments.find import METHODS, LearnedThread, Method, comments
from scrapy_treesim.papers.zhu import Zhu

__all__ = ["METHODS", "Comment", "LearnedThread", "Method", "Zhu", "comments"]
