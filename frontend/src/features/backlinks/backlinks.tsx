'use client';
import { useQuery } from '@tanstack/react-query';
import { linksQuery } from '@/lib/api/queries';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { openInPassing } from '@/lib/documents/open-document';
import styles from './backlinks.module.css';

/** What links to the active document, each with the line that does. */
export function Backlinks() {
  const path = useDocuments((state) => (activeDocument(state)?.phase === 'ready' ? state.active : null));
  const links = useQuery({ ...linksQuery(path ?? ''), enabled: path !== null }).data;
  if (path === null || !links) return null;
  return (
    <section aria-label="Backlinks" className={styles.backlinks}>
      <h3>Backlinks ({links.backlinks.length})</h3>
      {links.backlinks.length === 0 ? <p>No other document links here.</p> : null}
      <ul>
        {links.backlinks.map((link) => (
          <li key={`${link.path}:${link.line}:${link.anchor}`}>
            <button
              type="button"
              title={`${link.path}:${link.line}`}
              onClick={() => void openInPassing(link.path, { lines: { from: link.line, to: link.line } })}
            >
              <strong>{link.title}</strong>
              <span>{link.text.trim()}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
