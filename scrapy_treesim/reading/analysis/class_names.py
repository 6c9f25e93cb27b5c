"""Words of class names and ids, as cues for the role of an element.

In all of them ``-`` is any character except letters, or either end of the name.
"""

from typing import Final

from scrapy_treesim.reading.analysis import constants
from scrapy_treesim.values.lexicon.words import words

OF_NODES: Final = {
    "navigation": "nav menu crumb pagina pager",
    "footer": "foot copyright legal bottom",
    "side": "side widget -tab- -tabs- -toc- filter facet share social login langua",
    "more": "relat recommend popular trend also similar recent",
    "advert": "-ad- -ads- adv sponsor banner promo popup modal cookie consent",
}
"""Words in the names of any element, for lists of records."""

OF_COMMENTS: Final = (
    "comment komment review reply replies respon answer discuss disqus feedback opinion coment "
    "reaction testimon guestbook post message thread topic forum"
)
"""Words in the names of posts."""

OF_POSTS: Final = {
    "author": "author user nick poster byline reviewer commenter -fn- -by- vcard profile "
    "screenname displayname member",
    "time": "date time when- -when stamp posted publish -ago-",
    "body": "content body text message -msg- entry description",
    "quoted": "quote citat",
    "signed": "signature -sig- -sign- -siggy",
    "rated": "rating star rate-",
    "scored": "score vote karma points helpful -likes -like-",
    "aside": "avatar role rank badge location -stats joined reputation signature title group "
    "postcount usertitle",
    "edited": "edited modified lastedit",
    "indented": "depth- level- indent margin padding",
    "asked": "question original-post -op- topicstarter threadstarter firstpost first-post",
    "called": "-name-",
}
"""Words in the names of a post's parts."""

OF_THINGS: Final = {
    name: words(f"part.{name}")
    for name in "price old code brand stock rating name picture buy minor crumb".split()
}
"""Words in the names of the parts of a page's own thing."""

OF_BOXES: Final = {
    name: words(f"part.{name}")
    for name in ("note", "consent", "paywall", "cookie", "subscribe", "login")
}
"""Words in the names, labels and addresses of boxes around or in a page's text."""

VOCABULARIES: Final = {
    constants.NODE_CUES: OF_NODES,
    constants.POST_CUES: OF_POSTS,
    constants.THING_CUES: OF_THINGS,
    constants.BOX_CUES: OF_BOXES,
}
"""All cues, by the first bit of each vocabulary."""
