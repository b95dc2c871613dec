"""``strikesim compare``: two variants, or two bots, on common random numbers."""

from typing import TYPE_CHECKING, Annotated

import typer

from strikesim.cli.common import console, print_json
from strikesim.cli.options import GridOptions, MarginOption, takes
from strikesim.cli.tables import plain_table
from strikesim.defaults import COMPARE_GAMES, SEED

if TYPE_CHECKING:
    from rich.table import Table

    from strikesim.questions.compare import Comparison


@takes(GridOptions, games=COMPARE_GAMES, seed=SEED)
def compare(
    a: Annotated[str, typer.Argument(help="A ruleset's name, a TOML file that extends one, or a bot.")],
    b: Annotated[str, typer.Argument(help="The other one; for rulesets also one change to A, KEY=VALUE.")],
    options: GridOptions,
    ruleset: Annotated[
        str | None, typer.Option("--ruleset", help="Compare two bots under this ruleset.", show_default=False)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", help="Bots of the other seats, where two bots compete (default: A).", show_default=False
        ),
    ] = None,
    margin: MarginOption = None,
) -> None:
    """Play A and B with the same chance, and say what the difference does to who wins."""
    from strikesim.questions.compare import compare as compared

    found = compared(a, b, ruleset=ruleset, against=against, margin=margin, **options.keys)
    if options.json:
        print_json(found.table.to_json(orient="records", lines=True))
    elif not options.quiet:
        _show(found)


def _show(found: "Comparison") -> None:
    from rich.padding import Padding
    from rich.text import Text

    from strikesim.report import words
    from strikesim.report.findings.stalls import stalls
    from strikesim.stats.adjust import SCREEN

    screen = console()
    for line in stalls(found.result):
        screen.print(line, style="bold")
    for setting, sentences in found.told:
        screen.print(Text(words.upper(setting), style="bold"))
        for sentence in sentences:
            screen.print(Padding(Text(words.upper(sentence)), (0, 0, 0, 2)))
        screen.print()
    screen.table(_means(found))
    if (found.table.loc[found.table["what"] != "wins", "p_adjusted"] <= SCREEN).any():
        screen.print(f"?: worth a look; about {SCREEN:.0%} of what is marked so differs by chance.", style="dim")
    screen.print()
    screen.print(f"Written to {found.result.folder}", soft_wrap=True)


def _means(found: "Comparison") -> "Table":
    """Return the means of the metrics side by side."""
    from strikesim.report import words
    from strikesim.report.comparisons import compared
    from strikesim.stats.adjust import SCREEN

    labels = found.result.manifest.labels
    rows = found.table[found.table["what"] != "wins"]
    names = {compared(name, labels).replace(",", ", "): "left" for name in rows.iloc[0][["name_a", "name_b"]]}
    headers = {"players": "right", "mean of": "left", **names, "difference": "right", "95 % interval": "right"}
    headers |= {"": "left"}
    shown = plain_table("Means", headers)
    for row in rows.itertuples():
        ends = f"{row.low:+.3g} to {row.high:+.3g}"
        numbers = (
            f"{row.a:.4g}",
            f"{row.b:.4g}",
            f"{row.difference:+.3g}",
            ends,
            "?" if row.p_adjusted <= SCREEN else "",
        )
        shown.add_row(str(row.players), words.lower(words.name(row.what, labels=labels)), *numbers)
    return shown
