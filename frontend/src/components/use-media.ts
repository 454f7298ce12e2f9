'use client';
import { useCallback, useSyncExternalStore } from 'react';

export const NARROW = '(max-width: 767px)';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** For what is asked once and not drawn, such as whether a command makes sense here. */
export function isNarrow(): boolean {
  return globalThis.matchMedia?.(NARROW).matches ?? false;
}
