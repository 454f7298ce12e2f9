'use client';
import { useEffect } from 'react';
import { isDirty, useDocuments } from '@/lib/documents/document-store';

/** The browser asks before it leaves, but only while something is unsaved. */
export function useLeaveWarning(): void {
  const dirty = useDocuments((state) => Object.values(state.documents).some(isDirty));
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
