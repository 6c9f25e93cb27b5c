"""Generated pages of articles, threads, goods and teasers in which the role of every text is known.

Nothing is taken from any real page. What is true of a text:

- ``main``: paragraphs, headings, lists, tables, quotes, code, terms of the article; its lead, also
  where it stands in the head; all posts of a thread; description and data of goods; titles and
  texts of teasers, on pages that list them;
- ``headline``: the title of the page, also where it is hidden; ``byline``: author, day, sources,
  who the author is; ``caption``: what stands with a picture or a film, and sentences of the article
  once more in large letters; ``comment``: what readers say, and the form for it;
- ``related``: other articles: teasers, lists, lines that lead to one, whole ones below the first,
  references; ``advert``: also calls to subscribe, letters, polls; ``legal``: cookies, rights,
  disclaimers, corrections and notes of the editors, texts about the firm; ``navigation``: all else.
"""

from training.article_pages.data import write_set
from training.article_pages.page import Draft, new_page
from training.article_pages.roles import MARK, ROLES, main_text
from training.article_pages.site import Press, new_press

__all__ = ["MARK", "ROLES", "Draft", "Press", "main_text", "new_page", "new_press", "write_set"]
