"""Labels of templates: from examples of values to rules of fields."""
