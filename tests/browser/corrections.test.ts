/** A person approves a call with other arguments than the agent asked for, and several calls together. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, requireHarmless, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { askPerson, callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';

const A = '/api/v1';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const refund = (given: object, context: object = {}) => ({
  action: 'refund.create',
  agent_id: 'refund-desk',
  context: { ...context, arguments: given },
});

/** Accepts the tool, so that its schema describes the arguments. */
async function acceptTool(service: RunningService): Promise<void> {
  const properties = {
    order: { type: 'string', description: 'The order that is refunded' },
    amount: { type: 'number', description: 'In dollars' },
    currency: { enum: ['USD', 'EUR'] },
    lines: { type: 'array', items: { type: 'string' } },
  };
  const tool = { name: 'refund.create', inputSchema: { type: 'object', properties } };
  await callWithKey(service, `${A}/tools/import`, { source: { tools: [tool] }, server: 'shop' });
  const { items } = await callWithKey<{ items: { tool_id: string }[] }>(service, `${A}/tools?limit=10`);
  await callWithKey(service, `${A}/tools/review`, { accept: items.map(({ tool_id }) => ({ tool_id })) });
}

interface Corrected {
  status: string;
  corrected: { arguments: object; changed: object[] } | null;
}

testInBrowser('corrects-a-held-refund-of-90-to-80', async ({ service, address, page, another }) => {
  await joinAsOwner(service, page, address);
  await acceptTool(service);
  const given = { order: 'o-1', amount: 90, currency: 'USD', lines: ['shoes', 'box'] };
  const id = await askPerson(service, refund(given));
  const telephone = await another(TELEPHONE);
  await telephone.context().addCookies(await page.context().cookies());
  await telephone.goto(`${address}/approvals/${id}`);
  await button(telephone, 'Correct…').tap();
  const dialog = dialogOf(telephone);
  assert.equal(await button(telephone, 'See what changes').isDisabled(), true, 'nothing is changed yet');
  await dialog.getByLabel('amount').fill('eighty');
  await dialog.getByText('This is not a number').waitFor();
  await dialog.getByLabel('amount').fill('80');
  await dialog.getByText('Before: 90').waitFor();
  assert.deepEqual(await barriersOf(telephone), []);
  await button(telephone, 'See what changes').tap();
  await dialog.getByText('before: 90').waitFor();
  await dialog.getByText('after: 80').waitFor();
  assert.deepEqual(await barriersOf(telephone), []);
  const untouched = await callWithKey<Corrected>(service, `${A}/approvals/${id}`);
  assert.deepEqual([untouched.status, untouched.corrected], ['pending', null]);
  await dialog.getByLabel('Comment').fill('Without the box');
  await button(telephone, 'Approve with these changes').tap();
  await dialog.waitFor({ state: 'detached' });
  await telephone.getByText('Corrected arguments').waitFor();
  await telephone.getByText('after: 80').waitFor();
  assert.deepEqual(await barriersOf(telephone), []);
  const { status, corrected } = await callWithKey<Corrected>(service, `${A}/approvals/${id}`);
  assert.equal(status, 'approved');
  assert.deepEqual(corrected?.arguments, { ...given, amount: 80 });
  assert.deepEqual(corrected?.changed, [{ path: '/amount', before: 90, after: 80 }]);
});

testInBrowser('a-correction-does-not-pass-a-block', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  const rules = [
    {
      id: 'most',
      description: 'A refund has a limit',
      when: 'action == "refund.create" && context.arguments.amount > 500',
      effect: 'block',
      message: 'More than a person may refund',
    },
  ];
  await callWithKey(service, `${A}/policies`, { name: 'refunds', rules });
  await callWithKey(service, `${A}/policies/refunds/activate`, { version: 1, expected_version: null });
  const id = await askPerson(service, refund({ order: 'o-1', amount: 90 }));
  await page.goto(`${address}/approvals/${id}`);
  await page.getByText('refund-desk wants to', { exact: false }).waitFor();
  await page.keyboard.press('c');
  await dialogOf(page).getByLabel('amount').fill('900');
  await button(page, 'See what changes').click();
  await dialogOf(page).getByText('More than a person may refund').waitFor();
  assert.equal(await button(page, 'Approve with these changes').isDisabled(), true);
  assert.deepEqual(await barriersOf(page), []);
  await button(page, 'Back').click();
  assert.equal(await dialogOf(page).getByLabel('amount').inputValue(), '900');
});

testInBrowser('decides-calls-that-differ-only-in-targets-together', async (visit) => {
  const { service, address, page, another } = visit;
  await joinAsOwner(service, page, address);
  const targets = [{ path: 'to', kind: 'email', role: 'recipient' }];
  const entry = { tool: 'mail.send', effect: 'send', targets };
  await callWithKey(service, `${A}/tools`, { entry }, 'PUT');
  const mail = (to: string) => ({
    action: 'mail.send',
    agent_id: 'refund-desk',
    context: { session_id: 's-1', arguments: { to, text: 'Your refund is on its way' } },
  });
  const ids: string[] = [];
  for (const to of ['ann', 'bo', 'cy']) ids.push(await askPerson(service, mail(`${to}@example.com`)));
  await page.goto(`${address}/approvals`);
  await page.getByRole('link', { name: /3 alike/ }).click();
  await page.getByRole('heading', { name: '3 calls alike' }).waitFor();
  await page.getByRole('checkbox', { name: /cy@example\.com/ }).uncheck();
  assert.deepEqual(await barriersOf(page), []);
  const statuses = async () => {
    const found = ids.map((id) => callWithKey<Corrected>(service, `${A}/approvals/${id}`));
    return (await Promise.all(found)).map(({ status }) => status);
  };
  const other = await another();
  await joinAs(service, other, address, { name: 'Vic', role: 'viewer' });
  await other.goto(`${address}/approvals/${ids[0]}`);
  await other.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await other.getByText('calls alike').count(), 0);
  await button(page, 'Approve 2 together…').click();
  assert.deepEqual(await statuses(), ['pending', 'pending', 'pending'], 'it is asked first');
  await dialogOf(page).getByLabel('Comment').fill('All customers');
  await button(page, 'Approve 2').click();
  await dialogOf(page).waitFor({ state: 'detached' });
  assert.deepEqual(await statuses(), ['approved', 'approved', 'pending']);
});

const HOSTILE = `\u202e<img src=x onerror="document.title=1">\u200b`;

testInBrowser(
  'shows-hostile-arguments-in-the-form-and-runs-none',
  async ({ service, address, page, another }) => {
    await joinAsOwner(service, page, address);
    const deep = { [HOSTILE]: { [HOSTILE]: [{ [HOSTILE]: HOSTILE }] } };
    const long = 'x'.repeat(100_000);
    const given = { [`to${HOSTILE}`]: HOSTILE, deep, long, list: [HOSTILE, HOSTILE], amount: 90 };
    const id = await askPerson(service, refund(given));
    const telephone = await another(TELEPHONE);
    await telephone.context().addCookies(await page.context().cookies());
    for (const own of [page, telephone]) {
      await own.goto(`${address}/approvals/${id}`);
      await button(own, 'Correct…').click();
      const dialog = dialogOf(own);
      await dialog.getByText('It is too long to be changed here', { exact: false }).waitFor();
      await dialog.getByLabel('list').fill(`${HOSTILE}\nann`);
      await dialog.getByLabel('amount').fill('80');
      await requireHarmless(own);
      await button(own, 'See what changes').click();
      await dialog.getByText('after: 80').waitFor();
      await dialog.getByText('U+202E').first().waitFor();
      await requireHarmless(own);
    }
    await button(page, 'Approve with these changes').click();
    await page.getByText('Corrected arguments').waitFor();
    await requireHarmless(page);
    const { corrected } = await callWithKey<Corrected>(service, `${A}/approvals/${id}`);
    assert.deepEqual(corrected?.arguments, { ...given, amount: 80, list: [HOSTILE, 'ann'] });
  },
);
