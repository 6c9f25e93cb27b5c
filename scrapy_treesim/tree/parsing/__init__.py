"""A document from any input: bytes to text, text to lxml's tree."""
