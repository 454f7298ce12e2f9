"""The network cut off: nothing of Glyph needs more than this machine."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faces.shapes import SearchAnswer
from tests.faces.site import empty_site

LOOPBACK_ALONE = """
import errno, fcntl, os, socket, struct, sys
with socket.socket() as control:
    fcntl.ioctl(control, 0x8914, struct.pack("16sH14s", b"lo", 0x1 | 0x40, b""))  # SIOCSIFFLAGS: up, running
with socket.socket() as outside:
    assert outside.connect_ex(("192.0.2.1", 443)) in (errno.ENETUNREACH, errno.EHOSTUNREACH), "the network is not cut"
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Runs in a network namespace of its own: brings loopback up, proves the cut, becomes the command."""


@pytest.fixture(scope="module")
def cut() -> tuple[str, ...]:
    """A command that starts another one without a network."""
    unshare = shutil.which("unshare")
    for options in ("-n", "-rn"):
        before = (str(unshare), options, sys.executable, "-c", LOOPBACK_ALONE)
        if unshare and subprocess.run([*before, "/bin/true"], capture_output=True, check=False).returncode == 0:
            return before
    pytest.fail(
        "The network cannot be cut off here: `unshare -n` needs root, `unshare -rn` user namespaces."
        f" unshare is {unshare or 'not installed'}, the user is {os.geteuid()}."
    )


def test_indexing_and_searching_work_with_the_network_cut_off(cut: tuple[str, ...], tmp_path: Path) -> None:
    site = empty_site(tmp_path, ["vpn/wireguard-troubleshooting.md", "network/networkmanager-static-ip.md"])
    indexed = site.run("index", before=cut)
    assert (indexed.code, indexed.err) == (0, "")
    assert indexed.out.startswith("scanned=2 indexed=2 ")
    found = site.run("search", "my VPN stopped routing traffic", "--json", before=cut)
    assert (found.code, found.err) == (0, "")
    answer = SearchAnswer.model_validate_json(found.out)
    assert answer.degraded is None
    assert answer.hits[0].path == "vpn/wireguard-troubleshooting.md"
    assert any("vector" in hit.rankers for hit in answer.hits)
