"""Strajk! Skok do wolności: a competitive deck builder for 2 to 5 players (rules: RULES.md beside this file)."""
