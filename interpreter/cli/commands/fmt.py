"""`bidwhist fmt FILE..`: puts files in order, without a change to what they say."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from pathlib import Path

import click

from interpreter.cli.app import complain, os_error_text
from interpreter.cli.problems import print_problems
from interpreter.cli.screen import Screen
from interpreter.errors import InputError

WRITABLE = 0o222
"""The permissions of which a file that may be written has one; they bind a superuser here, too."""

REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS)
"""What the system says where nothing may be written."""


@click.command("fmt")
@click.argument("files", metavar="FILE..", nargs=-1, required=True)
@click.option("--check", is_flag=True, help="Write nothing; say which files aren't in order (exit code 1).")
def command(files: tuple[str, ...], check: bool) -> int:
    """Put profiles, house rules and files of cases in order: the schema's order of keys, indentation, spacing.

    Comments stay with their lines, and the rules stay the same. A file that is in order isn't touched; a part that
    can't be put in order safely is left as it is. The FILE - stands for standard input, which is printed.
    """
    from interpreter.cli.form import in_form
    from interpreter.profile.library import at_home, shown

    if "-" in files:
        return format_input(files, check)
    screen, code = Screen(), 0
    for file in dict.fromkeys(files):
        path = Path(at_home(file))
        try:
            text, ordered = in_form(path, shown(path))
        except InputError as error:
            print_problems(error.problems)
            code = 1
            continue
        if text == ordered:
            continue
        if check:
            code = 1
            screen.line((f"{file}: ", "mark"), ("not in order", "bad"), "; `bidwhist fmt` puts it so")
        else:
            try:
                replace_file(path, ordered)
            except OSError as error:
                complain(os_error_text(error))
                code = 1
                continue
            screen.line((f"{file}: ", "mark"), "put in order")
    return code


def format_input(files: tuple[str, ...], check: bool) -> int:
    """Print standard input in order, or only check whether it is."""
    from interpreter.cli.form import text_in_form

    if len(files) > 1:
        raise click.UsageError("- stands alone: it reads standard input and prints it")
    try:
        text, ordered = text_in_form(sys.stdin.buffer.read(), "standard input")
    except InputError as error:
        print_problems(error.problems)
        return 1
    if not check:
        click.echo(ordered, nl=False)
        return 0
    if text != ordered:
        Screen().line(("-: ", "mark"), ("not in order", "bad"), "; `bidwhist fmt -` prints it so")
    return int(text != ordered)


def replace_file(path: Path, text: str) -> None:
    """Write a file anew, all of it or nothing, with the permissions that it has; a file that may not be written stays.

    Raises `OSError`, about this file whatever it is that can't be done.
    """
    target = Path(os.path.realpath(path))
    if not target.stat().st_mode & WRITABLE or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "may not be written to: change its permissions first", str(path))
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        told = "can't be written anew: its folder may not be written to, change its permissions first"
        raise OSError(error.errno, told if error.errno in REFUSED else error.strerror, str(path)) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        os.chmod(name, target.stat().st_mode & 0o7777)
        os.replace(name, target)
    except OSError as error:
        os.unlink(name)
        raise OSError(error.errno, error.strerror, str(path)) from error
