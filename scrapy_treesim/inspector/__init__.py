"""Pages and their findings, shown in the browser."""
