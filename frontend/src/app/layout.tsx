import '@/components/tokens.css';
import '@/components/base.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { BOOT_SCRIPT } from './boot-script';

export const metadata: Metadata = { title: 'Glyph', robots: { index: false, follow: false } };

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: dark)', color: '#12161a' },
    { media: '(prefers-color-scheme: light)', color: '#eceeec' },
  ],
};

/** Reading the headers makes every page dynamic, as pages with a nonce have to be. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    // The boot script sets the theme before React looks.
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, and the only way to run before the bundles. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: BOOT_SCRIPT }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
