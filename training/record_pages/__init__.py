"""Generated list pages with known records, to train and measure the choice of regions.

Every site is a design drawn at random: which markup, which class names, which shape its records
have, what stands around them. Its pages share the design and differ in data. Nothing is taken from
any real page: words are made of syllables, the rest is drawn.

What is true of a page:

- a list of data is a region: a title and data of its own (price, text, rating, figures) for each of
  three records or more; the page's main list is one however plain or short it is, and comes first;
- navigation, facets, pagers, tag clouds, calendars, footers, related searches, latest posts and all
  other lists of links (with a date or a count at most) beside the main list are none;
- nor are advertisements, paid results and separators between records, hidden template rows, and
  the lines at a list's ends (names of columns, how many were found, other orders, a form, pages),
  though they stand beside the records in elements of the same kind;
- nor is what a site says of itself or of its departments: promises, slides, tiles of a picture and
  a name, brands, questions and answers, dialogs, menus with pictures;
- a record that lacks a field, or is fuller than the rest, is a record like the others;
- tables of the same columns below headings are one region, of other columns each a region;
- where records hold records, the outer is the record if it has a title and data of its own (a
  thread with its replies, an order with its lines); if it has only a heading (a department), it is
  a section, the inner ones are the records, and all sections together are one region.
"""

from training.record_pages.data import write_set
from training.record_pages.markup import MARK, Hand, Node, plain
from training.record_pages.page import Draft, new_page
from training.record_pages.site import NEW_SHAPES, OLD_SHAPES, Site, new_site
from training.record_pages.truth import written

__all__ = [
    "MARK",
    "NEW_SHAPES",
    "OLD_SHAPES",
    "Draft",
    "Hand",
    "Node",
    "Site",
    "new_page",
    "new_site",
    "plain",
    "write_set",
    "written",
]
