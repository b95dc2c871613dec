"""Striking Flint: a cooperative game for 1 to 5 players with 3 to 5 committees (rules: RULES.md beside this file)."""
