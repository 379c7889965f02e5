import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** While you work on the pages, a separate service answers for the API. */
const SERVICE = 'http://localhost:8080';
const OF_THE_SERVICE = ['/api', '/sandbox', '/auth', '/docs', '/openapi.json'];

/** Loads the font of the text beside the style sheet that names it, and not after it. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /sans-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
  },
};

export default defineConfig({
  plugins: [react(), preloadFont],
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
