'use client';
import { useEffect } from 'react';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { openDocument, openInPassing } from '@/lib/documents/open-document';
import { deepLink, type Place, parseDeepLink } from '@/lib/links';

/** The address names the document that is shown, and the document shown follows the address. No page is loaded for it. */
export function useAddress(): void {
  useEffect(() => {
    openFirst();
    window.addEventListener('popstate', openFromAddress);
    const unsubscribe = useDocuments.subscribe(showAddress);
    return () => {
      window.removeEventListener('popstate', openFromAddress);
      unsubscribe();
    };
  }, []);
}

/** Whoever comes by a link means that document to stay; a reload leaves its tab as it was. */
function openFirst(): void {
  const place = placeInAddress();
  const isThere = place !== null && useDocuments.getState().order.includes(place.path);
  if (place) void openDocument(place.path, place, isThere ? 'passing' : 'kept');
}

function openFromAddress(): void {
  const place = placeInAddress();
  if (place) void openInPassing(place.path, place);
}

function placeInAddress(): Place | null {
  return parseDeepLink(window.location.pathname, window.location.hash);
}

function showAddress(): void {
  const document = activeDocument(useDocuments.getState());
  window.document.title = document ? `${document.title} – Glyph` : 'Glyph';
  // While it loads, the address still says where in the document to go.
  if (document && document.phase !== 'ready') return;
  const address = document ? deepLink(document.path, document.lines) : '/';
  const { pathname, hash } = window.location;
  if (address === `${pathname}${hash}`) return;
  const sameDocument = address.split('#')[0] === pathname;
  window.history[sameDocument ? 'replaceState' : 'pushState'](null, '', address);
}
