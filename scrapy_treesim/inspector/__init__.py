"""Pages and what was found in them, shown in the browser."""
