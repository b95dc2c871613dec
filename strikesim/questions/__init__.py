"""The questions, one file each: what is asked is planned, played and read; the answer is a result.

Notebooks ask them by ``import strikesim as ss``, the command line asks the same, so that both leave the same files.
"""
