/** The settings of the site: its pages and their places, its navigation, and how a page is made. */
import { globSync } from 'node:fs';
import type { DefaultTheme, UserConfig } from 'vitepress';
import rootPackage from '../package.json' with { type: 'json' };
import { classes, theme } from './highlighting.ts';
import { extend } from './markdown.ts';
import { sidebar, versionMenu } from './navigation.ts';
import { anchorOf, PAGE_FILES, placeOf, ROOT } from './pages.ts';

const wanted = new Set(PAGE_FILES);

export const config: UserConfig<DefaultTheme.Config> = {
  base: '/guide/',
  title: 'Assize',
  description: 'Decides whether an AI agent may act, and proves afterwards what it decided.',
  lang: 'en',
  srcDir: '..',
  srcExclude: globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules'] }).filter(
    (file) => !wanted.has(file),
  ),
  // Without it, each `config.ts` of the repository counts as settings.
  additionalConfig: {},
  rewrites: placeOf,
  cleanUrls: true,
  // Both would put a style into the page otherwise.
  contentProps: {},
  appearance: { disableTransition: false },
  cacheDir: '../node_modules/.vitepress',
  head: [['link', { rel: 'icon', href: '/assets/assize.svg' }]],
  markdown: {
    theme,
    codeTransformers: [classes],
    anchor: { slugify: anchorOf },
    config: extend,
  },
  vite: {
    publicDir: false,
    // An embedded file would be a `data:` address, which the policy for content forbids.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
    logLevel: 'warn',
  },
  themeConfig: {
    nav: [
      { text: 'First hour', link: '/first-hour' },
      { text: 'Commands', link: '/command-line' },
      { text: 'API', link: '/reference' },
      versionMenu(rootPackage.version),
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
};
