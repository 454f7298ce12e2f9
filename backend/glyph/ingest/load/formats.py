"""The formats as one process reads them: who loads what, and which of it is kept in memory."""

import threading

from glyph.ingest.load.bounded import AT_ONCE, BoundedLoader
from glyph.ingest.load.by_name import LoaderByName
from glyph.ingest.load.limits import ParserLimits
from glyph.ingest.load.loader import Loader
from glyph.ingest.load.markdown import PLAIN
from glyph.ingest.load.remembered import RememberingLoader
from glyph.ingest.load.table import CsvLoader


def every_loader(limits: ParserLimits) -> Loader:
    """Return what reads every format. Parsers of foreign bytes work in processes of their own, within ``limits``."""
    places = threading.BoundedSemaphore(AT_ONCE)
    webpages = BoundedLoader("html", limits, places)
    read_only: dict[str, Loader] = {
        ".html": webpages,
        ".htm": webpages,
        ".pdf": BoundedLoader("pdf", limits, places),
        ".docx": BoundedLoader("docx", limits, places),
        ".csv": CsvLoader(limits.characters),
    }
    remembering = RememberingLoader(LoaderByName(read_only))
    return LoaderByName({".md": PLAIN, ".txt": PLAIN, **dict.fromkeys(read_only, remembering)})
