'use client';
import dynamic from 'next/dynamic';
import type { OpenDocument } from '@/lib/documents/document-store';
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
}

/** A text beside the document's present one, side by side where there is room for it. */
export function Comparing({ document, earlier, earlierName, laterName }: ComparingProps) {
  const narrow = useMedia(NARROW);
  if (narrow) return <LineDiff label={`${earlierName} and ${laterName}`} earlier={earlier} later={document.text} />;
  return <DiffEditor document={document} original={earlier} originalLabel={earlierName} modifiedLabel={laterName} />;
}
