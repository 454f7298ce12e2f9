"""What the two servers are given: addresses, and each only the settings that it needs."""

from dataclasses import dataclass
from pathlib import Path

from glyph.settings import Settings
from tools.console import BUILD_SERVER, FRONTEND, PYTHON, ROOT, environment, tool
from tools.servers import Server


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where the two servers listen and what people open."""

    api_host: str
    api_port: int
    workbench_port: int
    public_origin: str
    logs: Path

    @property
    def api_origin(self) -> str:
        """Return where this machine reaches the API, also when it listens on every address."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.api_host, self.api_host)  # noqa: S104 - read, not bound
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.api_port}"

    @property
    def workbench_origin(self) -> str:
        return f"http://127.0.0.1:{self.workbench_port}"


def surroundings(settings: Settings) -> Surroundings:
    """Return the addresses."""
    return Surroundings(
        api_host=settings.api.host,
        api_port=settings.api.port,
        workbench_port=settings.workbench.port,
        public_origin=settings.public_origin,
        logs=ROOT / settings.data.root / "logs",
    )


def api_server(around: Surroundings) -> Server:
    """Return the API, which reads `.env` itself."""
    address = ["--host", around.api_host, "--port", str(around.api_port)]
    return Server(
        name="API",
        command=[str(PYTHON), tool("glyph"), "serve", *address],
        environment=environment({"PYTHONUNBUFFERED": "1"}),
        cwd=ROOT,
        health_url=f"{around.api_origin}/healthz",
        log=around.logs / "api.log",
    )


def workbench_environment(settings: Settings, around: Surroundings) -> dict[str, str]:
    """Return the whole environment of the workbench's server; the API's token and the password hash stay out of it."""
    inherited = environment()
    return {
        **{name: inherited[name] for name in ("PATH", "HOME", "TMPDIR", "LANG") if name in inherited},
        "GLYPH_API__ORIGIN": around.api_origin,
        "GLYPH_WORKBENCH__TOKEN": settings.workbench.token.get_secret_value(),
        "GLYPH_SESSION__SECRET": settings.session.secret.get_secret_value(),
        "GLYPH_PUBLIC_ORIGIN": around.public_origin,
        "GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES": str(settings.corpus.document_limit_bytes),
        "HOSTNAME": "127.0.0.1",
        "PORT": str(around.workbench_port),
        "NEXT_TELEMETRY_DISABLED": "1",
        "NODE_ENV": "production",
    }


def workbench_server(settings: Settings, around: Surroundings) -> Server:
    """Return the built workbench."""
    return Server(
        name="workbench",
        command=["node", str(BUILD_SERVER)],
        environment=workbench_environment(settings, around),
        cwd=BUILD_SERVER.parent,
        health_url=f"{around.workbench_origin}/healthz",
        log=around.logs / "workbench.log",
    )


def workbench_in_development(settings: Settings, around: Surroundings) -> Server:
    """Return the workbench as `next dev` serves it: slower, and following every change."""
    options = ["--hostname", "127.0.0.1", "--port", str(around.workbench_port)]
    return Server(
        name="workbench",
        command=["node", str(FRONTEND / "node_modules" / "next" / "dist" / "bin" / "next"), "dev", *options],
        environment={**workbench_environment(settings, around), "NODE_ENV": "development"},
        cwd=FRONTEND,
        health_url=f"{around.workbench_origin}/healthz",
        log=around.logs / "workbench.log",
    )
