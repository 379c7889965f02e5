/**
 * An owner puts a legal hold on evidence and erases a person; an auditor sees holds and certificates, but can make
 * neither.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, requireHarmless, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';

const MARIE = 'marie@example.com';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function evaluate(service: RunningService, agent_id: string, customer: string): Promise<string> {
  const { evidence_id: id } = await callWithKey<{ evidence_id: string }>(
    service,
    '/api/v1/core/governance/evaluate',
    { action: 'mail.send', agent_id, context: { risk_level: 'low', confidence_score: 0.95, customer } },
  );
  return id;
}

async function payloadOf(service: RunningService, id: string): Promise<unknown> {
  return (await callWithKey<{ payload: unknown }>(service, `/api/v1/evidence/${id}`)).payload;
}

async function setHold(page: Page): Promise<void> {
  await button(page, 'Set a hold…').click();
  const dialog = page.getByRole('dialog');
  assert.ok(await button(page, 'Hold').isDisabled(), 'no reason, and nothing to hold');
  await dialog.getByLabel('Reason').fill('Case 2026-31');
  await dialog.getByLabel('Agents, users or keys').fill('agent-7\nagent-8');
  assert.deepEqual(await barriersOf(page), []);
  await button(page, 'Hold').click();
  await dialog.waitFor({ state: 'detached' });
}

async function erase(page: Page, value: string): Promise<void> {
  await button(page, 'Erase a person…').click();
  await page.getByLabel('Value').fill(value);
  await button(page, 'Look for it').click();
}

async function confirm(page: Page): Promise<void> {
  await page.getByLabel('Reason').fill('Erasure request 2026-117');
  assert.ok(await button(page, 'Erase').isDisabled(), 'not sure yet');
  await page.getByLabel('I know that it can’t be brought back.').check();
  await button(page, 'Erase').click();
  await page.getByText('Hash of the value').waitFor();
}

testInBrowser('holds-evidence-erases-a-person-and-shows-the-certificate', async (visit) => {
  const { service, address, page, another } = visit;
  await joinAsOwner(service, page, address);
  const held = await evaluate(service, 'agent-7', MARIE);
  const gone = await evaluate(service, 'agent-9', MARIE);
  const other = await evaluate(service, 'agent-9', 'anne.marie@example.com');
  await page.goto(`${address}/holds`);
  await page.getByText('No holds').waitFor();
  await page.getByText('No one has been erased').waitFor();
  await setHold(page);
  const holds = region(page, 'Legal holds');
  await holds.getByText('agent-7, agent-8').waitFor();
  await holds.getByText('in force').waitFor();

  await erase(page, 'Marie@Example.com');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Kept by a hold').waitFor();
  await dialog.getByText(gone).waitFor();
  assert.equal(await dialog.getByText(held).count(), 0);
  assert.deepEqual(await barriersOf(page), []);
  assert.notEqual(await payloadOf(service, gone), null, 'a look removes nothing');
  await page.getByLabel('Value').fill('another');
  assert.equal(await button(page, 'Erase').count(), 0, 'another value is looked for first');
  await page.getByLabel('Value').fill(MARIE);
  await button(page, 'Look for it').click();
  await confirm(page);
  assert.deepEqual(await barriersOf(page), []);
  assert.equal(await payloadOf(service, gone), null);
  for (const id of [held, other]) assert.notEqual(await payloadOf(service, id), null);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await region(page, 'Erasures').getByText('certified').waitFor();
  assert.ok(!(await page.content()).includes('marie'), 'nothing says whom it was about');

  await button(page, 'Lift').click();
  await button(page, 'Lift hold').click();
  await page.getByText('Say why you lift it').waitFor();
  await page.getByLabel('Reason').fill('The case is closed');
  await button(page, 'Lift hold').click();
  await holds.getByText('The case is closed').waitFor();
  assert.equal(await button(page, 'Lift').count(), 0);

  for (const [name, role] of [
    ['Ada Auditor', 'auditor'],
    ['Vic Viewer', 'viewer'],
    ['Amy Approver', 'approver'],
  ] as const) {
    const own = await another(TELEPHONE);
    await joinAs(service, own, address, { name, role });
    await own.goto(`${address}/holds`);
    await region(own, 'Legal holds').getByText('The case is closed').waitFor();
    for (const act of ['Set a hold…', 'Erase a person…', 'Lift']) {
      assert.equal(await button(own, act).count(), 0, `${role}: ${act}`);
    }
    await button(own, 'Certificate').click();
    await own.getByText('Hash of the value').waitFor();
    await requireHarmless(own);
  }
});
