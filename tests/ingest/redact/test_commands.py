"""Secrets in command lines: each tool has its own option."""

import pytest

from tests.ingest.redact.makers import Maker, redact

MAKE = Maker(9)
SECRET = MAKE.text(14)
COMMANDS = [
    "mysql -h db.lan -u root -p{} shop < dump.sql",
    "mysqldump --user=backup --password={} --all-databases",
    "curl -u admin:{} http://nas.lan:9200/_cat/health",
    "curl --user 'backup:{}' ftp://nas.lan/",
    "sshpass -p '{}' ssh root@nas.lan",
    "redis-cli -h cache.lan -a {} ping",
    "ipmitool -I lanplus -H 192.0.2.4 -U ADMIN -P {} chassis status",
    "ldapsearch -x -D cn=admin,dc=example,dc=org -w {} -b dc=example",
    "snmpwalk -v2c -c {} 192.0.2.4 .1.3.6.1.2.1.1",
    "smbclient //nas.lan/scans -U media%{}",
    "mosquitto_pub -h hub.lan -u ha -P {} -t test -m ok",
    "PGPASSWORD={} pg_dump -U postgres app",
    "deployctl login --token {} --force",
    "deployctl login --token={}",
    "htpasswd -b /etc/nginx/users ana {}",
    "openssl pkcs12 -in a.p12 -passin pass:{} -nodes",
    "net use Z: \\\\nas\\share /user:ops {}",
    "echo 'ops:{}' | sudo chpasswd",
    "echo '{}' | cryptsetup luksOpen /dev/sdb1 attic",
    "nmcli dev wifi connect Attic password '{}'",
    "mc alias set office http://s3.lan:9000 minio-admin {}",
    "upscmd -u admin -p '{}' ups-1@localhost test.battery.start",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_secret_of_a_command_line_is_replaced_and_the_rest_can_still_be_read(command: str) -> None:
    before, _, after = command.partition("{}")
    result = redact(f"Run `x` first.\n\n```sh\n{command.format(SECRET)}\n```\n").text.value
    assert SECRET not in result
    assert f"{before}⟦secret:" in result
    assert f"⟧{after}\n" in result


@pytest.mark.parametrize(
    "command",
    [
        'mysql -u root -p"$DB_PASSWORD" shop',
        "mysql -u root -p shop",
        "psql -h db.lan -p 5432 -U app",
        "curl -u user:password https://api.example.org",
        "curl -u $USER:$PASS https://api.example.org",
        "ssh -p 2222 ops@nas.lan",
        "snmpwalk -v2c -c <community> 127.0.0.1 sysDescr",
        "docker run -d -p 8080:80 --name worker nginx:1.27",
        "tar -czf backup.tgz -C /srv data",
        "vault kv get kv/prod/catalog",
        "nmcli con up wg0",
        "kubectl get secret db -o jsonpath='{.data.password}' | base64 -d",
        "zpool status -p tank",
    ],
)
def test_a_command_line_without_a_secret_is_left_alone(command: str) -> None:
    assert redact(command).spans == ()
