"""What people search for and look at must survive, even beside words that sound secret."""

import pytest

from tests.ingest.redact.makers import ALNUM, Maker, redact

MAKE = Maker(13)
B64 = ALNUM + "+/"
SURVIVORS = {
    "an SSH public key": "ssh-ed25519 " + "AAAAC3NzaC1lZDI1NTE5AAAAI" + MAKE.text(43, B64) + " ana@laptop",
    "a certificate": "-----" + "BEGIN CERTIFICATE-----\n" + "\n".join(MAKE.key_body(4)) + "\n-----END CERTIFICATE-----",
    "an image digest": "image: nginx@sha256:" + MAKE.hex(64),
    "a checksum": MAKE.hex(64) + "  backup.tar.zst",
    "an integrity value": '"integrity": "sha512-' + MAKE.base64(64) + '"',
    "a go.sum line": "golang.org/x/net v0.21.0 h1:" + MAKE.base64(32),
    "a commit": "Rolled back to commit `" + MAKE.hex(40) + "` on main.",
    "a short commit": "token handling fixed in " + MAKE.hex(7) + ", see the log",
    "a UUID": "Tenant ID: " + MAKE.uuid(),
    "a fingerprint": "The key fingerprint is SHA256:" + MAKE.text(43, B64),
    "an MD5 fingerprint": "key fingerprint MD5:" + ":".join(MAKE.hex(2) for _ in range(16)),
    "a WireGuard public key": "PublicKey = " + MAKE.base64(32) + "\nAllowedIPs = 10.8.0.3/32",
    "a public key in prose": "The hub's public key is `" + MAKE.base64(32) + "`.",
    "an image": "![logo](data:image/png;base64," + MAKE.base64(120) + ")",
    "a Notion link": "[Node setup](Node%20setup%20" + MAKE.hex(32) + ".md)",
    "a nix path": "/nix/store/" + MAKE.hex(32) + "-jungle-1.2.3",
    "a port": "WireGuard listens on 51820/udp",
    "addresses": "gateway 10.0.12.1, DNS 192.168.7.53, fd12:3456::1",
    "a MAC address": "wakeonlan " + ":".join(MAKE.hex(2) for _ in range(6)),
    "a version": "linux-image 6.8.0-45.45~22.04.1 amd64",
    "an age recipient": "public key: age1" + MAKE.text(58, "qpzry9x8gf2tvdw0s3jn54khce6mua7l"),
    "an ARN": "arn:aws:secretsmanager:eu-central-1:461736528555:secret:prod/payouts-D8eIgd",
    "a file name": "The receiver reads `rtl-config.json` at start; then `nmcli`.",
    "a pod": "kubectl logs copper-7d9c5b6f4d-x2k8p -n prod",
    "a link to another page": "[Secrets and registry](secrets-and-registry.md)",
    "an encrypted value": "db: ENC[AES256_GCM,data:" + MAKE.base64(20) + ",tag:" + MAKE.base64(12) + "]",
}


@pytest.mark.parametrize("kind", SURVIVORS)
def test_what_only_looks_like_a_secret_survives(kind: str) -> None:
    assert redact(SURVIVORS[kind]).text.value == SURVIVORS[kind]


def test_a_private_key_beside_public_things_still_goes() -> None:
    private = MAKE.base64(32)
    text = f"[Interface]\nPrivateKey = {private}\n[Peer]\n{SURVIVORS['a WireGuard public key']}\n"
    assert redact(text).text.value == text.replace(private, "⟦secret:wireguard-private-key⟧")
