"""The thesis' own way from pages to clusters (Qiu 2013)."""
