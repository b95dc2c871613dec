"""A finding depends on skill where it is shown to come out otherwise for other bots, and only there."""

import re

import numpy as np
import pandas as pd
import pytest

from strikesim.report.findings.effects import effect
from strikesim.report.findings.finding import Finding
from strikesim.report.findings.skill import Steps, marked
from strikesim.stats.differences import differences


def test_what_comes_out_otherwise_for_other_bots_depends_on_skill() -> None:
    strong = Finding("seats", "…", {"bots": "planner", "players": 2}, [], {"seat 1": "more"})
    weak = Finding("seats", "…", {"bots": "novice", "players": 2}, [], {"seat 1": "less"})
    silent = Finding("seats", "…", {"bots": "random", "players": 2}, [])
    other = Finding("seats", "…", {"bots": "novice", "players": 3}, [], {"seat 1": "less"})
    assert [one.depends_on_skill for one in marked([strong, weak, silent, other], [], {})] == [True, True, False, False]


def stepped(*rates: float, games: int = 4000) -> tuple[list[Finding], list[Steps], dict[int, pd.DataFrame]]:
    """Return findings on one step of the planner and of the novice, whose rates before and after these are."""
    luck = np.random.default_rng(1).random(games)
    won = {cell: pd.DataFrame({"team": luck < rate}) for cell, rate in enumerate(rates)}
    found, steps = list[Finding](), list[Steps]()
    for k, bots in enumerate(("planner", "novice")):
        setting = {"bots": bots}
        pairs = [("easy to hard", {"cell": 2 * k, "who": "team"}, {"cell": 2 * k + 1, "who": "team"})]
        found += effect("difficulty", "Each step {} the win rate", differences(pairs, won), setting)
        steps.append(Steps("difficulty", setting, pairs))
    return found, steps, won


def test_a_step_depends_on_skill_where_its_effects_are_shown_to_differ() -> None:
    strong, weak = marked(*stepped(0.6, 0.4, 0.5, 0.53))
    assert strong.depends_on_skill
    assert weak.depends_on_skill
    assert re.search(
        r"It depends on skill: easy to hard makes −2\d\.\d.points for planner and \+3\.\d.points for novice, which is"
        r" \d+\.\d.points \(95.%: \d+\.\d–\d+\.\d\) apart",
        strong.sentence,
    )


def test_that_one_effect_is_shown_and_another_is_not_does_not_make_it_depend_on_skill() -> None:
    found, steps, won = stepped(0.5, 0.47, 0.5, 0.48, games=300)
    assert [bool(one.directions) for one in found] == [True, False]
    assert [one.depends_on_skill for one in marked(found, steps, won)] == [False, False]


@pytest.mark.parametrize("weak", [(0.6, 0.5), (0.05, 0.04)])  # who wins seldom has little to lose
def test_a_step_that_does_more_to_one_but_the_same_way_does_not_depend_on_skill(weak: tuple[float, float]) -> None:
    assert [one.depends_on_skill for one in marked(*stepped(0.6, 0.3, *weak))] == [False, False]


def test_only_what_is_said_can_depend_on_skill() -> None:
    strong = Finding("factors", "…", {"bots": "planner"}, [], {"Anna": "more"}, unsaid={"Lech": "more"})
    weak = Finding("factors", "…", {"bots": "novice"}, [], {"Lech": "fewer"}, unsaid={"Anna": "more"})
    assert [one.depends_on_skill for one in marked([strong, weak], [], {})] == [False, True]
