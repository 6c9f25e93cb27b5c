"""Words of discussions: headings, members, votes."""

from typing import Final

from scrapy_treesim.values.lexicon.words import words

HEADINGS: Final = words("comments")
PROFILE: Final = words("member.label")
VOTES: Final = words("post.votes")
ROLES: Final = words("member.role")
