"""The command line: exit codes, where its words go, and the commands that need no index."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from glyph import __version__
from glyph.app.passwords import parse_password_hash, password_matches
from glyph.bootstrap import now, owner_lock
from glyph.domain.redaction import RuleId, marker
from glyph.errors import BadRequest, SettingsError
from glyph.faces.cli.search import read_queries
from glyph.faces.rest.server import bind_owner_socket
from glyph.index.owner import OwnerLock
from glyph.settings import DataSettings, Settings
from tests.faces.shapes import Chunk, Redacted
from tests.faces.site import SAMPLE, Site, empty_site, started, wait_until_settled
from tests.unprivileged import unprivileged

SECRET = "Sextant-Marrow-2871-qX"
TEXT = f"# Café 🜁\n\n🜁🜁 key:\n\n```ini\npassword = {SECRET}\n```\n"
UNSET: dict[str, str | None] = {
    "GLYPH_API__TOKEN": None,
    "GLYPH_WORKBENCH__TOKEN": None,
    "GLYPH_SESSION__SECRET": None,
    "GLYPH_SESSION__PASSWORD_HASH": None,
}


def named(value: object) -> str:
    """Return a case's name: the command it runs."""
    return re.sub(r"[^\w.-]+", " ", str(value)).strip() if str(value).startswith("(") else ""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site without an index."""
    return empty_site(tmp_path_factory.mktemp("bare"), ["vpn/wireguard-troubleshooting.md"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("search",),
        ("search", "x", "--limit", "51"),
        ("search", "x", "--mode", "psychic"),
        ("search", "x", "--queries", "file.jsonl"),
        ("index", "--reindex"),
        ("chunk",),
        ("serve", "--port", "0"),
        ("no-such-command",),
    ],
    ids=named,
)
def test_a_wrong_usage_ends_with_2_and_says_so_on_stderr(bare: Site, arguments: tuple[str, ...]) -> None:
    done = bare.run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert "Usage:" in done.err


@pytest.mark.parametrize(
    ("arguments", "changes", "message", "hint"),
    [
        (("search", "x", "--json"), {}, "Nothing has been indexed yet.", "Run `glyph index` once."),
        (("index",), {"GLYPH_CORPUS__ROOT": "nowhere"}, "is not a readable folder", "Check GLYPH_CORPUS__ROOT"),
        (("status",), {"GLYPH_API__PORT": "0"}, "GLYPH_API__PORT", "Correct the setting"),
        (("serve",), {"GLYPH_API__TOKEN": "change-me" * 4}, "is a placeholder", "Correct the setting"),
        (("serve",), UNSET, "GLYPH_API__TOKEN, GLYPH_WORKBENCH__TOKEN", "`glyph password --first-start`"),
        (("redact", "no-such.md"), {}, "no-such.md cannot be read", "Check the path."),
        (("chunk", "no-such.md"), {}, "There is no document no-such.md", "List the documents"),
        (("redact", "--jsonl"), {}, "Line 1 is not", "Correct"),
        (("search", "--queries", "no-such.jsonl"), {}, "no-such.jsonl cannot be read", "Correct"),
    ],
    ids=named,
)
def test_a_failure_ends_with_1_and_a_hint_on_stderr_and_nothing_on_stdout(
    bare: Site, arguments: tuple[str, ...], changes: dict[str, str | None], message: str, hint: str
) -> None:
    done = bare.run(*arguments, stdin="no json", changes=changes)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("glyph: ")
    assert message in done.err
    assert hint in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("arguments", [("index",), ("search", "x"), ("serve",), ("mcp",), ("status",)], ids=named)
@pytest.mark.parametrize("root", ["file", "file/data"])
def test_a_data_root_that_is_no_folder_is_named_with_a_remedy(
    tmp_path: Path, root: str, arguments: tuple[str, ...]
) -> None:
    site = empty_site(tmp_path / "site")
    (site.root / "file").write_bytes(b"")
    done = site.run(*arguments, changes={"GLYPH_DATA__ROOT": root})
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("glyph: The data folder ")
    assert "GLYPH_DATA__ROOT" in done.err
    assert "Traceback" not in done.err


def test_a_folder_that_all_users_share_is_not_taken_for_the_data(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(SettingsError, match="shared by all users"):
        owner_lock(Settings(data=DataSettings(root=tmp_path)))
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777


def test_queries_that_are_no_text_are_refused_and_every_end_of_a_line_may_stand_in_one(tmp_path: Path) -> None:
    file = tmp_path / "queries.jsonl"
    file.write_bytes(b'{"id": "a", "query": "\xff"}')
    with pytest.raises(BadRequest, match="not UTF-8"):
        list(read_queries(file))
    file.write_text('{"id": "a", "query": "one\u2028two"}\r\n\n{"id": "b", "query": "three"}\n', encoding="utf-8")
    assert [line.query for line in read_queries(file)] == ["one\u2028two", "three"]


@pytest.mark.parametrize("mode", [0o500, 0o000])
def test_a_data_root_that_may_not_be_written_is_named_with_a_remedy(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    with unprivileged(folder):
        folder.chmod(mode)
        settings = Settings(data=DataSettings(root=folder))
        try:
            with pytest.raises(SettingsError, match="cannot be used: Permission denied") as refused:
                owner_lock(settings)
        finally:
            folder.chmod(0o700)
    assert "GLYPH_DATA__ROOT" in refused.value.hint


@pytest.mark.parametrize("command", [("status",), ("password", "--first-start"), ("redact",)])
def test_an_env_file_that_is_no_text_is_named_and_left_alone(tmp_path: Path, command: tuple[str, ...]) -> None:
    site = empty_site(tmp_path)
    (tmp_path / ".env").write_bytes(b"GLYPH_API__PORT=8765\n# \xff\n")
    done = site.run(*command, stdin="text")
    if command != ("redact",):
        assert done.code == 1
        assert ".env is not UTF-8" in done.err
    assert "Traceback" not in done.err
    assert (tmp_path / ".env").read_bytes().endswith(b"\xff\n")


def test_what_nobody_has_foreseen_is_named_and_not_shown(tmp_path: Path) -> None:
    site = empty_site(tmp_path)
    (site.docs / "text.md").write_bytes(b"x")
    done = site.run("eval", "run", str(site.docs))
    assert done.code == 1
    assert "Traceback" not in done.err
    assert done.err.startswith("glyph: ")


def test_the_version_is_the_packages(bare: Site) -> None:
    assert bare.run("--version").out == f"glyph {__version__}\n"


def test_redact_reads_a_file_or_stdin_and_writes_the_text_alone(bare: Site) -> None:
    place = bare.docs / "secret.md"
    place.write_text(TEXT, encoding="utf-8")
    by_file, by_stdin = bare.run("redact", str(place)), bare.run("redact", "-", stdin=TEXT)
    place.unlink()
    assert (by_file.code, by_file.err) == (0, "")
    assert by_file.out == by_stdin.out
    assert SECRET not in by_file.out
    assert by_file.out.count("\n") == TEXT.count("\n")


def test_redact_says_where_secrets_stand_in_code_points(bare: Site) -> None:
    [[start, end, rule]] = json.loads(bare.run("redact", "--spans", stdin=TEXT).out)
    assert TEXT[start:end] == SECRET
    assert isinstance(rule, str)


def test_the_owners_lists_are_kept_without_values_and_obeyed(tmp_path: Path) -> None:
    site = empty_site(tmp_path, [])
    added = site.run("redaction", "always", stdin="heliotrope\nno-such-lamp\n")
    assert (added.code, added.out) == (0, "")
    assert "2 values are always redacted" in added.err
    assert site.run("redaction", "never", stdin="walrus\n").code == 0
    done = site.run("redact", stdin="lamp heliotrope, password: walrus\n")
    assert done.out == "lamp ⟦secret:listed⟧, password: walrus\n"
    assert "1 left as they are" in done.err
    [answer] = site.run("redact", "--jsonl", stdin='{"id": "a", "text": "heliotrope"}\n').out.splitlines()
    assert json.loads(answer)["text"] == "⟦secret:listed⟧"
    shown = site.run("redaction", "list")
    assert shown.out == "walrus\n"
    assert "heliotrope" not in shown.err + added.err
    assert site.run("redaction", "always", "--forget", stdin="heliotrope\n").code == 0
    assert site.run("redact", stdin="heliotrope").out == "heliotrope"


def test_a_list_takes_no_value_from_the_command_line(bare: Site) -> None:
    assert bare.run("redaction", "always", "heliotrope").code == 2
    assert bare.run("redaction", "always", stdin="\n").code == 1


def test_redacted_lines_are_rebuilt_from_their_spans(bare: Site) -> None:
    texts = {"own": TEXT, "empty": ""} | {
        path.relative_to(SAMPLE).as_posix(): path.read_text(encoding="utf-8") for path in sorted(SAMPLE.rglob("*.md"))
    }
    lines = (json.dumps({"id": name, "text": text}, ensure_ascii=False) for name, text in texts.items())
    done = bare.run("redact", "--jsonl", stdin="\n".join(lines))
    assert (done.code, done.err) == (0, "")
    answers = [Redacted.model_validate_json(line) for line in done.out.split("\n") if line]
    assert [answer.id for answer in answers] == list(texts)
    assert sum(len(answer.spans) for answer in answers) > 71
    for answer in answers:
        assert rebuilt(texts[answer.id], answer.spans) == answer.text


def rebuilt(text: str, spans: list[tuple[int, int, str]]) -> str:
    """Return the text with each span replaced by its marker and the line ends it held."""
    parts: list[str] = []
    reached = 0
    for start, end, rule in spans:
        assert reached <= start < end
        line_ends = "".join(letter for letter in text[start:end] if letter in "\r\n")
        parts += [text[reached:start], marker(RuleId(rule)), line_ends]
        reached = end
    return "".join([*parts, text[reached:]])


def test_chunks_are_the_lines_of_the_redacted_file(bare: Site) -> None:
    place = bare.docs / "vpn" / "wireguard-troubleshooting.md"
    done = bare.run("chunk", str(place), "--json")
    assert (done.code, done.err) == (0, "")
    chunks = [Chunk.model_validate_json(line) for line in done.out.splitlines()]
    assert len({chunk.id for chunk in chunks}) == len(chunks) > 1
    redacted = bare.run("redact", str(place)).out.split("\n")
    for chunk in chunks:
        lines = "\n".join(redacted[chunk.line_from - 1 : chunk.line_to])
        own = chunk.text.removeprefix(f"{chunk.above}\n").removesuffix(f"\n{chunk.below}")
        assert own.strip() in lines


def test_a_chunk_repeats_the_head_of_the_table_it_continues(bare: Site) -> None:
    head = "| Port | Service |\n|---|---|"
    place = bare.docs / "ports.md"
    place.write_text(f"# Ports\n\n{head}\n" + "".join(f"| {n} | service {n} |\n" for n in range(600)), encoding="utf-8")
    done = bare.run("chunk", str(place), "--json")
    place.unlink()
    last = Chunk.model_validate_json(done.out.splitlines()[-1])
    assert (last.above, last.below) == (head, None)
    assert last.text.startswith(f"{head}\n| ")


def test_a_first_start_writes_secrets_once_and_shows_the_password_once(tmp_path: Path) -> None:
    site = empty_site(tmp_path)
    file = tmp_path / ".env"
    file.write_text("# mine\nGLYPH_API__PORT=8770\n", encoding="utf-8")
    first = site.run("password", "--first-start", changes=UNSET)
    again = site.run("password", "--first-start", changes=UNSET)
    assert (first.code, again.code, again.out, again.err) == (0, 0, "", "")
    assert file.stat().st_mode & 0o777 == 0o600
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["# mine", "GLYPH_API__PORT=8770"]
    values = dict(line.split("=", 1) for line in lines[1:])
    assert set(values) == {"GLYPH_API__PORT", *UNSET}
    shown = first.out.strip().rsplit(" ", 1)[1]
    assert password_matches(shown, parse_password_hash(values["GLYPH_SESSION__PASSWORD_HASH"]))
    assert shown not in file.read_text(encoding="utf-8") + first.err
    assert all(value not in first.out + first.err for value in values.values() if len(value) > 30)


def test_a_new_password_replaces_the_hash_and_nothing_else(tmp_path: Path) -> None:
    site = empty_site(tmp_path)
    file = tmp_path / ".env"
    file.write_text("GLYPH_SESSION__PASSWORD_HASH=old\nGLYPH_API__PORT=8770\n", encoding="utf-8")
    chosen = "seven-brass-lanterns"
    done = site.run("password", stdin=f"{chosen}\n{chosen}\n")
    assert (done.code, done.out) == (0, "")
    assert chosen not in done.err
    hashed, port = file.read_text(encoding="utf-8").splitlines()
    assert port == "GLYPH_API__PORT=8770"
    assert password_matches(chosen, parse_password_hash(hashed.split("=", 1)[1]))


def test_a_short_password_is_refused(tmp_path: Path) -> None:
    done = empty_site(tmp_path).run("password", stdin="short\nshort\n")
    assert (done.code, done.out) == (1, "")
    assert "fewer than 12 characters" in done.err
    assert not (tmp_path / ".env").exists()


def test_a_server_waits_for_a_command_that_has_the_index_for_a_moment(own_site: Site) -> None:
    with OwnerLock(own_site.index / "OWNER") as lock:
        assert lock.try_acquire(now())
        with started(own_site) as server:
            with pytest.raises(subprocess.TimeoutExpired):
                server.process.wait(3)
            lock.release()
            wait_until_settled(server)


def test_a_data_folder_too_deep_for_a_socket_is_named_with_a_remedy(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    with pytest.raises(SettingsError) as refused:
        bind_owner_socket(deep / "owner.sock")
    assert "GLYPH_DATA__ROOT" in refused.value.hint
