"""Templates: learned from examples or saved pages of a site, to read its other pages.

In comes a record or its values, out comes a key tree, and later the records like it of each page
(:mod:`.by_example`). In comes a corpus of saved pages, out come templates in a file, and later a
template and its fields for each page of a crawl. In the order of a page's way: :mod:`.learn` leads
saved pages through :mod:`.clustering` (with :mod:`.qiu`, the thesis' sequences), :mod:`.match`
(signatures) and :mod:`.outline`; :mod:`.labels` and :mod:`.rules` give a template its fields, and
write it as code; :mod:`.store` keeps all of it; :mod:`.drift` watches whether it still holds.
"""
