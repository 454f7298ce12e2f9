"""`make dev`: like `make run`, but the API restarts when a source of it changes and the workbench reloads by itself."""

import time
from pathlib import Path

from tools.console import ROOT, main, say
from tools.run import announcement, check_ports, first_start, settings_or_failure
from tools.servers import Running, Server, last_lines, start, stop, stopped_at_the_end, wait_until_answering
from tools.surroundings import api_server, surroundings, workbench_in_development

PACKAGE = ROOT / "backend" / "glyph"
POLL_S = 1.0


def newest_change(folder: Path) -> float:
    """Return the time of the latest change to a Python file beneath a folder; a deletion counts by its folder."""
    watched = [folder, *folder.rglob("*.py"), *(entry for entry in folder.rglob("*") if entry.is_dir())]
    return max((entry.stat().st_mtime for entry in watched if "__pycache__" not in entry.parts), default=0.0)


def follow_changes(api: Server, running: list[Running]) -> None:
    """Restart the API on every change; one that died waits for the next change. ``running[0]`` is the API."""
    seen, told = newest_change(PACKAGE), False
    while True:
        time.sleep(POLL_S)
        if (now := newest_change(PACKAGE)) != seen:
            seen, told = now, False
            stop(running[0])
            running[0] = start(api)
            say("API restarted")
        elif running[0].process.poll() is not None and not told:
            told = True
            say(f"The API ended; the next change starts it again.\n{last_lines(api.log)}")


def dev() -> int:
    check_ports(surroundings(settings_or_failure()))
    password = first_start()
    settings = settings_or_failure()
    around = surroundings(settings)
    api = api_server(around)
    running: list[Running] = []
    try:
        with stopped_at_the_end(running):
            running.append(start(api))
            running.append(start(workbench_in_development(settings, around)))
            wait_until_answering(running)
            say(announcement(around, password))
            follow_changes(api, running)
    except KeyboardInterrupt:
        say("\nStopped.")
    return 0


if __name__ == "__main__":
    main(dev)
