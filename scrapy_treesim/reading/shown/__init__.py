"""What a page shows of a thing, with the evidence for it: amounts of money and ratings."""
