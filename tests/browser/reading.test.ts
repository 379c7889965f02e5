/** A person reads what happened: names in place of ids, what is wrong, what a call does, what changed. */
import assert from 'node:assert/strict';
import { barriersOf, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { askPerson, callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';

const A = '/api/v1';
const ACME = 'DE89370400440532013000';
const REFUND = {
  tool: 'shop.refund',
  effect: 'pay',
  targets: [{ path: 'to', kind: 'account', role: 'payee' }],
  amount: { path: 'amount', currency: 'currency' },
};

function refund(given: object, more: object = {}) {
  const whole = { to: ACME, amount: 90, currency: 'EUR', order: 1182, ...given };
  return { action: 'shop.refund', agent_id: 'refunds-bot', context: { ...more, arguments: whole } };
}

async function withRefunds(service: RunningService): Promise<void> {
  await callWithKey(service, `${A}/tools`, { entry: REFUND }, 'PUT');
  await callWithKey(service, `${A}/agents`, {
    ...{ agent_id: 'refunds-bot', name: 'Refunds' },
    owner: { kind: 'team', id: 'Support' },
  });
}

testInBrowser(
  'says-in-one-sentence-whether-something-is-wrong',
  async ({ service, address, page, another }) => {
    await joinAsOwner(service, page, address);
    await page.goto(address);
    await page.getByText('All is well.').waitFor();
    await askPerson(service, { action: 'mail.send', agent_id: 'agent-7' });
    await page
      .getByText('All is well; an action waits for your decision and an agent has no owner.')
      .waitFor();
    await callWithKey(service, `${A}/agents`, { agent_id: 'agent-8', name: '‮Eight <img>' });
    await callWithKey(service, `${A}/core/halts`, { agent_id: 'agent-8', reason: 'Look into it' });
    await page.getByText('Something is wrong: an agent is halted.').waitFor();
    const standing = page.getByRole('region', { name: 'Whether all is well' });
    await standing.getByText('U+202EEight <img>').first().waitFor();
    assert.deepEqual(await barriersOf(page), []);
    await standing.getByRole('link', { name: 'Decide' }).click();
    await page.waitForURL(/approvals.*asked=me/);
    // A viewer may not decide, and reads only what is theirs to see.
    const viewer = await another(TELEPHONE);
    await joinAs(service, viewer, address, { name: 'Vera Viewer', role: 'viewer' });
    await viewer.goto(address);
    await viewer.getByText('Something is wrong: an agent is halted.').waitFor();
    assert.equal(await viewer.getByText('wait for your decision').count(), 0);
  },
);

testInBrowser('says-what-a-call-pays-to-whom-and-what-was-decided-before', async (given) => {
  const { service, address, page, another } = given;
  await joinAsOwner(service, page, address);
  await withRefunds(service);
  const ada = await another();
  await joinAs(service, ada, address, { name: 'Ada Lovelace', role: 'approver' });
  const first = await askPerson(service, refund({}));
  await ada.goto(`${address}/approvals/${first}`);
  await ada.getByText('No call that reached it was decided before.').waitFor();
  const url = `${address}${A}/approvals/${first}/approve`;
  const answer = await ada.request.post(url, { headers: { origin: address }, data: {} });
  assert.equal(answer.status(), 200, await answer.text());
  const next = await askPerson(service, refund({ amount: 240, note: '‮<b>' }, { estimated_cost_usd: 2 }));
  await page.goto(`${address}/approvals/${next}`);
  const words = 'Refunds wants to pay 240.00 EUR to DE89370400440532013000 for order 1182 with shop.refund.';
  await page.getByText(words, { exact: false }).waitFor();
  await page.getByText('It costs about $2.00.', { exact: false }).waitFor();
  await page.getByText('Approved once.').waitFor();
  const compared = page.getByRole('region', { name: 'Compared with the last one approved' });
  await compared.getByText('Ada Lovelace').waitFor();
  assert.match(await compared.innerText(), /amount\s*−\s*before:\s*90\s*\+\s*after:\s*240/);
  assert.match(await compared.innerText(), /U\+202E<b>/);
  assert.deepEqual(await barriersOf(page), []);
});

testInBrowser(
  'shows-what-an-agent-did-what-it-cost-and-whom-it-belongs-to',
  async ({ service, address, page }) => {
    await joinAsOwner(service, page, address);
    await withRefunds(service);
    for (const cost of [0.25, 0.5]) {
      await callWithKey(service, `${A}/core/governance/evaluate`, {
        ...{ action: 'crm.look', agent_id: 'refunds-bot' },
        context: { estimated_cost_usd: cost, confidence_score: 0.95, trust_score: 95, has_approval: false },
      });
    }
    await askPerson(service, refund({}));
    await page.goto(`${address}/agents/refunds-bot`);
    await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor();
    await page.getByText('Support (team)').waitFor();
    const actions = page.getByRole('table', { name: 'Actions that it asked for most' });
    assert.match(await actions.innerText(), /shop\.refund\s+0\s+1\s+0/);
    await page.getByRole('region', { name: 'Verdicts of the last 7 days' }).waitFor();
    await page.getByRole('region', { name: 'Trust over time' }).waitFor();
    assert.deepEqual(await barriersOf(page), []);
  },
);

testInBrowser(
  'says-of-what-a-change-was-by-name-and-from-what-to-what',
  async ({ service, address, page, another }) => {
    await joinAsOwner(service, page, address);
    await withRefunds(service);
    const ada = await another();
    const adaId = await joinAs(service, ada, address, { name: 'Ada Lovelace', role: 'approver' });
    const headers = { origin: address };
    const changes = [
      [`${A}/members/${adaId}`, { role: 'auditor' }],
      [`${A}/agents/refunds-bot`, { owner: { kind: 'member', id: adaId } }],
    ] as const;
    for (const [path, data] of changes) {
      const answer = await page.request.patch(`${address}${path}`, { headers, data });
      assert.equal(answer.status(), 200, await answer.text());
    }
    // Names are for everyone who may read the changes.
    await ada.goto(`${address}/changes`);
    await ada.getByText(/owner: Support →.*Ada Lovelace/).waitFor();
    await ada.getByText(/role: approver →.*auditor/).waitFor();
    await ada.getByText('Olga Owner').first().waitFor();
    await ada.getByText('The operator, on the command line').first().waitFor();
    assert.equal(await ada.getByText(/(mbr|key)_[0-9a-f]{24}/).count(), 0, 'an id in place of a name');
    assert.deepEqual(await barriersOf(ada), []);
    const viewer = await another();
    await joinAs(service, viewer, address, { name: 'Vera Viewer', role: 'viewer' });
    await viewer.goto(`${address}/changes`);
    await viewer.getByText('Changed the agent').waitFor();
    assert.equal(await viewer.getByText('Ada').count(), 0, 'a payload that their role does not show');
    await ada.getByRole('link', { name: 'Refunds' }).first().click();
    await ada.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor();
  },
);
