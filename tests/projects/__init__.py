"""Small Scrapy projects as people write them, none of which knows of the add-on."""
