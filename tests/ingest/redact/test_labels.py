"""Values that a label announces, in prose, configuration, lists and tables, in several languages."""

import pytest

from tests.ingest.redact.makers import UPPER, Maker, redact

MAKE = Maker(5)
PASSWORD = MAKE.password()
TOKEN = MAKE.text(32)
PLACES = {
    "env": ("MQTT_PASSWORD={}", "password", PASSWORD),
    "export": ('export RESTIC_PASSWORD="{}"', "password", PASSWORD),
    "yaml": ("admin_password: '{}'", "password", PASSWORD),
    "json": ('{{"user": "svc", "password": "{}"}}', "password", PASSWORD),
    "ini": ("pass = {}", "password", PASSWORD),
    "toml": ("api_key = '{}'", "api-key", TOKEN),
    "hcl": ('  client_secret = "{}"', "secret", TOKEN),
    "properties": ("spring.datasource.password={}", "password", PASSWORD),
    "connection string": ("Server=db;Uid=app;Pwd={};Encrypt=True;", "password", PASSWORD),
    "camel case": ('"rootPassword": "{}",', "password", PASSWORD),
    "escaped json": (r'"cmd": "export DB_PASSWORD=\"{}\" && ./run"', "password", MAKE.text(16)),
    "unit file": ('Environment="API_TOKEN={}"', "token", TOKEN),
    "netrc": ("machine git.example.org login ana password {}", "password", MAKE.text(14)),
    "redis": ("requirepass {}", "password", PASSWORD),
    "a plain word": ("password: {}", "password", "hippopotamus"),
    "a famous default": ("DB_PASSWORD={}", "password", "changeme"),
    "digits": ("password: {}", "password", "88341276"),
    "bold label": ("**Password:** {}", "password", PASSWORD),
    "code": ("The admin password is `{}` on both nodes.", "password", PASSWORD),
    "arrow": ("Password → {}", "password", PASSWORD),
    "word and number": ("Log in as root with the password {}", "password", MAKE.word_password()),
    "heading": ("### Router password: {}", "password", PASSWORD),
    "comment": ("<!-- root pw {} -->", "password", PASSWORD),
    "strike": ("pw ~~{}~~", "password", PASSWORD),
    "German": ("Das Passwort lautet {}", "password", PASSWORD),
    "German compound": ("Adminpasswort: {}", "password", PASSWORD),
    "French": ("Mot de passe : {}", "password", PASSWORD),
    "Spanish": ("La contraseña es {}", "password", PASSWORD),
    "Portuguese": ("Senha: {}", "password", PASSWORD),
    "Dutch": ("Het wachtwoord is {}", "password", PASSWORD),
    "Polish": ("hasło do routera {}", "password", PASSWORD),
    "Russian": ("Пароль: {}", "password", PASSWORD),
    "Turkish": ("Şifre: {}", "password", PASSWORD),
    "Greek": ("Κωδικός πρόσβασης: {}", "password", PASSWORD),
    "Japanese": ("管理者のパスワードは「{}」です。", "password", PASSWORD),
    "full width": ("ｐａｓｓｗｏｒｄ：{}", "password", PASSWORD),
    "pin": ("Alarm PIN: {}", "pin", "7305"),
    "puk": ("SIM PUK is {}, the number ends in 42.", "pin", MAKE.pin(8)),
    "seed": ("TOTP seed: `{}`", "otp-seed", MAKE.text(32, UPPER + "234567")),
    "passphrase": ("passphrase: {}", "passphrase", "kettle sundial larch vestibule"),
    "phrase": ("Recovery phrase (cold wallet): {}", "otp-seed", "ribbon anchor yellow velvet napkin indigo"),
    "groups": ("app password: {}", "password", "abcd efgh ijkl mnop"),
    "licence": ("License key: {}", "licence-key", "9111-2994-7226-0739"),
    "local key": ("local key: {}", "encryption-key", MAKE.hex(32)),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_value_beside_a_label_is_replaced_and_nothing_else(place: str) -> None:
    template, kind, value = PLACES[place]
    assert redact(template.format(value)).text.value == template.format(f"⟦secret:{kind}⟧")


@pytest.mark.parametrize(
    "text",
    [
        "password: ${DB_PASSWORD}",
        "password: $PASSWORD",
        "password: <your-password>",
        "password: {{ vault_db_password }}",
        "API_TOKEN=YOUR_TOKEN_HERE",
        "token: xxxxxxxxxxxx",
        "password: ********",
        "password: …",
        "password: op://infra/db/password",
        "password: !vault",
        "password: ENC[AES256_GCM,data:abc,iv:def]",
        "password: /run/secrets/db_password",
        "password_file: /run/secrets/db",
        "--password-file ~/.restic",
        "password: true",
        "password: see the vault",
        "password: ask the person on call",
        "Passwort: siehe Tresor",
        "Reset the password in the admin panel, then log in again.",
        "Passwords rotate every 90 days and tokens every 30.",
        "PasswordAuthentication no",
        "PermitRootLogin prohibit-password",
        "sudo passwd ops",
        "max_tokens = 400",
        "token_budget: 250000",
        "keyboard_layout: us",
        "tls_key_file: /etc/ssl/private/gw.key",
        "The token bucket limiter allows 30 requests per second.",
        "the password policy: 14 characters, rotate every 80 days",
        "host key: 51820",
        "error code 0x8AEE125A",
        'password = os.environ["API_TOKEN"]',
        'token = get_token(scope="read")',
        "secretKeyRef:\n  name: db-credentials\n  key: password",
        "psql -p 5432 and the PIN of the box is in the safe",
    ],
)
def test_a_label_without_a_real_value_changes_nothing(text: str) -> None:
    assert redact(text).spans == ()


@pytest.mark.parametrize(
    "text",
    [
        "Root password:\n\n```\n{}\n```\n",
        "Recovery codes for the admin account:\n\n- {}\n- 83ac1-0d2f4\n",
        "## Wifi password\n\n{}\n",
        "1. the new admin password?\n   {}\n",
    ],
)
def test_the_value_below_its_label_is_replaced(text: str) -> None:
    assert PASSWORD not in redact(text.format(PASSWORD)).text.value


def test_a_secret_in_two_pieces_is_replaced_in_both() -> None:
    first, second = MAKE.text(18), MAKE.text(16)
    for text in (f'export API_TOKEN="{first}\\\n{second}"', f'SECRET = ("{first}"\n          "{second}")'):
        result = redact(text).text.value
        assert first not in result
        assert second not in result
        assert result.count("\n") == 1


def test_a_column_under_a_secret_header_is_replaced_in_every_row_that_has_a_value() -> None:
    other = MAKE.word_password()
    text = (
        "| Host | User | Password | Port |\n|---|---|---|---|\n"
        f"| nas.lan | root | {PASSWORD} | 51820 |\n| gw.lan | ops | `{other}` | 22 |\n"
        "| pve.lan | root | in the vault | 22 |\n"
    )
    expected = text.replace(PASSWORD, "⟦secret:password⟧").replace(other, "⟦secret:password⟧")
    assert redact(text).text.value == expected


def test_a_key_column_labels_the_cell_beside_it() -> None:
    text = f"| Setting | Value |\n|---|---|\n| password | {PASSWORD} |\n| port | 51820 |\n"
    assert redact(text).text.value == text.replace(PASSWORD, "⟦secret:password⟧")


def test_a_table_of_comma_separated_values_is_read_by_its_header() -> None:
    text = f"service,token,owner\ninventory,{TOKEN},ana\n"
    assert redact(text).text.value == text.replace(TOKEN, "⟦secret:token⟧")
