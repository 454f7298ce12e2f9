"""Files that are not UTF-8: old Windows text is read, damaged text is not."""

import pytest

from glyph.errors import UnreadableDocument
from glyph.ingest.load.encoding import decode, legacy_encoding
from tests.ingest.load.files import document, fixture

TURKISH = (
    "Yedekleme sunucusu her gece saat ikide çalışır. Şifreler kasada durur; ağ geçidi yeniden başlatılmalıdır.",
    "İSTANBUL şubesi için yönlendirici ayarları",
    "ısı sensörü",
    "Değişiklik günlüğü: İzmir ağ anahtarı güncellendi",
    "Bağlantı kesilirse „kırmızı“ lamba yanar – 5 dakika bekleyin",
)
WESTERN = (
    "Die Größe der Übertragung wird überprüft. Der Schlüssel läuft ab.",
    "größe",
    "Le serveur a été redémarré à 3 h; vérifiez l’état du réseau – œuvre",
    "Contraseña del año, ¿dónde está la configuración?",
    "A configuração não está disponível: verifique a conexão",
    "Þetta er íslenska, eða öryggisafrit á þjóninum í Reykjavík",
    "The VPN “gateway” restarts – nightly… 20°C, 5 €",
)


@pytest.mark.parametrize("text", TURKISH)
def test_turkish_windows_text_is_read_as_turkish(text: str) -> None:
    decoded = decode(document(text.encode("cp1254")))
    assert (decoded.text, decoded.encoding) == (text, "cp1254")


@pytest.mark.parametrize("text", WESTERN)
def test_western_windows_text_is_read_as_western(text: str) -> None:
    decoded = decode(document(text.encode("cp1252")))
    assert (decoded.text, decoded.encoding) == (text, "cp1252")


def test_a_file_from_a_turkish_machine_is_read_whole() -> None:
    text = decode(fixture("vardiya.txt")).text
    assert "Gece vardiyasında jeneratör odasının ısısı" in text
    assert "SGT-208" in text


@pytest.mark.parametrize("text", [*TURKISH, *WESTERN, "日本語 🚀"])
def test_utf_8_is_taken_for_nothing_else(text: str) -> None:
    assert decode(document(text.encode())).encoding == "utf-8"
    assert decode(document(b"\xef\xbb\xbf" + text.encode())).text == text


@pytest.mark.parametrize(
    "content",
    [
        "größe und Übertragung".encode() + b" \xc3",
        "größe".encode() + "größe".encode("cp1252"),
        b"\xff",
        b"\xff\xfe",
        b"\xff\xfea\0",
        "# Text\n".encode("utf-16"),
        bytes(range(256)),
        b"plain \x81 text \x8d",
        b"# Text\n\n\xff\xfe\xc0\xaf\n",
    ],
)
def test_damaged_text_and_binary_files_are_no_code_page(content: bytes) -> None:
    assert legacy_encoding(content) is None
    with pytest.raises(UnreadableDocument, match="not UTF-8"):
        decode(document(content))
