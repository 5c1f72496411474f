"""The command `bidwhist`: finds the command that was asked for, and turns whatever goes wrong into a message.

With --json that stands on standard output too, for programs. Exit codes: 0 done, 1 problems in what was read, 2 wrong
usage, 130 interrupted, 70 an error of the program itself. Where nobody reads on (`| head`), a command has done what it
should, but one that judges by its exit code hasn't.
"""

from __future__ import annotations

import codecs
import importlib
import itertools
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from io import StringIO, TextIOWrapper

import click

from interpreter.cli.stopped import SYNTAX, Printed, Stopped
from interpreter.errors import IllegalAction, InputError, Problem, suggestion

COMMANDS = {
    "list": "Show all profiles and house rules.",
    "show": "Print a game's rules, resolved, as one profile.",
    "play": "Play a game, or watch it played.",
    "replay": "Print a recorded game and check every move.",
    "solve": "Say who makes what, and which card is best, all cards open.",
    "analyse": "Say where a recorded match was won and lost.",
    "match": "Let two players play the same deals, and say who is better.",
    "score": "Say what one deal is worth, without cards.",
    "simulate": "Play many deals or games, and say what they come to.",
    "compare": "Say what a change of rules changes, on the same cards.",
    "check": "Say whether profiles are fine, and every problem.",
    "explain": "Explain a problem's code, or a key of a game.",
    "diff": "Say in words how two games differ.",
    "test": "Run the cases beside a profile.",
    "new": "Begin a profile or house rule of your own.",
    "fmt": "Put files in order: keys and spacing.",
    "schema": "Print the JSON Schema of the files, for editors.",
    "lsp": "Serve an editor: problems, help and completion as you type.",
}
"""Each command, its module's name too, and its line of help: so that help imports none of them."""
JUDGING = ("check", "diff", "replay", "test", "fmt")
"""Commands whose exit code says what they found: cut short, they haven't said that all is well."""
BY_LINES = ("play", "replay")
"""Commands that print JSON Lines for programs."""
NARROW, LEAST_WIDTH = 52, 24
"""Below how many columns help is laid out otherwise, and the fewest that it is laid out for."""
PLAIN = "bidwhist.plain"
"""How a stream writes what its encoding lacks: signs of ours by plain ones, all others escaped."""
SIGNS = {"±": "+-", "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
STREAMS = (("stdin", "r", "replace"), ("stdout", "w", PLAIN), ("stderr", "w", PLAIN))
PROBLEMS, USAGE, INTERNAL, INTERRUPTED = 1, 2, 70, 130


class LazyGroup(click.Group):
    """A group that imports a command's module only to run it or to show its own help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"interpreter.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown command with a near name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f"unknown command {args[0]!r}; {suggestion(args[0], COMMANDS) or 'bidwhist --help lists them'}")
        name, command, rest = super().resolve_command(ctx, args)
        twice = None if command is None else given_twice(command, rest)
        if command is not None and twice is not None:
            said = f"{twice} is given twice, and only one can be meant: leave one out"
            raise click.UsageError(said, click.Context(command, ctx, name))
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def given_twice(command: click.Command, args: Sequence[str]) -> str | None:
    """Return the option that a command line gives a second value though it takes one; click takes the last."""
    options = {name: option for option in command.params if isinstance(option, click.Option) for name in option.opts}
    seen = set[str]()
    left = iter(args)
    for arg in left:
        if arg == "--":
            break
        name, sign, _ = arg.partition("=")
        option = options.get(name)
        if option is None or option.is_flag:
            continue
        if not sign:
            next(left, None)
        if option.opts[0] in seen and not option.multiple:
            return option.opts[0]
        seen.add(option.opts[0])
    return None


def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the version and stop."""
    if value and not ctx.resilient_parsing:
        from interpreter.cli.version import version

        click.echo(f"bidwhist {version()}")
        ctx.exit()


class NarrowHelp(click.HelpFormatter):
    """Help that fits terminals of less than 52 columns, too, which click's own overflows."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        if width is None:
            import shutil

            columns = shutil.get_terminal_size().columns
            width = max(columns, LEAST_WIDTH) if columns < NARROW else None
        super().__init__(indent_increment, width, max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and what they mean; a long term stands on a line of its own where there is little room."""
        super().write_dl(rows, min(col_max, self.width // 3) if self.width < NARROW else col_max, col_spacing)


click.Context.formatter_class = NarrowHelp


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=show_version, help="Show it.")
def group() -> None:
    """Bid Whist and its family: name the rules, and play by them.

    REF names a game: a profile, house rules, and numbers that it lets you set, such as
    pagat-54, ./our-table.yaml, or pagat-54+min-4+goal=11.
    """


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line (`args` without the program's name) and return the exit code. Never raises."""
    soften_streams()
    given = sys.argv[1:] if args is None else list(args)
    Printed.documents = Printed.lines = 0
    try:
        code = run(given)
        flush()
        if isinstance(sys.stdout, Nowhere) and sys.stdout.written and not code:
            complain("standard output is closed: nothing could be printed")
            return PROBLEMS
    except BrokenPipeError:
        silenced()
        return PROBLEMS if judges(given) else 0
    except OSError as error:
        complain(os_error_text(error))
        silenced()
        return PROBLEMS
    return code


def run(args: Sequence[str]) -> int:
    """Run a command and report what it raises; only trouble in printing gets out."""
    try:
        return int(group.main(args=list(args), prog_name="bidwhist", standalone_mode=False) or 0)
    except InputError as error:
        from interpreter.cli.problems import print_problems

        print_problems(error.problems)
        code = USAGE if all(problem.code in SYNTAX for problem in error.problems) else PROBLEMS
        return ended(args, code, error.problems)
    except IllegalAction as error:
        complain(str(error))
        return ended(args, PROBLEMS, [str(error)])
    except click.ClickException as error:
        flush()
        show_usage(error)
        return ended(args, error.exit_code, [error.format_message()])
    except Stopped as stop:
        flush()
        complain(stop.message, severity=stop.severity)
        return ended(args, stop.code, [stop.message] if stop.code else [])
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted", severity=None)
        return ended(args, INTERRUPTED, ["interrupted"])
    except SystemExit as end:  # click ends so where a pipe is broken
        if end.code == 1:
            raise BrokenPipeError from end
        return int(end.code or 0)
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            ended(args, PROBLEMS, [os_error_text(error)])
        raise
    except Exception as error:
        return ended(args, INTERNAL, [internal_error(error)])


def ended(args: Sequence[str], code: int, problems: Iterable[Problem | str]) -> int:
    """Print for programs why a command ended early, where that was asked for; return its exit code.

    What was printed whole before stays the only document; behind lines comes one line more.
    """
    if for_programs(args) and not Printed.documents:
        from interpreter.cli.problems import ending
        from interpreter.cli.screen import print_json

        print_json(ending(code, problems), one_line=bool(Printed.lines) or command_of(args) in BY_LINES)
    return code


def for_programs(args: Sequence[str]) -> bool:
    """Whether a command line asks for JSON."""
    options = list(itertools.takewhile(lambda arg: arg != "--", args))
    return bool({"--json", "--format=json"} & {*options}) or ("--format", "json") in itertools.pairwise(options)


def internal_error(error: Exception) -> str:
    """Report a fault of the program itself, with the traceback only for those who ask for it; return what was said."""
    flush()
    if os.environ.get("BIDWHIST_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    text = " ".join(str(error).split())[:200]
    hint = "please report it, with what BIDWHIST_DEBUG=1 shows"
    message = f"internal error: {type(error).__name__}: {text}; {hint}"
    complain(message, severity=None)
    return message


def os_error_text(error: OSError) -> str:
    """Return what the system said, in our own form."""
    reason = (error.strerror or str(error)).lower()
    return f"{str(error.filename)!r}: {reason}" if error.filename is not None else reason


def complain(message: str, severity: str | None = "error") -> None:
    """Print one line for a person to standard error."""
    from interpreter.cli.problems import in_lines, printable

    with suppress(OSError):
        click.echo(in_lines(printable(f"{severity}: {message}" if severity else message), sys.stderr), err=True)


def show_usage(error: click.ClickException) -> None:
    """Print what is wrong with the command line, and how the command is used."""
    from interpreter.cli.problems import in_lines

    said = StringIO()
    error.show(said)
    click.echo(in_lines(said.getvalue(), sys.stderr), err=True)


class Nowhere(StringIO):
    """Stands for a standard output that is closed; `written` says whether anything should have been printed there."""

    written = False

    def write(self, text: str) -> int:
        """Take a text and forget it."""
        self.written = True
        return len(text)


def soften_streams() -> None:
    """Let no text or input fail for its encoding: what can't be written is escaped, or written by a plain sign where
    it is one of `SIGNS`; what can't be read is replaced.

    A stream that was closed before the program began is replaced by one that leads nowhere.
    """
    codecs.register_error(PLAIN, plain)
    for name, mode, errors in STREAMS:
        stream = getattr(sys, name)
        if stream is None and name == "stdout":
            sys.stdout = Nowhere()
        elif stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 -- open as long as we run
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


def plain(error: UnicodeError) -> tuple[str, int]:
    """Return what is written in place of a letter that an encoding lacks, and where to go on."""
    assert isinstance(error, UnicodeEncodeError)
    letter = error.object[error.start]
    return SIGNS.get(letter) or letter.encode("ascii", "backslashreplace").decode(), error.start + 1


def flush() -> None:
    """Write what is still in the buffer, so that a broken pipe shows here and not at exit."""
    sys.stdout.flush()


def judges(args: Sequence[str]) -> bool:
    """Whether a command line asks for a command whose exit code says what it found."""
    return command_of(args) in JUDGING


def command_of(args: Sequence[str]) -> str:
    """Return the command that a command line names."""
    return next((arg for arg in args if not arg.startswith("-")), "")


def silenced() -> None:
    """Point standard output nowhere: Python flushes it once more at exit, and would complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.__stdout__.fileno() if sys.__stdout__ else 1)
