"""The compose file as compose itself reads it: loopback only, unprivileged, nothing writable but data and corpus."""

import json
import subprocess
from typing import TypedDict, cast

import pytest
from pydantic import BaseModel

from glyph.settings import Settings
from tests.repository.tree import ROOT
from tools.compose import DUMMY, REQUIRED, compose_is_valid, compose_refuses_missing_secrets
from tools.console import tool


class Port(TypedDict):
    host_ip: str
    target: int


class Mount(TypedDict):
    type: str
    source: str
    target: str


class Service(TypedDict):
    environment: dict[str, str]
    image: str
    ports: list[Port]
    volumes: list[Mount]
    read_only: bool
    cap_drop: list[str]
    security_opt: list[str]


@pytest.fixture(scope="module")
def services() -> dict[str, Service]:
    command = [tool("docker-compose"), "--env-file", "/dev/null", "-f", str(ROOT / "docker-compose.yml")]
    done = subprocess.run(
        [*command, "config", "--format", "json"],
        env=dict.fromkeys(REQUIRED, DUMMY),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return cast("dict[str, Service]", json.loads(done.stdout)["services"])


def test_compose_accepts_the_file_with_secrets_and_refuses_it_without_any_one() -> None:
    assert compose_is_valid() == ""
    assert compose_refuses_missing_secrets() == ""


def test_every_published_port_is_on_loopback(services: dict[str, Service]) -> None:
    assert {port["host_ip"] for service in services.values() for port in service["ports"]} == {"127.0.0.1"}


def test_every_service_is_hardened(services: dict[str, Service]) -> None:
    for name, service in services.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name


def test_the_corpus_is_bound_as_a_folder_and_index_and_state_are_volumes(services: dict[str, Service]) -> None:
    mounts = {mount["target"]: mount["type"] for mount in services["api"]["volumes"]}
    assert mounts == {"/corpus": "bind", "/data/index": "volume", "/data/state": "volume"}
    assert (ROOT / "corpus").is_dir()


def test_the_workbench_gets_neither_the_api_token_nor_the_password_hash(services: dict[str, Service]) -> None:
    given = services["workbench"]["environment"]
    assert "GLYPH_API__TOKEN" not in given
    assert "GLYPH_SESSION__PASSWORD_HASH" not in given


def test_the_api_answers_to_its_service_name(services: dict[str, Service]) -> None:
    hosts = cast("list[str]", json.loads(services["api"]["environment"]["GLYPH_API__ALLOWED_HOSTS"]))
    assert services["workbench"]["environment"]["GLYPH_API__ORIGIN"] == f"http://{hosts[-1]}"


ELSEWHERE = {
    "CORPUS__ROOT": "the image: /corpus/docs",
    "CORPUS__EXPORT": "the image: /corpus/export",
    "DATA__ROOT": "the image: /data",
    "INDEX__STORE": "one value alone",
    "API__HOST": "the image: its own network",
    "API__PORT": "compose: the port on the host",
    "WORKBENCH__PORT": "compose: the port on the host",
}
"""Settings that are fixed inside a container, and by what."""


def test_every_setting_of_the_host_reaches_the_api(services: dict[str, Service]) -> None:
    given = services["api"]["environment"]
    every = {f"{group}__{name}".upper() for group, names in groups().items() for name in names}
    assert {name for name in every - ELSEWHERE.keys() if f"GLYPH_{name}" not in given} == set()


def test_a_setting_that_the_host_leaves_alone_is_left_to_its_default(services: dict[str, Service]) -> None:
    given = services["api"]["environment"]
    assert {given[name] for name in given if name.startswith(("GLYPH_EMBED__", "GLYPH_SEARCH__"))} == {""}


def groups() -> dict[str, set[str]]:
    """Return the names of the settings by their group."""
    models = {name: field.annotation for name, field in Settings.model_fields.items()}
    return {
        name: set(model.model_fields)
        for name, model in models.items()
        if isinstance(model, type) and issubclass(model, BaseModel)
    }


def test_images_name_no_registry(services: dict[str, Service]) -> None:
    assert [service["image"] for service in services.values() if "/" in service["image"]] == []
