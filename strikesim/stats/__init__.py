"""Statistics as pure functions: arrays or DataFrames in, arrays or DataFrames out; no game is known here."""

VARIANT = "variant"  # the axis of a sweep whose values are named variants of the rules
