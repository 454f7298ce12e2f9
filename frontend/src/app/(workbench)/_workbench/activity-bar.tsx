'use client';
import { CommandButton } from '@/components/button';
import { useLayout } from '@/lib/layout-store';
import styles from './workbench.module.css';

export function ActivityBar() {
  const { sideView, sideBarShown } = useLayout();
  const shown = (view: string) => sideBarShown && sideView === view;
  return (
    <nav className={styles.activityBar} aria-label="Views" data-region="activity-bar">
      <CommandButton
        className={styles.activity}
        command="view.explorer"
        title="Explorer"
        icon="files"
        pressed={shown('explorer')}
      />
      <CommandButton
        className={styles.activity}
        command="view.search"
        title="Search"
        icon="search"
        pressed={shown('search')}
      />
      <CommandButton
        className={styles.activity}
        command="view.outline"
        title="Outline"
        icon="list-tree"
        pressed={shown('outline')}
      />
      <CommandButton
        className={styles.activity}
        command="view.index"
        title="Index"
        icon="database"
        pressed={shown('index')}
      />
      <span className={styles.spring} />
      <CommandButton
        className={styles.activity}
        command="theme.toggle"
        title="Toggle light and dark theme"
        icon="color-mode"
      />
      <CommandButton className={styles.activity} command="session.signOut" title="Sign out" icon="sign-out" />
    </nav>
  );
}
