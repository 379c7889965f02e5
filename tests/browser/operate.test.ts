/**
 * A person runs the account: replaces keys without a gap, tests webhooks, sends invitations, and sets up a second
 * factor.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { joinAs, joinAsOwner } from '../support/people/people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');

/** @returns the secret, which is shown only once. */
async function keepSecret(page: Page, name: string): Promise<string> {
  const secret = await dialogOf(page).locator('pre').innerText();
  await page.getByLabel(`I have saved the ${name}`).check();
  await button(page, 'Done').click();
  await dialogOf(page).waitFor({ state: 'detached' });
  return secret.trim();
}

async function createKey(page: Page): Promise<string> {
  await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
  return keepSecret(page, 'key');
}

function ask(address: string, key: string): Promise<Response> {
  return fetch(`${address}/api/v1/core/governance/evaluate`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'report.read' }),
  });
}

testInBrowser('rotates-a-key-without-a-gap', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/keys`);
  await button(page, 'Create key').click();
  await dialogOf(page).getByLabel('Name').fill('billing');
  const old = await createKey(page);
  await page
    .getByRole('row', { name: /billing/ })
    .getByRole('button', { name: 'Rotate' })
    .click();
  await button(page, 'Create the new key').click();
  const next = await createKey(page);
  await page.getByText('Waiting for its first request').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  assert.equal((await ask(address, next)).status, 200);
  await page.getByRole('button', { name: /^Revoke ak_/ }).click();
  await button(page, 'Revoke key').click();
  await page.getByText('The key is revoked').waitFor();
  assert.equal((await ask(address, old)).status, 403);
  assert.equal((await ask(address, next)).status, 200);
  assert.ok(!page.url().includes(next), page.url());
});

testInBrowser('turns-green-at-the-first-verdict', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/welcome`);
  await page.getByText('Waiting for the first verdict').waitFor();
  await page.getByRole('button', { name: /^Create (another )?key$/ }).click();
  await dialogOf(page).getByLabel('Name').fill('first');
  await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
  const command = await page.getByText(/X-API-Key: ak_[0-9a-f]/).innerText();
  const [, key = ''] = /X-API-Key: (ak_[0-9a-f]{32})/.exec(command) ?? [];
  assert.equal((await ask(address, key)).status, 200);
  await page.getByText('see its evidence').waitFor();
  assert.deepEqual(await barriersOf(page), []);
});

testInBrowser('invites-a-person-by-a-link-shown-once', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/members`);
  await button(page, 'Invite a person').click();
  await dialogOf(page).getByLabel('E-mail').fill('marek@acme.example');
  await button(page, 'Invite').click();
  assert.match(await keepSecret(page, 'link'), /\/join#[\w-]+$/);
  await page.getByText('marek@acme.example').waitFor();
  assert.deepEqual(await barriersOf(page), []);
});

testInBrowser('hides-from-a-viewer-what-they-may-not-do', async ({ service, address, another }) => {
  const page = await another(TELEPHONE);
  await joinAs(service, page, address, { name: 'Vic', role: 'viewer' });
  for (const path of ['keys', 'webhooks', 'usage', 'members', 'budgets']) {
    await page.goto(`${address}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Create|Add|Invite)/ }).count(), 0, path);
    assert.deepEqual(await barriersOf(page), [], path);
  }
});
