/** Writes the workbench's API types from the backend's OpenAPI document. Another document may be named as the only argument. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const source = resolve(process.env.INIT_CWD ?? here, process.argv[2] ?? resolve(here, '../../../backend/openapi.json'));
const target = resolve(here, '../../src/lib/api/schema.d.ts');
const command = resolve(dirname(createRequire(import.meta.url).resolve('openapi-typescript')), '../bin/cli.js');

execFileSync(process.execPath, [command, source, '--output', target, '--default-non-nullable=false'], {
  stdio: 'inherit',
});
