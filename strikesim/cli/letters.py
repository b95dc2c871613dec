"""Letters that an encoding lacks: others that look like them."""

import unicodedata

LOOKS = {
    **{"\u00a0": " ", "–": "-", "—": "-", "−": "-", "±": "+/-", "×": "x", "·": "-", "…": "...", "→": "->", "≤": "<="},
    **{"“": '"', "”": '"', "‘": "'", "’": "'", "✓": "+", "▼": "v", "▲": "^", "✗": "x", "ł": "l", "Ł": "L"},
}


def look_alike(error: UnicodeError) -> tuple[str, int]:
    """Return, of letters that an encoding lacks, what looks like them; a handler for `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(map(_plain, letters)), error.end


def _plain(letter: str) -> str:
    without_accents = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return LOOKS.get(letter) or without_accents or letter.encode("ascii", "backslashreplace").decode()
