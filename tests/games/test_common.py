"""What all games' states share: metrics that are declared once, and a log of chance that says when it is full."""

from enum import IntEnum

import numpy as np
import pytest

from strikesim.errors import StrikesimError
from strikesim.games.common import Metric, Metrics, names_of, state_dtype
from strikesim.games.log import clear_log, close_log, note, read_log


class PerGame(Metrics):
    ROUNDS = "Rounds played", "rounds"
    WHO = "Who did it", "", "people"


STATE = state_dtype(2, len(PerGame), 1, [])


class Gap(IntEnum):
    FIRST = 0
    THIRD = 2


def test_a_metrics_index_and_column_come_from_its_declaration() -> None:
    assert [int(metric) for metric in PerGame] == [0, 1]
    assert PerGame.columns() == (Metric("rounds", "Rounds played", "rounds"), Metric("who", "Who did it", "", "people"))


def test_an_enumeration_with_a_gap_names_no_codes() -> None:
    assert names_of(PerGame) == ("rounds", "who")
    with pytest.raises(ValueError, match="Gap must count"):
        names_of(Gap)


def test_the_log_of_chance_is_read_in_order_and_blanked() -> None:
    s = np.zeros(1, STATE)[0]
    note(s, 3, -1, 70)
    note(s, 0, 1, 2)
    assert read_log(s) == [(3, -1, 70), (0, 1, 2)]
    clear_log(s)
    assert read_log(s) == []
    assert not s.log.any()


def test_a_full_log_says_so_and_can_be_used_again() -> None:
    s = np.zeros(1, STATE)[0]
    for number in range(3):
        note(s, 0, 0, number)
    with pytest.raises(StrikesimError, match="3 things happened in one step, the log has room for 2"):
        read_log(s)
    clear_log(s)
    assert s.n_log == 0
    assert not s.log.any()


def test_a_closed_log_is_blank_takes_no_notes_and_is_not_read() -> None:
    s = np.zeros(1, STATE)[0]
    note(s, 3, -1, 70)
    close_log(s)
    note(s, 0, 1, 2)
    clear_log(s)
    note(s, 0, 1, 2)
    assert not s.log.any()
    with pytest.raises(StrikesimError, match="the log is closed"):
        read_log(s)
