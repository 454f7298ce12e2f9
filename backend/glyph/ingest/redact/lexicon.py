"""Words that announce a secret, in the languages runbooks are written in, and words that disown one.

A space in an entry stands for a space, ``_``, ``-``, ``.`` or nothing.
"""

from dataclasses import dataclass
from enum import StrEnum

from glyph.domain.redaction import RuleId


class Strength(StrEnum):
    """How sure a label is that a secret follows."""

    STRONG = "strong"
    """Anything set beside it is a secret."""
    WEAK = "weak"
    """Only what looks like a secret is one."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a label announces."""

    kind: RuleId
    strength: Strength
    numeric: bool = False
    """A bare number is a likely value."""
    hexadecimal: bool = False
    """A bare hex run or UUID is a likely value."""


_S, _W = Strength.STRONG, Strength.WEAK
_PASSWORD = Label(RuleId("password"), _S, hexadecimal=True)
_PASSPHRASE = Label(RuleId("passphrase"), _S)
_TOKEN = Label(RuleId("token"), _S, hexadecimal=True)
_API_KEY = Label(RuleId("api-key"), _S, hexadecimal=True)
_SECRET = Label(RuleId("secret"), _S, hexadecimal=True)
_KEY = Label(RuleId("encryption-key"), _S, hexadecimal=True)
_PSK = Label(RuleId("preshared-key"), _S, hexadecimal=True)
_PRIVATE = Label(RuleId("private-key"), _S, hexadecimal=True)
_PIN = Label(RuleId("pin"), _S, numeric=True)
_OTP = Label(RuleId("otp-seed"), _S)
_RECOVERY = Label(RuleId("recovery-code"), _S, numeric=True, hexadecimal=True)
_LICENCE = Label(RuleId("licence-key"), _S, hexadecimal=True)
_COMMUNITY = Label(RuleId("snmp-community"), _S)
_LOGIN = Label(RuleId("password"), _W)
_WEAK_KEY = Label(RuleId("key"), _W)
_CODE = Label(RuleId("access-code"), _W, numeric=True)
_WEAK_SEED = Label(RuleId("otp-seed"), _W)
_HASH = Label(RuleId("password-hash"), _S, hexadecimal=True)

_ENTRIES: tuple[tuple[Label, str], ...] = (
    (
        _PASSWORD,
        (
            "password|passwords|passwd|pword|pwd|pw|pass|passw|passwort|paßwort|passwörter|kennwort|kennwörter|"
            "losung|contraseña|contrasena|clave de acceso|clave de usuario|mot de passe|motdepasse|mdp|senha|"
            "palavra passe|palavra chave|wachtwoord|wachtw|ww|hasło|hasła|hasla|hasłem|haslo|parola|"
            "parola d'ordine|lösenord|losenord|adgangskode|kodeord|passord|salasana|heslo|jelszó|jelszo|geslo|"
            "lozinka|zaporka|slaptažodis|parole|parool|пароль|пароля|паролем|паролі|парола|лозинка|şifre|sifre|"
            "şifresi|şifreyi|parolası|κωδικός πρόσβασης|συνθηματικό|κωδικό πρόσβασης|κωδικός χρήστη|パスワード|"
            "パス|パスは|暗号|合言葉|密码|密碼|口令|비밀번호|암호|mật khẩu|kata sandi|sandi|รหัสผ่าน|كلمة المرور|"
            "كلمة السر|סיסמה|סיסמא|رمز عبور|पासवर्ड|bindpw|passhash|storepass|keypass|dnpass|requirepass|"
            "masterauth|webpassword|userpassword|rcon|credential blob|cred b64"
        ),
    ),
    (
        _PASSPHRASE,
        (
            "passphrase|codeword|code word|pass phrase|passcode|pass code|wachtwoordzin|frase segreta|phrase secrète|"
            "phrase de passe|frase de contraseña|frase-senha|codewort|safeword|security answer|secret answer|"
            "sicherheitsfrage|antwort"
        ),
    ),
    (
        _TOKEN,
        (
            "token|tokens|access token|auth token|authtoken|refresh token|bearer token|bearer|authkey|auth key|"
            "setup token|session cookie|トークン|токен|jeton|api token|webhook token|pat"
        ),
    ),
    (
        _API_KEY,
        (
            "api key|apikey|api keys|apikeys|app key|application key|access key|account key|client key|"
            "api schlüssel|clé api|clave api|clave de api|chave api|chave de api|klucz api|klíč api|apiキー|"
            "apikulcs|apisleutel|ключ api|api ключ|api anahtarı|chiave api|api-kulcs|κλειδί api|maker key|"
            "webhook key|pushover app"
        ),
    ),
    (
        _SECRET,
        (
            "secret|secrets|secret id|erlang cookie|hmac|client secret|shared secret|geheimnis|geheim|segreto|"
            "secreto|sekret|hemlighet|salaisuus|シークレット|секрет|app secret|cookie secret|hmac secret|"
            "signing secret|webhook secret|jwt secret|秘密|secret key"
        ),
    ),
    (
        _KEY,
        (
            "certificate key|routing key|integration key|sektorschlüssel|secret access key|secret key base|"
            "secretkey|encryption key|encryptionkey|master key|signing key|data key|vault key|storage key|"
            "host key secret|network key|local key|root key|key content|keyblob|private token|"
            "volume encryption key|encryptiesleutel|chiave di cifratura|chiffrierschlüssel|"
            "verschlüsselungsschlüssel|clé de chiffrement|clave de cifrado|chave de criptografia|"
            "klucz szyfrowania|ключ шифрования|şifreleme anahtarı|暗号化キー|暗号鍵|復号キー|"
            "κλειδί κρυπτογράφησης|raw key|raw key hex|geheimschlüssel|unlock key|luks key|webhook url secret"
        ),
    ),
    (
        _PSK,
        (
            "psk|pre shared key|preshared key|presharedkey|pre shared secret|shared key|wpa key|wpa psk|wifi key|"
            "wlan key|wpa2 pre shared key|wpa2 key|wpa2 psk|wpa3 key|wlan schlüssel|wpa schlüssel|"
            "netzwerkschlüssel|gedeelde sleutel|"
            "klucz współdzielony|chiave condivisa|clé partagée|clé wifi|clave precompartida|"
            "chave pré-compartilhada|gemeinsamer schlüssel|общий ключ|事前共有鍵|事前共有キー|暗号化キー|"
            "προμοιρασμένο κλειδί|ön paylaşımlı anahtar|ipsec secret"
        ),
    ),
    (
        _PRIVATE,
        (
            "private key|privatekey|priv key|privkey|privater schlüssel|clé privée|clave privada|chave privada|"
            "chiave privata|klucz prywatny|закрытый ключ|приватный ключ|秘密鍵|私钥|private-key-data|"
            "client key data|özel anahtar|privésleutel"
        ),
    ),
    (
        _PIN,
        (
            "pin|pins|puk|puk2|pin code|pincode|pin kodu|kennziffer|暗証番号|geheimzahl|codigo pin|pin-code|dsk|"
            "pin dsk|wps pin|bedieningscode|bypass code|master code|mastercode|duress|scharfcode|unscharf|"
            "パスコード|schermtijd pin|admin pin|setup code|pairing code|homekit code|matter code|bridge code"
        ),
    ),
    (
        _OTP,
        (
            "totp|otp|otp seed|totp seed|totp secret|2fa seed|mfa seed|otp secret|2fa secret|mfa secret|2fa key|"
            "setup key|authenticator key|seed phrase|recovery phrase|mnemonic|mnemonic phrase|"
            "wiederherstellungsphrase|frase semilla|phrase de récupération|シード|authenticator"
        ),
    ),
    (
        _RECOVERY,
        (
            "recovery code|recovery codes|backup code|backup codes|recovery key|recovery keys|recovery password|"
            "disk recovery key|wiederherstellungscode|wiederherstellungscodes|wiederherstellungsschlüssel|"
            "backupcodes|ersatzcodes|herstelcode|herstelcodes|kod zapasowy|kody zapasowe|kody awaryjne|"
            "codice di recupero|codici di recupero|codigo de recuperación|códigos de recuperación|"
            "codes de secours|code de secours|códigos de recuperação|códigos de backup|código de recuperação|"
            "リカバリーコード|バックアップコード|回復キー|復旧コード|резервные коды|код восстановления|"
            "kurtarma kodu|kurtarma kodları|κωδικοί ανάκτησης|κωδικός ανάκτησης|scratch codes|emergency code|"
            "emergency codes|notfallcode|notfallcodes|unseal key|unseal keys|unseal"
        ),
    ),
    (
        _LICENCE,
        (
            "license key|licence key|licensekey|licencekey|license code|product key|productkey|serial key|"
            "activation key|activation code|registration code|registrierungscode|aktivierungscode|"
            "aktivierungsschlüssel|lizenzschlüssel|lizenz|lisans anahtarı|lisans anahtarınız|aktivasyon kodu|"
            "lisans|ライセンスキー|プロダクトキー|ライセンス|アクティベーションコード|κλειδί άδειας|"
            "κλειδί προϊόντος|clé de licence|clave de licencia|licencia|chave de licença|licenza|"
            "chiave di licenza|licentiesleutel|licentie|klucz licencyjny|licencja|klucz produktu|"
            "лицензионный ключ|ключ продукта|subscription key|volume license|transfer code|auth code|auth-code|"
            "authcode|epp code|epp|authinfo|auth info"
        ),
    ),
    (_COMMUNITY, "community|community string|snmp community|rocommunity|rwcommunity|snmp string"),
    (
        _HASH,
        "password hash|passwd md5|password md5|passwd hash|pwhash|nt hash|nthash|ntlm hash|ntlm|passwordhash",
    ),
    (
        _LOGIN,
        (
            "creds|cred|credentials|login|logins|log in|logon|zugangsdaten|zugang|anmeldung|einloggen|inlog|"
            "inloggen|anmelden|identifiants|identifiant|accesso|acceso|accès|acesso|dostęp|dane logowania|"
            "accès admin|доступ|учётка|logowanie|giriş|σύνδεση|ログイン|認証情報|aanmelden|admin access|sign in|"
            "signin|auth|root access|entrar|per entrare"
        ),
    ),
    (
        _WEAK_KEY,
        (
            "key|keys|schlüssel|sleutel|klucz|chiave|clé|clave|chave|ключ|ключи|anahtar|anahtarı|κλειδί|鍵|キー|"
            "avain|nyckel|nøkkel|klíč|kulcs|word|woord|seed value"
        ),
    ),
    (
        _CODE,
        (
            "code|codes|kod|kodu|kody|código|codigo|codice|codici|код|κωδικός|κωδικό|κωδικοί|コード|番号は|"
            "zugangscode|türcode|toegangscode|zutrittscode|passkey|combination|combo|kombination|combinazione|"
            "keypad|キーパッド|padlock|safe|tresor|schlüsseltresor|alarm|alarm panel|door|tür|deur|achterdeur|"
            "gate|cancello|furtki|domofon|garage|kasa|αλάρμ|συναγερμός|συναγερμού|alarmanlage|scharf|警備解除|"
            "金庫番号"
        ),
    ),
    (_WEAK_SEED, "seed|mfa|2fa|einrichtungsschlüssel"),
)

_SUFFIX_OK = "1234567890"
HARMLESS_NEXT = frozenset(
    (
        "accessor command pubblica publique pública öffentlich öffentliche publiczny publicznego openbare genel "
        "δημόσιο błędu errore erreur hatası produktu pocztowy kreskowy klienta client cliente müşteri πελάτη "
        "προϊόντος παραγγελίας σφάλματος port ip addr address user username db database enabled disabled enable "
        "accessor command pubblica publique pública öffentlich öffentliche publiczny publicznego openbare genel "
        "δημόσιο błędu errore erreur hatası produktu pocztowy kreskowy klienta client cliente müşteri πελάτη "
        "προϊόντος παραγγελίας σφάλματος file files path dir directory url uri length len min max ttl expiry "
        "expires expiration id ids name names policy policies age count type types hash_algo algorithm rotation "
        "manager field prompt reset resets auth authentication hint store vault ref reference size limit limits "
        "budget bucket lifetime timeout arn version usage issuer endpoint server provider usages protected "
        "protection change changed changes rotated lookup lookups generator server encoder encoders strength "
        "complexity history login logins less free based gen handler format column label input error errors failed "
        "failures failure attempt attempts fingerprint digest ring rings chain pair pairs board boards stroke "
        "strokes word words space spaces note exchange bits bit map maps vault_name secretname"
    ).split()
)
"""Parts of an identifier after a label that say: not the secret itself (``password_file``)."""

DISOWNING = frozenset(
    (
        "sn s/n serial serialnumber seriennr seriennummer serienr seriale serijny シリアル 型番 製造番号 model modell "
        "modello mac id ids uuid guid ip host hostname user username username: benutzer utente użytkownik usuário "
        "usuario gebruiker konto account acct version ver firmware fw port porta poort ticket order ordine "
        "bestellung auftrag phone tel telefon fon number nr no fingerprint fp fpr thumbprint sha sha1 sha256 md5 "
        "checksum commit rev revision build image digest etag uid gid vlan ssid bssid channel zone tenant "
        "subscription client-id clientid artikel sku part kb incident case chg req job pod node instance dated "
        "since until bis am seit expires exp rotated asset inv invoice rechnung page link url repo branch tag "
        "release date datum stand gültig valid scade σειριακός τηλ seri serie lot batch trace request msg message "
        "chat guild bucket region pid size dpi mtu rate interval count uptime identifier machine machineidentifier "
        "bridgeid wwn disk drive adres adresse address indirizzo login logins identity name ssid: bestellnr "
        "artikelnr gerätenr rev. invoice"
    ).split()
)
"""Words that own what follows them, so that it is no secret."""


def entries() -> tuple[tuple[str, Label], ...]:
    """Return every label with what it announces, longest label first."""
    flat = [(word, label) for label, words in _ENTRIES for word in words.split("|")]
    return tuple(sorted(flat, key=lambda entry: (-len(entry[0]), entry[0])))
