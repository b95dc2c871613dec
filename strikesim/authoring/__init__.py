"""For authors of games: a table to try positions at, and proofs that a game keeps the contract."""

from strikesim.authoring.proofs import Proof, prove
from strikesim.authoring.table import Table, game_at

__all__ = ["Proof", "Table", "game_at", "prove"]
