import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import styles from './notice.module.css';

type Tone = 'info' | 'warning' | 'error';

const ICONS: Readonly<Record<Tone, IconName>> = { info: 'info', warning: 'warning', error: 'error' };

/** A line above the document that stays until its matter is settled. Failures interrupt a screen reader; the rest waits. */
export function Notice({ tone, actions, children }: { tone: Tone; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'info' ? 'status' : 'alert'}>
      <Icon name={ICONS[tone]} />
      <p>{children}</p>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
