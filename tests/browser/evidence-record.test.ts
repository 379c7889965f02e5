/** A person reads a record beside the list, what led to it, what followed, and who decided. */
import assert from 'node:assert/strict';
import { barriersOf, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { atTheList, evaluate, panelOf, recordIn, tableOf } from '../support/browser/evidence.ts';
import { askPerson, callWithKey, joinAsOwner } from '../support/people/people.ts';
import { until } from '../support/until.ts';

const A = '/api/v1';

testInBrowser('opens-a-record-beside-the-list-and-moves-by-keyboard', async (visit) => {
  const { page, address, another } = visit;
  const { mail, wipe } = await atTheList(visit);
  await tableOf(page).getByRole('link', { name: 'files.wipe' }).click();
  await page.waitForURL(new RegExp(`record=${wipe}`));
  await panelOf(page).getByText('Safety Dominance').first().waitFor();
  await panelOf(page).getByText('What led to it, and what followed').waitFor();
  await panelOf(page).getByText('Blocked.').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await page.keyboard.press('Escape');
  await panelOf(page).waitFor({ state: 'detached' });
  assert.equal(recordIn(page), null);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await panelOf(page).waitFor();
  const first = recordIn(page);
  await page.keyboard.press('j');
  await until(async () => recordIn(page) !== first);
  await page.keyboard.press('k');
  await until(async () => recordIn(page) === first);
  await page.reload();
  await panelOf(page).waitFor();
  assert.equal(recordIn(page), first);
  await panelOf(page).getByRole('link', { name: 'Open', exact: true }).click();
  await page.waitForURL(new RegExp(`/evidence/${first}`));
  // Where there is no room beside the list, the record has the whole page.
  const telephone = await another(TELEPHONE);
  await telephone.context().addCookies(await page.context().cookies());
  await telephone.goto(`${address}/evidence`);
  await tableOf(telephone).getByRole('link', { name: 'mail.send' }).last().click();
  await telephone.waitForURL(new RegExp(`/evidence/${mail}`));
  assert.equal(await panelOf(telephone).count(), 0);
  // So it has when a link names it beside the list; Back closes it.
  await telephone.goto(`${address}/evidence?agent=cleaner&record=${wipe}`);
  await telephone.waitForURL(new RegExp(`/evidence/${wipe}`));
  await telephone.getByRole('heading', { level: 1, name: 'files.wipe' }).waitFor();
  await telephone.goBack();
  await telephone.waitForURL(/agent=cleaner/);
  await tableOf(telephone).getByRole('link', { name: 'files.wipe' }).waitFor();
  assert.equal(recordIn(telephone), null);
});

testInBrowser('tells-what-led-to-a-record-and-what-followed', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  const approval = await askPerson(service, { action: 'invoice.pay', agent_id: 'agent-7' });
  const { resolution_evidence_id: decision } = await callWithKey<{ resolution_evidence_id: string }>(
    service,
    `${A}/approvals/${approval}/approve`,
    {},
  );
  await page.goto(`${address}/evidence?record=${decision}`);
  const line = panelOf(page).getByRole('listitem');
  await line.filter({ hasText: 'Asked for one approval.' }).waitFor();
  const said = (await line.allInnerTexts()).join('\n');
  assert.ok(said.indexOf('Held for a human.') < said.indexOf('Asked for one approval.'), said);
  assert.ok(said.indexOf('Asked for one approval.') < said.indexOf('Approved.'), said);
  await panelOf(page).getByRole('link', { name: 'Held for a human.' }).click();
  await until(async () => recordIn(page) !== decision);
  await panelOf(page).getByRole('heading', { name: 'The request' }).waitFor();
  await panelOf(page).getByRole('link', { name: 'Approved.' }).click();
  await until(async () => recordIn(page) === decision);
});

testInBrowser('says-of-an-evaluation-who-decided-its-approval', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  const asked = { action: 'invoice.pay', agent_id: 'agent-7' };
  const approval = await askPerson(service, asked);
  await callWithKey(service, `${A}/approvals/${approval}/approve`, { decided_by: 'Grace' });
  const { context } = await callWithKey<{ context: object }>(service, `${A}/approvals/${approval}`);
  await evaluate(service, { ...asked, context: { ...context, approval_id: approval } });
  await page.goto(`${address}/evidence?type=governance_eval`);
  const decided = tableOf(page).locator('[data-column="Decided by"]').filter({ hasText: '(key)' });
  await until(async () => (await decided.count()) === 2);
});
