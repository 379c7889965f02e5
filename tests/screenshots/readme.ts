/**
 * The README's pictures. They are in git, in docs/images/, although a program makes them: people read the README where
 * nothing is built.
 */
import assert from 'node:assert/strict';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { callWithKey } from '../support/people/people.ts';
import type { Lived } from './company.ts';

const IMAGES = path.join(import.meta.dirname, '../../docs/images');
const WIDE = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };
const SCHEMES = ['light', 'dark'] as const;
const MAX_BYTES = 150_000;
/** From the gap above a card to its heading. */
const ABOVE_HEADING = 20;
/** Far more than a busy machine takes. */
const PATIENCE_MS = 60_000;

interface Waiting {
  items: { approval_id: string }[];
  total: number;
}

export async function takePicturesForReaders({ browser, service, address, session }: Lived): Promise<void> {
  mkdirSync(IMAGES, { recursive: true });
  const query = '/api/v1/approvals?status=pending&order=desc&limit=1';
  const { items, total } = await callWithKey<Waiting>(service, query);
  for (const colorScheme of SCHEMES) {
    const seen = { colorScheme, storageState: session, timezoneId: 'UTC' };
    const overview = await open(browser, `${address}/`, { ...seen, viewport: WIDE });
    await overview.locator('[data-bar] rect').first().waitFor();
    await shows(overview, 'stripe.create_refund', `${total} waiting`);
    await cutAbove(overview, 'Last escalated');
    await keep(overview, `overview-${colorScheme}`);
    const telephone = { ...seen, viewport: TELEPHONE, deviceScaleFactor: 1.5, isMobile: true };
    const approval = await open(browser, `${address}/approvals/${items[0]?.approval_id}`, telephone);
    await shows(approval, 'Whom it reaches', `${total} waiting`);
    await keep(approval, `approval-${colorScheme}`);
  }
}

async function open(browser: Browser, url: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Waits for all texts, because parts of a page appear one by one. */
async function shows(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.getByText(text, { exact: true }).locator('visible=true').first().waitFor();
  }
  await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' });
}

/** Makes the window end in the gap above a card, so that no card is cut in two. */
async function cutAbove(page: Page, title: string): Promise<void> {
  const heading = await page.getByRole('heading', { name: title }).boundingBox();
  assert.ok(heading, `there is no card "${title}"`);
  await page.setViewportSize({ ...WIDE, height: Math.round(heading.y - ABOVE_HEADING) });
}

async function keep(page: Page, name: string): Promise<void> {
  const file = path.join(IMAGES, `${name}.png`);
  await page.screenshot({ path: file });
  const { size } = statSync(file);
  assert.ok(size <= MAX_BYTES, `${file} has ${size} bytes: at most ${MAX_BYTES}`);
  console.log(`${file}: ${size} bytes`);
}
