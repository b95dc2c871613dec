"""What a question asks for if nobody says otherwise: the same in Python and on the command line."""

REPORTS = "reports"  # the folder in which every sweep gets one of its own
COMPARE_GAMES = 10_000  # in every cell
SENSITIVITY_GAMES = 2_000
COMBINATIONS = 100
LADDER_GAMES = 500
TUNE_GAMES = 100  # of each candidate, in every cell
GENERATIONS = 30
FIT_GAMES = 500  # in every setting
SEED = 1
