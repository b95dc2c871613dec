"""How the documentation is made: ``sphinx-build -W --keep-going docs build/docs``."""

import os
import re
import subprocess
import sys
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # docstrings are read from plain functions: nothing is compiled

import numpy.typing
from sphinx.application import Sphinx

# Signatures name these two; they would print all that these stand for.
numpy.typing.ArrayLike, numpy.typing.NDArray = type("ArrayLike", (), {}), numpy.ndarray

from strikesim import __version__
from strikesim.games import registry

project = "strikesim"
release = version = __version__
html_title = "strikesim"
html_theme = "furo"
html_copy_source = False
html_show_copyright = False

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]
exclude_patterns = ["_templates"]
templates_path = ["_templates"]

default_role = "py:obj"  # `name` in a docstring is a link where the pages tell of it, else code
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_default_options = {"exclude-members": "chisquare, ttest_1samp"}  # of scipy; Sphinx cannot read them
napoleon_google_docstring = False

GENERATED = Path(__file__).parent / "generated"


def write_pages(_: Sphinx) -> None:
    """Write the pages that nobody writes by hand: the command line's, and one for each game's rules."""
    (GENERATED / "rules").mkdir(parents=True, exist_ok=True)
    for name in registry.names():
        text = (registry.FOLDER / name / "RULES.md").read_text(encoding="utf-8")
        (GENERATED / "rules" / f"{name}.md").write_text(text, encoding="utf-8")
    typer = [sys.executable, "-m", "typer", "strikesim.cli.main", "utils", "docs", "--title", "The command line"]
    page = subprocess.run([*typer, "--name", "strikesim"], check=True, capture_output=True, encoding="utf-8").stdout
    (GENERATED / "cli.md").write_text(page, encoding="utf-8")


def keep_initials(_app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Have a line that starts with an author's initial read as text: to Sphinx, "E. Wilson" is the fifth of a list."""
    lines[:] = [re.sub(r"^(\s*[A-Z])\. ", r"\1\\. ", line) for line in lines]


def setup(app: Sphinx) -> None:
    """Have the pages written before Sphinx looks for them, and initials kept before sections are read."""
    app.connect("builder-inited", write_pages, priority=100)
    app.connect("autodoc-process-docstring", keep_initials, priority=100)
