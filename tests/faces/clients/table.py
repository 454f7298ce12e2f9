"""Which behaviour of which host holds in which way: `python -m tests.faces.clients.table report.xml` prints it.

The report is what `pytest tests/faces/clients --junit-xml=report.xml` wrote.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

CASE = re.compile(r"test_(?P<behaviour>\w+)\[(?P<way>(?:http|stdio) [\d-]{10})")


def table_of(report: Path) -> str:
    """Return a Markdown table: behaviours by ways; the cases of one behaviour count as one."""
    held: defaultdict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    ways: list[str] = []
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - the file is pytest's own
        found = CASE.match(case.get("name", ""))
        if found is None:
            continue
        host = "Desktop" if "desktop" in case.get("classname", "") else "Code"
        row = held[host, found["behaviour"].replace("_", " ")]
        row[found["way"]] = row.get(found["way"], True) and len(case) == 0
        ways += [] if found["way"] in ways else [found["way"]]
    marks = {True: "holds", False: "FAILS", None: "–"}
    lines = [
        f"| {host} | {behaviour} | {' | '.join(marks[row.get(way)] for way in ways)} |"
        for (host, behaviour), row in held.items()
    ]
    return "\n".join([f"| host | behaviour | {' | '.join(ways)} |", f"|---|---|{'---|' * len(ways)}", *lines])


if __name__ == "__main__":
    sys.stdout.write(f"{table_of(Path(sys.argv[1]))}\n")
