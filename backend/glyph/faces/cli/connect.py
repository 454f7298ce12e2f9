"""`glyph connect`: tells an MCP client where Glyph is, by printing the block or merging it into its file."""

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.errors import SettingsError
from glyph.faces.cli.clients import DEFAULTS, Address, Client, Connection, Transport, connection, file_of
from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import stderr

if TYPE_CHECKING:
    from glyph.settings import Settings

MCP_PATH = "/mcp"
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - read, not bound
EXAMPLES = examples(
    "glyph connect claude-code                     # print the block for .mcp.json in this folder",
    "glyph connect claude-code --write             # put it there; other servers stay, a backup is kept",
    "glyph connect claude-code --stdio --write     # no token and no running server needed",
    "glyph connect claude-desktop --write          # Claude Desktop starts Glyph itself",
    "glyph connect claude-code --write --file ~/project/.mcp.json    # for another project of yours",
    "glyph connect cursor --file .cursor/mcp.json --write    # for one project only",
    "glyph connect vscode > .vscode/mcp.json       # the block alone is on stdout",
)


def add_commands(app: typer.Typer) -> None:
    app.command("connect", epilog=EXAMPLES)(connect)


def connect(
    client: Annotated[Client, typer.Argument(help="Whom to connect.", show_default=False)],
    write: Annotated[bool, typer.Option("--write", help="Merge the block into the client's file.")] = False,
    http: Annotated[bool, typer.Option("--http", help="Ask the running server, with the token.")] = False,
    stdio: Annotated[bool, typer.Option("--stdio", help="Have the client start `glyph mcp`.")] = False,
    file: Annotated[Path | None, typer.Option("--file", help="The client's file, where it is another one.")] = None,
) -> None:
    """Connect Claude Code, Claude Desktop, Cursor or VS Code.

    Prints the block that the client reads, or merges it into the client's file. The token is never
    printed or written: the block names the variable GLYPH_API__TOKEN, or VS Code asks. Without --http
    or --stdio each client gets what suits it: Claude Desktop stdio, the others HTTP.
    """
    if http and stdio:
        raise typer.BadParameter("Give --http or --stdio, not both.")
    from glyph.settings import load_settings

    transport = Transport.HTTP if http else Transport.STDIO if stdio else DEFAULTS[client]
    place = file or file_of(client, folder=Path.cwd(), home=Path.home(), platform=sys.platform)
    wanted = connection(client, transport, address_of(load_settings()), place)
    if write:
        write_into(wanted)
    else:
        sys.stdout.write(f"{json.dumps(wanted.block, indent=2, ensure_ascii=False)}\n")
        stderr().print(f"Belongs into {place}; --write merges it.", markup=False)
    for sentence in wanted.advice:
        stderr().print(sentence, markup=False)


def write_into(wanted: Connection) -> None:
    """Merge the block into the client's file and say what was done.

    Raises: BadRequest.
    """
    from glyph.bootstrap import now
    from glyph.faces.cli.config_file import merge

    done = merge(wanted, now())
    console = stderr()
    if not done.changed:
        console.print(f"{wanted.file} has it already.", markup=False)
        return
    kept = f"; what was there is in {done.backup}" if done.backup else ""
    console.print(f"Written to {wanted.file}{kept}.", markup=False)


def address_of(settings: "Settings") -> Address:
    """Return where this installation is to be found.

    Raises: SettingsError when its own command is nowhere.
    """
    host = ANY_ADDRESS.get(settings.api.host, settings.api.host)
    host = f"[{host}]" if ":" in host else host
    return Address(f"http://{host}:{settings.api.port}{MCP_PATH}", own_command(), Path.cwd())


def own_command() -> Path:
    """Return the installed `glyph`: the one that runs, else the one of this Python, else the one on PATH."""
    named = shutil.which(sys.argv[0]) if Path(sys.argv[0]).name == "glyph" else None
    beside = Path(sys.executable).with_name("glyph")
    found = named or (beside if beside.exists() else shutil.which("glyph"))
    if not found:
        raise SettingsError("The command `glyph` is not installed.", hint="Install Glyph, or run `make setup`.")
    return Path(found).absolute()
