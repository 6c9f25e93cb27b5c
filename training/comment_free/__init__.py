"""Made-up pages that look as if they held comments and hold none, to judge with.

Thread lists, question lists, front pages of link sites, lists of issues, archives of mailing lists,
shop and search results: rows of author, time, count and now and then a few lines of text, built as
the platforms of that name build them, with what stands around. None of the rows is a comment: each
leads to a page where the comments would be. Where a list shows the first lines of a question, a
post or a mail, these are an announcement of that page; where it shows scores of reviews, there is
not one review's text.

The pages are written once and for all, the same at each run, and nothing is fitted on them.
"""
