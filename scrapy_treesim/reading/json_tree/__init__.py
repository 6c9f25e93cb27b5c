"""JSON of a page, its own or that in its scripts: documents, lists of like objects, fields."""
