/** People decide what an agent may do: on a phone, by keyboard, and while others decide too. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { approvalOf, askPerson, callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';

const PAY = {
  action: 'invoice.pay',
  agent_id: 'agent-7',
  context: { arguments: { to: 'Hanze BV', number: 7 } },
};
const GRAVE = { ...PAY, context: { ...PAY.context, is_irreversible: true } };

const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

testInBrowser('decides-on-a-telephone-in-two-taps-from-the-link', async ({ service, address, another }) => {
  const page = await another(TELEPHONE);
  await joinAs(service, page, address, { name: 'Ada', role: 'approver' });
  await page.goto(`${address}/approvals`);
  await page.getByText('Nothing waits for you').waitFor();
  const id = await askPerson(service, PAY);
  // It appears without a reload.
  await page.getByRole('link', { name: /invoice\.pay/ }).waitFor();
  await page.goto(`${address}/approvals/${id}`);
  await page.getByText('agent-7 wants to run invoice.pay.').waitFor();
  const approve = button(page, 'Approve');
  await approve.waitFor();
  const box = await approve.boundingBox();
  assert.ok(box !== null && box.y + box.height <= 844 && box.height >= 44, JSON.stringify(box));
  assert.deepEqual(await barriersOf(page), []);
  await approve.tap();
  await page.getByText('Approved', { exact: true }).first().waitFor();
  const { status, decisions } = await approvalOf(service, id);
  assert.deepEqual([status, decisions[0]?.decided_by], ['approved', 'Ada']);
  assert.equal(await approve.count(), 0);
  const isWide = await page.evaluate('document.documentElement.scrollWidth > screen.width');
  assert.equal(isWide, false);
});

testInBrowser('asks-once-more-before-what-cannot-be-undone', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  const id = await askPerson(service, GRAVE);
  await page.goto(`${address}/approvals/${id}`);
  await button(page, 'Approve…').click();
  await dialogOf(page).getByText('can’t be undone').waitFor();
  assert.equal((await approvalOf(service, id)).status, 'pending');
  assert.deepEqual(await barriersOf(page), []);
  await dialogOf(page).getByRole('button', { name: 'Approve' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  assert.equal((await approvalOf(service, id)).status, 'approved');
});

testInBrowser('asks-once-more-while-it-is-not-known-what-it-does', async (visit) => {
  const { service, address, page, complaints } = visit;
  await joinAsOwner(service, page, address);
  const id = await askPerson(service, PAY);
  await page.route('**/api/v1/evidence/ev_*', (route) => route.abort());
  await page.goto(`${address}/approvals/${id}`);
  await button(page, 'Approve…').click();
  await dialogOf(page).waitFor();
  assert.equal((await approvalOf(service, id)).status, 'pending');
  forget(complaints, /ERR_FAILED/);
});

testInBrowser('shows-the-second-of-two-people-what-the-first-decided', async (visit) => {
  const { service, address, page, another, complaints } = visit;
  await joinAsOwner(service, page, address);
  const other = await another(TELEPHONE);
  await joinAs(service, other, address, { name: 'Ada', role: 'approver' });
  const id = await askPerson(service, PAY);
  await Promise.all([page, other].map((each) => each.goto(`${address}/approvals/${id}`)));
  await button(page, 'Reject').click();
  await page.getByLabel('Comment').fill('Ask finance first');
  await button(other, 'Approve').tap();
  await other.getByText('Approved', { exact: true }).first().waitFor();
  // The owner is still typing.
  const meanwhile = dialogOf(page).getByText('Someone has decided meanwhile', { exact: false });
  await meanwhile.waitFor();
  await dialogOf(page).getByText('Ada').waitFor();
  assert.equal(await page.getByLabel('Your comment').inputValue(), 'Ask finance first');
  assert.deepEqual(await barriersOf(page), []);
  forget(complaints, /409/);
});

testInBrowser('tells-who-was-a-moment-late', async ({ service, address, page, complaints }) => {
  await joinAsOwner(service, page, address);
  const id = await askPerson(service, PAY);
  await page.goto(`${address}/approvals/${id}`);
  const approve = button(page, 'Approve');
  await approve.waitFor();
  // The page hears of it too late.
  await page.route('**/approve', async (route) => {
    await callWithKey(service, `/api/v1/approvals/${id}/reject`, { comment: 'Not today', decided_by: 'Bo' });
    await route.continue();
  });
  await approve.click();
  await dialogOf(page).getByText('Someone has decided meanwhile', { exact: false }).waitFor();
  await dialogOf(page).getByText('Not today').waitFor();
  await dialogOf(page).getByText('according to key', { exact: false }).waitFor();
  forget(complaints, /409/);
});

testInBrowser(
  'needs-as-many-people-as-are-required',
  async ({ service, address, page, another }) => {
    await joinAsOwner(service, page, address);
    const other = await another();
    await joinAs(service, other, address, { name: 'Ada', role: 'approver' });
    const id = await askPerson(service, PAY);
    await page.goto(`${address}/approvals/${id}`);
    await button(page, 'Approve').click();
    await page.getByText('You have approved. 1 more person is needed.').waitFor();
    assert.equal(await button(page, 'Approve').count(), 0);
    assert.equal((await approvalOf(service, id)).status, 'pending');
    await other.goto(`${address}/approvals/${id}`);
    await other.getByText('1 of 2 approvals').waitFor();
    await button(other, 'Approve').click();
    // The first page hears of the second without a reload.
    for (const each of [page, other]) await each.getByText('approved', { exact: true }).first().waitFor();
    const { status, decisions } = await approvalOf(service, id);
    assert.deepEqual([status, decisions.length], ['approved', 2]);
  },
  { ASSIZE_APPROVAL_QUORUM: 'high=2' },
);

testInBrowser('finds-who-decided-what-and-why', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  for (const [action, comment] of [
    ['crm.update', 'Checked with finance'],
    ['db.drop', 'Never on a Friday'],
  ]) {
    const id = await askPerson(service, { ...PAY, action: action ?? '' });
    await callWithKey(service, `/api/v1/approvals/${id}/reject`, { comment, decided_by: 'dana' });
  }
  await page.goto(`${address}/approvals`);
  await page.getByRole('tab', { name: 'Decided' }).click();
  await page.getByText('Checked with finance').waitFor();
  await page.getByLabel('Action').fill('db.drop');
  await page.getByLabel('Action').press('Enter');
  await page.getByText('Checked with finance').waitFor({ state: 'detached' });
  await page.getByText('Never on a Friday').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('action'), 'db.drop');
  assert.deepEqual(await barriersOf(page), []);
  await page.goBack();
  await page.getByText('Checked with finance').waitFor();
  assert.equal(await page.getByLabel('Action').inputValue(), '');
});
