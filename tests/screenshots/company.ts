/** A real service in which a small company has lived for a day, and the session of a person who decided there. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM } from '../support/browser/chromium.ts';
import { emptyDatabase, temporaryFolder } from '../support/databases/databases.ts';
import { callWithKey, joinAs } from '../support/people/people.ts';
import { type RunningService, spawnService } from '../support/processes/service.ts';
import { type Company, liveThroughADay, setUp } from './life.ts';

const CLOCK = pathToFileURL(path.join(import.meta.dirname, '../support/processes/moved-clock.ts')).href;
/** Time until the service has seen its clock move. */
const CLOCK_MS = 60;
/** How long ago the company was set up. */
const SETTING_UP_MS = 25 * 3_600_000;

export interface Lived {
  browser: Browser;
  service: RunningService;
  /** For a browser. */
  address: string;
  session: Awaited<ReturnType<BrowserContext['storageState']>>;
}

export async function inCompany(look: (lived: Lived) => Promise<void>): Promise<void> {
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
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    await look({ browser, service, ...(await liveADay(browser, service, clock)) });
  } finally {
    await browser.close();
    await service.stop('SIGTERM');
    await remove();
    folder.remove();
  }
}

async function liveADay(browser: Browser, service: RunningService, clock: string) {
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
  const session = await context.storageState();
  await context.close();
  return { address, session };
}
