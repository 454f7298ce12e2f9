'use client';
import panel from '@/components/side-panel.module.css';
import { EmptyState } from '@/components/state-message';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { goToLine } from '@/lib/documents/go-to-line';
import styles from './outline.module.css';
import { useHeadingPath, useHeadings } from './use-headings';

/** The headings of the active document; the one that the cursor stands under is marked. */
export function Outline() {
  const path = useDocuments((state) => state.active);
  const ready = useDocuments((state) => activeDocument(state)?.phase === 'ready');
  const headings = useHeadings();
  const current = useHeadingPath(headings).at(-1);
  return (
    <nav aria-label="Outline" className={panel.panel}>
      <h2 className={panel.heading}>Outline</h2>
      {path === null || (ready && headings.length === 0) ? (
        <EmptyState title={path === null ? 'No document is open' : 'No headings'} icon="list-tree">
          <p>{path === null ? 'Open one to see its headings here.' : 'Lines that begin with # show up here.'}</p>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {headings.map((heading) => (
            <li key={heading.slug}>
              <button
                type="button"
                className={styles.item}
                style={{ paddingLeft: 4 + heading.level * 12 }}
                aria-current={heading === current || undefined}
                title={heading.text}
                onClick={() => goToLine(path ?? '', heading.line)}
              >
                {heading.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
