'use client';
import { useCommandRegistry } from '@/lib/commands/command-context';
import { goToLine } from '@/lib/documents/go-to-line';
import styles from './outline.module.css';
import { useHeadingPath, useHeadings } from './use-headings';

/** Where the cursor stands: the document's folders, its name, and the headings above. */
export function Breadcrumbs({ path }: { path: string }) {
  const registry = useCommandRegistry();
  const above = useHeadingPath(useHeadings());
  const parts = path.split('/');
  return (
    <nav aria-label="Breadcrumbs" className={styles.crumbs}>
      <ol>
        {parts.map((part, depth) => (
          <li key={parts.slice(0, depth + 1).join('/')}>
            <button type="button" className={styles.crumb} onClick={() => registry.run('view.explorer')}>
              {part}
            </button>
          </li>
        ))}
        {above.map(({ slug, text, line }) => (
          <li key={slug}>
            <button type="button" className={styles.crumb} onClick={() => goToLine(path, line)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
