"""Generated pages with comments, and pages without, to train and measure the finding of comments.

Every site is a design drawn at random: how a comment is built, where its author and date stand,
what its elements are called, what stands around. Nothing is taken from any real page: sentences are
made of syllables, names and dates are drawn; only the words of interfaces ("Reply", "3 comments",
"vor 2 Tagen") are words, in many languages, as they are what a reader goes by.

What is true of a page:

- comments are what readers wrote below an article, posts of a thread (the first one too), a
  question with its answers and the comments on them, reviews of a product, replies to a short post,
  entries of a guest book, and pings of other sites listed among comments;
- a comment's text is what was written, without author, date, controls, quotes and signature; its
  block is all of the comment but the replies inside it;
- posts of a blog, rows of threads and of questions, products with stars, teasers, the latest
  comments of a whole site beside the article, entries of change logs and time lines, questions of a
  site to itself and the like are none.
"""

from training.comment_pages.data import write_set
from training.comment_pages.page import Draft, new_page
from training.comment_pages.site import new_site
from training.comment_pages.truth import MARK, text_of, written

__all__ = [
    "MARK",
    "Draft",
    "new_page",
    "new_site",
    "text_of",
    "write_set",
    "written",
]
