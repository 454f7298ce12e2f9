'use client';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { OpenDocument } from '@/lib/documents/document-store';
import styles from './comparing.module.css';
import { LineDiff } from './line-diff';
import { Skeleton } from './state-message';
import { NARROW, useMedia } from './use-media';

/** Monaco is not for phones: what compares lines there is no part of it. */
const DiffEditor = dynamic(() => import('./monaco/diff-editor').then((it) => it.DiffEditor), {
  ssr: false,
  loading: () => <Skeleton label="Loading the comparison" />,
});

interface ComparingProps {
  readonly document: OpenDocument;
  readonly earlier: string;
  readonly earlierName: string;
  readonly laterName: string;
  /** Shown beside the names. */
  readonly actions?: ReactNode;
}

/** A text beside the document's present one, each under its name, side by side where there is room for it. */
export function Comparing({ document, earlier, earlierName, laterName, actions }: ComparingProps) {
  const narrow = useMedia(NARROW);
  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <div className={styles.sides} aria-hidden="true">
          <span data-side="left">{earlierName}</span>
          <span data-side="right">{laterName}</span>
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      <div className={styles.diff}>
        {narrow ? (
          <LineDiff label={`${earlierName} and ${laterName}`} earlier={earlier} later={document.text} />
        ) : (
          <DiffEditor document={document} original={earlier} originalLabel={earlierName} modifiedLabel={laterName} />
        )}
      </div>
    </div>
  );
}
