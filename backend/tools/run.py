"""`make run`: index the corpus, start API and workbench on loopback, say where they are, stop both on Ctrl-C."""

import shlex

from glyph.errors import SettingsError
from glyph.settings import Settings, load_settings
from tools.console import ROOT, Failure, aloud, answer, main, say, tool
from tools.servers import Running, Server, check_port_is_free, start, stopped_at_the_end, wait_until_answering, watch
from tools.surroundings import Surroundings, api_server, surroundings, workbench_server


def settings_or_failure() -> Settings:
    """Return the settings as `.env` and the environment give them."""
    try:
        return load_settings()
    except SettingsError as error:
        raise Failure(f"{error.message} {error.hint}") from error


def first_start() -> str:
    """Write missing secrets into `.env`; return the line with the generated password, or nothing on later starts."""
    return answer([tool("glyph"), "password", "--first-start"])


def check_ports(around: Surroundings) -> None:
    check_port_is_free(around.api_host, around.api_port, "GLYPH_API__PORT")
    check_port_is_free("127.0.0.1", around.workbench_port, "GLYPH_WORKBENCH__PORT")


def index_corpus() -> None:
    """Bring the index up to date; its progress and counts go straight to the terminal."""
    if aloud([tool("glyph"), "index"]) != 0:
        raise Failure("Indexing failed; what it said stands above.")


def announcement(around: Surroundings, password: str) -> str:
    """Return the one block that tells an operator everything."""
    lines = [f"Glyph is running: {around.public_origin}", ""]
    if password:
        lines += [password, "`.venv/bin/glyph password` sets a new one.", ""]
    stdio = shlex.quote(f"cd {shlex.quote(str(ROOT))} && exec .venv/bin/glyph mcp")
    lines += [
        f"API      {around.api_origin}/v1   (bearer token: GLYPH_API__TOKEN in .env)",
        f"Claude   claude mcp add glyph -- sh -c {stdio}",
        f"Logs     {around.logs}",
        "Stop     Ctrl-C",
    ]
    rule = "─" * 72
    return "\n".join([rule, *lines, rule])


def serve(servers: list[Server], announce: str) -> int:
    """Run servers until Ctrl-C (0), or until one dies (Failure); all have stopped on return."""
    running: list[Running] = []
    try:
        with stopped_at_the_end(running):
            for server in servers:
                running.append(start(server))  # noqa: PERF401 - one that started must be stopped though the next one fails
            wait_until_answering(running)
            say(announce)
            watch(running)
    except KeyboardInterrupt:
        say("\nStopped.")
        return 0


def run() -> int:
    first = settings_or_failure()
    check_ports(surroundings(first))
    password = first_start()
    if password:
        say(password)  # at once: were a later step to fail, nobody would ever learn it
    settings = settings_or_failure()
    around = surroundings(settings)
    index_corpus()
    return serve([api_server(around), workbench_server(settings, around)], announcement(around, password))


if __name__ == "__main__":
    main(run)
