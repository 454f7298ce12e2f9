import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      '@': fromHere('./src'),
      // The package throws outside a React server build; tests of server code are neither.
      'server-only': fromHere('./src/testing/empty.ts'),
    },
  },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node' },
});
