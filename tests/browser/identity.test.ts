/** People keep the inventory of agents, give an agent a key of its own, stop it, and trust an issuer of tokens. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';

const EVALUATE = '/api/v1/core/governance/evaluate';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');

async function verdictWith(address: string, key: string): Promise<string> {
  const answer = await fetch(address + EVALUATE, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'report.read', context: {} }),
  });
  return ((await answer.json()) as { verdict: string }).verdict;
}

/** @returns the secret. */
async function createKeyOf(page: Page, address: string, agent: string): Promise<string> {
  await page.goto(`${address}/keys`);
  await button(page, 'Create key').click();
  await dialogOf(page).getByLabel('Name').fill('refund-desk');
  assert.equal(await dialogOf(page).getByText('keys:manage').count(), 1);
  await dialogOf(page).getByLabel('Agent', { exact: true }).fill(agent);
  assert.equal(await dialogOf(page).getByText('keys:manage').count(), 0, 'an agent manages no keys');
  await button(page, 'Create key').last().click();
  const secret = await dialogOf(page).locator('pre').innerText();
  await page.getByLabel('I have saved the key').check();
  await button(page, 'Done').click();
  return secret.trim();
}

testInBrowser('registers-an-agent-and-stops-it', async ({ service, address, page, another }) => {
  await joinAsOwner(service, page, address);
  const asked = { action: 'report.read', agent_id: 'agent-7', context: {} };
  const { evidence_id: id } = await callWithKey<{ evidence_id: string }>(service, EVALUATE, asked);
  await page.goto(`${address}/evidence/${id}`);
  await page.getByText('by its word: the request says so').waitFor();

  await page.goto(`${address}/agents?status=unregistered`);
  await button(page, 'Register').click();
  await dialogOf(page).getByLabel('Name').fill('Refund desk');
  await dialogOf(page).getByLabel('Who answers for it').selectOption('team');
  await dialogOf(page).getByLabel('Team').fill('Payments');
  await dialogOf(page).getByLabel('Purpose').fill('Pays refunds');
  await dialogOf(page).getByRole('button', { name: 'Register' }).click();
  await page.getByText('No agent has this status').waitFor();

  const key = await createKeyOf(page, address, 'agent-7');
  assert.equal(await verdictWith(address, key), 'proceed');
  await page.goto(`${address}/agents/agent-7`);
  await page.getByText('Payments (team)').waitFor();
  await page.getByText('key refund-desk').waitFor();
  await button(page, 'Suspend').click();
  assert.ok(await dialogOf(page).getByRole('button', { name: 'Suspend' }).isDisabled(), 'it needs a reason');
  await dialogOf(page).getByLabel('Reason').fill('It pays twice');
  await dialogOf(page).getByRole('button', { name: 'Suspend' }).click();
  await page.getByText('It pays twice').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  // Other nodes know it within a second; this one already.
  assert.equal(await verdictWith(address, key), 'block');

  const viewer = await another(TELEPHONE);
  await joinAs(service, viewer, address, { name: 'Vera Viewer', role: 'viewer' });
  await viewer.goto(`${address}/agents/agent-7`);
  await viewer.getByText('It pays twice').waitFor();
  for (const act of ['Resume', 'Retire…', 'Change']) assert.equal(await button(viewer, act).count(), 0, act);
});

testInBrowser('trusts-an-issuer-and-revokes-its-tokens', async ({ service, address, page, complaints }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/issuers`);
  await button(page, 'Trust an issuer').click();
  const field = (name: string) => dialogOf(page).getByLabel(name, { exact: true });
  await field('Name').fill('GitHub Actions');
  await field('Issuer URL').fill('https://token.actions.githubusercontent.com');
  await field('Audience').fill('assize-acme');
  await field('Agent').fill("'ci ' + claims.repository +");
  await button(page, 'Trust this issuer').click();
  await dialogOf(page).getByText('say in accept which of its claims must hold').waitFor();
  await field('Accept a token if').fill("claims.repository_owner == 'acme'");
  await button(page, 'Trust this issuer').click();
  await dialogOf(page)
    .getByText(/line 1, column \d+/)
    .waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await field('Agent').fill("'ci ' + claims.repository");
  await button(page, 'Trust this issuer').click();
  await dialogOf(page).waitFor({ state: 'detached' });

  await button(page, 'Revoke…').click();
  await field('The claim sub').fill('repo:acme/shop:ref:refs/heads/old');
  await button(page, 'Revoke').click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await button(page, 'Revoke…').click();
  await dialogOf(page).getByText('repo:acme/shop:ref:refs/heads/old').waitFor();
  await button(page, 'Cancel').click();
  await button(page, 'Disable…').click();
  await button(page, 'Disable').click();
  await page.getByText('disabled', { exact: true }).waitFor();
  forget(complaints, /422/);
});
