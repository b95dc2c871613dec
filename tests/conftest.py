"""Settings of the whole test run."""

import os

import numpy as np
from hypothesis import settings

# The generator's arithmetic wraps round on purpose; compiled code never warns of it.
if os.environ.get("NUMBA_DISABLE_JIT") == "1":
    np.seterr(over="ignore")

settings.register_profile("strikesim", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("strikesim")
