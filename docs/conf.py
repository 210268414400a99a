"""Sphinx makes a book of these pages: `make docs`. Warnings are errors there."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import quintet

project = "Quintet"
author = "The authors of Quintet"
html_show_copyright = False
version = release = quintet.__version__
root_doc = "index"
repository = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["tool"]["quintet"]["home"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "sphinx_expansions"]
exclude_patterns = ["sphinx_expansions.py", "run_notebook.py"]

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block", "attrs_inline"]
suppress_warnings = ["myst.header"]  # generated parts begin at the level that fits their page

default_role = "code"  # docstrings write names in single backticks
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "exclude-members": "__init__, __new__, __weakref__"}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

html_theme = "furo"
html_copy_source = False
html_search_scorer = str(Path(__file__).with_name("search_order.js"))
html_title = f"Quintet {version}"
html_favicon = "../src/quintet/server/static/favicon.svg"
html_theme_options: dict[str, object] = {
    "light_css_variables": {"color-brand-primary": "#1f6f6b", "color-brand-content": "#1f6f6b"},
    "dark_css_variables": {"color-brand-primary": "#5cc2b8", "color-brand-content": "#5cc2b8"},
}
if repository:  # furo's links to each page's source
    html_theme_options.update(source_repository=repository, source_branch="main", source_directory="docs/")
copybutton_exclude = ".linenos, .gp, .go"
