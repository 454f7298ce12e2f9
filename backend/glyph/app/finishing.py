"""Finishing: a move that was cut short by a crash is completed at the next start, its links with it."""

import logging

from glyph.app.linkmap import LinkMap
from glyph.app.relinking import with_links
from glyph.corpus.library import Library
from glyph.corpus.links import relinked
from glyph.corpus.moves import BegunMove
from glyph.corpus.opened import Corpus
from glyph.domain.document import DocumentPath
from glyph.errors import GlyphError
from glyph.ingest.load.markdown import load_text

logger = logging.getLogger(__name__)


def finish_move(corpus: Corpus, links: LinkMap) -> None:
    """Complete the move that a crash has cut short, if one was. Nobody else may be writing.

    The document and its images are brought to the new path, its history follows, and so does every link that still
    leads to the old one. What cannot be written is logged, and stays a broken link among the problems. Where the
    documents cannot be read, the next start tries again.
    """
    move = corpus.moves.begun()
    if move is None:
        return
    try:
        corpus.source.scan()  # what is not mounted yet is finished another time
        if corpus.library.finish_move(move.path, move.to, opened_hash=move.content_hash):
            corpus.history.follow(move.path, move.to)
            if move.rewrites_links:
                _follow_links(corpus.library, links, move)
            logger.info("a move was finished", extra={"path": move.to})
        corpus.moves.forget()
    except GlyphError as error:
        logger.warning("a move was not finished", extra={"path": move.to, "code": error.code, "reason": error.message})


def _follow_links(library: Library, links: LinkMap, move: BegunMove) -> None:
    for path, document in links.all().items():
        if document is None or (path == move.to and document.content_hash != move.content_hash):
            continue  # the links of the document itself have followed already
        try:
            _relink(library, path, links, move)
        except GlyphError as error:
            logger.warning("links not rewritten", extra={"path": path, "code": error.code, "reason": error.message})


def _relink(library: Library, path: DocumentPath, links: LinkMap, move: BegunMove) -> None:
    written_at = move.path if path == move.to else path
    relinks = relinked(written_at, links.of(path).links, move.path, move.to)
    if relinks:
        document = library.read(path)
        library.save(path, with_links(load_text(document), relinks), opened_hash=document.content_hash)
