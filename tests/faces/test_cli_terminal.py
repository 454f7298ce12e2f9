"""What a person sees on a terminal, and a script in a pipe: the same facts, one of them with colours."""

from tests.faces.site import Server
from tests.faces.terminal import on_a_terminal

YELLOW = "\x1b[1;33m"
GREEN = "\x1b[32m"


def test_the_words_of_a_query_stand_out_in_the_quotes(served: Server) -> None:
    written = on_a_terminal(served.site, "search", "51820", "--limit", "3")
    assert f"{YELLOW}51820\x1b[0m" in written
    longer = on_a_terminal(served.site, "search", "restart the tunnel", "--path", "vpn/", "--limit", "5")
    assert f"{YELLOW}tunnel" in longer.lower()


def test_a_pipe_and_a_terminal_without_colours_get_none(served: Server) -> None:
    assert "\x1b" not in served.site.run("search", "51820", changes={"NO_COLOR": None}).out
    plain = on_a_terminal(served.site, "status", changes={"NO_COLOR": "1"})
    assert "\x1b[3" not in plain
    assert GREEN in on_a_terminal(served.site, "status")


def test_the_id_of_a_generation_is_whole_on_a_narrow_terminal_and_first_on_a_line_in_a_pipe(served: Server) -> None:
    piped = served.site.run("generations", "list").out.splitlines()
    ids = [line.split("  ")[0] for line in piped]
    assert all(line.split("  ")[2].endswith("base ok") for line in piped)
    narrow = on_a_terminal(served.site, "generations", "list", changes={"COLUMNS": "70"})
    assert ids
    assert all(generation in narrow for generation in ids)


def test_a_prefix_that_no_document_has_gets_the_one_that_was_meant(served: Server) -> None:
    done = served.site.run("search", "xyzzyplugh", "--path", "vnp/")
    assert (done.code, done.err.splitlines()[-1]) == (0, "No document's path begins with vnp/. Did you mean vpn/?")
    right = served.site.run("search", "xyzzyplugh", "--path", "vpn/")
    assert "begins with" not in right.err
