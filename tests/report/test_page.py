"""A report says and shows what its folders hold, whatever they hold."""

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from report.results import write
from strikesim.errors import ResultError
from strikesim.questions.compare import Comparison
from strikesim.report import page, words
from strikesim.result import read
from strikesim.sweep.manifest import write_parts
from strikesim.sweep.store import read_folder

SCRIPT = "<script>alert(1)</script>"


def made(tmp_path: Path, **keys: Any) -> page.Written:
    return page.write_report([write(tmp_path / "sweep", **keys)], tmp_path / "out")


def texts(written: page.Written) -> dict[str, str]:
    return {name: (written.folder / name).read_text(encoding="utf-8") for name in written.files}


@pytest.mark.parametrize("kind", ["cooperative", "competitive"])
def test_a_report_is_a_page_its_twin_its_numbers_and_its_figures(tmp_path: Path, kind: str) -> None:
    written = made(tmp_path, kind=kind)
    found = {str(path.relative_to(written.folder)) for path in written.folder.rglob("*") if path.is_file()}
    assert found == set(written.files)
    assert {"report.html", "report.md", "report.json"} <= found
    svgs = {name for name in found if name.endswith(".svg")}
    assert svgs
    assert {name.replace(".svg", ".csv") for name in svgs} <= found
    assert {f"figures/{link}" for link in re.findall(r"\(figures/([^)]+\.svg)\)", texts(written)["report.md"])} == svgs


@pytest.mark.parametrize("kind", ["cooperative", "competitive"])
@pytest.mark.parametrize(
    "keys",
    [
        {"games": 1},
        {"games": 5, "rate": lambda axes: 0.0},
        {"rate": lambda axes: 1.0},
        {"axes": {"players": [2], "difficulty": [None]}},
        {"axes": {"players": [1]}},
        {"axes": {"players": [2, 3, 4, 5], "hand_size": [4, 5, 6, 7, 8], "bots": ["a", "b", "a,b"]}, "games": 10},
    ],
    ids=["one game", "no wins", "all wins", "one cell", "one player", "60 cells"],
)
def test_no_nan_is_on_any_page(tmp_path: Path, kind: str, keys: dict[str, Any]) -> None:
    if kind == "cooperative" and "hand_size" in keys.get("axes", {}):
        keys = {**keys, "axes": {**keys["axes"], "difficulty": ["easy"]}}
    for name, text in texts(made(tmp_path, kind=kind, **keys)).items():
        if not name.endswith(".csv"):
            assert not re.search(r"\bnan\b|\bNaN\b|\bNone\b|\bundefined\b", text), name


def test_everything_said_on_the_page_is_in_the_json_with_its_numbers(tmp_path: Path) -> None:
    written = made(tmp_path, target={"win_rate": [0.6, 0.8]})
    data = json.loads(texts(written)["report.json"])
    sentences = {finding["sentence"] for finding in data["findings"]}
    assert set(data["answer"]) <= sentences
    level = next(finding for finding in data["findings"] if finding["topic"] == "level")
    assert level["verdict"] == "below"
    assert level["numbers"][0]["rate"] == 0.5
    assert {figure["name"] for figure in data["figures"]} == {figure.name for figure in written.report.figures}


def test_a_report_of_two_things_compared_says_what_the_pairing_shows(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "sweep",
        axes={"players": [2], "difficulty": ["easy"], "variant": ["g", "hand_size = 6"]},
        games=2000,
        rate=lambda axes: 0.5 if axes["variant"] == "g" else 0.6,
        design="comparison",
        variants={"g": "g", "hand_size = 6": {"hand_size": 6}},
    )
    written = page.write_report([folder], tmp_path / "out")
    (said,) = [one.sentence for one in written.report.findings if one.topic == "comparison"]
    (told,) = Comparison(read(folder), read(folder).comparison).sentences[:1]
    assert words.upper(told.partition(": ")[2]) in said
    assert "60.0\u00a0% (95\u00a0%:\u00a0" in said
    assert said in {one.sentence for one in written.report.answer}
    assert "variant" not in {one.topic for one in written.report.findings}  # no second, unpaired answer
    assert "figures/sweep-comparison.svg" in written.files


def test_two_sweeps_with_names_that_look_alike_keep_their_figures(tmp_path: Path) -> None:
    written = page.write_report([write(tmp_path / "a.b"), write(tmp_path / "a-b")], tmp_path / "out")
    names = [figure.name for figure in written.report.figures]
    assert {"a-b-win-rates-1", "a-b-win-rates-1-again-1"} <= set(names)
    assert len(names) == len(set(names))
    assert len(written.files) == len(set(written.files))


def test_a_report_written_again_leaves_no_figure_of_the_old_one(tmp_path: Path) -> None:
    many = write(tmp_path / "many", axes={"players": [2], "bots": ["planner", "novice"]})
    page.write_report([many], tmp_path / "out")
    (tmp_path / "out" / "figures" / "mine.svg").write_text("mine")
    written = page.write_report([write(tmp_path / "few")], tmp_path / "out")
    found = {f"figures/{path.name}" for path in (tmp_path / "out" / "figures").iterdir()}
    assert found == {name for name in written.files if name.startswith("figures/")} | {"figures/mine.svg"}


def test_a_sweep_without_a_target_beside_one_with_has_no_verdict(tmp_path: Path) -> None:
    aimed = write(tmp_path / "aimed", target={"win_rate": [0.2, 0.4]})
    written = page.write_report([aimed, write(tmp_path / "plain")], tmp_path / "out")
    assert "| verdict |" in texts(written)["report.md"]
    assert "nan" not in texts(written)["report.md"].split()


def test_a_page_that_stands_has_all_its_files(tmp_path: Path) -> None:
    written = made(tmp_path)
    (tmp_path / "in the way" / written.files[-1] / "full").mkdir(parents=True)
    assert "cannot be written" in refused([tmp_path / "sweep"], tmp_path / "in the way")
    assert not (tmp_path / "in the way" / "report.html").exists()


def test_the_small_print_tells_where_an_audience_comes_from(tmp_path: Path) -> None:
    written = made(tmp_path, target={"audience": "gamer"})
    for name in ("report.html", "report.md"):
        assert "League of Gamemakers" in texts(written)[name]


def test_a_verdict_is_told_in_words_beside_its_colour(tmp_path: Path) -> None:
    page_text = texts(made(tmp_path, target={"win_rate": [0.6, 0.8]}))["report.html"]
    assert "▼ too hard" in page_text


def test_a_ruleset_with_the_name_of_a_script_does_no_harm(tmp_path: Path) -> None:
    written = made(
        tmp_path,
        ruleset={"title": SCRIPT, "version": SCRIPT, "calibrated": SCRIPT},
        axes={"bots": ["planner", SCRIPT], SCRIPT: ["x", SCRIPT]},
    )
    for name in ("report.html", "report.md"):
        prose = re.sub(r"(?m)^    .*$", "", texts(written)[name])  # in Markdown's code blocks everything is text
        assert "<script" not in prose
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", figure.name) for figure in written.report.figures)


def test_a_page_asks_for_nothing_from_outside(tmp_path: Path) -> None:
    text = texts(made(tmp_path))["report.html"]
    links = re.findall(r'(?:src|href)="([^"]*)"', text)
    assert all(link.startswith(("#", "data:")) for link in links)
    assert "@import" not in text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_the_small_print_tells_how_to_make_it_again(tmp_path: Path) -> None:
    files = {"mine.toml": {"extends": "strajk", "rules": {"hand_size": 6}}}
    written = made(tmp_path, files=files, bots={"thrifty": {"base": "planner", "weights": {"thin": 4.0}}})
    (facts,) = json.loads(texts(written)["report.json"])["small_print"]["sweeps"]
    assert tomllib.loads(facts["files"]["sweep.toml"])["bots"]["thrifty"]["weights"] == {"thin": 4.0}
    assert tomllib.loads(facts["files"]["mine.toml"]) == files["mine.toml"]
    assert facts["again"] == ["strikesim run sweep.toml", "strikesim report reports/sweep"]
    assert "extends = &#34;strajk&#34;" in texts(written)["report.html"]
    assert "What the map looks like" in texts(written)["report.html"]


def test_variants_that_somebody_wrote_are_settings_and_no_assumption_band(tmp_path: Path) -> None:
    variants = {"plain": {}, "mine": "mine.toml", "yours": "yours.toml", "two": {"a": 1, "b": 2}}
    written = made(tmp_path, axes={"players": [2], "variant": list(variants)}, variants=variants, games=50)
    text = texts(written)["report.html"]
    assert "random combinations" not in text
    assert all(f"planner, {name}" in text for name in ("mine", "yours", "two"))


def test_two_variants_without_a_baseline_are_two_settings(tmp_path: Path) -> None:
    variants = {"g": "g", "hand_size = 6": {"hand_size": 6}}
    written = made(tmp_path, axes={"players": [2], "variant": list(variants)}, variants=variants, games=50)
    assert "Hand size 6 instead of g is not shown to move the win rate" in texts(written)["report.html"]


def test_what_differs_from_the_published_rules_is_listed(tmp_path: Path) -> None:
    from strikesim.games.ruleset import read_layers

    layers = read_layers("strajk")
    data = layers.changed({"rules.hand_size": 9}).data()
    written = made(tmp_path, kind="competitive", ruleset={"name": "strajk"}, rulesets={"h": data})
    (change,) = written.report.small_print["changes"]
    assert change["key"] == "rules.hand_size"
    assert change["published"] == str(layers.data()["rules"]["hand_size"])
    assert change["here"] == "9"


def test_a_half_finished_sweep_says_so(tmp_path: Path) -> None:
    written = made(tmp_path, games=100, wanted=400)
    assert "sweep is not finished: 400 of 1,600 games so far." in texts(written)["report.html"]


def test_many_settings_are_drawn_up_to_a_number_and_the_rest_is_told(tmp_path: Path) -> None:
    written = made(tmp_path, axes={"players": [2], "difficulty": ["easy"], "hand_size": list(range(9))}, games=20)
    heat_maps = [figure for figure in written.report.figures if "win-rates" in figure.name]
    assert len(heat_maps) == 6
    assert "Three more settings are in the table of all rates." in texts(written)["report.html"]


# ---- bad input ---------------------------------------------------------------------------------------------------


def refused(folders: list[Path], out: Path) -> str:
    with pytest.raises(ResultError) as error:
        page.write_report(folders, out)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    assert "no result folder" in refused([tmp_path], tmp_path / "out")
    assert "no games are stored yet" in refused([write(tmp_path / "s", games=0)], tmp_path / "out")
    assert "at least one" in refused([], tmp_path / "out")


def test_folders_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    first = write(tmp_path / "a")
    other = write(tmp_path / "b", ruleset={"name": "h"})
    newer = write(tmp_path / "c", ruleset={"version": "2"})
    older = write(tmp_path / "d", strikesim="0.0.1")
    assert re.search(r"b: ruleset 'h', but .*a has 'g'", refused([first, other], tmp_path / "out"))
    assert re.search(r"c: version of the ruleset '2', but .*a has '1'", refused([first, newer], tmp_path / "out"))
    assert re.search(r"d: made by strikesim 0\.0\.1, but .*a by 0\.1\.0", refused([first, older], tmp_path / "out"))


def test_the_same_folder_twice_is_refused(tmp_path: Path) -> None:
    first = write(tmp_path / "a")
    assert "twice" in refused([first, first], tmp_path / "out")
    assert "twice" in refused([first, first / ".." / "a"], tmp_path / "out")


@pytest.mark.parametrize(
    ("kind", "column"),
    [
        *(("cooperative", column) for column in ("outcome", "turns", "decisions", "character_1", "cause")),
        *(("competitive", column) for column in ("winner", "first_seat", "rotation")),
    ],
)
def test_a_missing_column_is_named(tmp_path: Path, kind: str, column: str) -> None:
    folder = write(tmp_path / "s", kind, axes={"players": [2], "difficulty": ["easy"], "bots": ["a,b"]})
    parts = read_folder(folder)[1]
    file = folder / parts[0].file
    pd.read_parquet(file).drop(columns=column).to_parquet(file)
    parts[0] = parts[0].model_copy(update={"sha256": hashlib.sha256(file.read_bytes()).hexdigest()})
    write_parts(folder, parts)
    assert column in refused([folder], tmp_path / "out")


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be made" in refused([write(tmp_path / "s")], tmp_path / "file" / "out")


# ---- the first screen --------------------------------------------------------------------------------------------


def test_the_verdict_counts_what_comes_out_in_which_way(tmp_path: Path) -> None:
    rates = {"easy": 0.9, "hard": 0.7}
    written = made(tmp_path, rate=lambda axes: rates[axes["difficulty"]], games=4000, target={"win_rate": [0.6, 0.8]})
    counted, reach = written.report.verdict
    told = "of four combinations of difficulty and players two come out as asked and two too easy."
    assert counted == f"Measured by the 60–80\u00a0% asked for, {told}"
    assert reach.startswith("The team wins from 70.0\u00a0% (95\u00a0%:\u00a068.6–71.4) (hard, two players) to 90.0")


def test_of_rivals_the_verdict_is_which_seats_are_shown_to_win_more_or_less(tmp_path: Path) -> None:
    (told,) = made(tmp_path, kind="competitive", rate=lambda axes: 0.6, games=4000).report.verdict
    assert told.replace("\u00a0", " ") == (
        "Against a fair share the first of two players wins 10.0 points (all seats of the sweep at once, 95 %: 8.0–"
        "12.0) more and the first of three players 26.7 points (24.7–28.6) more."
    )


def test_of_rivals_who_are_alike_the_verdict_says_what_is_not_ruled_out(tmp_path: Path) -> None:
    asked: Any = {"kind": "competitive", "games": 4000, "axes": {"players": [2]}, "target": {"audience": "fair"}}
    counted, told = made(tmp_path, rate=lambda axes: 0.5, **asked).report.verdict
    assert counted.startswith("Measured by the 90–110\u00a0% of a fair share asked for, of two seats")
    assert told == (
        "No seat is shown to win more or less than a fair share; differences of up to 1.8 points are not ruled out (all"
        " seats of the sweep at once)."
    )


def test_rates_that_were_set_are_no_verdict_on_the_printed_game(tmp_path: Path) -> None:
    asked: Any = {"games": 4000, "target": {"win_rate": [0.6, 0.8]}, "ruleset": {"calibrated": "set so"}}
    counted, _ = made(tmp_path, rate=lambda axes: 0.9, **asked).report.verdict
    assert counted.startswith("With assumed components that were set to give such rates: measured by the 60–80")


@pytest.mark.parametrize("kind", ["cooperative", "competitive"])
def test_what_answers_at_once_stands_first_and_nowhere_else(tmp_path: Path, kind: str) -> None:
    written = made(tmp_path, kind=kind)
    (first,) = written.report.first_figures
    assert first.name == "sweep-win-rates-1"
    for name in ("report.html", "report.md"):
        text = texts(written)[name]
        assert text.index(written.report.verdict[0][:30]) < text.index(first.title) < text.index("In sentences")
        assert text.count(first.title) == 1


def test_what_is_not_known_of_the_assumptions_is_said_at_once(tmp_path: Path) -> None:
    assert any("not known how far these figures move" in line for line in made(tmp_path).report.cautions)


def test_no_control_character_reaches_a_page() -> None:
    template = page._templates(autoescape=True).from_string("{{ text }} {{ text | whole }}")
    assert template.render(text="\x1b[2J<1–2") == r"\x1b[2J&lt;1–2 \x1b[2J&lt;" + '<span class="whole">1–2</span>'
