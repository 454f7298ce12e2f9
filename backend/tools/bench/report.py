"""The table that people read: promises first, then every figure beside its baseline."""

from collections.abc import Iterable, Iterator, Sequence

from tools.bench.browsing import Browsing
from tools.bench.importing import Importing
from tools.bench.indexing import Indexing
from tools.bench.promises import Promise
from tools.bench.querying import Querying
from tools.bench.results import Results
from tools.bench.sizes import Size

PREFACE = (
    "Absolute times belong to the machine and to what else it did; each figure stands beside a baseline of the same"
    " run, taken in turn with it. `results.json` has all of it."
)


def report(results: Results, promises: Sequence[Promise]) -> str:
    """Return the whole report as Markdown."""
    lines = [
        "# What `make bench` measured",
        "",
        PREFACE,
        "",
        *_machine(results),
        "",
        "## Promises",
        "",
        *table(("promise", "measured", "bound", "holds"), (_promise(each) for each in promises)),
        "",
        "## Writing",
        "",
        *_writing(results.indexing.items()),
        "",
        "## Asking",
        "",
        *_asking({"sample corpus": results.querying, **{f"{size.chunks:,}": size.querying for size in results.sizes}}),
        "",
        "## Sizes",
        "",
        "Invented texts and unit vectors through the real store; a base is built in a child process.",
        "",
        *_sizes(results.sizes),
        "",
        "## Importing",
        "",
        "An invented Notion export with every quirk of real ones, in two parts.",
        "",
        *_importing(results.importing),
        "",
        "## Life of an index",
        "",
        *_life(results),
        *(_browsing(results.browsing) if results.browsing else ()),
    ]
    return "\n".join(lines) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


def _machine(results: Results) -> Iterator[str]:
    machine = results.machine
    yield (
        f"{machine.time}, commit {machine.commit}, {machine.cores} cores, load {machine.load_1_min} at the start,"
        f" {machine.system}; Python {machine.python}, SQLite {machine.sqlite}, Chroma {machine.chroma},"
        f" numpy {machine.numpy}, onnxruntime {machine.onnxruntime}. The run took {results.seconds:.0f} s."
    )


def _promise(each: Promise) -> Sequence[object]:
    sign = "≥" if each.at_least else "≤"
    return (
        each.name,
        f"{each.measured:g} {each.unit}".strip(),
        f"{sign} {each.bound:g}",
        "yes" if each.holds else "**no**",
    )


def _writing(measured: Iterable[tuple[str, Indexing]]) -> Iterator[str]:
    columns = dict(measured)
    rows: list[tuple[str, list[object]]] = []
    for each in columns.values():
        throughput, refresh, update = each.throughput, each.refresh, each.update
        figures: tuple[tuple[str, object], ...] = (
            ("documents / chunks / windows", f"{throughput.documents} / {throughput.chunks} / {throughput.windows}"),
            ("full index", f"{throughput.seconds} s, {throughput.chunks_per_s} chunks/s"),
            (
                f"embedder alone, {throughput.threads} threads",
                f"{throughput.embedder_alone_s} s, {throughput.embedder_chunks_per_s} chunks/s",
            ),
            ("of the embedder's throughput", throughput.share_of_embedder),
            ("again, with kept vectors", f"{throughput.again_with_kept_vectors_s} s"),
            ("generation on disk", f"{throughput.disk_mb} MB"),
            ("no-op refresh, p50 / p95", f"{refresh.warm.p50_ms} / {refresh.warm.p95_ms} ms"),
            ("walking and hashing alone", f"{refresh.walk_and_hash.p50_ms} ms (× {refresh.times_walk_and_hash})"),
            ("first refresh of a process", f"{refresh.first_s} s"),
            ("`glyph index` with its process", f"{refresh.command_s} s"),
            ("one-document update, p50 / p95", f"{update.total.p50_ms} / {update.total.p95_ms} ms"),
            ("embedder alone on what is new", f"{update.embedder_alone.p50_ms} ms (× {update.times_embedder})"),
            (
                "beyond its embedding, p50 / p95",
                f"{update.beyond_embedding.p50_ms} / {update.beyond_embedding.p95_ms} ms",
            ),
        )
        for place, (name, figure) in enumerate(figures):
            if place == len(rows):
                rows.append((name, []))
            rows[place][1].append(figure)
    yield from table(("", *columns), ((name, *found) for name, found in rows))


def _importing(one: Importing) -> Iterator[str]:
    head = ("pages", "databases", "files", "links", "of them lead somewhere", "import", "again", "peak")
    figures = (one.pages, one.databases, one.assets, one.links, one.resolved)
    yield from table(head, [(*figures, f"{one.first_s} s", f"{one.again_s} s", f"{one.peak_mib} MiB")])


def _asking(measured: dict[str, Querying]) -> Iterator[str]:
    ways = ("fts5", "numpy", "chroma", "embedding", "keyword", "vector", "hybrid")
    head = (
        "p50 / p95 ms",
        *("bare " + way for way in ways[:4]),
        *ways[4:],
        "keyword × FTS5",
        "vector × parts",
        "hybrid × parts",
    )
    yield from table(head, (_asked(name, one, ways) for name, one in measured.items()))


def _asked(name: str, one: Querying, ways: Sequence[str]) -> Sequence[object]:
    found = {**one.alone, **one.service}
    return name, *(f"{found[way].p50_ms} / {found[way].p95_ms}" for way in ways), *one.times.values()


def _sizes(sizes: Sequence[Size]) -> Iterator[str]:
    head = (
        "chunks",
        "stage s",
        "finish s",
        "activate s",
        "× bare FTS5 table",
        "disk MB (rows + base)",
        "recall@10",
        "rebase s",
        "reader × idle meanwhile",
        "peak MiB service / child",
    )
    yield from table(head, (_size(size) for size in sizes))


def _size(size: Size) -> Sequence[object]:
    built = size.built
    return (
        f"{size.chunks:,}",
        built.stage_s,
        built.finish_s,
        built.activate_s,
        built.times_plain_table,
        f"{built.disk_mb} ({built.database_mb} + {built.base_mb})",
        size.recall_at_10,
        size.rebased.seconds,
        size.rebased.times_idle,
        f"{size.peak_memory_mib} / {built.peak_memory_of_child_mib}",
    )


def _life(results: Results) -> Iterator[str]:
    life = results.rebuilding
    named = {
        "rebuild": life.rebuilds,
        "rebuild, one reader": life.rebuilds_under_one,
        "rebase, one reader": life.rebases_under_one,
    }
    head = ("", "times", "readers", "s each", "answers", "errors", "mixed", "idle p50 ms", "meanwhile p50 ms", "×")
    rows = (
        (
            name,
            one.deeds,
            one.threads,
            one.seconds_each,
            one.answers,
            len(one.errors),
            one.mixed,
            one.idle.p50_ms,
            one.meanwhile.p50_ms,
            one.times_idle,
        )
        for name, one in named.items()
    )
    yield from table(head, rows)
    yield ""
    yield (
        f"Open descriptors {life.descriptors_before} before and {life.descriptors_after} after the rebuilds under four"
        f" readers, threads {life.threads_before} and {life.threads_after}; peak memory"
        f" {life.memory_after_first_mib} MiB after the first rebuild, {life.peak_memory_mib} MiB in the end."
    )


def _browsing(browsing: Browsing) -> Iterator[str]:
    yield ""
    yield "## At the workbench"
    yield ""
    yield (
        f"The production build and both real servers in Chromium {browsing.browser}, over {browsing.documents:,}"
        f" documents. A first load with a document open brings {browsing.first_load_mb} MB. A key's main-thread time is"
        " processor time: the key itself and all it sets off, the preview included."
        f" Measured {browsing.machine.time}, commit {browsing.machine.commit}, load {browsing.machine.load_1_min}."
    )
    yield ""
    large, scrolling = browsing.large, browsing.scrolling
    typed = [(f"{typing.document_kb} KB, live preview", typing.keys, typing.key) for typing in browsing.typing]
    rows = ((name, keys, key.p50_ms, key.p95_ms) for name, keys, key in typed)
    yield from table(("typing in", "keys", "p50 ms", "p95 ms"), rows)
    yield ""
    yield (
        f"{large.document_mb} MB: open after {large.opened_s} s, longest silence {large.longest_task_ms:g} ms, a key"
        f" {large.key.p50_ms} / {large.key.p95_ms} ms (p50 / p95), saved after {large.saved_s} s."
    )
    yield (
        f"The tree, {scrolling.rows_of_tree:,} rows, {scrolling.rows_drawn} of them drawn: a frame every"
        f" {scrolling.frame.p50_ms} / {scrolling.frame.p95_ms} ms (p50 / p95) while it scrolls, {scrolling.busy_ms} ms"
        " of the main thread in each."
    )
