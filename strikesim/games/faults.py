"""What is wrong with an author's compiled code: the place, and the cure of what numba or Python say of it."""

import ast
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from numba.core.errors import NumbaError, UnsupportedBytecodeError

COMPILER_ERRORS = (NumbaError, UnsupportedBytecodeError, TypeError, KeyError, AttributeError, ValueError, RuntimeError)
NUMBERS_ONLY = "what is compiled can use numbers, tuples, numpy arrays, loops and functions marked @numba.njit"
# What numba says -> what is wrong and how to mend it, the first that fits; \1 is what stands in the first brackets.
CURES = (
    (r"NameError: (?:global )?name '(\w+)' is not defined", r"there is no '\1'; import it, or define it above"),
    (r"Untyped global name '(\w+)'.*<class 'function'>", r"'\1' is a plain Python function; put @numba.njit above it"),
    (r"Untyped global name '(\w+)'.*<class '([\w.]+)'>", rf"'\1' is a {{2}} of Python's; {NUMBERS_ONLY}"),
    (
        r"Cannot modify readonly array",
        "compiled code cannot write to an array outside of it, only to its arguments",
    ),
    (r"type of variable '(\w+)'.*list\(undefined\)", r"the list '\1' starts empty; use an array, as in np.zeros(n)"),
    (r"non-constant value associated with variable '(\w+)'", r"a lambda cannot use '\1'; write a loop instead"),
    (r"\(IMPORT_NAME\)", "an import inside a compiled function; move it to the top of the file"),
    (r"Unknown attribute '(\w+)' of type (?:readonly )?array", r"an array has no '\1'; write a loop, or use numpy"),
    (r"Unknown attribute '(\w+)' of type Module.*?'?([\w.]+)'?\)", r"module \2 has no '\1' that can be compiled"),
    (r"Cannot bind .* due to \"TypeError: (.*?)\.?\"", r"the call does not fit the function: \1"),
    (r"index type .*Literal\[str\]\((\w+)\)", r"'\1' is no index: arrays are read by number"),
    (r"Literal\[str\]|unicode_type|f-string", f"this text cannot be compiled; {NUMBERS_ONLY}"),
    (r"[Dd]ict", f"this dict cannot be compiled; {NUMBERS_ONLY}"),
    (r"[Ll]ist", f"this list cannot be compiled; {NUMBERS_ONLY}"),
)


def at(file: "str | Path", line: "int | None") -> str:
    """Return ``FILE, line N``, the file as seen from the current folder if it lies below."""
    path = Path(file)
    with suppress(ValueError, OSError):
        path = path.relative_to(Path.cwd())
    return f"{path}, line {line}" if line else str(path)


def cure_of(text: str) -> str:
    """Return what is wrong and how to mend it, from a message of numba's."""
    for pattern, cure in CURES:
        if found := re.search(pattern, text, re.DOTALL):
            cure = cure.replace("{2}", found.group(2) if found.re.groups > 1 else "")
            return found.expand(cure)
    return f"this cannot be compiled; {NUMBERS_ONLY}"


def place_of_name(name: str, files: "Sequence[Path]") -> str:
    """Return the first place in an author's files that reads a name or an attribute; '' if there is none."""
    for file in files:
        for node in _nodes(file):
            if name == (getattr(node, "attr", None) or getattr(node, "id", None)):
                return at(file, node.lineno)  # type: ignore[attr-defined] # Name and Attribute have it
    return ""


def _nodes(file: Path) -> "Iterator[ast.AST]":
    """Yield what a file of Python consists of; nothing of one that Python cannot read, which is told elsewhere."""
    with suppress(SyntaxError):
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def place_in(text: str, files: "Sequence[Path]") -> str:
    """Return the first place in an author's files that a message of numba's names; '' if there is none."""
    for found in re.finditer(r'(?:File "(.+?)", line |(?: at | from )(\S.*?) \()(\d+)', text):
        file = Path(os.path.abspath(found.group(1) or found.group(2)))
        if file.resolve() in files:
            return at(file, int(found.group(3)))
    return ""


def last_line_in(files: "Sequence[Path]", error: BaseException) -> "tuple[str, int | None]":
    """Return the last place (file, line) in some files on an error's way up."""
    trace = error.__traceback__
    place: tuple[str, int | None] = str(files[0]), None
    known = {str(file) for file in files}
    while trace:
        if trace.tb_frame.f_code.co_filename in known:
            place = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    return place
