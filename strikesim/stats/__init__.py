"""Statistics as pure functions: arrays or DataFrames in, arrays or DataFrames out; no game is known here."""
