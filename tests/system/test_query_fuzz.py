"""Made-up queries through the search service over the real index: none is ever syntax. `--fuzz 10000` makes more."""

import random
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

from glyph.app.local import LocalWorkbench
from glyph.domain.document import CollectionName
from glyph.domain.ranking import Mode, Scope, SearchRequest
from glyph.errors import BadRequest
from glyph.index.embedded.layout import IndexFolder
from glyph.index.embedded.store import EmbeddedStore
from tests.conftest import MakeWorkbench
from tests.fakes.clock import TickingClock

SEED = 51_820
ATOMS = [
    *"\"'`*():^-+{}[]|&!~\\/%_,;.?’“«…·éßİ🜁\u0301\u202e\u200b\ufeff\0\t\n\x1b\x7f", "\r\n", "漢字",
    "nginx重启服务", "ディスクー", "서버를", "ﾃﾞ", "İSTANBUL", "ısı", "a" * 70,
    "AND", "OR", "NOT", "NEAR", "NEAR(", "NEAR/2", "heading:", "body :", "rowid:", "' OR 1=1 --",
    "; DROP TABLE chunks;", "SELECT", "MATCH", "bm25(", "wg0", "wg-quick", "51820", "0x1f", "10.8.0.1/24",
    "restart", "gateway", "dump", "PrivateKey", "rtl-config.json",
]  # fmt: skip
MODES = [Mode.AUTO, Mode.AUTO, Mode.KEYWORD, Mode.HYBRID, Mode.VECTOR]


def made_up(generator: random.Random) -> str:
    """Return a query of atoms run together or set apart, now and then of any characters at all."""
    if generator.random() < 0.1:
        return "".join(
            chr(generator.choice([*range(0x20), *range(0x20, 0xD800)])) for _ in range(generator.randint(1, 40))
        )
    between = generator.choice(["", " ", " ", '"', "*", "\0"])
    return between.join(generator.choices(ATOMS, k=generator.randint(1, 12)))


@pytest.fixture
def workbench(tmp_path: Path, make_workbench: MakeWorkbench) -> Generator[LocalWorkbench]:
    """A workbench over the real store: one bad statement would raise an error of SQLite's."""
    made = make_workbench(store=EmbeddedStore(IndexFolder(tmp_path / "index"), TickingClock()))
    made.start_update(rebuild=False)
    made.jobs.join()
    yield made
    made.close()


def test_no_query_that_can_be_made_up_is_syntax_or_breaks_the_index(
    workbench: LocalWorkbench, pytestconfig: pytest.Config
) -> None:
    generator = random.Random(SEED)  # noqa: S311 - made up, not secret
    outcomes: Counter[str] = Counter()
    for _ in range(int(str(pytestconfig.getoption("--fuzz")))):
        prefix = generator.choice(["", "", "", "network/", made_up(generator)])
        collections = generator.choice([(), (), (CollectionName("docs"),)])
        request = SearchRequest(
            made_up(generator), generator.choice(MODES), generator.randint(1, 50), Scope(collections, prefix)
        )
        try:
            outcomes["found" if workbench.search(request).hits else "nothing"] += 1
        except BadRequest:
            outcomes["refused"] += 1
    assert min(outcomes["found"], outcomes["nothing"]) > outcomes.total() / 50, (
        "both must happen for this to prove much"
    )
