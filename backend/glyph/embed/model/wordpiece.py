"""Text as the bundled model reads it: word pieces, and windows that it reads whole."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tokenizers import Encoding, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

WINDOW_PIECES = 256
"""What the model was trained to read at once, its two marks included."""
_ROOM = WINDOW_PIECES - 2
RECENT_WINDOWS = 1_024
"""Windows whose ids are kept until they are embedded: a few batches of a build, about 2 MB."""

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Border:
    """A place between two words: ``piece`` is the first behind it, ``cut`` the offset of the cut.

    ``strength`` is 2 at a line end, 1 at other white space, 0 inside a run such as a path or a URL.
    """

    piece: int
    cut: int
    strength: int


class RecentIds:
    """The ids of the latest windows that nobody has taken yet, at most ``limit`` of them. Any thread may call."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._ids: dict[str, Ids] = {}

    def __len__(self) -> int:
        return len(self._ids)

    def keep(self, window: str, ids: Ids) -> None:
        self._ids[window] = ids
        for oldest in list(self._ids)[: -self._limit]:
            self._ids.pop(oldest, None)

    def take(self, window: str) -> Ids | None:
        return self._ids.pop(window, None)


class WordPieces:
    """Lower-case BERT word pieces; names of special tokens in a text are ordinary text.

    A window's ids are known when it is cut. They are kept until somebody asks for them: whoever has a
    text cut has its windows embedded next. Any thread may call.
    """

    def __init__(self, vocabulary: bytes) -> None:
        numbered = {word: number for number, word in enumerate(vocabulary.decode("utf-8").rstrip("\n").split("\n"))}
        self._start, self._end = numbered["[CLS]"], numbered["[SEP]"]
        self._tokenizer = Tokenizer(WordPiece(numbered, unk_token="[UNK]"))  # noqa: S106 - a word piece, no password
        self._tokenizer.normalizer = BertNormalizer(lowercase=True)
        self._tokenizer.pre_tokenizer = BertPreTokenizer()
        self._recent = RecentIds(RECENT_WINDOWS)

    def ids(self, text: str) -> Ids:
        """Return the model's input for ``text``: at most 256 ids, what is longer is cut off."""
        return self._recent.take(text) or self._marked(self._encode(text).ids[:_ROOM])

    def windows(self, text: str, *, heading: str = "") -> tuple[str, ...]:
        """Return ``text`` cut into windows of at most 254 word pieces, each below the line ``heading``.

        A cut falls at the last line end in the second half of a window, else at its last white
        space, else between two words. A word has at most 100 pieces, so it is never cut.
        """
        line, above = self._heading_line(heading) if heading else ("", ())
        encoding = self._encode(text)
        borders = [_Border(0, 0, 0), *_cuts(text, encoding, _ROOM - len(above)), _Border(len(encoding), len(text), 0)]
        ids = encoding.ids
        return tuple(
            self._kept(line + text[start.cut : end.cut], (*above, *ids[start.piece : end.piece]))
            for start, end in pairwise(borders)
        )

    def _heading_line(self, heading: str) -> tuple[str, Sequence[int]]:
        """Return the line above each window, and its word pieces: at most half of a window."""
        encoding = self._encode(heading)
        taken = min(len(encoding.ids), _ROOM // 2)
        whole = taken == len(encoding.ids)
        return f"{heading if whole else heading[: encoding.offsets[taken][0]]}\n", encoding.ids[:taken]

    def _kept(self, window: str, pieces: Sequence[int]) -> str:
        self._recent.keep(window, self._marked(pieces))
        return window

    def _marked(self, ids: Sequence[int]) -> Ids:
        return (self._start, *ids, self._end)

    def _encode(self, text: str) -> Encoding:
        """Return the word pieces of ``text``; half a surrogate pair, which is no text, counts as ``?``."""
        readable = text.encode("utf-8", "replace").decode("utf-8")
        return self._tokenizer.encode(readable, add_special_tokens=False)


def _cuts(text: str, encoding: Encoding, room: int) -> Iterator[_Border]:
    """Yield where windows of at most ``room`` pieces begin, but for the first."""
    first, pieces = 0, len(encoding)
    if pieces <= room:
        return
    words, offsets = encoding.word_ids, encoding.offsets

    def border(piece: int) -> _Border:
        gap_start, gap_end = offsets[piece - 1][1], offsets[piece][0]
        line_end = text.rfind("\n", gap_start, gap_end)
        return _Border(piece, line_end + 1, 2) if line_end >= 0 else _Border(piece, gap_end, int(gap_end > gap_start))

    while pieces - first > room:
        latest, middle = first + room, first + room // 2
        places = [piece for piece in range(latest, first, -1) if words[piece] != words[piece - 1]]
        best = max(map(border, [piece for piece in places if piece > middle] or places), key=_strength)
        yield best
        first = best.piece


def _strength(border: _Border) -> int:
    return border.strength
