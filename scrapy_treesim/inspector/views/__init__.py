"""A page's findings of each kind as they are shown: marks, reasons, and what is exported."""
