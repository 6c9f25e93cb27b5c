"""From saved pages to templates: reading, clustering, describing."""
