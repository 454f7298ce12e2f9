import { type DiffLine, diffLines } from '@/lib/line-diff';
import styles from './line-diff.module.css';

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', gone: '−', new: '+' };
const SPOKEN: Readonly<Record<DiffLine['kind'], string>> = { same: '', gone: 'removed: ', new: 'added: ' };
/** Equal lines around a change that are shown with it. */
const CONTEXT = 3;

interface LineDiffProps {
  readonly label: string;
  readonly earlier: string;
  readonly later: string;
}

/** Two texts in one column, for screens that have no room for two. */
export function LineDiff({ label, earlier, later }: LineDiffProps) {
  const lines = diffLines(earlier, later);
  const shown = lines.map((_, at) => lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(isChange));
  if (!shown.includes(true)) return <p className={styles.equal}>Both texts are the same.</p>;
  return (
    <ol className={styles.diff} aria-label={label}>
      {lines.map(({ kind, text }, at) =>
        shown[at] ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal lines differ in nothing but their place.
          <li key={at} data-kind={kind} data-first={(at > 0 && !shown[at - 1]) || undefined}>
            <span aria-hidden="true">{SIGNS[kind]}</span>
            <span className="visually-hidden">{SPOKEN[kind]}</span>
            {text}
          </li>
        ) : null,
      )}
    </ol>
  );
}

function isChange({ kind }: DiffLine): boolean {
  return kind !== 'same';
}
