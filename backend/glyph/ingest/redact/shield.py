"""What is never a secret, whatever stands beside it: public keys, digests, fingerprints, images."""

from glyph.domain.redaction import RuleId
from glyph.ingest.redact.markers import marker_ranges
from glyph.ingest.redact.rule import Rule, run_rules
from glyph.ingest.redact.view import View

Ranges = tuple[tuple[int, int], ...]

_B64 = "A-Za-z0-9+/"


def _harmless(name: str, expression: str, *keywords: str) -> Rule:
    return Rule(RuleId(name), expression, keywords)


SHIELD_RULES: tuple[Rule, ...] = (
    _harmless(
        "ssh-public-key",
        rf"(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp[0-9]+|sk-(?:ssh|ecdsa)-[a-z0-9@.\-]+) AAAA[{_B64}]+={{0,2}}",
        " aaaa",
    ),
    _harmless("certificate", r"-----BEGIN (?:X509 |TRUSTED |NEW )?CERTIFICATE(?: REQUEST)?-----[^\-]*", "begin "),
    _harmless("public-key-block", r"-----BEGIN (?:RSA |EC )?PUBLIC KEY-----[^\-]*", "public key"),
    _harmless("pgp-public-key", r"-----BEGIN PGP (?:PUBLIC KEY BLOCK|SIGNATURE|MESSAGE)-----[^\-]*", "begin pgp"),
    _harmless(
        "digest",
        (
            r"(?i)\b(?:sha(?:1|224|256|384|512)|md5|blake[23][bs]?|h1|etag)(?:[:\-]| \([^()\n]{1,80}\) = |: "
            r"?(?:W/)?\")[A-Za-z0-9+/=]{16,}"
        ),
        "sha",
        "md5",
        "blake",
        "h1:",
        "etag",
    ),
    _harmless("digest", r"(?i)\bMD5:(?:[0-9a-f]{2}:){15}[0-9a-f]{2}", "md5:"),
    _harmless("fingerprint", r"\b(?:[0-9A-Fa-f]{2}[:\-]){5,31}[0-9A-Fa-f]{2}\b", ":", "-"),
    _harmless("data-image", rf"data:[a-z]+/[a-z0-9.+\-]+;base64,[{_B64}]+={{0,2}}", "data:"),
    _harmless("nix-path", r"/nix/store/[a-z0-9]{32}-[^\s]+", "/nix/store/"),
    _harmless(
        "public-key-field",
        (
            r"(?i)\b(?:public|pub)[ _.\-]?key\b[\"'`*]{0,3}(?: is)?[ \t]*[:=]?[ "
            r"\t]*[\"'`*]{0,3}(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/_\-]{40,})"
        ),
        "public",
        "pub",
    ),
    _harmless("dkim-key", r"\bv=DKIM1;[^\n]*?\bp=[A-Za-z0-9+/=]+", "v=dkim1"),
    _harmless("age-recipient", r"\bage1[a-z0-9]{50,}", "age1"),
    _harmless(
        "notion-link",
        (
            r"(?:%20[0-9a-f]{32}\b|[ _\-][0-9a-f]{32}(?:\.md|\.csv|\.html|/|\?|%20)|notion\.(?:so|"
            r"site)/[^\s)]*[0-9a-f]{32})"
        ),
        "%20",
        ".md",
        ".csv",
        ".html",
        "notion",
        "/",
    ),
    _harmless(
        "certificate-data",
        r"(?i)\b(?:client-certificate|certificate-authority)-data:\s*[A-Za-z0-9+/=]+",
        "certificate-",
    ),
    _harmless("certificate-data", r"\bLS0tLS1CRUdJTiBDRVJU[A-Za-z0-9+/=]+", "ls0tls1crudjtibdrvju"),
    _harmless("sealed-values", r"\bencryptedData:[ \t]*(?:\r?\n[ \t]+[^\s:]+:[ \t]+[^\s]+)+", "encrypteddata"),
    _harmless("sops-value", r"\bENC\[[^\]\n]*\]", "enc["),
    _harmless("arn", r"\barn:[a-z\-]+:[^\s\"'`]*", "arn:"),
    _harmless("vault-ciphertext", r"\bvault:v[0-9]+:[A-Za-z0-9+/=]+", "vault:v"),
    _harmless("authorization-reference", r"(?i)\b(?:secret|configmap)(?:name|keyref|ref)\b[^\n]*", "secret"),
)


def shielded(view: View, present: frozenset[str]) -> Ranges:
    """Return the ranges of the folded text that no label, table or command rule may touch."""
    found = [(hit.start, hit.end) for hit in run_rules(view, SHIELD_RULES, present)]
    return tuple(sorted([*found, *marker_ranges(view.text)]))
