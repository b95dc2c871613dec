"""Actions declared with their fields: from the declaration come the codes, their packing and their unpacking.

A game's `state.py` declares what its players can do::

    ACTIONS = Actions()
    END_TURN = ACTIONS.declare("end_turn")  # code 0
    MOVE = ACTIONS.declare("move", card=N_KINDS, to=MAX_LOCATIONS)

and its rules, bots and story, in kernels as in Python, write and read codes by it: ``MOVE.code(card, to)`` is the code
of a move, ``action in MOVE`` tells whether a code is one, ``MOVE.card(action)`` returns the card it names.
"""

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from numba import types
from numba.core.imputils import lower_constant
from numba.extending import models, overload, overload_method, register_model, typeof_impl

CODE_BITS = 31  # a code fits in 32 bits with a sign
MOST_FIELDS = 4
RESERVED = ("code", "name", "first", "sizes")


@dataclass(frozen=True)
class Action:
    """One kind of action: its fields lie in the bits of a code, the last one lowest."""

    name: str
    first: int  # the lowest code: a multiple of `span`
    sizes: Mapping[str, int] = field(hash=False)  # of each field: how many values it has, from 0

    @cached_property
    def shifts(self) -> dict[str, int]:
        """Return where each field's bits begin."""
        shifts: dict[str, int] = {}
        shift = 0
        for name in reversed(list(self.sizes)):
            shifts[name] = shift
            shift += _bits(self.sizes[name])
        return {name: shifts[name] for name in self.sizes}

    @cached_property
    def span(self) -> int:
        """Return how many codes are set apart for this action: a power of two."""
        return 1 << sum(map(_bits, self.sizes.values()))

    def code(self, *values: int) -> int:
        """Return the code with these values of the fields, in order.

        Raises
        ------
        ValueError
            A value is out of its field's range, or one is missing. (A kernel does not look.)
        """
        code = self.first
        for (name, size), value in zip(self.sizes.items(), values, strict=True):
            if not 0 <= value < size:
                raise ValueError(f"{self.name}: {name} = {value}; 0 to {size - 1} fit")
            code += int(value) << self.shifts[name]
        return code

    def __contains__(self, code: int) -> bool:
        """Tell whether a code is one of this action."""
        return bool(self.first <= code < self.first + self.span)

    def __getattr__(self, name: str) -> Callable[[int], int]:
        """Return the function that reads a field from a code."""
        if name not in vars(self).get("sizes", {}):
            raise AttributeError(f"an action has no '{name}', or this one no such field")
        shift, mask = self.shifts[name], _mask(self.sizes[name])
        return lambda code: int(code) >> shift & mask


class Actions:
    """All actions of a game, in the order in which they are declared; codes are given out from `first` on."""

    def __init__(self, first: int = 0) -> None:
        self._declared: list[Action] = []
        self._next = first

    def declare(self, name: str, **sizes: int) -> Action:
        """Declare an action: its name, and of each field how many values it has.

        Raises
        ------
        ValueError
            The name is taken, a field cannot be called so or is empty, there are too many, or the codes no longer fit
            in 32 bits.
        """
        if name in [action.name for action in self._declared]:
            raise ValueError(f"the action '{name}' is declared twice")
        for field_name, size in sizes.items():
            if field_name in RESERVED or size < 1:
                raise ValueError(f"{name}: {field_name} = {size}; a field has at least one value, and another name")
            _let_kernels_read(field_name)
        if len(sizes) > MOST_FIELDS:
            raise ValueError(f"{name}: {len(sizes)} fields; {MOST_FIELDS} is the most")
        span = Action(name, 0, sizes).span
        action = Action(name, -(-self._next // span) * span, sizes)
        self._next = action.first + span
        if self._next > 1 << CODE_BITS:
            raise ValueError(f"{name}: its codes go up to {self._next - 1}; they must stay under 2**{CODE_BITS}")
        self._declared.append(action)
        return action

    def __iter__(self) -> Iterator[Action]:
        """Yield the actions in order."""
        return iter(self._declared)

    def read(self, code: int) -> tuple[Action, dict[str, int]]:
        """Return which action a code is, and the values of its fields.

        Raises
        ------
        ValueError
            It is no action's code.
        """
        for action in self._declared:
            if code in action:
                return action, {name: getattr(action, name)(code) for name in action.sizes}
        raise ValueError(f"{code} is no action's code")


def _bits(size: int) -> int:
    return (size - 1).bit_length()


def _mask(size: int) -> int:
    return (1 << _bits(size)) - 1


# ---- in kernels --------------------------------------------------------------------------------------------------
# An action is a constant of a type of its own; what is asked of it compiles to a shift and a mask.


class ActionType(types.Opaque):  # type: ignore[misc] # numba has no types
    """numba's type of one declared action."""

    def __init__(self, action: Action) -> None:
        self.action = action
        super().__init__(f"Action({action.name}, {action.first}, {tuple(action.sizes.items())})")


register_model(ActionType)(models.OpaqueModel)
typeof_impl.register(Action)(lambda action, context: ActionType(action))
lower_constant(ActionType)(lambda context, builder, kind, action: context.get_dummy_value())


@overload_method(ActionType, "code", strict=False)
def _code(action: Any, a: Any = 0, b: Any = 0, c: Any = 0, d: Any = 0) -> Any:
    given = [value for value in (a, b, c, d) if isinstance(value, types.Type) and not isinstance(value, types.Omitted)]
    first, shifts = action.action.first, tuple(action.action.shifts.values())
    if len(given) != len(shifts):
        return None
    at_a, at_b, at_c, at_d = (*shifts, 0, 0, 0, 0)[:MOST_FIELDS]
    return lambda action, a=0, b=0, c=0, d=0: first + (a << at_a) + (b << at_b) + (c << at_c) + (d << at_d)


@overload(operator.contains, strict=False)
def _contains(action: Any, code: Any) -> Any:
    if not isinstance(action, ActionType):
        return None
    first, after = action.action.first, action.action.first + action.action.span
    return lambda action, code: first <= code < after


_READ_BY_KERNELS: set[str] = set()


def _let_kernels_read(name: str) -> None:
    """Let kernels read a field of this name from a code of any action that has it."""
    if name in _READ_BY_KERNELS:
        return
    _READ_BY_KERNELS.add(name)

    @overload_method(ActionType, name, strict=False)
    def _read(action: Any, code: Any) -> Any:
        if name not in action.action.sizes:
            return None
        shift, mask = action.action.shifts[name], _mask(action.action.sizes[name])
        return lambda action, code: code >> shift & mask
