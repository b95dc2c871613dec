"""The entry point: collects the verbs, turns errors into one line and an exit code."""

import codecs
import io
import os
import sys
from typing import Annotated

import typer

from strikesim import __version__
from strikesim.cli import (
    advise,
    bench,
    bots,
    calibrate,
    check,
    compare,
    duration,
    fit,
    ladder,
    matters,
    new,
    play,
    replay,
    report,
    rulesets,
    run,
    sensitivity,
    test_game,
    tune,
    verify,
)
from strikesim.cli.letters import look_alike
from strikesim.errors import ConfigError, StrikesimError, printable

INTERRUPTED = 130
LOOK_ALIKE = "strikesim.look_alike"  # what is printed where an encoding lacks a letter
CUT_OFF = 141  # as a shell tells of a program whose reader has gone; 0 or 1 would be a verdict of `check`

# Plain help: it is there in a third of the time that a decorated one takes.
app = typer.Typer(
    name="strikesim",
    help="Is my game fair, is it hard enough, and how sure am I? Monte Carlo balance analysis of board games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for verb in (
    run,
    report,
    compare,
    check,
    sensitivity,
    calibrate,
    matters,
    play,
    replay,
    verify,
    bots,
    ladder,
    advise,
    tune,
    fit,
    bench,
):
    app.command()(getattr(verb, verb.__name__.rpartition(".")[2]))
app.command("test-game")(test_game.test_game)
app.command("time")(duration.duration)
app.add_typer(rulesets.app, name="rulesets")
app.add_typer(new.app, name="new")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"strikesim {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Is my game fair, is it hard enough, and how sure am I? Monte Carlo balance analysis of board games."""


def main() -> None:
    """Run the command line; exit code 0: done, 2: bad input, 130: interrupted, 141: nobody reads the output."""
    codecs.register_error(LOOK_ALIKE, look_alike)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=LOOK_ALIKE)
    try:
        _check_threads()
        code = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except StrikesimError as error:
        code = _say(str(error), error.exit_code)
    except RecursionError:
        code = _say("the input is nested too deeply: a key, an array or a table", 2)
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the reader of our output has gone, as after `| head`; click exits then
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
        code = CUT_OFF
    except OSError as error:
        code = _say(str(error), 2)
    except Exception as error:
        code = _say(_told(error), 2)
    sys.exit(code or 0)


def _told(error: Exception) -> str:
    """Return what to say of a wrong option, or of a mistake in a user's own game; any other error is ours: raised."""
    if hasattr(error, "format_message"):  # what typer raises for a wrong option has it
        return f"{error.format_message()} See --help."
    loading = sys.modules.get("strikesim.games.loading")
    if loading and (told := loading.told_of(error)):
        return str(told)
    raise error


def _check_threads() -> None:
    """Refuse what numba would answer with a traceback as soon as it is loaded."""
    threads = os.environ.get("NUMBA_NUM_THREADS", "1")
    if not (threads.isascii() and threads.isdigit() and int(threads) > 0):
        raise ConfigError(f"NUMBA_NUM_THREADS = {threads}; it must be 1 or more, or unset")


def _say(message: str, code: int) -> int:
    print("error: " + " ".join(printable(message).split("\n")), file=sys.stderr)
    return code
