/** An auditor finds a record, sees its proof in their own browser, and checks an export that never leaves it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, testInBrowser } from '../support/browser/browser.ts';
import { PRODUCTION_KEY } from '../support/http/in-process.ts';
import { callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';
import { until } from '../support/until.ts';

const SOUND = 'This record is unaltered and in its place.';
const ALTERED = 'This record is not as it was recorded.';
const PURPOSE = 'close the month of Hanze BV';

/** Resolves once the record is signed: a page stops asking for its proof after a few seconds. */
async function evaluate(service: RunningService, action: string, level = 'low'): Promise<string> {
  const { evidence_id: id } = await callWithKey<{ evidence_id: string }>(
    service,
    '/api/v1/core/governance/evaluate',
    {
      action,
      agent_id: 'agent-7',
      context: {
        purpose: PURPOSE,
        risk_level: level,
        is_irreversible: level === 'critical',
        confidence_score: 0.95,
      },
    },
  );
  const headers = { 'x-api-key': PRODUCTION_KEY };
  const proof = `${service.baseUrl}/api/v1/evidence/${id}/proof`;
  await until(async () => (await fetch(proof, { headers })).ok);
  return id;
}

/** Changes the service's answer on the way. */
async function alter(page: Page, path: string, change: (text: string) => string): Promise<void> {
  await page.route(`**/api/v1/evidence/${path}`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: change(await answer.text()) });
  });
}

testInBrowser('finds-a-record-and-proves-it-in-the-browser', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await evaluate(service, 'report.read');
  const id = await evaluate(service, 'database.drop', 'critical');
  await page.goto(`${address}/evidence`);
  await page.getByLabel('Verdict', { exact: true }).selectOption('block');
  await page.getByLabel('Search by').selectOption('Action');
  await page.getByLabel('An action, exactly').fill('database.drop');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.waitForURL(/verdict=block/);
  await page.getByText('1 record', { exact: true }).waitFor();
  assert.equal(await page.getByRole('link', { name: /report\.read/ }).count(), 0);
  await page.reload();
  await page.getByRole('link', { name: /database\.drop/ }).click();
  await page.waitForURL(new RegExp(`record=${id}`));
  await page.getByText('Risk Classification').or(page.getByText('Safety Dominance')).first().waitFor();
  await page.getByText(SOUND).waitFor();
  assert.equal(await page.getByLabel('Holds', { exact: true }).count(), 5);
  await page.getByText('Hash before').waitFor();
  assert.deepEqual(await barriersOf(page), []);
});

testInBrowser('says-which-step-does-not-hold', async ({ service, address, page, another }) => {
  await joinAsOwner(service, page, address);
  const id = await evaluate(service, 'report.read');
  const cookies = await page.context().cookies();
  const lies: [path: string, change: (text: string) => string, holding: string[]][] = [
    [id, (text) => text.replace(PURPOSE, 'close the month of Manze BV'), ['leaf', 'page', 'tree', 'signed']],
    [
      id,
      (text) => text.replace('"verdict":"proceed"', '"verdict":"block"'),
      ['payload', 'leaf', 'tree', 'signed'],
    ],
    [
      id,
      (text) => text.replace(/"hash":"sha256:../, '"hash":"sha256:00'),
      ['payload', 'page', 'tree', 'signed'],
    ],
    [id, (text) => text.replace(/"leaf":"\{/, '"leaf":"['), ['payload', 'signed']],
    [`${id}/proof`, (text) => text.replace(/^(— .*)....$/m, '$1AAAA'), ['payload', 'leaf', 'page']],
  ];
  for (const [place, [path, change, holding]] of lies.entries()) {
    const own = await another();
    await own.context().addCookies(cookies);
    await alter(own, path, change);
    await own.goto(`${address}/evidence/${id}`);
    await own.getByText(ALTERED).waitFor();
    const rows = own.getByRole('listitem').filter({ has: own.getByLabel('Holds', { exact: true }) });
    const texts = (await rows.allInnerTexts()).join('\n');
    for (const word of holding) assert.match(texts, new RegExp(word), `lie ${place}: ${texts}`);
    assert.equal(await rows.count(), holding.length, `lie ${place}: ${texts}`);
    await own.context().close();
  }
});

testInBrowser('shows-a-viewer-the-proof-and-no-payload', async ({ service, address, page }) => {
  const id = await evaluate(service, 'report.read');
  await joinAs(service, page, address, { name: 'Vic', role: 'viewer' });
  const answers: Promise<string>[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/api/v1/evidence')) answers.push(answer.text().catch(() => ''));
  });
  await page.goto(`${address}/evidence/${id}`);
  await page.getByText('your role does not show it').first().waitFor();
  await page.getByText(SOUND).waitFor();
  assert.ok(answers.length > 1);
  for (const text of await Promise.all(answers)) assert.doesNotMatch(text, /Hanze/);
  assert.equal(await page.getByRole('button', { name: 'Redact…' }).count(), 0);
});

testInBrowser('removes-a-payload-for-good-and-keeps-the-proof', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  const id = await evaluate(service, 'report.read');
  await page.goto(`${address}/evidence/${id}`);
  await page.getByRole('button', { name: 'Redact…' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByText('Say why you remove it').waitFor();
  await dialog.getByLabel('Reason').fill('a name was in it');
  await dialog.getByLabel('I know that it can’t be brought back.').check();
  assert.deepEqual(await barriersOf(page), []);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The payload is not here').waitFor();
  await page.getByText(SOUND).waitFor();
  assert.doesNotMatch(await page.locator('main').innerText(), /Hanze/);
});

/** @returns a complete export, as downloaded. */
async function exported(service: RunningService): Promise<string> {
  const { download_url: url } = await callWithKey<{ download_url: string }>(
    service,
    '/api/v1/evidence/export',
    { format: 'json' },
  );
  return (await fetch(new URL(new URL(url).pathname + new URL(url).search, service.baseUrl))).text();
}

testInBrowser('verifies-an-export-and-sends-it-nowhere', async ({ service, address, page, complaints }) => {
  await joinAsOwner(service, page, address);
  for (let place = 0; place < 5; place += 1) await evaluate(service, `report.read.${place}`);
  const text = await exported(service);
  await page.goto(`${address}/verify`);
  await page.getByRole('heading', { name: 'Verify an export' }).waitFor();
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/assets/')) {
      sent.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`);
    }
  });
  const drop = (content: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'export.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await drop(text);
  await page.getByText('Sound: every record').first().waitFor();
  await drop(text.replace('report.read.3', 'report.read.9'));
  await page.getByText('Not sound: something').waitFor();
  assert.match(await page.locator('main').innerText(), /\b[3-9]\b/, 'where it was altered');
  await drop('{"not": "an export"}');
  await page.getByText('The file has no "format"').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  assert.deepEqual(
    sent.filter((each) => !each.startsWith('GET /api/v1/')),
    [],
  );
  forget(complaints, /net::ERR_ABORTED/);
});
