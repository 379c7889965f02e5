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

/** Returns barriers for people who use a screen reader or a keyboard, or who see poorly. */
export async function barriersOf(page: Page): Promise<string[]> {
  // Evaluated like a developer's tools, which the page's policy does not stop.
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(STANDARDS)}, resultTypes: ['violations'], selectors: false })`,
  )) as AxeResult;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** No text runs as code, reverses other text, or makes the page wider than the screen. */
export async function requireHarmless(page: Page): Promise<void> {
  assert.match(await page.title(), / · Assize$/);
  const found = await page.evaluate(`(() => {
    const shown = document.body.cloneNode(true);
    // A field shows its text unchanged, and names invisible characters below it.
    for (const field of shown.querySelectorAll('textarea, input')) field.remove();
    return {
      markup: document.querySelectorAll('img[src="x"], body script:not([src])').length,
      turned: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(shown.innerHTML),
      wide: document.documentElement.scrollWidth > innerWidth,
    };
  })()`);
  assert.deepEqual(found, { markup: 0, turned: false, wide: false });
  assert.deepEqual(await barriersOf(page), []);
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}
