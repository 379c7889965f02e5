/** People with browsers: a member of the bench's tenant, and their open pages. */
import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../../tests/support/browser/chromium.ts';
import type { Context } from '../context.ts';
import { askJson } from '../http.ts';
import { post, type RunningAssize } from '../servers/assize.ts';

export { noChromium } from '../../tests/support/browser/chromium.ts';

const WIDE = { width: 1440, height: 900 };
const ROLE = 'admin';

export interface Member {
  /** The service's address in their browser. */
  address: string;
  /** Opens a browser that has never seen the dashboard. */
  open(): Promise<BrowserContext>;
}

export async function launchBrowser(context: Context): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox'] });
  context.cleanup.add(() => browser.close());
  return browser;
}

/** Invites a member, who joins and is signed in. */
export async function newMember(browser: Browser, running: RunningAssize): Promise<Member> {
  // Names of members are unique, like addresses.
  const name = `bea-${randomBytes(6).toString('hex')}`;
  const email = `${name}@example.com`;
  const { link } = await askJson<{ link: string }>(
    post(running, '/api/v1/members/invitations', { email, role: ROLE }),
  );
  const { origin } = new URL(running.url);
  const joining = await browser.newContext();
  const answer = await joining.request.post(`${origin}/auth/join`, {
    headers: { origin },
    data: {
      token: new URL(link).hash.slice(1),
      name,
      password: randomBytes(12).toString('hex'),
    },
  });
  if (!answer.ok()) throw new Error(`joining was answered with ${answer.status()}: ${await answer.text()}`);
  const session = await joining.storageState();
  await joining.close();
  return { address: origin, open: () => browser.newContext({ viewport: WIDE, storageState: session }) };
}

/** Opens a page and waits until it shows its content. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await settled(page);
}

export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' });
}
