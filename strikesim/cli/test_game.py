"""``strikesim test-game``: does a game keep the contract."""

from typing import Annotated

import typer

from strikesim.cli.common import compiling, say
from strikesim.errors import counted

FAILED = 1


def test_game(
    game: Annotated[str, typer.Argument(help="A game's folder, or its name.", show_default=False)],
) -> None:
    """Put a game to the proof: play it, look at it, and say what is shown; exit code 0: nothing speaks against it."""
    from strikesim.authoring.proofs import proofs_of
    from strikesim.authoring.subject import Subject

    subject = Subject(game)
    compiling(subject.layers.game)
    shown = failed = missing = 0
    for proof in proofs_of(subject):
        word = "no     " if proof.failed else "not yet" if proof.missing else "yes    "
        say(f"{word} {proof.claim}: {proof.failed or proof.shown or f'write {proof.missing}'}")
        shown, failed, missing = shown + bool(proof.shown), failed + bool(proof.failed), missing + bool(proof.missing)
    say(f"{subject.layers.game}: {counted(shown, 'claim')} shown, {failed} refuted, {missing} not shown yet")
    if failed:
        raise typer.Exit(FAILED)
