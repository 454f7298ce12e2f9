import { useDeferredValue, useMemo } from 'react';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { isLarge } from '@/lib/documents/large';
import { type Heading, headingPath, headingsOf } from '@/lib/headings';
import { useLayout } from '@/lib/layout-store';

const NONE: readonly Heading[] = [];

/** The headings of the active document as it is being written; typing goes first. */
export function useHeadings(): readonly Heading[] {
  const text = useDocuments((state) => activeDocument(state)?.text ?? '');
  const wanted = useDeferredValue(text);
  return useMemo(() => (isLarge(wanted) ? NONE : headingsOf(wanted)), [wanted]);
}

/** The headings above the cursor, outermost first. */
export function useHeadingPath(headings: readonly Heading[]): readonly Heading[] {
  const line = useLayout((state) => state.cursor?.line ?? 0);
  return useMemo(() => headingPath(headings, line), [headings, line]);
}
