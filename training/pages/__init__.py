"""Made-up pages whose truth is known: one frame, one stock of words and parts, one writer of truth.

A kind of page is a module beside this package (``article_pages``, ``comment_pages``,
``record_pages``, ``detail_pages``, ``page_kinds``). Every site is a design drawn at random: its
pages share markup, names of classes and all that stands around, and differ in data. Nothing is
taken from any real page: sentences are made of syllables, names, dates and prices are drawn; only
the words of interfaces ("Reply", "Add to cart", "vor 2 Tagen") are words.
"""
