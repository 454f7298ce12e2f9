import type { NextConfig } from 'next';

const STATIC_HEADERS = [
  // A worker obeys the policy of its own response, not the page's.
  { key: 'Content-Security-Policy', value: "default-src 'none'; script-src 'self'; frame-ancestors 'none'" },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
];

const config: NextConfig = {
  output: 'standalone',
  // Named outright: a lock file further up the tree would otherwise move the standalone server.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  poweredByHeader: false,
  reactStrictMode: true,
  // No /_next/image: one attack surface less, and libvips stays out of the image.
  images: { unoptimized: true },
  outputFileTracingExcludes: { '*': ['node_modules/sharp/**', 'node_modules/@img/**'] },
  async headers() {
    return ['/_next/static/:path*', '/icon.svg', '/robots.txt'].map((source) => ({ source, headers: STATIC_HEADERS }));
  },
};

export default config;
