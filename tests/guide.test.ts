/** The guide is the whole documentation: every link and heading leads somewhere, nothing comes from elsewhere, each page has a next step. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { PAGES } from '@assize/service/http/dashboard.ts';
import { guideFor } from '../dashboard/shell/guide-pages.ts';
import { linkedFrom, PAGE_FILES, placeOf } from '../site/pages.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ROOT } from './support/docs/page.ts';
import { startTestService } from './support/http/in-process.ts';

const GUIDE = path.join(ROOT, 'service/dist/guide');
const isBuilt = existsSync(GUIDE);
/** The dashboard without its frame, and so without the link. */
const WITHOUT_FRAME = ['decide', 'invitations', 'join', 'open', 'reset', 'sign-in', 'verify', 'welcome'];
const INDEX = 'docs/README.md';

test('each-page-of-the-documentation-has-a-next-step', () => {
  const ends = PAGE_FILES.filter((file) => {
    if (!file.startsWith('docs/') || file === INDEX || file.startsWith('docs/adr/')) return false;
    const last = readFileSync(path.join(ROOT, file), 'utf8').trim().split('\n\n').at(-1) ?? '';
    return ![...last.matchAll(/\]\(([^)]+)\)/g)].some(([, href = '']) => linkedFrom(file, href));
  });
  assert.deepEqual(ends, []);
});

test('each-page-of-the-dashboard-has-one-in-the-guide', () => {
  const lost = PAGES.filter((address) => {
    const [, first = ''] = address.split('/');
    const page = guideFor(address).replace('/guide/', '');
    return !WITHOUT_FRAME.includes(first) && !existsSync(path.join(ROOT, `docs/${page}.md`));
  });
  assert.deepEqual(lost, []);
});

describe('the-built-site', { skip: isBuilt ? false : 'it is not built' }, () => {
  const pages = new Map<string, string>();
  before(() => {
    for (const file of globSync('**/*.html', { cwd: GUIDE })) {
      pages.set(file, readFileSync(path.join(GUIDE, file), 'utf8'));
    }
  });

  test('has-every-page', () => {
    const lost = PAGE_FILES.filter((file) => !pages.has(placeOf(file).replace(/\.md$/, '.html')));
    assert.deepEqual(lost, []);
    assert.ok(pages.size > 100);
  });

  test('has-no-broken-link', () => {
    const broken = [...pages].flatMap(([file, html]) =>
      linksOf(html).flatMap((link) => faultOf(file, link, pages)),
    );
    assert.equal(broken.join('\n'), '');
  });

  test('keeps-the-links-between-pages', () => {
    const next = /<p>Next: .*<a href="\/guide\/evidence"/;
    assert.match(pages.get('erasure.html') ?? '', next);
    const lost = [...pages].filter(([, html]) => /In the repository: (?:docs\/)?[\w-]+\.md"/.test(html));
    assert.deepEqual(
      lost.map(([file]) => file),
      [],
    );
  });

  test('notices-a-broken-link', () => {
    for (const link of ['/guide/nowhere', '/guide/hooks#nowhere', '#nowhere', '/guide/assets/none.css']) {
      assert.equal(faultOf('hooks.html', link, pages).length, 1, link);
    }
  });

  test('loads-nothing-from-elsewhere-and-runs-nothing-in-a-page', () => {
    const faults = [...pages].flatMap(([file, html]) => [
      ...[
        ...html.matchAll(/<(?:script|link|img|source)\b[^>]*(?:src|href|srcset)="(?:https?:)?\/\/[^"]*"/g),
      ].map(([tag]) => `${file}: ${tag}`),
      ...[...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>|\sstyle="[^"]*"|<style|\son\w+="/g)].map(
        ([tag]) => `${file}: ${tag}`,
      ),
    ]);
    assert.equal([...new Set(faults)].slice(0, 20).join('\n'), '');
    const styles = globSync('**/*.css', { cwd: GUIDE }).map((file) =>
      readFileSync(path.join(GUIDE, file), 'utf8'),
    );
    assert.doesNotMatch(styles.join('\n'), /url\(["']?(?:https?:)?\/\//);
  });

  test('lists-every-operation-of-the-api', () => {
    const { paths } = JSON.parse(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8'));
    const page = pages.get('reference.html') ?? '';
    const lost = Object.keys(paths).filter((address) => !page.includes(`${address}</code>`));
    assert.deepEqual(lost, []);
  });
});

testOnOneDatabase('serves-the-guide-with-the-policy-of-the-dashboard', async (location, t) => {
  if (!isBuilt) return t.skip('it is not built');
  const { app } = await startTestService(t, location);
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  assert.deepEqual(
    [(await get('/guide')).statusCode, (await get('/guide')).headers.location],
    [308, '/guide/'],
  );
  for (const url of ['/guide/', '/guide/hooks', '/guide/laws/safety-dominance', '/guide/adr/']) {
    const { statusCode, headers } = await get(url);
    assert.equal(statusCode, 200, url);
    assert.match(String(headers['content-type']), /^text\/html/);
    assert.match(String(headers['content-security-policy']), /script-src 'self';/);
    assert.equal(headers['cache-control'], 'public, max-age=0');
  }
  const [, script = ''] = /src="(\/guide\/assets\/[^"]+)"/.exec((await get('/guide/')).body) ?? [];
  const asset = await get(script, { 'accept-encoding': 'gzip' });
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(asset.headers['content-encoding'], 'gzip');
  for (const url of [
    '/guide/nowhere',
    '/guide/made-from.json',
    '/guide/../index.html',
    '/guide/..%2fmain.js',
    '/guide/%2e%2e/main.js',
    '/guide/.hidden',
    '/guide/hooks/',
    '/guide/assets/',
  ]) {
    assert.equal((await get(url)).statusCode, 404, url);
  }
});

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
}

/** @returns the fault of a link in a page, if it has one. Addresses of the service, and elsewhere, are not looked at. */
function faultOf(file: string, href: string, pages: ReadonlyMap<string, string>): string[] {
  const from = new URL(`/guide/${file.replace(/(?:index)?\.html$/, '')}`, 'http://site');
  const { origin, pathname, hash } = new URL(href, from);
  if (origin !== from.origin || !pathname.startsWith('/guide/')) return [];
  const asked = decodeURI(pathname.slice('/guide/'.length));
  if (/\.\w+$/.test(asked)) return existsSync(path.join(GUIDE, asked)) ? [] : [`${file}: ${href}`];
  const html = pages.get(asked === '' || asked.endsWith('/') ? `${asked}index.html` : `${asked}.html`);
  const isThere =
    html !== undefined && (hash === '' || html.includes(` id="${decodeURIComponent(hash.slice(1))}"`));
  return isThere ? [] : [`${file}: ${href}`];
}
