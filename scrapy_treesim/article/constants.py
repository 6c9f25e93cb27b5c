"""Numbers that the kernel of blocks and containers shares with Python."""

INLINE, BLOCK, DROP, BREAK, RESERVE, LINK, ASIDE, SKIP, FORMULA = range(9)
"""What a tag is: in a line, a block, left out, ``<br>``, read for want of anything else, a link,
set aside; left out though the line goes on, a formula."""
NO_BLOCK = -1
"""The block of what is in none."""
