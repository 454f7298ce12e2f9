"""`glyph password`: the workbench's password, and on a first start every secret that is missing."""

import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from glyph.errors import BadRequest, SettingsError
from glyph.faces.cli.helping import examples
from glyph.faces.cli.output import stderr, stdout

if TYPE_CHECKING:
    from glyph.settings import Settings

ENV_FILE = Path(".env")
MIN_PASSWORD_LENGTH = 12
PASSWORD_WORDS = 4
PASSWORD_HASH = "GLYPH_SESSION__PASSWORD_HASH"  # noqa: S105 - the name of a setting
PASSWORD_EXAMPLES = examples(
    "glyph password                  # asks for a new one, twice; then restart",
    "glyph password --first-start    # on a new machine: tokens, secrets and a generated password into .env",
)


def add_commands(app: typer.Typer) -> None:
    app.command("password", epilog=PASSWORD_EXAMPLES)(password)


def password(
    first_start: Annotated[
        bool, typer.Option("--first-start", help="Only write what is missing: secrets and a generated password.")
    ] = False,
) -> None:
    """Set the workbench's password, which ends every session."""
    from glyph.app.passwords import hash_password
    from glyph.settings import load_settings

    if first_start:
        prepare_first_start(load_settings())
        return
    chosen = typer.prompt("New password", hide_input=True, confirmation_prompt=True, err=True)
    if len(chosen) < MIN_PASSWORD_LENGTH:
        raise BadRequest(f"The password has fewer than {MIN_PASSWORD_LENGTH} characters.", hint="Choose a longer one.")
    write_settings({PASSWORD_HASH: str(hash_password(chosen))})
    stderr().print(f"Written to {ENV_FILE}. Restart `glyph serve`; all sessions have ended.")


def prepare_first_start(settings: "Settings") -> None:
    """Write the secrets that are not set, and print a generated password the one time it is made."""
    from glyph.app.passwords import hash_password

    present = {
        "GLYPH_API__TOKEN": settings.api.token,
        "GLYPH_WORKBENCH__TOKEN": settings.workbench.token,
        "GLYPH_SESSION__SECRET": settings.session.secret,
    }
    missing = {name: generate_secret() for name, secret in present.items() if not secret.get_secret_value()}
    generated = None
    if not settings.session.password_hash.get_secret_value():
        generated = generate_password()
        missing[PASSWORD_HASH] = str(hash_password(generated))
    if missing:
        write_settings(missing)
        stderr().print(f"Secrets written to {ENV_FILE.resolve()}, readable by you alone.", markup=False)
    if generated:
        stdout().print(f"Password of the workbench, shown this once: {generated}", markup=False)


def generate_secret() -> str:
    """Return a random secret that the settings accept: one in some thousands spells a placeholder by chance."""
    from pydantic import SecretStr

    from glyph.setting_values import refuse_placeholder

    while True:
        with suppress(ValueError):
            return refuse_placeholder(SecretStr(secrets.token_urlsafe(32))).get_secret_value()


def generate_password() -> str:
    """Return a random password of about 96 bits, easy to type: groups of lower-case letters and digits."""
    alphabet = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(alphabet) for _ in range(5)) for _ in range(PASSWORD_WORDS))


def write_settings(values: Mapping[str, str]) -> None:
    """Set names in `.env`, keeping every other line; the file becomes readable by its owner alone."""
    from glyph.files import replace_file

    lines = read_settings_file()
    for name, value in values.items():
        assignment = f"{name}={value}"
        places = [place for place, line in enumerate(lines) if re.match(rf"\s*{re.escape(name)}\s*=", line)]
        if places:
            lines[places[-1]] = assignment
        else:
            lines.append(assignment)
    try:
        replace_file(ENV_FILE.resolve(), ("\n".join(lines) + "\n").encode("utf-8"), mode=0o600)
    except OSError as error:
        raise SettingsError(f"{ENV_FILE} cannot be written: {error.strerror}.", hint="Check the folder.") from error


def read_settings_file() -> list[str]:
    """Return the lines of `.env`, none when there is no such file.

    Raises: SettingsError.
    """
    try:
        return ENV_FILE.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 text (byte {error.start})"
        raise SettingsError(f"{ENV_FILE} {reason}.", hint=f"Save {ENV_FILE} as UTF-8.") from None
    except OSError as error:
        raise SettingsError(
            f"{ENV_FILE} cannot be read: {error.strerror}.", hint="Check its owner and mode."
        ) from error
