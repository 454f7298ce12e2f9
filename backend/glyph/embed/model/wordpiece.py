"""Text as the bundled model reads it: word pieces, and windows that it reads whole."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tokenizers import Encoding, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

WINDOW_PIECES = 256
"""What the model was trained to read at once, its two marks included."""
_ROOM = WINDOW_PIECES - 2


@dataclass(frozen=True, slots=True)
class _Border:
    """A place between two words: ``piece`` is the first behind it, ``cut`` the offset of the cut.

    ``strength`` is 2 at a line end, 1 at other white space, 0 inside a run such as a path or a URL.
    """

    piece: int
    cut: int
    strength: int


class WordPieces:
    """Lower-case BERT word pieces; names of special tokens in a text are ordinary text."""

    def __init__(self, vocabulary: bytes) -> None:
        numbered = {word: number for number, word in enumerate(vocabulary.decode("utf-8").rstrip("\n").split("\n"))}
        self._start, self._end = numbered["[CLS]"], numbered["[SEP]"]
        self._tokenizer = Tokenizer(WordPiece(numbered, unk_token="[UNK]"))  # noqa: S106 - a word piece, no password
        self._tokenizer.normalizer = BertNormalizer(lowercase=True)
        self._tokenizer.pre_tokenizer = BertPreTokenizer()

    def ids(self, text: str) -> tuple[int, ...]:
        """Return the model's input for ``text``: at most 256 ids, what is longer is cut off."""
        return (self._start, *self._encode(text).ids[:_ROOM], self._end)

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        """Return ``text`` cut into windows of at most 254 word pieces, each below the line ``heading``.

        A cut falls at the last line end in the second half of a window, else at its last white
        space, else between two words. A word has at most 100 pieces, so it is never cut.
        """
        line, room = self._heading_line(heading) if heading else ("", _ROOM)
        encoding = self._encode(text)
        pieces = len(encoding.ids)
        if pieces <= room:
            return (line + text,)
        cuts = [0, *_cuts(tuple(_borders(text, encoding)), pieces, room), len(text)]
        return tuple(line + text[start:end] for start, end in pairwise(cuts))

    def _heading_line(self, heading: str) -> tuple[str, int]:
        """Return the line above each window, at most half of one, and the room below it."""
        encoding = self._encode(heading)
        taken = min(len(encoding.ids), _ROOM // 2)
        whole = taken == len(encoding.ids)
        return f"{heading if whole else heading[: encoding.offsets[taken][0]]}\n", _ROOM - taken

    def _encode(self, text: str) -> Encoding:
        """Return the word pieces of ``text``; half a surrogate pair, which is no text, counts as ``?``."""
        readable = text.encode("utf-8", "replace").decode("utf-8")
        return self._tokenizer.encode(readable, add_special_tokens=False)


def _borders(text: str, encoding: Encoding) -> Iterator[_Border]:
    words, offsets = encoding.word_ids, encoding.offsets
    for piece in range(1, len(words)):
        if words[piece] == words[piece - 1]:
            continue
        gap_start, gap_end = offsets[piece - 1][1], offsets[piece][0]
        line_end = text.rfind("\n", gap_start, gap_end)
        if line_end >= 0:
            yield _Border(piece, line_end + 1, 2)
        else:
            yield _Border(piece, gap_end, int(gap_end > gap_start))


def _cuts(borders: tuple[_Border, ...], pieces: int, room: int) -> Iterator[int]:
    first = 0
    while pieces - first > room:
        border = _best(borders, first, room)
        yield border.cut
        first = border.piece


def _best(borders: tuple[_Border, ...], first: int, room: int) -> _Border:
    """Return the border that ends the window which starts with piece ``first``."""
    start, middle, end = (bisect_right(borders, first + ahead, key=_piece) for ahead in (0, room // 2, room))
    return max(borders[middle:end] or borders[start:end], key=lambda border: (border.strength, border.piece))


def _piece(border: _Border) -> int:
    return border.piece
