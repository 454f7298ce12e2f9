'use client';
import { type ReactNode, useContext, useState } from 'react';
import { Icon } from '@/components/icon';
import { resolveLink } from '@/lib/links';
import { PathContext } from './path-context';
import styles from './preview.module.css';

/**
 * A picture of the corpus, or a stand-in: nothing is fetched from elsewhere, so that the names of runbooks stay at home.
 */
export function Picture({ source, text, children }: { source: string; text: string; children: ReactNode }) {
  const path = useContext(PathContext);
  const [missing, setMissing] = useState(false);
  const place = resolveLink(path, source);
  if (place && !missing)
    return (
      // biome-ignore lint/performance/noImgElement: the workbench's server resizes no pictures.
      <img
        className={styles.image}
        src={`/api/v1/asset?path=${encodeURIComponent(place.path)}`}
        alt={text}
        loading="lazy"
        onError={() => setMissing(true)}
      />
    );
  return (
    <span className={styles.picture} title={source}>
      <Icon name="preview" /> {children} <small>{source}</small>
    </span>
  );
}
