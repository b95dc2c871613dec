"""A sweep file unfolds into cells, and every mistake in it is told in one line."""

from pathlib import Path

import pytest

from strikesim.errors import StrikesimError
from strikesim.sweep.plan import read_sweeps
from strikesim.sweep.store import describe
from sweep.sweeps import tiny, write

BASE = '[[sweep]]\nname = "s"\nruleset = "strajk"\ngames = 10\n[sweep.grid]\nbots = ["random"]\n'


def test_cells_are_the_product_of_the_axes_in_the_order_of_the_file(tmp_path: Path) -> None:
    cells = tiny(tmp_path).cells
    assert [(c.axes["players"], c.axes["bots"]) for c in cells] == [
        (2, "random"),
        (2, "random,lazy"),
        (3, "random"),
        (3, "random,lazy"),
    ]


def test_a_short_line_up_is_repeated_round_the_table(tmp_path: Path) -> None:
    assert [bot.name for bot in tiny(tmp_path).cells[3].match.bots] == ["random", "lazy", "random"]


def test_bare_switches_assumed_components_and_dotted_keys_are_axes(tmp_path: Path) -> None:
    text = BASE + 'reshuffle_when = ["empty", "needed"]\nSTJ-A4 = ["dense"]\n"rules.hand_size" = [5, 6]\nplayers = 2\n'
    (plan,) = read_sweeps(write(tmp_path, text))
    data = plan.cells[3].match.data
    assert len(plan.cells) == 4
    assert (data["switches"]["reshuffle_when"], data["rules"]["hand_size"]) == ("needed", 6)
    assert len(data["board"]["edges"]) == 16


def test_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, BASE + "players = [2, 3]\n")
    (plan,) = read_sweeps(path, {"games": 77, "seed": 5, "grid": {"players": [4]}})
    assert (plan.sweep.games, plan.sweep.seed, [c.axes["players"] for c in plan.cells]) == (77, 5, [4])


def test_a_variant_file_is_found_beside_the_sweep(tmp_path: Path) -> None:
    (tmp_path / "big.toml").write_text('extends = "strajk"\n[rules]\nhand_size = 7\n')
    (plan,) = read_sweeps(write(tmp_path, BASE.replace('"strajk"', '"big.toml"') + "players = 2\n"))
    assert plan.cells[0].match.data["rules"]["hand_size"] == 7


def test_all_games_of_a_file_are_announced_at_once_and_after_what_can_be_refused_without_them(tmp_path: Path) -> None:
    two = BASE.replace('"s"', '"other"').replace('"strajk"', '"flint"')
    said: list[tuple[str, ...]] = []
    read_sweeps(write(tmp_path, BASE + BASE.replace('"s"', '"again"') + two), None, lambda *games: said.append(games))
    with pytest.raises(StrikesimError, match="sweep 'other'"):
        read_sweeps(write(tmp_path, BASE + two + "moon = 1\n"), None, lambda *games: said.append(games))
    assert said == [("strajk", "flint")]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BASE + "[sweep.variants]\nfar = {}\n[sweep.more]\nfat = 2\n", "more.fat: there is no such variant; did you"),
        ("[[sweep]\n", "line 1"),
        (BASE.replace("games", "gmaes"), "sweep 's': unknown key 'gmaes'; did you mean 'games'?"),
        (BASE.replace('"strajk"', '"strajc"'), "there is no ruleset 'strajc'; did you mean 'strajk'?"),
        (BASE.replace('"random"', '"randon"'), "strajk has no bot 'randon'; did you mean 'random'?"),
        (BASE.replace("games = 10", "games = 0"), "sweep 's': games = 0"),
        (BASE.replace("games = 10", "games = 10\nprecision = 0.1"), "say either games = … or precision = …"),
        (BASE.replace("games = 10", ""), "say either games = … or precision = …"),
        (BASE.replace('name = "s"', 'name = "../s"'), "sweep '../s': name = '../s': it names a folder: letters"),
        (BASE + "players = 9\n", "players = 9; strajk takes 2 to 5"),
        (BASE + "players = true\n", "grid.players = True is not a whole number"),
        (BASE + "players = [2, 2]\n", "grid.players: 2 stands there twice"),
        (BASE + "players = []\n", "sweep 's': grid.players"),
        (BASE + 'difficulty = "easy"\n', "strajk has no difficulty 'easy'; the game has none"),
        (BASE + "handsize = 3\n", "'handsize' is no switch, option or assumed component of strajk"),
        (BASE + 'reshuffle_wen = "empty"\n', "did you mean 'reshuffle_when'?"),
        (BASE + 'STJ-A4 = "dens"\n', "STJ-A4 has no alternative 'dens'; did you mean 'dense'?"),
        (BASE + '"rules.hand_siz" = 3\n', "unknown key 'rules.hand_siz'; did you mean 'hand_size'?"),
        (BASE + '"rules.hand_size" = -1\n', "rules.hand_size = -1"),
        (BASE.replace('["random"]', '["random,random,random"]') + "players = 2\n", "a line-up of 3 bots for 2 seats"),
        (BASE.replace('["random"]', '[["random"]]'), "a line-up is a string"),
        ("sweep = [1]\n", "it holds no sweep; each begins with the line [[sweep]]"),
        (BASE.replace("[sweep.grid]", 'grid = "x"\n[other]'), "sweep 's': grid"),
        (BASE + "difficulty = [1]\n", "grid.difficulty = 1 is not a name"),
        (BASE + '"locations.cross.stack" = [{ running = 4 }]\n', "a table cannot be swept over"),
        (BASE.replace("games = 10", "precision = 1e-200"), "sweep 's': precision"),
        (
            BASE.replace('["random"]', '["x"]') + '[bots.x]\nbase = "random"\nweights = { y = nan }\n',
            "has no weight 'y'",
        ),
        (BASE + "[sweep.target]\nwin_rate = [0.6, 0.4]\n", "target.win_rate = [0.6, 0.4]"),
        (BASE + "[sweep.target]\n", "say either win_rate = [lowest, highest] or audience"),
        (
            BASE + '[sweep.target]\naudience = "family"\n',
            "target.audience = 'family' is none for a competitive game; did you mean 'fair'?",
        ),
        (BASE + BASE, "two sweeps have the name 's'"),
        (BASE + BASE.replace('"s"', '"S"'), "the sweeps 's' and 'S' share a folder on some systems; rename one"),
        *(
            (BASE.replace('"s"', f'"{name}"'), f"'{name}' cannot be a folder on every system; no dot at the end")
            for name in ("CON", "nul", "Aux.toml", "com1", "lpt9.x.y", "s.", "s" * 201)
        ),
        (BASE + '[bots.x]\nbase = "random"\nweights = { y = 1 }\n', None),
        (BASE.replace('["random"]', '["x"]') + '[bots.x]\nbase = "random"\nweights = { y = 1 }\n', "has no weight 'y'"),
        (
            BASE.replace('["random"]', '["x"]') + '[bots.x]\nbase = "x"\n',
            "bots.x: it is made from itself; name another bot as its base",
        ),
    ],
)
def test_mistakes_are_told_with_place_and_remedy(tmp_path: Path, text: str, says: "str | None") -> None:
    path = write(tmp_path, text)
    if says is None:
        read_sweeps(path)
        return
    with pytest.raises(StrikesimError) as error:
        read_sweeps(path)
    assert says in str(error.value)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(StrikesimError, match="there is no such file"):
        read_sweeps(tmp_path / "none.toml")


VARIED = BASE + 'players = 2\n[sweep.variants]\nplain = {}\nbig = { "rules.hand_size" = 6, STJ-A4 = "dense" }\n'


def test_variants_are_an_axis_of_named_changes_and_files(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "strajk"\n[rules]\nhand_size = 7\n')
    text = VARIED + 'mine = "mine.toml"\nnested = { rules = { hand_size = 8 } }\n'
    (plan,) = read_sweeps(write(tmp_path, text))
    assert [cell.axes["variant"] for cell in plan.cells] == ["plain", "big", "mine", "nested"]
    assert [cell.match.data["rules"]["hand_size"] for cell in plan.cells] == [5, 6, 7, 8]
    assert [len(cell.match.data["board"]["edges"]) for cell in plan.cells] == [11, 16, 11, 11]


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('other = "flint"\n', "variants.other = 'flint' is a variant of flint, not of strajk"),
        ('wrong = { "reshufle_when" = "needed" }\n', "did you mean 'reshuffle_when'?"),
        ('gone = "gone.toml"\n', "gone.toml: there is no such file"),
        (
            "five = 5\n",
            ": sweep 's': variants.five = 5: it must be a ruleset, a game's name or a TOML file, or a table",
        ),
    ],
)
def test_a_wrong_variant_is_told_in_one_line(tmp_path: Path, more: str, says: str) -> None:
    with pytest.raises(StrikesimError) as error:
        read_sweeps(write(tmp_path, VARIED + more))
    assert says in str(error.value)


def test_an_axis_of_the_grid_cannot_be_called_variant_beside_variants(tmp_path: Path) -> None:
    with pytest.raises(StrikesimError, match=r"grid\.variant and a table of variants"):
        read_sweeps(write(tmp_path, VARIED.replace("players = 2", 'players = 2\nvariant = ["plain"]')))


def test_the_label_of_a_cause_tells_the_data_of_all_cells(tmp_path: Path) -> None:
    (plan,) = read_sweeps(write(tmp_path, BASE + '"rules.trophies_to_win" = [1, 2]\nplayers = [2, 3]\n'))
    assert describe(plan).labels.causes["win: demands"] == (
        "1 of the demands won by one player or 2 of the demands won by one player"
    )
