'use client';
import { Fragment, type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { EmptyState, Skeleton } from '@/components/state-message';
import type { DocumentPage } from '@/lib/api/types';
import { lineToShow, type OpenDocument } from '@/lib/documents/document-store';
import { isLarge } from '@/lib/documents/large';
import { openInPassing } from '@/lib/documents/open-document';
import { type LineRange, pointsAtSomething, resolveLink } from '@/lib/links';
import { FOOTNOTE_LINK } from './footnotes';
import { maskTree } from './mask';
import { pageMarks } from './page-marks';
import { PathContext } from './path-context';
import styles from './preview.module.css';
import { revealLine, usePreviewScroll } from './preview-scroll';
import { renderNode } from './render';
import { useTermMarks } from './term-marks';
import type { PreviewBlock } from './tree';
import { useBlocks } from './use-blocks';
import { useSecretValues } from './use-secret-values';

/** The preview, live for any ordinary document and on demand for a very large one. */
export function Preview({ document }: { document: OpenDocument }) {
  const [asked, setAsked] = useState<string | null>(null);
  const { path, text } = document;
  if (!isLarge(text) || asked === path) return <LivePreview document={document} />;
  return (
    <EmptyState title="This document is large" icon="preview">
      <p>Its preview is drawn only when you ask for it.</p>
      <Button onClick={() => setAsked(path)}>Show preview</Button>
    </EmptyState>
  );
}

/** The document as it reads. Drawn block by block: typing redraws the block that changed. */
function LivePreview({ document }: { document: OpenDocument }) {
  const { path, text, lines, pages, sought, reveals } = document;
  const line = lineToShow(document);
  const blocks = useBlocks(path, text);
  const pane = useRef<HTMLElement>(null);
  const ready = blocks !== null;
  usePreviewScroll(pane, path, ready);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reveals` asks to scroll again to the same lines; the line follows from them.
  useEffect(() => {
    if (ready && line !== null && pane.current) revealLine(pane.current, line);
  }, [ready, path, lines, reveals]);
  useTermMarks(pane, blocks, lines, sought);
  const values = useSecretValues(document);
  return (
    <section
      ref={pane}
      className={styles.preview}
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls has to take the focus.
      tabIndex={0}
    >
      <article className={styles.page} onClickCapture={(event) => followLink(event, path)}>
        <PathContext value={path}>
          {blocks ? (
            <Blocks blocks={blocks} lines={lines} pages={pages} values={values} />
          ) : (
            <Skeleton label="Loading the preview" />
          )}
        </PathContext>
      </article>
    </section>
  );
}

type Marked = 'painted' | 'edged' | undefined;

function marking(block: PreviewBlock, lines: LineRange | null): Marked {
  if (lines === null || block.lineFrom > lines.to || block.lineTo < lines.from) return undefined;
  return pointsAtSomething(lines) ? 'painted' : 'edged';
}

interface BlocksProps {
  readonly blocks: readonly PreviewBlock[];
  readonly lines: LineRange | null;
  readonly pages: readonly DocumentPage[];
  /** Values to hide. */
  readonly values: readonly string[];
}

function Blocks({ blocks, lines, pages, values }: BlocksProps) {
  // Equal blocks keep their element when others move; the n-th of the same text is told from the first.
  const seen = new Map<string, number>();
  const marks = pageMarks(blocks, pages);
  return blocks.map((block, place) => {
    const nth = seen.get(block.source) ?? 0;
    seen.set(block.source, nth + 1);
    return (
      <Fragment key={`${nth}:${block.source}`}>
        {marks.get(place)?.map((page) => (
          <p key={page} className={styles.pageMark}>
            Page {page}
          </p>
        ))}
        <BlockView block={block} marked={marking(block, lines)} values={values} />
      </Fragment>
    );
  });
}

const BlockView = memo(
  function BlockView({ block, marked, values }: { block: PreviewBlock; marked: Marked; values: readonly string[] }) {
    return (
      <div className={styles.block} data-line={block.lineFrom} data-line-to={block.lineTo} data-marked={marked}>
        {renderNode(maskTree(block.node, values), 0)}
      </div>
    );
  },
  (before, after) =>
    before.marked === after.marked &&
    before.values === after.values &&
    before.block.source === after.block.source &&
    before.block.lineFrom === after.block.lineFrom,
);

/** Links between documents open in the workbench; those that leave it are the browser's. */
function followLink(event: MouseEvent, path: string): void {
  const link = (event.target as Element).closest('a');
  const href = link?.getAttribute('href');
  if (!href || link?.target === '_blank' || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (href.startsWith(FOOTNOTE_LINK)) {
    document.getElementById(href.slice(1))?.scrollIntoView({ block: 'center' });
    return;
  }
  const place = resolveLink(path, href);
  if (place) void openInPassing(place.path, place);
}
