/**
 * Pictures of every page at three widths, light and dark. What differs from run to run (ids, hashes, times) is written
 * as zeros first, so that two runs of one version look the same.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { EVERY_PAGE } from '../support/browser/every-page.ts';
import { callWithKey } from '../support/people/people.ts';
import type { Lived } from './company.ts';

const WIDTHS = [1440, 1024, 390];
const HEIGHT = 900;
const SCHEMES = ['light', 'dark'] as const;
const PATIENCE_MS = 60_000;

const PAGES = [
  ...EVERY_PAGE,
  '/agents/support-desk',
  '/policies/databases',
  '/policies/databases?tab=versions',
  '/design',
  '/design?tab=lists',
  '/design?tab=figures',
  '/design?tab=forms',
];

/** Runs in the page. */
const WITHOUT_CHANCE = `(() => {
  for (const time of document.querySelectorAll('time')) time.textContent = '00:00';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    const plain = data
      .replace(/\\b([a-z]{2,5})_[0-9a-f]{24}\\b/g, (id, kind) => kind + '_' + '0'.repeat(24))
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '00000000-0000-0000-0000-000000000000')
      .replace(/[0-9a-f]{32,}/g, (hash) => '0'.repeat(hash.length))
      .replace(/[A-Za-z0-9+/_-]{40,}=*/g, (text) => '0'.repeat(text.length));
    if (plain !== data) texts.currentNode.data = plain;
  }
})()`;

export async function takePages({ browser, service, address, session }: Lived, folder: string) {
  mkdirSync(folder, { recursive: true });
  const { items } = await callWithKey<{ items: { approval_id: string; evidence_id: string }[] }>(
    service,
    '/api/v1/approvals?status=pending&order=desc&limit=1',
  );
  const one = items[0];
  const pages = one ? [...PAGES, `/approvals/${one.approval_id}`, `/evidence/${one.evidence_id}`] : PAGES;
  for (const width of WIDTHS) {
    const page = await openAt(browser, width, session);
    for (const address_ of pages) {
      await show(page, address + address_);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const file = path.join(folder, `${nameOf(address_)}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true, caret: 'hide' });
      }
    }
    await page.context().close();
  }
}

async function openAt(browser: Browser, width: number, storageState: Lived['session']): Promise<Page> {
  const isMobile = width < 700;
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    isMobile,
    hasTouch: isMobile,
    storageState,
    timezoneId: 'UTC',
    locale: 'en-GB',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

async function show(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(WITHOUT_CHANCE);
}

function nameOf(address: string): string {
  const name = address.replace(/[a-z]+_[0-9a-f]{24}/, 'one').replaceAll(/\W+/g, '-');
  return name.replaceAll(/^-|-$/g, '') || 'overview';
}
