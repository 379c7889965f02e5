/**
 * `npm run screenshots`: takes the README's pictures from a real service in which a small company has lived for a
 * day. They are in git, in docs/images/, although a program makes them: people read the README where nothing is
 * built.
 */
import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../support/browser/chromium.ts';
import { emptyDatabase, temporaryFolder } from '../support/databases/databases.ts';
import { callWithKey, joinAs } from '../support/people/people.ts';
import { spawnService } from '../support/processes/service.ts';
import { type Company, liveThroughADay, setUp } from './life.ts';

const IMAGES = path.join(import.meta.dirname, '../../docs/images');
const CLOCK = pathToFileURL(path.join(import.meta.dirname, '../support/processes/moved-clock.ts')).href;
const WIDE = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };
const SCHEMES = ['light', 'dark'] as const;
const MAX_BYTES = 150_000;
/** Time until the service has seen its clock move. */
const CLOCK_MS = 60;
/** From the gap above a card to its heading. */
const ABOVE_HEADING = 20;
/** How long ago the company was set up. */
const SETTING_UP_MS = 25 * 3_600_000;
/** Far more than a busy machine takes. */
const PATIENCE_MS = 60_000;

interface Waiting {
  items: { approval_id: string }[];
  total: number;
}

assert.ok(CHROMIUM, 'the pictures take a Chromium, and there is none here');
const folder = temporaryFolder();
const { location, remove } = await emptyDatabase('sqlite');
const clock = path.join(folder.path, 'offset');
writeFileSync(clock, String(-SETTING_UP_MS));
const service = await spawnService(location, {
  ASSIZE_INIT_TENANT: 'northwind',
  NODE_OPTIONS: `--import ${CLOCK}`,
  MOVED_CLOCK: clock,
});
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox'],
});
try {
  mkdirSync(IMAGES, { recursive: true });
  await takePictures();
} finally {
  await browser.close();
  await service.stop('SIGTERM');
  await remove();
  folder.remove();
}

async function takePictures(): Promise<void> {
  const { address, session } = await liveADay();
  const query = '/api/v1/approvals?status=pending&order=desc&limit=1';
  const { items, total } = await callWithKey<Waiting>(service, query);
  for (const colorScheme of SCHEMES) {
    const seen = { colorScheme, storageState: session, timezoneId: 'UTC' };
    const overview = await open(`${address}/`, { ...seen, viewport: WIDE });
    await overview.locator('.u-wrap canvas').waitFor();
    await shows(overview, 'stripe.create_refund', `${total} waiting`);
    await cutAbove(overview, 'Last escalated');
    await keep(overview, `overview-${colorScheme}`);
    const telephone = { ...seen, viewport: TELEPHONE, deviceScaleFactor: 1.5, isMobile: true };
    const approval = await open(`${address}/approvals/${items[0]?.approval_id}`, telephone);
    await shows(approval, 'Whom it reaches', `${total} waiting`);
    await keep(approval, `approval-${colorScheme}`);
  }
}

/** @returns the session of the person who decided, which is used for the pictures. */
async function liveADay() {
  const address = service.baseUrl.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext();
  const page = await context.newPage();
  await joinAs(service, page, address, { name: 'Dana Reyes', role: 'admin' });
  const company: Company = {
    service,
    async setBack(ms) {
      writeFileSync(clock, String(-ms));
      await setTimeout(CLOCK_MS);
    },
    async decide(id, verb, comment) {
      const options = { headers: { origin: address }, data: { comment } };
      const answer = await page.request.post(`${address}/api/v1/approvals/${id}/${verb}`, options);
      assert.ok(answer.ok(), await answer.text());
    },
  };
  await setUp(company);
  await liveThroughADay(company);
  await company.setBack(0);
  await callWithKey(service, '/api/v1/evidence/verify');
  return { address, session: await context.storageState() };
}

async function open(url: string, options: BrowserContextOptions): Promise<Page> {
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
