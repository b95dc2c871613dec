"""What a naive referee raises when a trace and the rules differ."""

from __future__ import annotations


class Disagreement(Exception):  # noqa: N818 - it is a verdict on a trace, not an error of the referee
    """Say at which ply trace and rules first differ, and in what."""

    def __init__(self, ply: int, what: str) -> None:
        super().__init__(f"ply {ply}: {what}")
        self.ply = ply
        self.what = what
