"""What was learned, as a picture."""
