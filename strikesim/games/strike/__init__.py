"""STRIKE! The Game of Worker Rebellion: a cooperative game for 2 to 4 players (rules: RULES.md beside this file)."""
