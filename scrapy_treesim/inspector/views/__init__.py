"""A page's findings of each kind as shown: marks, reasons, and their export."""
