import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { redactedQuery } from '@/lib/api/queries';
import type { OpenDocument } from '@/lib/documents/document-store';
import { secretsOf, valuesToHide } from '@/lib/secrets';

const NONE: readonly string[] = [];

/** The values of the document on disk that redaction knows; a value that is only being typed is not known yet. */
export function useSecretValues({ path, base, redacted: isRedacted }: OpenDocument): readonly string[] {
  const redacted = useQuery({ ...redactedQuery(path, base.hash), enabled: !isRedacted }).data;
  return useMemo(() => {
    if (redacted?.content_hash !== base.hash) return NONE;
    const values = valuesToHide(secretsOf(base.text, redacted.text));
    return values.length === 0 ? NONE : values;
  }, [redacted, base]);
}
