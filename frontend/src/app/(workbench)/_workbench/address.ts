'use client';
import { useEffect } from 'react';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { openDocument } from '@/lib/documents/open-document';
import { deepLink, parseDeepLink } from '@/lib/links';

/** The address names the document that is shown, and the document shown follows the address. No page is loaded for it. */
export function useAddress(): void {
  useEffect(() => {
    openFromAddress();
    window.addEventListener('popstate', openFromAddress);
    const unsubscribe = useDocuments.subscribe(showAddress);
    return () => {
      window.removeEventListener('popstate', openFromAddress);
      unsubscribe();
    };
  }, []);
}

function openFromAddress(): void {
  const place = parseDeepLink(window.location.pathname, window.location.hash);
  if (!place) return;
  void openDocument(place.path, place);
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
