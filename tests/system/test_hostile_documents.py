"""Hostile documents, all in one corpus: each is indexed, or named with its reason; never a traceback, never a hang."""

import itertools
import json
import os
import shutil
import stat
import subprocess
import threading
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest

from glyph.app.answers import UpdateReport
from glyph.app.local import LocalWorkbench
from tests.conftest import MakeWorkbench
from tests.faces.sdk_hosts import Calls, over_http, text_of
from tests.faces.shapes import HitsLine
from tests.faces.site import GLYPH, Done, Site, serving
from tests.fakes.embeddings_server import EmbeddingsServer
from tests.unprivileged import unprivileged

Make = Callable[[Path], object]
LIMIT_S = 1_200
"""No figure to be held to: it only ends what would never end, on a machine of any speed."""


@dataclass(frozen=True)
class Indexed:
    """A file that is indexed: its own word is found in it."""

    content: bytes

    def file(self, name: str) -> bytes:
        return b"The word here is " + word_of(name).encode() + b".\n\n" + self.content


@dataclass(frozen=True)
class Refused:
    """A file that is named as a problem, with this in its reason."""

    reason: str
    make: bytes | Make


def word_of(name: str) -> str:
    """Return a word that stands in one document alone."""
    return "zq" + "".join(letter for letter in name.lower() if letter.isascii() and letter.isalnum())[:40]


def headings(number: int) -> bytes:
    return b"".join(b"%s Heading %d\n" % (b"#" * (index % 6 + 1), index) for index in range(number))


def aliases() -> bytes:
    """Return front matter that grows to a billion words where aliases are followed."""
    lines = [b"a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [b"a%d: &a%d [%s]" % (depth, depth, b", ".join([b"*a%d" % (depth - 1)] * 10)) for depth in range(1, 10)]
    return b"---\n" + b"\n".join(lines) + b"\n---\n"


INDEXED: Mapping[str, Indexed] = {
    "a long line.md": Indexed(b"x" * 1_000_000),
    "headings.md": Indexed(headings(100_000)),
    "deep quote.md": Indexed(b">" * 10_000 + b" deep\n"),
    "deep list.md": Indexed(b"- " * 10_000 + b"deep\n"),
    "indented list.md": Indexed(b"".join(b"  " * depth + b"- item %d\n" % depth for depth in range(1_000))),
    "open fence.md": Indexed(b"```sh\n" + b"echo hello\n" * 20_000),
    "table.md": Indexed(b"| a | b |\n|---|---|\n" + b"".join(b"| r%d | v%d |\n" % (n, n) for n in range(50_000))),
    "stars.md": Indexed(b"*a_" * 100_000),
    "brackets.md": Indexed(b"[" * 50_000 + b"[a](b " * 20_000),
    "backticks.md": Indexed(b"`" * 100_000 + b"a"),
    "tags.md": Indexed(b"<div>" * 50_000),
    "blank lines.md": Indexed(b"\n" * 100_000),
    "line ends.md": Indexed(b"one\r\ntwo\rthree\n\r\nfour\x0bfive\x0csix\xe2\x80\xa8seven\r"),
    "front matter in the middle.md": Indexed(aliases()),
    "bidi.md": Indexed("\u202egnp.exe\u2066 zero\u200bwidth \u00ad \ufeff\U000e0041\n".encode()),
    "emoji.md": Indexed("👨‍👩‍👧‍👦".encode() * 10_000),
    "urls.md": Indexed(b"http://a:b@" * 5_000),
    "keys that never end.md": Indexed(b"-----BEGIN PRIVATE KEY-----\n" * 5_000),
    f"{'n' * 250}.md": Indexed(b"A name as long as a file system takes."),
    "a folder.md/inside.md": Indexed(b"A folder may be called like a document."),
}
REFUSED: Mapping[str, Refused] = {
    "ten megabytes.md": Refused("larger than", b"word " * 2_000_000),
    "binary.md": Refused("not UTF-8", bytes(range(256)) * 1_000),
    "zeroes.md": Refused("NUL", b"# NUL\n\n\0\n"),
    "invalid.md": Refused("not UTF-8", b"# Text\n\n\xff\xfe\xc0\xaf\n"),
    "half a pair.md": Refused("not UTF-8", "\ud800".encode("utf-8", "surrogatepass")),
    "utf16.md": Refused("not UTF-8", "# Text\n".encode("utf-16")),
    "secrets.md": Refused("too densely", b"password = " * 50_000),
    "fifo.md": Refused("not a regular file", os.mkfifo),
    "socket.md": Refused("not a regular file", lambda place: os.mknod(place, 0o600 | stat.S_IFSOCK)),
    "device.md": Refused("outside", lambda place: place.symlink_to("/dev/zero")),
    "loop.md": Refused("broken link", lambda place: place.symlink_to("loop.md")),
    "out.md": Refused("outside", lambda place: place.symlink_to("../outside.md")),
    "absolute.md": Refused("outside", lambda place: place.symlink_to("/etc/passwd")),
    "dangling.md": Refused("broken link", lambda place: place.symlink_to("nowhere.md")),
    "two\nlines.md": Refused("rename it", b"# Two lines\n"),
    "red\x1b[31m\x07.md": Refused("rename it", b"# Red\n"),
    "turned\u202edm.md": Refused("rename it", b"# Turned\n"),
    "dots./trailing.md": Refused("rename it", b"# Dots\n"),
    " blank.md": Refused("rename it", b"# Blank\n"),
    "cafe\u0301.md": Refused("NFC", b"# Decomposed\n"),
    "percent%2e.md": Refused("rename it", b"# Percent\n"),
    "con.md": Refused("rename it", b"# Device\n"),
    "bytes\udcff\udc9b.md": Refused("rename it", b"# Bytes\n"),
    "/".join(["d" * 200] * 6) + "/deep.md": Refused("rename it", b"# Deep\n"),
}
EMPTY = {"empty.md": b"", "mark.md": b"\xef\xbb\xbf", "spaces.md": b" \t\r\n\n", "front.md": aliases()}
PASSED_OVER: Mapping[str, Make] = {
    ".hidden.md": lambda place: place.write_bytes(b"# Hidden\n"),
    "no suffix": lambda place: place.write_bytes(bytes(1_000)),
    "endless": lambda place: place.symlink_to(".", target_is_directory=True),
    "upwards": lambda place: place.symlink_to("..", target_is_directory=True),
    "an empty folder.md": lambda place: place.mkdir(),
}


def make_corpus(docs: Path) -> None:
    (docs.parent / "outside.md").write_text("# Outside\n\nNobody may read this.\n", encoding="utf-8")
    makers: dict[str, bytes | Make] = {
        **{name: one.file(name) for name, one in INDEXED.items()},
        **{name: one.make for name, one in REFUSED.items()},
        **EMPTY,
        **PASSED_OVER,
    }
    for name, make in makers.items():
        place = docs / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(make, bytes):
            place.write_bytes(make)
        else:
            make(place)


def run(site: Site, *arguments: str) -> Done:
    """Run `glyph` to its end, however long that takes; what it prints must be text."""
    command = [str(GLYPH), *arguments]
    done = subprocess.run(
        command, capture_output=True, cwd=site.root, env=site.environment(), timeout=LIMIT_S, check=False
    )
    return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


@pytest.fixture(scope="module")
def server() -> Generator[EmbeddingsServer]:
    """A provider with narrow vectors: how they are made is not what is tested here."""
    with EmbeddingsServer(dimensions=8) as running:
        yield running


@dataclass(frozen=True, slots=True)
class HostileSite(Site):
    """A site whose vectors come from a server of the test."""

    provider: str

    def environment(self) -> dict[str, str]:
        return Site.environment(self) | {
            "GLYPH_EMBED__PROVIDER": "openai",
            "GLYPH_EMBED__BASE_URL": self.provider,
            "GLYPH_EMBED__BATCH_TEXTS": "256",
        }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, server: EmbeddingsServer) -> Site:
    site = HostileSite(tmp_path_factory.mktemp("hostile"), server.url)
    site.docs.mkdir()
    make_corpus(site.docs)
    return site


@pytest.fixture(scope="module")
def indexed(site: Site) -> Done:
    """What `glyph index` says of all of them."""
    return run(site, "index", "--json")


def problems_in(answer: str) -> dict[str, str]:
    report = cast("dict[str, list[dict[str, str]]]", json.loads(answer))
    return {problem["path"]: problem["reason"] for problem in report["problems"]}


def shown(name: str) -> str:
    """Return a file's name as Glyph names it: bytes that are no text are spelt out."""
    return os.fsencode(name).decode("utf-8", "backslashreplace").replace("\\x", "\\udc")


def test_every_document_is_indexed_or_named_with_its_reason(indexed: Done) -> None:
    assert indexed.code == 0, indexed.err
    assert "Traceback" not in indexed.err
    problems = problems_in(indexed.out)
    assert set(problems) == {shown(name) for name in REFUSED}
    assert {name: one.reason for name, one in REFUSED.items() if one.reason not in problems[shown(name)]} == {}
    counts = cast("dict[str, int]", json.loads(indexed.out))
    assert (counts["indexed"], counts["failed"], counts["empty"]) == (len(INDEXED), len(REFUSED), len(EMPTY))


def test_another_process_knows_the_problems_too(site: Site, indexed: Done) -> None:
    assert problems_in(run(site, "status", "--json").out) == problems_in(indexed.out)


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize("command", ["index", "status"])
def test_no_name_moves_the_terminal_or_makes_lines_of_its_own(site: Site, command: str) -> None:
    done = run(site, command)
    assert done.code == 0
    said = done.out + done.err
    assert not set(said) & {"\x1b", "\x07", "\u202e", "\x9b"}
    assert [line for line in said.splitlines() if line.startswith("lines.md")] == []


@pytest.mark.usefixtures("indexed")
def test_each_that_is_indexed_is_found_by_its_own_word(site: Site, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    lines = (json.dumps({"id": name, "query": word_of(name)}) for name in INDEXED)
    queries.write_text("\n".join(lines), encoding="ascii")
    done = run(site, "search", "--mode", "keyword", "--queries", str(queries))
    assert (done.code, done.err) == (0, "")
    answers = [HitsLine.model_validate_json(line) for line in done.out.splitlines()]
    assert {answer.id: answer.hits[0].path for answer in answers} == {name: name for name in INDEXED}


@pytest.mark.usefixtures("indexed")
def test_a_server_over_them_reads_or_refuses_each_and_never_stumbles(site: Site) -> None:
    with serving(site) as server:
        with server.client() as client:
            for name in (*INDEXED, *EMPTY):
                assert client.get("/v1/document", params={"path": name, "count": 5}).status_code == 200, name
            for name in (*REFUSED, *PASSED_OVER):
                path = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
                assert client.get("/v1/document", params={"path": path}).status_code in {400, 404, 422}, name
            listed = {entry["path"] for entry in client.get("/v1/documents").json()["documents"]}
            assert {*INDEXED, *EMPTY} <= listed
        calls: Calls = {
            name: ("read_document", {"path": name, "line_count": 5})
            for name in (*INDEXED, *EMPTY, *REFUSED, *PASSED_OVER)
            if name.isprintable() and "\udcff" not in name
        }
        conversation = over_http(server, calls)
        for name, answer in conversation.answers.items():
            assert bool(answer.is_error) == (name in REFUSED or name in PASSED_OVER), text_of(answer)[:200]
        log = server.log.read_text(encoding="utf-8")
    assert "Traceback" not in log
    assert "\x1b" not in log


def small_site(root: Path, server: EmbeddingsServer) -> Site:
    site = HostileSite(root, server.url)
    site.docs.mkdir(parents=True)
    for number in range(30):
        site.write(f"page{number}.md", f"# Page {number}\n\nThe lamp glows.\n")
    return site


def emptied(docs: Path) -> None:
    shutil.rmtree(docs)
    docs.mkdir()


def made_a_file(docs: Path) -> None:
    shutil.rmtree(docs)
    docs.write_bytes(b"# No folder\n")


@pytest.mark.parametrize("spoil", [emptied, made_a_file, shutil.rmtree], ids=lambda f: f.__name__)
def test_a_root_that_is_no_longer_one_is_refused_and_the_index_goes_on_answering(
    tmp_path: Path, server: EmbeddingsServer, spoil: Callable[[Path], None]
) -> None:
    site = small_site(tmp_path / "site", server)
    assert run(site, "index").code == 0
    spoil(site.docs)
    refused = run(site, "index")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.startswith("glyph: The documents' root ")
    assert "GLYPH_CORPUS__ROOT" in refused.err
    assert "Traceback" not in refused.err
    assert json.loads(run(site, "search", "lamp", "--json").out)["hits"]


def test_documents_that_grow_shrink_and_vanish_while_they_are_read_end_nothing(
    tmp_path: Path, server: EmbeddingsServer
) -> None:
    site = small_site(tmp_path / "site", server)
    stop = threading.Event()

    def stir() -> None:
        for turn in itertools.takewhile(lambda _: not stop.wait(0.002), itertools.count()):
            place = site.docs / f"page{turn % 30}.md"
            match turn % 3:
                case 0:
                    place.write_text("# Grown\n\n" + "The lamp glows.\n" * (turn % 2_000), encoding="utf-8")
                case 1:
                    place.unlink(missing_ok=True)
                case _:
                    place.write_text("", encoding="utf-8")

    thread = threading.Thread(target=stir)
    thread.start()
    try:
        done = [run(site, "index", *options) for options in ((), ("--rebuild",))]
    finally:
        stop.set()
        thread.join()
    assert [one.code for one in done] == [0, 0], done
    assert not any("Traceback" in one.err for one in done)
    assert run(site, "index").code == 0
    assert run(site, "verify").code == 0


def ran(workbench: LocalWorkbench) -> UpdateReport | None:
    job = workbench.start_update(rebuild=False)
    workbench.jobs.join()
    return workbench.job(job.id).report


def test_what_a_user_may_not_read_is_named_and_the_rest_is_indexed(
    corpus_root: Path, make_workbench: MakeWorkbench
) -> None:
    workbench = make_workbench()
    ran(workbench)  # with all that is loaded on the way: the user below may not read this Python
    (corpus_root / "closed.md").write_text("# Closed\n", encoding="utf-8")
    (corpus_root / "locked").mkdir()
    (corpus_root / "locked" / "inside.md").write_text("# Inside\n", encoding="utf-8")
    (corpus_root / "closed.md").chmod(0)
    with unprivileged(corpus_root.parent):
        (corpus_root / "locked").chmod(0)
        report = ran(workbench)
        (corpus_root / "locked").chmod(0o700)
    assert report is not None
    assert (report.unchanged, report.failed) == (4, 2)
    assert {problem.path: "Permission denied" in problem.reason for problem in report.problems} == {
        "closed.md": True,
        "locked": True,
    }
