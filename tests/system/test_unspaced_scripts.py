"""Chinese, Japanese and Korean runbooks beside English ones: found by the words people type, and quoted there."""

import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.faces.shapes import SearchAnswer
from tests.faces.site import Server, Site, empty_site, serving

RUNBOOKS = Path(__file__).parents[1] / "fixtures" / "scripts"

FOUND = [
    ("重启", "zh/nginx.md"),
    ("nginx重启", "zh/nginx.md"),
    ("怎么重启服务", "zh/nginx.md"),
    ("备份", "zh/backup.md"),
    ("如何恢复数据库的数据", "zh/backup.md"),
    ("证书", "zh/certificate.md"),
    ("トンネル", "ja/vpn.md"),
    ("時刻", "ja/vpn.md"),
    ("VPNのトンネルが切断された", "ja/vpn.md"),
    ("ディスクの交換", "ja/disk.md"),
    ("印刷が止まった", "ja/printer.md"),
    ("서버", "ko/server.md"),
    ("서버를 재시작하는 방법", "ko/server.md"),
    ("방화벽", "ko/firewall.md"),
    ("포트를 열고 싶다", "ko/firewall.md"),
    ("지연 시간", "ko/monitoring.md"),
    ("障害", "ja/vpn.md"),
    ("nginx configuration", "en/nginx.md"),
]


@pytest.fixture(scope="module")
def server(sample: Site, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    site: Site = empty_site(tmp_path_factory.mktemp("scripts") / "site", model_of=sample)
    shutil.copytree(RUNBOOKS, site.docs, dirs_exist_ok=True)
    done = site.run("index")
    assert done.code == 0, done.err
    with serving(site) as server:
        yield server


def answer_of(server: Server, query: str, mode: str = "auto") -> SearchAnswer:
    with server.client() as client:
        return SearchAnswer.model_validate_json(
            client.post("/v1/search", json={"query": query, "mode": mode, "limit": 20}).content
        )


@pytest.mark.parametrize("mode", ["auto", "keyword"])
@pytest.mark.parametrize(("query", "path"), FOUND)
def test_a_query_finds_its_page_first(server: Server, query: str, path: str, mode: str) -> None:
    assert answer_of(server, query, mode).hits[0].path == path


@pytest.mark.parametrize(
    ("query", "path", "quoted"),
    [("重启", "zh/nginx.md", "平滑重启nginx服务"), ("서버를", "ko/server.md", "서버를 재시작")],
)
def test_the_quote_holds_the_word(server: Server, query: str, path: str, quoted: str) -> None:
    hit = answer_of(server, query).hits[0]
    assert (hit.path, quoted in hit.quote) == (path, True)


@pytest.mark.parametrize("query", ["打印", "ルータ", "배터리"])
def test_a_word_that_stands_nowhere_is_not_found_by_its_letters(server: Server, query: str) -> None:
    assert all(query[:2] in hit.quote for hit in answer_of(server, query, "keyword").hits)
