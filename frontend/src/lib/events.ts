import type { components } from './api/schema';

type Schemas = components['schemas'];

/** The API's description names no shapes for a stream, so this one is written here. */
export interface DocumentChange {
  readonly path: string;
  readonly change: 'saved' | 'changed' | 'created' | 'moved' | 'deleted';
  readonly content_hash: string | null;
  /** Where a document lay that was moved. */
  readonly from_path: string | null;
}

/** What the API tells of its own accord. */
export type CorpusEvent =
  | { readonly kind: 'job'; readonly data: Schemas['Job'] }
  | { readonly kind: 'document'; readonly data: DocumentChange }
  | { readonly kind: 'index'; readonly data: unknown }
  /** Events were missed: everything that was read may be old. */
  | { readonly kind: 'reset'; readonly data: unknown };

const KINDS: readonly CorpusEvent['kind'][] = ['job', 'document', 'index', 'reset'];
const NAME = 'glyph.events';

/**
 * Calls `onEvent` for everything that happens, until what is returned is called. Of all tabs one listens and tells the
 * others: a browser opens six connections to a server, and each that listens would hold one for ever.
 */
export function followEvents(onEvent: (event: CorpusEvent) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<CorpusEvent>) => onEvent(data);
  const stopped = new AbortController();
  const listen = () =>
    new Promise<void>((resolve) => {
      const source = openSource((event) => {
        onEvent(event);
        channel.postMessage(event);
      });
      stopped.signal.addEventListener('abort', () => resolve(source.close()));
    });
  if (navigator.locks) void navigator.locks.request(NAME, { signal: stopped.signal }, listen).catch(() => undefined);
  else void listen();
  return () => {
    stopped.abort();
    channel.close();
  };
}

function openSource(onEvent: (event: CorpusEvent) => void): EventSource {
  const source = new EventSource('/api/v1/events');
  for (const kind of KINDS) {
    source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
      const event = parse(kind, data);
      if (event) onEvent(event);
    });
  }
  return source;
}

function parse(kind: CorpusEvent['kind'], data: string): CorpusEvent | null {
  try {
    return { kind, data: JSON.parse(data) } as CorpusEvent;
  } catch {
    return kind === 'reset' ? { kind, data: null } : null;
  }
}
