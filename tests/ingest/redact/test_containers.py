"""Secrets that the place around them gives away: blocks, URLs, headers, hashes, manifests."""

import pytest

from tests.ingest.redact.makers import HASH64, UPPER, Maker, begin, end, redact

MAKE = Maker(3)
BODY = MAKE.key_body()


@pytest.mark.parametrize("kind", ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
@pytest.mark.parametrize("prefix", ["", "    ", "> ", "\t"])
def test_the_body_of_a_private_key_goes_and_its_frame_and_lines_stay(kind: str, prefix: str) -> None:
    text = "\n".join(prefix + line for line in (begin(kind), *BODY, end(kind))) + "\nafter\n"
    result = redact(text).text.value
    assert result.splitlines()[0] == prefix + begin(kind)
    assert result.splitlines()[-2:] == [prefix + end(kind), "after"]
    assert result.count("\n") == text.count("\n")
    assert result.count("⟦secret:private-key⟧") == 1
    assert not any(line in result for line in BODY)


def test_a_private_key_without_its_end_goes_up_to_the_first_other_line() -> None:
    text = "\n".join((begin("PRIVATE KEY"), *BODY, "", "The rest is text, with a colon: yes."))
    result = redact(text).text.value
    assert not any(line in result for line in BODY)
    assert result.endswith("\nThe rest is text, with a colon: yes.")


def test_a_private_key_in_one_line_of_json_goes_and_the_string_stays_closed() -> None:
    escaped = "\\n".join((begin("PRIVATE KEY"), *BODY, end("PRIVATE KEY"))) + "\\n"
    result = redact(f'{{"private_key": "{escaped}", "client_email": "a@b.example"}}').text.value
    assert not any(line in result for line in BODY)
    assert result.endswith(end("PRIVATE KEY") + '\\n", "client_email": "a@b.example"}')


def test_windows_line_ends_inside_a_key_are_kept() -> None:
    text = "\r\n".join((begin("PRIVATE KEY"), *BODY, end("PRIVATE KEY"), ""))
    assert redact(text).text.value.count("\r\n") == text.count("\r\n")


PASSWORD = MAKE.text(16)
IN_PLACE = {
    "a URL of any scheme": ("postgresql://app:{}@db/x", "url-password", PASSWORD),
    "a URL without a user": ("redis://:{}@cache:6379/0", "url-password", PASSWORD),
    "a bearer header": ('curl -H "Authorization: Bearer {}" https://a.example', "authorization", MAKE.text(40)),
    "a basic header": ("Authorization: Basic {}", "authorization", MAKE.base64(18)),
    "a cookie": ("Cookie: session={}; theme=dark", "session-cookie", MAKE.text(40)),
    "a signed link": ("https://s.example/x?sv=2022&sp=r&sig={}", "url-token", MAKE.text(43) + "%3D"),
    "an account key": ("AccountName=a;AccountKey={};Suffix=b", "storage-key", MAKE.base64(64)),
    "an authenticator link": ("otpauth://totp/a?secret={}&issuer=b", "otp-seed", MAKE.text(32, UPPER + "234567")),
    "a wireless QR code": ("WIFI:T:WPA;S:Attic;P:{};;", "wifi-password", PASSWORD),
    "a WireGuard key": ("PrivateKey = {}", "wireguard-private-key", MAKE.base64(32)),
    "a WireGuard shared key": ("PresharedKey = {}", "wireguard-preshared-key", MAKE.base64(32)),
    "a bcrypt hash": ("admin:{}", "password-hash", "$2" + "y$10$" + MAKE.text(53, HASH64)),
    "a SHA-512 hash": ("root:{}:19700:0:99999:7:::", "password-hash", "$6" + "$salt$" + MAKE.text(86, HASH64)),
    "an Apache hash": ("prom:{}", "password-hash", "$apr" + "1$" + MAKE.text(8) + "$" + MAKE.text(22)),
    "a yescrypt hash": ("b:{}:19811:", "password-hash", "$y" + "$j9T$" + MAKE.text(22) + "$" + MAKE.text(43)),
    "a registry login": ('{{"auths": {{"r": {{"auth": "{}"}}}}}}', "registry-auth", MAKE.base64(20)),
    "a pgpass line": ("db.lan:5432:app:app:{}", "pgpass-password", PASSWORD),
    "an SNMP community": ("snmp-server community {} RO", "snmp-community", "heron" + MAKE.text(6)),
    "a device secret": ("enable secret 5 {}", "password-hash", "$1" + "$abcd$" + MAKE.text(22, HASH64)),
    "an SQL statement": ("ALTER USER a IDENTIFIED BY '{}';", "sql-password", PASSWORD),
    "a recovery key": ("BitLocker: {}", "bitlocker-recovery-key", "-".join(MAKE.pin() for _ in range(8))),
}


@pytest.mark.parametrize("place", IN_PLACE)
def test_only_the_secret_of_a_container_is_replaced(place: str) -> None:
    template, kind, value = IN_PLACE[place]
    assert redact(template.format(value)).text.value == template.format(f"⟦secret:{kind}⟧")


def test_every_value_of_a_secret_manifest_goes_and_its_names_stay() -> None:
    value = MAKE.base64(12)
    text = f"kind: Secret\nmetadata:\n  name: db\ndata:\n  host: {value}\n  port: {value}\n---\nkind: Service\n"
    result = redact(text).text.value
    assert value not in result
    assert "  host: ⟦secret:kubernetes-secret⟧\n" in result
    assert result.endswith("---\nkind: Service\n")


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://app:${DB_PASSWORD}@db/x",
        "postgresql://user:password@localhost/db",
        "https://git.example.org:8443/team/infra",
        "Authorization: Bearer <token>",
        "Authorization: Bearer $TOKEN",
        "otpauth://totp/a?secret=YOURBASE32SECRET&issuer=b",
        "WIFI:T:WPA;S:Attic;P:<password>;;",
        "kind: Secret is a word of Kubernetes",
        "encryptedData:\n  password: " + MAKE.text(60),
    ],
)
def test_a_container_with_a_placeholder_is_left_alone(text: str) -> None:
    assert redact(text).spans == ()
