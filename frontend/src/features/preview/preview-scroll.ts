import { type RefObject, useEffect } from 'react';
import { announceScroll, lead, onScroll } from '@/lib/scroll-link';

interface Anchor {
  readonly line: number;
  readonly lineTo: number;
  readonly top: number;
  readonly height: number;
}

/** Follows the editor's top line while the editor leads, and leads it while this pane is the one being scrolled. */
export function usePreviewScroll(pane: RefObject<HTMLElement | null>, path: string, ready: boolean): void {
  useEffect(() => {
    const element = pane.current;
    if (!element || !ready) return;
    const stopFollowing = onScroll(({ from, path: scrolled, line }) => {
      if (from === 'editor' && scrolled === path) element.scrollTop = topOfLine(element, line);
    });
    const takeLead = () => lead('preview');
    const onOwnScroll = () => announceScroll({ from: 'preview', path, line: lineAtTop(element) });
    for (const event of LEADING) element.addEventListener(event, takeLead, { passive: true });
    element.addEventListener('scroll', onOwnScroll, { passive: true });
    return () => {
      stopFollowing();
      for (const event of LEADING) element.removeEventListener(event, takeLead);
      element.removeEventListener('scroll', onOwnScroll);
    };
  }, [pane, path, ready]);
}

const LEADING = ['pointerdown', 'pointerenter', 'wheel', 'keydown', 'touchstart'] as const;
const CONTEXT_PX = 96;

export function revealLine(pane: HTMLElement, line: number): void {
  pane.scrollTop = Math.max(0, topOfLine(pane, line) - CONTEXT_PX);
}

/** Where a source line lies, interpolated within its block and in the gap after it. */
function topOfLine(pane: HTMLElement, line: number): number {
  const anchors = anchorsOf(pane);
  const at = anchors.findLastIndex((anchor) => anchor.line <= line);
  const anchor = anchors[at];
  if (!anchor) return 0;
  const lines = anchor.lineTo - anchor.line + 1;
  const into = Math.min(1, (line - anchor.line) / lines);
  return anchor.top + anchor.height * into;
}

function lineAtTop(pane: HTMLElement): number {
  const anchor = anchorsOf(pane).findLast(({ top }) => top <= pane.scrollTop + 1);
  if (!anchor) return 1;
  const into = Math.min(1, (pane.scrollTop - anchor.top) / Math.max(1, anchor.height));
  return anchor.line + into * (anchor.lineTo - anchor.line + 1);
}

function anchorsOf(pane: HTMLElement): readonly Anchor[] {
  const origin = pane.getBoundingClientRect().top - pane.scrollTop;
  return [...pane.querySelectorAll<HTMLElement>('[data-line]')].map((block) => {
    const { top, height } = block.getBoundingClientRect();
    return { line: Number(block.dataset.line), lineTo: Number(block.dataset.lineTo), top: top - origin, height };
  });
}
