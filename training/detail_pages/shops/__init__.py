"""Pages of shops as varied as shops are: codes, prices, stock, brands, what they declare.

Each decision is a site's; what is true of a page is what it shows, whatever it declares.
"""
