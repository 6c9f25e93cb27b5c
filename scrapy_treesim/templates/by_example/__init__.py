"""Records by example: key trees, kept in files and found again after a redesign."""
