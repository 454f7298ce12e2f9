'use client';
import { useQuery } from '@tanstack/react-query';
import { problemsQuery } from '@/lib/api/queries';
import type { ProblemEntry } from '@/lib/api/types';
import { openInPassing } from '@/lib/documents/open-document';
import styles from './index-panel.module.css';

const NAMES: Readonly<Record<ProblemEntry['kind'], string>> = {
  broken_link: 'broken link',
  broken_anchor: 'broken anchor',
  heading_skip: 'heading skips a level',
  redaction_failed: 'redaction failed',
  unreadable: 'unreadable',
  not_a_document: 'not a document',
  not_indexed: 'not indexed',
};

/** What somebody should mend: links that lead nowhere, documents that cannot be read or indexed. */
export function Problems() {
  const problems = useQuery(problemsQuery).data?.problems;
  if (!problems) return null;
  return (
    <div className={styles.section}>
      <h3>Problems ({problems.length})</h3>
      {problems.length === 0 ? <p className={styles.quiet}>None: every link leads somewhere.</p> : null}
      <ul className={styles.list} aria-label="Problems">
        {problems.map((problem) => (
          <li key={`${problem.path}:${problem.line}:${problem.target}:${problem.kind}`}>
            <button type="button" className={styles.row} title={problem.reason} onClick={() => show(problem)}>
              <span>
                {NAMES[problem.kind]}
                {problem.target ? `: ${problem.target}` : ''}
              </span>
              <span className={styles.quiet}>
                {problem.path}
                {problem.line ? `:${problem.line}` : ''}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function show({ path, line }: ProblemEntry): void {
  void openInPassing(path, line ? { lines: { from: line, to: line } } : {});
}
