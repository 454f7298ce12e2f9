"""Secrets whose label stands elsewhere in the same structure: manifests, blocks, lists, maps, pairs."""

import pytest

from tests.ingest.redact.makers import Maker, redact

MAKE = Maker(17)
FIRST, SECOND = MAKE.password(), MAKE.password()
WORD = "hippopotamus"
QUOTED = MAKE.text(4) + '"' + MAKE.text(3) + " " + MAKE.text(5)
TOKEN = MAKE.text(24)

STRUCTURES = {
    "a container's variable": (
        "env:\n  - name: DB_PASSWORD\n    value: {0}\n  - name: DB_HOST\n    value: db.example.org\n"
    ),
    "a variable with its value first": (
        "env:\n  - value: {0}\n    name: DB_PASSWORD\n  - name: LOG_LEVEL\n    value: debug\n"
    ),
    "a variable that is a word": (
        'env:\n  - name: "API_TOKEN"\n    value: "{2}"\n  - name: LOG_LEVEL\n    value: debug\n'
    ),
    "a variable in JSON": '[{{"name": "DB_PASSWORD", "value": "{0}"}}, {{"name": "DB_HOST", "value": "db.lan"}}]',
    "a variable in JSON over lines": '{{\n  "name": "DB_PASSWORD",\n  "value": "{0}"\n}},\n{{\n  "name": "HOST"\n}}\n',
    "a variable by key": "- key: admin_password\n  value: {0}\n- key: region\n  value: eu-west\n",
    "a block under stringData": (
        "kind: Secret\nstringData:\n  config.ini: |\n    {0}\n    {1}\n  user: {1}\n---\nkind: Service\n"
    ),
    "a manifest with comments": "kind: Secret\nstringData:\n  # of the shop\n  pw: {0} # old\n  # and\n  x: {2}\n",
    "a map with comments": "passwords:\n  # of the shop\n  shop: {2}\n",
    "a folded block under data": "kind: Secret\ndata:\n  tls.key: >-\n    {3}\n\n    {3}\ntype: Opaque\n",
    "a quoted value of a manifest": "kind: Secret\nstringData:\n  pw: '{4}'\n  other: \"{0}\"\ntype: Opaque\n",
    "a folded block under a label": "password: >-\n  {2}\nuser: ana\n",
    "a literal block under a label": "db:\n  admin_password: |\n    {0}\n  host: db.lan\n",
    "a block of several lines": "api_token: |-\n  {3}\n  {3}\nregion: eu\n",
    "a list in brackets": "passwords: [{0}, {1}]\nhosts: [a, b]\n",
    "a list of words in brackets": "passwords: [{2}, walrus]\n",
    "a list in JSON": '{{"secret": ["{0}","{1}"], "hosts": ["a","b"]}}',
    "a list of words in JSON": '{{"secret": ["{2}", "{2}"], "hosts": ["a"]}}',
    "a list in JSON over lines": '{{\n  "passwords": [\n    "{2}",\n    "{0}"\n  ],\n  "hosts": ["a"]\n}}\n',
    "a list in YAML": "passwords:\n  - {2}\n  - {0}\nhosts:\n  - a\n",
    "a variable's default": (
        'variable "db_password" {{\n  type        = string\n'
        '  description = "for the database"\n  default     = "{2}"\n}}\n'
    ),
    "a sensitive output": (
        'output "admin_token" {{\n  value = "{3}"\n}}\nvariable "region" {{\n  default = "eu-west-1"\n}}\n'
    ),
    "a map of secrets": "secrets:\n  database: {2}\n  mail: {0}\nhosts:\n  database: db.lan\n",
    "a map of secrets in JSON": '{{"secrets": {{"db": "{2}", "mail": "{0}"}}, "hosts": {{"db": "db.lan"}}}}',
    "a nested map of secrets": "app:\n  credentials:\n    ana: {0}\n    ben: {1}\n  replicas: 3\n",
    "a folded-away paragraph": "<details><summary>password</summary>{2}</details>\n",
    "a folded-away paragraph with a bold label": "<summary><b>Password:</b></summary> {2}\n",
    "a folded-away paragraph over lines": "<details>\n<summary>Admin password</summary>\n\n{0}\n\n</details>\n",
    "a definition": "<dt>Password</dt><dd>{2}</dd>",
    "a wireless network": "WPA2: {0}\nSSID: attic\n",
    "a wireless network of the third kind": "- WPA3: `{2}` (guests)\n",
    "a new key's passphrase": "ssh-keygen -t ed25519 -N {2} -f key\n",
    "a new key's quoted passphrase": "ssh-keygen -t ed25519 -N '{4}' -f key\n",
    "an encryption": "openssl enc -aes-256-cbc -k {2} -in a -out b\n",
    "an encryption by argument": "openssl enc -aes-256-cbc -pbkdf2 -pass pass:{2} -in a -out b\n",
    "a new key's two passphrases": "ssh-keygen -p -P {2} -N {0} -f key\n",
    "an encryption by its cipher's name": "openssl aes-256-cbc -k {2} -in a\n",
    "a variable in a map": "env:\n  DB_PASSWORD:\n    value: {2}\n  LEVEL:\n    value: debug\n",
    "an element": "<password>{2}</password>",
    "an element with a key": '<entry key="password">{2}</entry>',
    "a property of XML": "<property>\n  <name>db.password</name>\n  <value>{2}</value>\n</property>\n",
    "a property list": "<key>Password</key><string>{4}</string>",
    "a definition over lines": "<dt>API key</dt>\n<dd>{3}</dd>\n",
    "a wireless network's word": "WPA2: {2}\nSSID: attic\n",
    "a doubled quote": "password: '{0}''{1}'\n",
    "quotes within quotes in a script": "export DB_PASSWORD='{4}' # office\n",
    "quotes within quotes": "password: '{4}'\n",
    "escaped quotes": 'password: "{0}\\"{1}" # office\n',
    "an option with quotes in quotes": "sshpass -p '{4}' ssh root@nas.lan\n",
}
VALUES = (FIRST, SECOND, WORD, TOKEN, QUOTED)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_secret_is_found_through_the_structure_around_it_and_the_structure_stays(structure: str) -> None:
    template = STRUCTURES[structure]
    redacted = redact(template.format(*VALUES)).text.value
    assert [value for value in (*VALUES, "walrus") if value in redacted] == []
    rest = template.format(*["\0"] * len(VALUES)).replace("walrus", "\0")
    kept = [part for part in rest.split("\0") if part.strip(" \n\\\"'")]
    position = 0
    for part in kept:
        assert part.strip() in redacted[position:], (part, redacted)
        position = redacted.index(part.strip(), position) + len(part.strip())


@pytest.mark.parametrize(
    "text",
    [
        "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db\n      key: password\n",
        "- name: DB_PASSWORD\n  value: $(DB_PASSWORD)\n",
        "- name: PASSWORD_FILE\n  value: /run/secrets/db\n",
        "- name: Change the password\n  value: weekly\n",
        "- name: passwordless\n  value: allowed\n",
        (
            'variable "db_password" {\n  type      = string\n  sensitive = true\n'
            '}\n\nvariable "region" {\n  default = "eu-west"\n}\n'
        ),
        'variable "db_password" {\n  default = ""\n}\n',
        'output "db_password" {\n  value     = random_password.db.result\n  sensitive = true\n}\n',
        'variable "token_count" {\n  default = "12"\n}\n',
        "secrets:\n  db_password:\n    file: ./db_password.txt\n",
        "secrets:\n  db_password:\n    external: true\n",
        "services:\n  web:\n    secrets:\n      - db_password\n      - source: cert\n        target: /run/cert\n",
        (
            "volumes:\n  - name: certs\n    secret:\n      secretName: registry\n"
            "      items:\n        - key: config\n          path: c\n"
        ),
        "password:\n  valueFrom:\n    secretKeyRef:\n      name: db\n      key: pgpass\n",
        "- name: auth.existingSecretName\n  value: registry\n",
        "imagePullSecrets: [regcred]\nimagePullSecrets:\n  - name: regcred\n",
        "tokens: [read, write]\n",
        "Passwords:\n- rotate\n- shred\n",
        "kind: Secret\nstringData:\n  # as base64, from the vault\n  pw: ${PW}  # see the vault\n",
        '{"secrets": ["regcred"], "replicas": 3}',
        "keys: [ssh-ed25519, rsa]\ncodes: [2000, 3010]\n",
        "- name: PASSWORD_SECRET\n  value: db-creds\n- name: rotate-token\n  value: done\n",
        "passwords: []\n",
        "passwords: [see vault]\n",
        "tokens: [${A}, ${B}]\n",
        "password: |\n  {{ lookup('vault', 'db') }}\n",
        "password: >-\n  {{ vault_db_password }}\nuser: ana\n",
        "<summary>Password rotation</summary>Rotate every quarter.",
        "<summary>Reset a password</summary>\n\nAsk the desk.\n",
        "WPA2: enabled\n",
        "WPA2: yes, on both bands\n",
        "WPA2: required\nWPA3: supported\n",
        "Security: WPA2-PSK\n",
        "ssh-keygen -t ed25519 -N '' -f key\n",
        'ssh-keygen -t ed25519 -N "" -f key\n',
        "openssl enc -aes-256-cbc -pass file:/run/key -in a\n",
        "openssl enc -aes-256-cbc -pass env:PASS -in a\n",
        "kind: Secret\nmetadata:\n  name: db\n  labels:\n    app: shop\ntype: Opaque\n",
        "It's the token's owner who must rotate it, isn't it?\n",
    ],
)
def test_a_structure_without_a_secret_is_left_alone(text: str) -> None:
    assert redact(text).spans == ()


def test_a_block_scalar_knows_no_comments() -> None:
    redacted = redact(f"kind: Secret\nstringData:\n  a: |\n    #{FIRST} #{SECOND}\n  b: x1y2z3\n").text.value
    mark = "⟦secret:kubernetes-secret⟧"
    assert redacted == f"kind: Secret\nstringData:\n  a: |\n    {mark}\n  b: {mark}\n"
