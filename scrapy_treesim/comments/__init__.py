"""Comments, one by one."""

from scrapy_treesim.comments.comment import Comment
from scrapy_treesim.comments.find import METHODS, Method, comments
from scrapy_treesim.comments.learned import LearnedThread
from scrapy_treesim.papers.zhu import Zhu

__all__ = ["METHODS", "Comment", "LearnedThread", "Method", "Zhu", "comments"]
