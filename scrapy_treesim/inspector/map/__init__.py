"""The learned templates as a picture: a card each, and a tree of how alike they are."""
