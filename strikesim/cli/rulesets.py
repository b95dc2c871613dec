"""``strikesim rulesets``: list, show and validate."""

from typing import Annotated, Any

import typer

from strikesim.cli.common import SetOption, console, parse_changes, say
from strikesim.errors import counted

COLUMNS = {"key": "left", "value": "left", "from": "right"}
app = typer.Typer(help="List, show and validate rulesets.", no_args_is_help=True, rich_markup_mode=None)
NameArgument = Annotated[
    str, typer.Argument(help="A ruleset's name, or a TOML file that extends one.", show_default=False)
]


@app.command("list")
def list_() -> None:
    """List the rulesets."""
    from strikesim.games import registry
    from strikesim.games.ruleset import read_layers

    for name in registry.names():
        header = read_layers(name).data()["ruleset"]
        low, high = header["players"][0], header["players"][-1]
        players = counted(high, "player", str(high) if low == high else f"{low}–{high}")
        difficulties = f"; {', '.join(header['difficulties'])}" if header["difficulties"] else ""
        say(f"{name:8} {header['title']} ({header['kind']}, {players}{difficulties})")


@app.command()
def show(name: NameArgument, settings: SetOption = None) -> None:
    """Show every datum of a ruleset with where it comes from, and the assumed components with their alternatives."""
    from rich.text import Text

    from strikesim.cli.common import compiling
    from strikesim.cli.tables import plain_table
    from strikesim.games import load, ruleset

    layers = ruleset.read_layers(name).changed(parse_changes(settings))
    data = layers.data()
    compiling(layers.game)
    load(layers.game).tables.Rules.parse(data, layers.where)
    screen = console()
    table = plain_table(f"{data['ruleset']['title']} {data['ruleset']['version']}", COLUMNS)
    for key, value in ruleset.leaves(ruleset.components(data)):
        table.add_row(key, plain(value), ruleset.provenance_of(data, key))
    screen.table(table)
    for identity, entry in data.get("assumed", {}).items():
        chosen = data.get("choose", {}).get(identity, "default")
        others = ", ".join(["default", *entry["alternatives"]])
        screen.print()
        screen.print(Text(identity, style="bold"), f"{entry['what']}: {chosen} of {others}")


def plain(value: Any) -> str:
    """Return a value as it stands in TOML, more or less."""
    if isinstance(value, list):
        return "[" + ", ".join(plain(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {plain(item)}" for key, item in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else str(value)


@app.command()
def validate(name: NameArgument, settings: SetOption = None) -> None:
    """Say whether a ruleset can be played, or everything that is wrong with it."""
    from strikesim.cli.common import compiling
    from strikesim.games import load, ruleset

    layers = ruleset.read_layers(name).changed(parse_changes(settings))
    compiling(layers.game)
    tables = load(layers.game).tables
    rules = tables.Rules.parse(layers.data(), layers.where)
    for players in rules.ruleset.players:
        for difficulty in rules.ruleset.difficulties or (None,):
            tables.compile_tables(rules, players, difficulty)
    for remark in getattr(tables, "notes", lambda _: [])(rules):
        say(f"note: {remark}")
    say(f"{layers.where}: valid")
