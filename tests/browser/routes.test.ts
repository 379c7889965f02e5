/** People make groups, routes and absences by form, see who would be asked, and decide as those who are. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { approvalOf, askPerson, callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const closed = (page: Page) => dialogOf(page).waitFor({ state: 'detached' });

async function makeGroup(page: Page, name: string, people: readonly string[]): Promise<void> {
  await button(page, 'Create group').click();
  await dialogOf(page).getByLabel('Name').fill(name);
  for (const person of people) await dialogOf(page).getByLabel(person).check();
  assert.deepEqual(await barriersOf(page), []);
  await dialogOf(page).getByRole('button', { name: 'Create group' }).click();
  await closed(page);
}

async function askGroup(page: Page, place: number, name: string): Promise<void> {
  await button(page, 'Ask a group').click();
  await dialogOf(page).getByLabel('Group').nth(place).selectOption({ label: name });
}

/** One approval of each group, within 90 minutes. */
async function routePayments(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/settings?tab=routes`);
  await button(page, 'Add route').click();
  await dialogOf(page).getByLabel('Name').fill('Payments');
  await dialogOf(page).getByLabel('Action').fill('invoice.*');
  await askGroup(page, 0, 'Finance');
  await askGroup(page, 1, 'Security');
  await dialogOf(page).getByLabel('Deadline, in minutes').fill('soon');
  await button(page, 'Put in force').click();
  await dialogOf(page).getByRole('alert').waitFor();
  await dialogOf(page).getByLabel('Deadline, in minutes').fill('90');
  assert.deepEqual(await barriersOf(page), []);
  await button(page, 'Put in force').click();
  await closed(page);
  await page
    .getByRole('row', { name: /Payments/ })
    .getByText('90 min')
    .waitFor();
}

testInBrowser('makes-groups-and-a-route-by-form-and-asks-those-people', async (visit) => {
  const { service, address, page, another, complaints } = visit;
  await joinAsOwner(service, page, address);
  const [ada, bo, cy] = [await another(TELEPHONE), await another(), await another()];
  await joinAs(service, ada, address, { name: 'Ada', role: 'approver' });
  await joinAs(service, bo, address, { name: 'Bo', role: 'approver' });
  await joinAs(service, cy, address, { name: 'Cy', role: 'approver' });
  await page.goto(`${address}/members?tab=groups`);
  await makeGroup(page, 'Finance', ['Ada']);
  await makeGroup(page, 'Security', ['Bo']);
  assert.deepEqual(await barriersOf(page), []);

  await routePayments(page, address);

  // Ada is away until her stand-in has decided.
  await ada.goto(`${address}/account`);
  await button(ada, 'Name a stand-in…').tap();
  await dialogOf(ada).getByLabel('Stand-in').selectOption({ label: 'Cy' });
  assert.deepEqual(await barriersOf(ada), []);
  await dialogOf(ada).getByRole('button', { name: 'Save' }).tap();
  await ada.getByText('Cy decides for you', { exact: false }).waitFor();
  await page.getByLabel('Action asked for').fill('invoice.pay');
  await button(page, 'Find out').click();
  const answer = page.getByRole('status').filter({ hasText: 'Payments' });
  await answer.getByText('Ada (away: Cy)', { exact: false }).waitFor();
  assert.match(await answer.innerText(), /1 of Finance: .*\n?1 of Security: Bo/);
  assert.deepEqual(await barriersOf(page), []);

  const id = await askPerson(service, { action: 'invoice.pay', context: { arguments: { number: 7 } } });
  await page.goto(`${address}/approvals/${id}`);
  await page.getByText('You are in none of them', { exact: false }).waitFor();
  assert.equal(await button(page, 'Approve').count(), 0, 'an owner who is not asked');
  await page.goto(`${address}/approvals?asked=me`);
  await page.getByText('Nothing waits for you').waitFor();
  for (const [who, given] of [
    [cy, '1 of 1'],
    [bo, 'approved'],
  ] as const) {
    await who.goto(`${address}/approvals?asked=me`);
    await who.getByRole('link', { name: /invoice\.pay/ }).click();
    await who.getByRole('heading', { name: 'Who is asked' }).waitFor();
    assert.deepEqual(await barriersOf(who), []);
    await button(who, 'Approve…').or(button(who, 'Approve')).click();
    if (await dialogOf(who).isVisible()) await dialogOf(who).getByRole('button', { name: 'Approve' }).click();
    await who.getByText(given, { exact: true }).first().waitFor();
  }
  const { status, decisions } = await approvalOf(service, id);
  assert.deepEqual([status, decisions.map(({ decided_by: by }) => by)], ['approved', ['Cy', 'Bo']]);
  forget(complaints, /422/);
});

testInBrowser('the-first-route-that-fits-counts-and-can-be-moved', async (visit) => {
  const { service, address, page } = visit;
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/settings?tab=routes`);
  for (const name of ['First', 'Second']) {
    await button(page, 'Add route').click();
    await dialogOf(page).getByLabel('Name').fill(name);
    await button(page, 'Put in force').click();
    await closed(page);
  }
  const wouldAsk = async (name: string) => {
    await page.getByLabel('Action asked for').fill('invoice.pay');
    await button(page, 'Find out').click();
    await page.getByRole('status').getByText(name, { exact: true }).waitFor();
  };
  await wouldAsk('First');
  await page
    .getByRole('row', { name: /Second/ })
    .getByRole('button', { name: 'Earlier' })
    .click();
  await page.getByRole('row').nth(1).getByText('Second').waitFor();
  await wouldAsk('Second');
  await page
    .getByRole('row', { name: /Second/ })
    .getByRole('button', { name: 'Delete…' })
    .click();
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await closed(page);
  await wouldAsk('First');
  const { settings } = await callWithKey<{ settings: { approvals: { routes: object[] } } }>(
    service,
    '/api/v1/settings',
  );
  assert.deepEqual(settings.approvals.routes, [{ name: 'First', ask: [] }]);
});
