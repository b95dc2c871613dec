"""What a question asks for if nobody says otherwise: the same in Python and on the command line."""

REPORTS = "reports"  # the folder in which every sweep gets one of its own
COMPARE_GAMES = 10_000  # in every cell
SENSITIVITY_GAMES = 2_000
COMBINATIONS = 100
CALIBRATE_GAMES = 2_000
EXPERT_GAMES = 100  # of a bot that searches, where several skills are asked at once
MATTERS_GAMES = 1_000
MARGIN = 0.05  # of win rates: less than 5 points do not matter
KNOB_TABLES = ("rules", "options")  # whose numbers are moved by one
TIME_GAMES = 1_000
WITHIN = 0.05  # of a target: 5 points
LADDER_GAMES = 500
TUNE_GAMES = 100  # of each candidate, in every cell
GENERATIONS = 30
FIT_GAMES = 500  # in every setting
SEED = 1
