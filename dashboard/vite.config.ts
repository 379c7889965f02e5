import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** While you work on the pages, a separate service answers for the API. */
const SERVICE = 'http://localhost:8080';
const OF_THE_SERVICE = ['/api', '/sandbox', '/auth', '/docs', '/openapi.json'];

export default defineConfig({
  plugins: [react()],
  publicDir: 'public',
  build: {
    target: 'es2024',
    // An embedded file would be a `data:` address, which the page's policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(OF_THE_SERVICE.map((prefix) => [prefix, { target: SERVICE }])),
  },
});
