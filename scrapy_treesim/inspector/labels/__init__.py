"""What a click becomes: the fields of a template, or a key tree."""
