'use client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { Icon } from '@/components/icon';
import { linksQuery } from '@/lib/api/queries';
import { resolveLink } from '@/lib/links';
import { PathContext } from './path-context';
import styles from './preview.module.css';

/**
 * A picture of the corpus, or a stand-in: nothing is fetched from elsewhere, so that the names of runbooks stay at home.
 */
export function Picture({ source, text, children }: { source: string; text: string; children: ReactNode }) {
  const path = useContext(PathContext);
  const [broken, setBroken] = useState(false);
  const place = resolveLink(path, source);
  const links = useQuery({ ...linksQuery(path), enabled: place !== null });
  // Known to be missing: it is not asked for, since a browser complains aloud about each picture that is not there.
  const missing = links.data?.outgoing.some(({ target, state }) => target === source && state === 'missing_file');
  if (place && !links.isPending && !missing && !broken)
    return (
      // biome-ignore lint/performance/noImgElement: the workbench's server resizes no pictures.
      <img
        className={styles.image}
        src={`/api/v1/asset?path=${encodeURIComponent(place.path)}`}
        alt={text}
        loading="lazy"
        onError={() => setBroken(true)}
      />
    );
  return (
    <span className={styles.picture} title={source}>
      <Icon name="preview" /> {children} <small>{source}</small>
    </span>
  );
}
