/** Opens the dashboard as people do, with its own service and a browser. The test fails if a page reports an error. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type DatabaseKind, newDatabase, whyNot } from '../databases/databases.ts';
import { type RunningService, spawnService } from '../processes/service.ts';
import { CHROMIUM, noChromium } from './chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** A busy machine takes long. */
const PATIENCE_MS = 60_000;

export interface Visit {
  t: TestContext;
  location: DatabaseLocation;
  service: RunningService;
  /** The address for a browser: passkeys need a host name. */
  address: string;
  page: Page;
  /** Another person, or another device: it shares nothing with `page`. */
  another(options?: Device): Promise<Page>;
  /** Errors that pages reported so far; a test removes those it expects. */
  complaints: string[];
}

export interface Device {
  width?: number;
  height?: number;
  scheme?: 'light' | 'dark';
  /** The first language of the reader, such as `de-DE`. */
  locale?: string;
}

export const TELEPHONE: Device = { width: 390, height: 844 };

let browser: Promise<Browser> | null = null;
after(async () => (await browser)?.close());

function open(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: PATIENCE_MS,
  });
  return browser;
}

/** @param environment of the service. */
export function testInBrowser(
  promise: string,
  body: (visit: Visit) => Promise<void>,
  environment: Record<string, string> = {},
  kind: DatabaseKind = 'sqlite',
): void {
  test(promise, { skip: noChromium || whyNot(kind) }, async (t) => {
    const { location, remove } = await newDatabase(kind);
    t.after(remove);
    const service = await spawnService(location, environment);
    t.after(() => service.stop('SIGTERM'));
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];
    t.after(() => Promise.all(contexts.map((context) => context.close())));
    const another = async (device: Device = {}): Promise<Page> => {
      const context = await newContext(await open(), device);
      contexts.push(context);
      const page = await context.newPage();
      listen(page, complaints);
      return page;
    };
    const address = service.baseUrl.replace('127.0.0.1', 'localhost');
    await body({ t, location, service, address, page: await another(), another, complaints });
    assert.deepEqual(complaints, []);
  });
}

async function newContext(opened: Browser, device: Device): Promise<BrowserContext> {
  const { width = 1440, height = 900, scheme = 'light', locale = 'en-US' } = device;
  const isMobile = width < 700;
  const context = await opened.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    locale,
    isMobile,
    hasTouch: isMobile,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

/** Removes the browser's own messages about a refusal that a test wants. */
export function forget(complaints: string[], expected: RegExp): void {
  const others = complaints.filter((complaint) => !expected.test(complaint));
  complaints.splice(0, complaints.length, ...others);
}

/** Waits until an opened page shows everything. */
export async function untilShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' });
}

/**
 * Looks at an open page as if it were on the device, without opening it again, which takes most of a test's time. The
 * page is measured and touched there as in a context of that device.
 */
export async function lookOn(page: Page, device: Device, look: () => Promise<void>): Promise<void> {
  const { width = 1440, height = 900 } = device;
  const isMobile = width < 700;
  const tools = await page.context().newCDPSession(page);
  const screen = { screenWidth: width, screenHeight: height };
  const size = { width, height, ...screen, deviceScaleFactor: 1, mobile: isMobile };
  await tools.send('Emulation.setDeviceMetricsOverride', size);
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: isMobile });
  // Elements that observe their own size are drawn again.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await untilShown(page);
  await look();
  await tools.detach();
}

/** Rules whose results depend on whether the system is light or dark. */
export const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Returns barriers for people who use a screen reader or a keyboard, or who see poorly.
 * Bars that stick to an edge stand in their place meanwhile: scrolling uncovers what they cover.
 * @param rules names of rules, or of standards.
 */
export async function barriersOf(page: Page, rules: readonly string[] = STANDARDS): Promise<string[]> {
  // Evaluated like a developer's tools, which the page's policy does not stop.
  if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(AXE);
  const { violations } = (await page.evaluate(`(async () => {
    const bars = [...document.querySelectorAll('body *')].filter((each) => getComputedStyle(each).position === 'sticky');
    for (const bar of bars) bar.style.position = 'static';
    try {
      return await axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'], selectors: false });
    } finally {
      for (const bar of bars) bar.style.position = '';
    }
  })()`)) as AxeResult;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * No text runs as code, reverses other text, or makes the page wider than the screen.
 * @param where is named where it fails.
 */
export async function requireHarmless(page: Page, where = page.url()): Promise<void> {
  assert.match(await page.title(), / · Assize$/);
  const found = await page.evaluate(`(() => {
    const shown = document.body.cloneNode(true);
    // A field shows its text unchanged, and names invisible characters below it.
    for (const field of shown.querySelectorAll('textarea, input')) field.remove();
    // A choice shows its text, and not its value.
    for (const choice of shown.querySelectorAll('option')) choice.removeAttribute('value');
    return {
      markup: document.querySelectorAll('img[src="x"], body script:not([src])').length,
      turned: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(shown.innerHTML),
      wide: document.documentElement.scrollWidth > screen.width,
    };
  })()`);
  assert.deepEqual({ where, ...(found as object) }, { where, markup: 0, turned: false, wide: false });
  assert.deepEqual(await barriersOf(page), []);
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}
