"""Values of fields out of what a page declares or shows: a module for each meaning."""
