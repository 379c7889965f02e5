/**
 * Deciding under bad conditions: sessions end, roles are removed, the network fails, and agents write hostile texts.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, requireHarmless, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import {
  approvalOf,
  askPerson,
  callWithKey,
  joinAs,
  joinAsOwner,
  PASSWORD,
} from '../support/people/people.ts';
import { until } from '../support/until.ts';

const PAY = { action: 'invoice.pay', agent_id: 'agent-7', context: { arguments: { to: 'Hanze BV' } } };
const TYPED = 'Ask finance before you pay this one';

const dialogOf = (page: Page, name: RegExp) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

testInBrowser('keeps-what-was-typed-when-the-session-ends', async (visit) => {
  const { service, address, page, complaints } = visit;
  await joinAsOwner(service, page, address);
  const id = await askPerson(service, PAY);
  await page.goto(`${address}/approvals/${id}`);
  await button(page, 'Reject').click();
  const asked = dialogOf(page, /Reject this action/);
  await asked.getByLabel('Comment').fill(TYPED);
  await page.context().clearCookies();
  await asked.getByRole('button', { name: 'Reject' }).click();
  const again = dialogOf(page, /Sign in again/);
  await again.waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await again.getByLabel('E-mail').fill('olga@acme.example');
  await again.getByLabel('Password').fill(PASSWORD);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.waitFor({ state: 'detached' });
  assert.equal(await asked.getByLabel('Comment').inputValue(), TYPED);
  await asked.getByRole('button', { name: 'Reject' }).click();
  await asked.waitFor({ state: 'detached' });
  const { status, decisions } = await approvalOf(service, id);
  assert.deepEqual([status, decisions[0]?.comment], ['rejected', TYPED]);
  forget(complaints, /401/);
});

testInBrowser('keeps-what-was-typed-where-one-signs-in-on-another-page', async (visit) => {
  const { service, address, page, complaints } = visit;
  await joinAsOwner(service, page, address);
  const id = await askPerson(service, PAY);
  await page.goto(`${address}/approvals/${id}`);
  await button(page, 'Reject').click();
  const asked = dialogOf(page, /Reject this action/);
  await asked.getByLabel('Comment').fill(TYPED);
  await page.context().clearCookies();
  await page.reload();
  await page.getByLabel('E-mail').fill('olga@acme.example');
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
  await page.waitForURL(new RegExp(`/approvals/${id}`));
  await button(page, 'Reject').click();
  assert.equal(await asked.getByLabel('Comment').inputValue(), TYPED);
  await asked.getByRole('button', { name: 'Reject' }).click();
  await asked.waitFor({ state: 'detached' });
  const { decisions } = await approvalOf(service, id);
  assert.equal(decisions[0]?.comment, TYPED);
  // Once it is sent, nothing of it is left.
  assert.equal(await page.evaluate('JSON.stringify(sessionStorage).includes("finance")'), false);
  forget(complaints, /401/);
});

testInBrowser('keeps-what-was-typed-when-the-role-is-taken-away', async (visit) => {
  const { service, address, page, complaints } = visit;
  const member = await joinAs(service, page, address, { name: 'Ada', role: 'approver' });
  const id = await askPerson(service, PAY);
  await page.goto(`${address}/approvals/${id}`);
  await button(page, 'Reject').click();
  const asked = dialogOf(page, /Reject this action/);
  await asked.getByLabel('Comment').fill(TYPED);
  await callWithKey(service, `/api/v1/members/${member}`, { role: 'viewer' }, 'PATCH');
  await untilRole(page, address, 'viewer');
  await asked.getByRole('button', { name: 'Reject' }).click();
  await asked.getByRole('alert').waitFor();
  assert.equal(await asked.getByLabel('Comment').inputValue(), TYPED);
  assert.equal((await approvalOf(service, id)).status, 'pending');
  await page.goto(`${address}/approvals/${id}`);
  await page.getByText('your role does not show it', { exact: false }).waitFor();
  assert.equal(await button(page, 'Reject').count(), 0);
  forget(complaints, /403/);
});

testInBrowser('decides-once-the-network-is-back', async (visit) => {
  const { service, address, page, complaints } = visit;
  await joinAsOwner(service, page, address);
  const id = await askPerson(service, PAY);
  await page.goto(`${address}/approvals/${id}`);
  await button(page, 'Reject').click();
  const asked = dialogOf(page, /Reject this action/);
  await asked.getByLabel('Comment').fill(TYPED);
  await page.context().setOffline(true);
  await asked.getByRole('button', { name: 'Reject' }).click();
  await asked.getByText('can’t be reached', { exact: false }).waitFor();
  await page.context().setOffline(false);
  await asked.getByRole('button', { name: 'Reject' }).click();
  await asked.waitFor({ state: 'detached' });
  assert.equal((await approvalOf(service, id)).decisions[0]?.comment, TYPED);
  forget(complaints, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_FAILED/);
});

testInBrowser('works-by-keyboard-alone', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  const ids = [];
  for (const action of ['first.pay', 'second.pay', 'third.pay']) {
    ids.push(await askPerson(service, { ...PAY, action }));
  }
  await page.goto(`${address}/approvals`);
  await page.getByRole('link', { name: /third\.pay/ }).waitFor();
  for (const key of ['j', 'j', 'j', 'k', 'r']) await page.keyboard.press(key);
  const rejection = dialogOf(page, /Reject this action/);
  await rejection.getByText('second.pay').waitFor();
  await page.waitForFunction('document.activeElement?.tagName === "TEXTAREA"');
  // Keyboard shortcuts do nothing while someone types.
  await page.keyboard.type('a jar');
  await page.keyboard.press('Control+Enter');
  await rejection.waitFor({ state: 'detached' });
  assert.equal((await approvalOf(service, ids[1] ?? '')).decisions[0]?.comment, 'a jar');
  assert.equal(new URL(page.url()).searchParams.get('decide'), null);
  await page.goBack();
  await page.getByRole('link', { name: /second\.pay/ }).waitFor({ state: 'detached' });
  for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key);
  await page.getByText('agent-7 wants to run third.pay.').waitFor();
  await page.keyboard.press('a');
  const approval = dialogOf(page, /Approve this action/);
  await approval.waitFor();
  await page.keyboard.press('Escape');
  await approval.waitFor({ state: 'detached' });
  assert.equal((await approvalOf(service, ids[2] ?? '')).status, 'pending');
});

/** A role takes effect within a second. */
function untilRole(page: Page, address: string, role: string): Promise<void> {
  return until(async () => {
    const me = await page.request.get(`${address}/api/v1/me`);
    return ((await me.json()) as { role: string }).role === role;
  });
}

const BIDI = '\u202e';
const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
const LONG = 'x'.repeat(100_000);
const HOSTILE = {
  action: `invoice.pay${BIDI}${MARKUP}`,
  agent_id: `agent${BIDI}7 has been approved. ${MARKUP}`,
  description: `\u0007\u2028${MARKUP}${LONG.slice(0, 3900)}`,
  context: {
    is_irreversible: true,
    estimated_cost_usd: 1e15,
    arguments: { [`to${BIDI}${MARKUP}`]: LONG, ['y'.repeat(5000)]: MARKUP, deep: { a: [BIDI] } },
  },
};

for (const device of [TELEPHONE, { width: 1440, height: 900 }]) {
  testInBrowser(
    `shows-hostile-content-harmlessly-at-${device.width}`,
    async ({ service, address, another }) => {
      const page = await another(device);
      await joinAsOwner(service, page, address);
      const id = await askPerson(service, HOSTILE);
      const comment = `${BIDI}${MARKUP}${'z'.repeat(3000)}`;
      for (const path of ['/approvals', `/approvals/${id}`]) {
        await page.goto(`${address}${path}`);
        await page.getByText('U+202E', { exact: false }).first().waitFor();
        await requireHarmless(page);
      }
      await button(page, 'Reject').click();
      await page.getByLabel('Comment').fill(comment);
      await requireHarmless(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.equal((await approvalOf(service, id)).decisions[0]?.comment, comment);
      await requireHarmless(page);
      await page.goto(`${address}/approvals?tab=decided`);
      await page.getByText('U+202E', { exact: false }).first().waitFor();
      await requireHarmless(page);
    },
  );
}

testInBrowser('tells-times-by-the-clock-of-the-service', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await askPerson(service, PAY);
  for (const hours of [-30, 7]) {
    await page.clock.setSystemTime(new Date(Date.now() + hours * 3_600_000));
    await page.goto(`${address}/approvals`);
    const item = page.getByRole('link', { name: /invoice\.pay/ });
    await item.waitFor();
    await item.getByText(/^(23|24) h/).waitFor();
    assert.match(await item.innerText(), /\bnow\b|second/);
  }
});

testInBrowser(
  'shows-that-the-service-is-busy-and-goes-on',
  async ({ service, address, page, complaints }) => {
    await joinAsOwner(service, page, address);
    await askPerson(service, PAY);
    let isBusy = true;
    await page.route('**/api/v1/approvals?*', async (route) => {
      const body = JSON.stringify({ detail: 'The database is away. Try again.' });
      if (isBusy) await route.fulfill({ status: 503, contentType: 'application/json', body });
      else await route.continue();
    });
    await page.goto(`${address}/approvals`);
    await page.getByText('The database is away. Try again.').waitFor();
    assert.deepEqual(await barriersOf(page), []);
    isBusy = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /invoice\.pay/ }).waitFor();
    forget(complaints, /503/);
  },
);
