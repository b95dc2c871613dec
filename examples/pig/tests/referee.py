"""The rules of Pig again, naive, from RULES.md alone."""

from typing import Any


def check(lines: list[dict[str, Any]]) -> int:
    """Check a whole trace: header, set-up, decisions, result. Return how many decisions there were."""
    header, _, *decisions, result = lines
    players, scores, total, seat, turn = header["players"], [0] * header["players"], 0, 0, 1
    outcome = "running"
    for line in lines[1:-1]:
        for action in _actions(line):
            assert outcome == "running", "PIG-05: the game was over"
            if action["type"] == "hold":
                assert total > 0, "PIG-02: roll first"
                scores[seat] += total
            else:
                total += action["number"]
            if action["type"] == "hold" and scores[seat] >= 100:
                outcome, total = "win", 0
            elif action["type"] == "hold" or action["number"] == 1:
                total, seat, turn = 0, (seat + 1) % players, turn + 1
                if turn > header["turn_limit"]:
                    outcome, turn, seat = "unfinished", turn - 1, (seat - 1) % players
        state = line["state"]
        assert (state["score"][:players], state["total"], state["seat"]) == (scores, total, seat)
    assert (result["result"]["outcome"], result["result"]["turns"]) == (outcome, turn)
    assert result["result"]["winner"] == (seat if outcome == "win" else None)
    return len(decisions)


def _actions(line: dict[str, Any]) -> list[dict[str, Any]]:
    """Return holds and rolls of a line in their order: a roll is told by what it shows."""
    holds = [{"type": "hold"}] if line["action"]["type"] == "hold" else []
    return holds + [event for event in line["chance"] if event["type"] == "rolled"]
