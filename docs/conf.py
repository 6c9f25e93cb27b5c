"""The documentation as a site: ``sphinx-build -W docs build/docs``."""

project = "scrapy-treesim"
author = "the scrapy-treesim authors"
project_copyright = f"2026, {author}"
release = "0.1.0"

extensions = ["myst_parser", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 6
# In commands to copy, the prompt is not part of them.
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
exclude_patterns = ["requirements.txt"]

html_theme = "furo"
html_title = "scrapy-treesim"
html_theme_options = {"top_of_page_buttons": []}
html_static_path = ["_static"]
html_css_files = ["phone.css"]
html_js_files = ["accessible.js"]
html_show_sourcelink = False
