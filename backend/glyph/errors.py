"""Every error Glyph raises on purpose: a stable code, one sentence, and what the operator can do.

GlyphError
├── SettingsError           a setting is missing, malformed or a placeholder
├── DocumentNotFound        no such document in the corpus
├── BadDocumentPath         the path is not a document path, or leads outside the root
├── BadRequest              an argument is outside its limits
├── JobNotFound             no such job, or none that is remembered
├── StaleDocument           the file changed after it was opened
├── StalePlan               what was shown of a move is not what it would do now
├── MarkerInSave            a save would write a redaction marker over live text
├── PathTaken               something stands where a document is to go
├── NotKept                 no such version, no such document in the trash
├── AssetNotFound           no such image
├── BadAsset                an image that is none, or not of the kind its name says
├── BadExport               a Notion export that cannot be imported
├── ReadOnlyDocument        the document cannot be written
├── StateUnwritable         history or trash cannot be written
├── UnreadableDocument      bytes that are no text, or that no parser can read
├── RedactionFailed         redaction could not vouch for a text
├── CorpusUnavailable       the root is missing, unreadable or suddenly empty
├── NoGeneration            nothing has been indexed yet
│   ├── IndexUnusable       the index is there and cannot be read or written
│   └── IndexLost           the index folder was removed under the process that owned it
├── GenerationRejected      a staged generation failed its validation
├── GenerationNotFound      no such generation
├── FingerprintMismatch     a generation was made in another way than this version works
├── EmbedderFailed          the embedder could not answer
├── IndexOwned              another process owns the index and does not answer
├── JobRunning              an update or rebuild is already running
├── JobCancelled            a job was asked to stop
└── Unauthorized            no valid token or session
    ├── SessionRequired     raw text needs a session
    ├── WrongPassword
    └── TooManyAttempts
"""


class GlyphError(Exception):
    """Base of the tree. ``code`` is stable; ``hint`` says what to do next."""

    code = "error"
    hint = ""

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if hint is not None:
            self.hint = hint


class SettingsError(GlyphError):
    code = "bad_setting"
    hint = "Correct the setting in the environment or in .env; .env.example lists them all."


class DocumentNotFound(GlyphError):
    code = "document_not_found"
    hint = "List the documents to see the paths that exist."


class JobNotFound(GlyphError):
    code = "job_not_found"
    hint = "Jobs are forgotten when the server restarts; list those it remembers."


class BadDocumentPath(GlyphError):
    code = "bad_path"
    hint = "Use a path relative to the documents' root, with / between folders, ending in .md, .pdf or the like."


class BadRequest(GlyphError):
    code = "bad_request"
    hint = "Correct the named argument and try again."


class StaleDocument(GlyphError):
    code = "stale_document"
    hint = "Reload the document, merge your change, save again."

    def __init__(self, message: str, *, current_hash: str) -> None:
        super().__init__(message)
        self.current_hash = current_hash


class StalePlan(GlyphError):
    code = "stale_plan"
    hint = "Look at the changes again, then move."


class PathTaken(GlyphError):
    """``standing`` is what is in the way, where that is not the path itself."""

    code = "path_taken"
    hint = "Choose another path; nothing was changed."

    def __init__(self, message: str, *, hint: str | None = None, standing: str | None = None) -> None:
        super().__init__(message, hint=hint)
        self.standing = standing


class NotKept(GlyphError):
    code = "not_kept"
    hint = "List what is kept: versions and deleted documents go after a while."


class AssetNotFound(GlyphError):
    code = "asset_not_found"
    hint = "An image lies beneath the documents' root, usually in `<document>.assets/`."


class BadAsset(GlyphError):
    code = "bad_asset"
    hint = "Send PNG, JPEG, GIF, WebP, AVIF or SVG, named by what it is."


class BadExport(GlyphError):
    code = "bad_export"
    hint = "In Notion choose Export, format Markdown & CSV, and give the zip as it was downloaded, or its folder."


class MarkerInSave(GlyphError):
    code = "marker_in_save"
    hint = "Save the text of the file itself, not its redacted form; sign in to read the file as it is."


class ReadOnlyDocument(GlyphError):
    code = "read_only"
    hint = "Change the document where it comes from."


class StateUnwritable(GlyphError):
    code = "state_unwritable"
    hint = "Check owner and free space of GLYPH_DATA__ROOT; nothing was deleted."


class UnreadableDocument(GlyphError):
    code = "unreadable_document"
    hint = "Save the file as UTF-8 text."


class RedactionFailed(GlyphError):
    code = "redaction_failed"
    hint = "The document stays out of the index until redaction can read it."


class CorpusUnavailable(GlyphError):
    code = "corpus_unavailable"
    hint = "Check GLYPH_CORPUS__ROOT and that the folder is mounted and readable."


class NoGeneration(GlyphError):
    code = "not_indexed"
    hint = "Run `glyph index` once."


class IndexUnusable(NoGeneration):
    code = "index_unusable"
    hint = "Check the free space; `glyph index --rebuild` makes the index anew from the documents."


class IndexLost(NoGeneration):
    code = "index_lost"
    hint = "Try again in a moment: `glyph serve` makes it anew, and so does `glyph index`."


class GenerationRejected(GlyphError):
    code = "generation_rejected"
    hint = "The former generation goes on answering. Run `glyph index --rebuild` and read its log."


class GenerationNotFound(GlyphError):
    code = "generation_not_found"
    hint = "`glyph generations list` names those that exist."


class FingerprintMismatch(GlyphError):
    code = "fingerprint_mismatch"
    hint = "Set the model it was made with again, or run `glyph index --rebuild` to make a new one."


class EmbedderFailed(GlyphError):
    code = "embedder_failed"
    hint = "Check GLYPH_EMBED__PROVIDER; keyword search works without an embedder."


class IndexOwned(GlyphError):
    code = "index_owned"
    hint = "Stop the other process, or wait until it answers."


class JobRunning(GlyphError):
    code = "job_running"
    hint = "Wait until the running job has ended."


class JobCancelled(GlyphError):
    code = "job_cancelled"
    hint = "What was done before stays; start it again to go on."


class Unauthorized(GlyphError):
    code = "unauthorized"
    hint = "Send the API token as a bearer token, or sign in to the workbench."


class SessionRequired(Unauthorized):
    code = "session_required"
    hint = "Sign in to the workbench; the API token alone reads redacted text."


class WrongPassword(Unauthorized):
    code = "wrong_password"
    hint = "Try again; `glyph password` sets a new one."


class TooManyAttempts(Unauthorized):
    code = "too_many_attempts"
    hint = "Wait for the stated time, then try again."

    def __init__(self, message: str, *, retry_after_s: int) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s
