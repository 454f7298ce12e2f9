"""`glyph redaction`: the owner's lists of values that are always redacted, and of what is no secret.

Values come on standard input, one a line: an argument would stand in the shell's history and in the process list.
"""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.errors import BadRequest
from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import stderr, stdout

if TYPE_CHECKING:
    from glyph.app.local_state import LocalState

NEXT = "Restart a running `glyph serve`, or run `glyph index`: the index is made anew, and the old one goes."

Forget = Annotated[bool, typer.Option("--forget", help="Take the values off the list.")]

ALWAYS_EXAMPLES = examples(
    "glyph redaction always                       # asks for a value and does not show it",
    "glyph redaction always < values.txt          # one a line",
    "glyph redaction always --forget              # takes it off the list again",
)
NEVER_EXAMPLES = examples(
    "glyph redaction never                        # asks for a value that is no secret",
    "glyph redaction never --forget               # lets the rules decide again",
)
LIST_EXAMPLES = examples("glyph redaction list    # what is no secret, and how many values are always redacted")

lists = typer.Typer(no_args_is_help=True, help="The owner's lists: what is always redacted, and what is no secret.")


def add_commands(app: typer.Typer) -> None:
    app.add_typer(lists, name="redaction")


@lists.command(epilog=ALWAYS_EXAMPLES)
def always(*, forget: Forget = False) -> None:
    """Read values, one a line, that are redacted wherever they stand. Only keyed hashes of them are kept."""
    state = own_state()
    values = read_values(hidden=True)
    count = state.forget_always(values) if forget else state.add_always(values)
    stderr().print(f"{count} values are always redacted. {NEXT}", markup=False)


@lists.command(epilog=NEVER_EXAMPLES)
def never(*, forget: Forget = False) -> None:
    """Read values, one a line, that are no secrets whatever the rules say. They are kept as they are."""
    state = own_state()
    values = read_values(hidden=False)
    count = state.forget_never(values) if forget else state.add_never(values)
    stderr().print(f"{count} values are no secrets. {NEXT}", markup=False)


@lists.command("list", epilog=LIST_EXAMPLES)
def show() -> None:
    """Print the values that are no secrets, one a line, and on stderr how many are always redacted."""
    policy = own_state().policy()
    for value in sorted(policy.never):
        stdout().print(value, markup=False, soft_wrap=True)
    stderr().print(f"{len(policy.always)} values are always redacted, {len(policy.never)} are no secrets.")


def read_values(*, hidden: bool) -> tuple[str, ...]:
    """Return the values that a person or a pipe gives.

    Raises: BadRequest when there is none.
    """
    if sys.stdin.isatty():
        text: str = typer.prompt("Value", hide_input=hidden, err=True)
    else:
        text = sys.stdin.read()
    values = tuple(line.strip() for line in text.split("\n") if line.strip())
    if not values:
        raise BadRequest("No value came.", hint="Give them on standard input, one a line.")
    return values


def own_state() -> "LocalState":
    from glyph.bootstrap import local_state
    from glyph.settings import load_settings

    return local_state(load_settings())
