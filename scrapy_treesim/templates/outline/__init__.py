"""Outlines: the essential and optional nodes of a template.

In come pages of one template, out comes its outline (:mod:`.induction`); in comes a page, out come
the places of the outline's nodes on it (:mod:`.template_outline`). :mod:`.node_labels` makes nodes
comparable, :mod:`.outline_tree` lays a page on an outline.
"""
