"""The outline of a template: nodes of its pages, aligned, essential or optional."""
