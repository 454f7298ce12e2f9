/** Copies what `next build` leaves out of the standalone server: the static files and `public`. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const copies = [
  ['.next/static', '.next/standalone/.next/static'],
  ['public', '.next/standalone/public'],
];

for (const [source, target] of copies) {
  // A second build must not leave the first one's chunks behind.
  rmSync(fromRoot(target), { recursive: true, force: true });
  if (existsSync(fromRoot(source))) cpSync(fromRoot(source), fromRoot(target), { recursive: true });
}
