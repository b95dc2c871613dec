"""A record on the stack, for what a bot works out during one decision."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import cgutils
from numba.extending import intrinsic

from strikesim._jit import JIT_DISABLED, Record
from strikesim.games.common import record_type


def scratch_of(dtype: np.dtype[Any]) -> Callable[[], Record]:
    """Return a function for kernels that makes a record of a dtype, filled with nothing in particular.

    The record lives as long as the call of the function that made it: that one may hand it on, but not return it. An
    array would do the same, but costs an allocation for each decision, and a locked count wherever it is handed on.
    """
    if JIT_DISABLED:
        return lambda: np.zeros(1, dtype)[0]
    record = record_type(dtype)

    @intrinsic
    def scratch(typing_context: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return cgutils.alloca_once(builder, context.get_data_type(record))

        return record(), code

    made: Callable[[], Record] = scratch
    return made
