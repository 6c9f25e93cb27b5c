"""From a click on the page to a field of a template, or to a key tree."""
