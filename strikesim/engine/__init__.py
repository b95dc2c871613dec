"""Plays games: the step API over all games, the kernel, the bots, the trace."""
