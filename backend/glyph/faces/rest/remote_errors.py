"""What the owner's refusals are here: the same classes that it raised."""

from pydantic import TypeAdapter, ValidationError

from glyph import errors

ERRORS_BY_CODE = {
    kind.code: kind
    for kind in (
        errors.DocumentNotFound,
        errors.JobNotFound,
        errors.BadDocumentPath,
        errors.BadRequest,
        errors.MarkerInSave,
        errors.StalePlan,
        errors.PathTaken,
        errors.NotKept,
        errors.AssetNotFound,
        errors.BadAsset,
        errors.BadExport,
        errors.ReadOnlyDocument,
        errors.StateUnwritable,
        errors.UnreadableDocument,
        errors.RedactionFailed,
        errors.CorpusUnavailable,
        errors.NoGeneration,
        errors.IndexUnusable,
        errors.IndexLost,
        errors.GenerationNotFound,
        errors.FingerprintMismatch,
        errors.EmbedderFailed,
        errors.IndexOwned,
        errors.JobRunning,
        errors.SessionRequired,
        errors.Unauthorized,
    )
}


def error_of(content: bytes) -> errors.GlyphError:
    """Return the error that a REST answer carries."""
    try:
        body = TypeAdapter(dict[str, dict[str, object]]).validate_json(content)["error"]
    except (ValidationError, KeyError):
        return errors.GlyphError("The owner's answer could not be read.", hint="Do both run the same version?")
    code, message, hint = (str(body.get(name, "")) for name in ("code", "message", "hint"))
    detail = body.get("detail")
    if code == errors.StaleDocument.code and isinstance(detail, dict):
        current = TypeAdapter(dict[str, str]).validate_python(detail)
        return errors.StaleDocument(message, current_hash=current.get("current_hash", ""))
    return ERRORS_BY_CODE.get(code, errors.GlyphError)(message, hint=hint)
