"""The papers' own methods, a module each, by name beside the default."""
