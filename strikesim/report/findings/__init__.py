"""Sentences that the data say, by rules: tables in, findings out.

None is without its interval, and what is not shown is never called absent.
"""
