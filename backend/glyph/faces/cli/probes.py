"""Questions to what runs on this machine, each with a deadline: ports, the owner's socket, MCP, Node."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

import httpx2

from glyph.app.doctor_service import Visit

DEADLINE_S = 5.0
REVISION = "2025-11-25"
GREETING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": REVISION, "capabilities": {}, "clientInfo": {"name": "glyph-doctor", "version": "1"}},
}
NOBODY = Visit(listening=False, status=None, is_glyph=False)
SILENT = Visit(listening=True, status=None, is_glyph=False)


def is_listening(host: str, port: int) -> bool:
    """Return whether somebody takes connections there."""
    try:
        with socket.create_connection((host, port), timeout=DEADLINE_S):
            return True
    except OSError:
        return False


def visit_health(host: str, port: int) -> Visit:
    """Return what answers on a port: both of Glyph's servers say on /healthz that they are well."""
    if not is_listening(host, port):
        return NOBODY
    try:
        with _client() as client:
            answer = client.get(f"http://{_in_url(host)}:{port}/healthz")
    except httpx2.HTTPError:
        return SILENT
    return Visit(listening=True, status=answer.status_code, is_glyph=_says(answer, '"status":"ok"'))


def visit_mcp(host: str, port: int, path: str, token: str) -> Visit:
    """Return what an MCP client would get for its greeting."""
    if not is_listening(host, port):
        return NOBODY
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
    try:
        with _client() as client:
            answer = client.post(f"http://{_in_url(host)}:{port}{path}", json=GREETING, headers=headers)
    except httpx2.HTTPError:
        return SILENT
    return Visit(listening=True, status=answer.status_code, is_glyph=_says(answer, '"serverInfo"'))


def answers_on(file: Path) -> bool:
    """Return whether an owner answers on its socket, within the deadline."""
    try:
        with httpx2.Client(transport=httpx2.HTTPTransport(uds=str(file)), timeout=DEADLINE_S) as client:
            return client.get("http://owner/healthz").is_success
    except httpx2.HTTPError:
        return False


def node_version() -> tuple[int, ...] | None:
    """Return the version of the Node on PATH; None when there is none that starts."""
    node = shutil.which("node")
    if node is None:
        return None
    try:
        said = subprocess.run([node, "--version"], capture_output=True, timeout=DEADLINE_S, check=True)  # noqa: S603 - the Node that `make run` starts
    except (OSError, subprocess.SubprocessError):
        return None
    numbers = re.match(rb"v(\d+)\.(\d+)\.(\d+)", said.stdout)
    return tuple(int(number) for number in numbers.groups()) if numbers else None


def _client() -> httpx2.Client:
    return httpx2.Client(timeout=DEADLINE_S, trust_env=False)


def _says(answer: httpx2.Response, words: str) -> bool:
    return answer.is_success and words in answer.text.replace(" ", "")


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
