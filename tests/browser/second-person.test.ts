/** A change of governance waits for another member, who reads in a sentence what changes; both are named afterwards. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser, type Visit } from '../support/browser/browser.ts';
import { callWithKey, joinAs, joinAsOwner, PASSWORD } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';

const SETTINGS = '/api/v1/settings';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

interface Current {
  version: number;
  settings: { attestation: string; governance?: { second_person: string[] } };
}

const inForce = (service: RunningService) => callWithKey<Current>(service, SETTINGS);

async function confirm(page: Page, opens: string, act: string): Promise<void> {
  await button(page, opens).first().click();
  await dialogOf(page).getByRole('button', { name: act, exact: true }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
}

/** Olga is an owner, Ada an admin, and Olga sets the second person on for policies and settings. */
async function twoPeople({ service, address, page, another }: Visit): Promise<{ ada: Page; adaId: string }> {
  await joinAsOwner(service, page, address);
  const ada = await another(TELEPHONE);
  const adaId = await joinAs(service, ada, address, { name: 'Ada Admin', role: 'admin' });
  await page.goto(`${address}/settings`);
  const parts = page.getByRole('group', { name: 'A second person' });
  for (const part of ['Policies', 'Settings']) await parts.getByLabel(part).check();
  await confirm(page, 'Put in force…', 'Put in force');
  const { settings } = await inForce(service);
  assert.deepEqual(settings.governance, { second_person: ['policies', 'settings'] });
  return { ada, adaId };
}

async function idOf(page: Page, address: string): Promise<string> {
  return (await (await page.request.get(`${address}/api/v1/me`)).json()).id;
}

/** Follows the notice of the page to the approval. @returns its id. */
async function seeWhatWaits(page: Page): Promise<string> {
  await page.getByText('Waiting for a second person').waitFor();
  await page.getByRole('link', { name: 'See what waits' }).click();
  await page.getByRole('heading', { level: 1, name: 'Approval' }).waitFor();
  return page.url().split('/').at(-1) ?? '';
}

const approvePath = (id: string) => `/api/v1/approvals/${id}/approve`;

async function statusInSession(page: Page, address: string, id: string): Promise<number> {
  const headers = { origin: address };
  return (await page.request.post(address + approvePath(id), { headers, data: {} })).status();
}

async function statusByKey({ baseUrl }: RunningService, id: string, key: string): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return (await fetch(baseUrl + approvePath(id), { method: 'POST', headers, body: '{}' })).status;
}

testInBrowser('waits-for-another-member-who-reads-what-changes-and-approves', async (visit) => {
  const { service, address, page, another, complaints } = visit;
  const { ada, adaId } = await twoPeople(visit);
  const olgaId = await idOf(page, address);
  await page.getByRole('radio', { name: /only what the service can prove counts/ }).check();
  await confirm(page, 'Put in force…', 'Put in force');
  const { version } = await inForce(service);
  const id = await seeWhatWaits(page);
  const sentence = 'Olga Owner wants to change the settings: Attestation from accepted to verified.';
  await page.getByText(sentence).waitFor();
  assert.equal((await inForce(service)).settings.attestation, 'accepted');

  // Not with the same session, a key of theirs, or a session on another device.
  const isRefused = async (asker: Page) => {
    await asker.getByText('You asked for this change yourself: it takes a second person.').waitFor();
    assert.equal(await asker.getByRole('button', { name: /^Approve/ }).count(), 0);
    assert.equal(await statusInSession(asker, address, id), 403);
  };
  await isRefused(page);
  const wanted = { name: 'mine', environment: 'production', scopes: ['evidence:write', 'keys:manage'] };
  const headers = { origin: address };
  const made = await page.request.post(`${address}/api/v1/api-keys`, { headers, data: wanted });
  assert.equal(await statusByKey(service, id, (await made.json()).key), 403);
  const elsewhere = await another();
  await elsewhere.goto(`${address}/sign-in?next=/approvals/${id}`);
  await elsewhere.getByLabel('E-mail').fill('olga@acme.example');
  await elsewhere.getByLabel('Password').fill(PASSWORD);
  await button(elsewhere, 'Sign in').click();
  await isRefused(elsewhere);

  await ada.goto(`${address}/approvals`);
  await ada.getByRole('link', { name: /governance\.settings\.set/ }).tap();
  await ada.getByText(sentence).waitFor();
  const places = ada.getByRole('list', { name: 'What changes' });
  assert.match(
    (await places.innerText()).replaceAll(/\s+/g, ' '),
    /^Attestation: accepted → (?:to )?verified$/,
  );
  assert.deepEqual(await barriersOf(ada), []);
  assert.equal(await ada.evaluate('document.documentElement.scrollWidth > screen.width'), false);
  await button(ada, 'Approve').tap();
  await ada.getByText('Approved', { exact: true }).first().waitFor();
  const now = await inForce(service);
  assert.deepEqual([now.version, now.settings.attestation], [version + 1, 'verified']);

  const searched = { artifact_type: 'governance_change', action: 'settings.activate' };
  const { items } = await callWithKey<{ items: { payload: Made }[] }>(
    service,
    '/api/v1/evidence/search',
    searched,
  );
  const { by, second_person: second } = items[0]?.payload ?? {};
  assert.deepEqual([by, second?.approval_id, second?.approved_by], [olgaId, id, [adaId]]);
  await page.goto(`${address}/changes?kind=settings`);
  const row = page.getByRole('row').filter({ hasText: 'attestation' });
  await row.getByText('approved by Ada Admin').first().waitFor();
  assert.match(await row.first().innerText(), /Olga Owner/);
  assert.deepEqual(await barriersOf(page), []);
  forget(complaints, /40[39]/);
});

interface Made {
  by?: string;
  second_person?: { approval_id: string; approved_by: string[] };
}

const RULE = { id: 'none', description: '', when: "action == 'x'", effect: 'block', message: 'No.' };

testInBrowser('a-person-takes-back-what-they-asked-for', async (visit) => {
  const { service, address, page, complaints } = visit;
  await twoPeople(visit);
  await callWithKey(service, '/api/v1/policies', { name: 'mails', rules: [RULE] });
  await page.goto(`${address}/policies/mails?tab=versions`);
  await confirm(page, 'Put in force', 'Put in force');
  const id = await seeWhatWaits(page);
  await page
    .getByText('Olga Owner wants to put version 1 of the policy mails in force: none is in force now.')
    .waitFor();
  await confirm(page, 'Take it back…', 'Reject');
  const { status } = await callWithKey<{ status: string }>(service, `/api/v1/approvals/${id}`);
  assert.equal(status, 'rejected');
  const policy = await callWithKey<{ active_version: number | null }>(service, '/api/v1/policies/mails');
  assert.equal(policy.active_version, null);
  await page.goto(`${address}/changes?kind=policy`);
  await page.getByText('Asked a second person to approve: policy activate').waitFor();
  forget(complaints, /409/);
});
