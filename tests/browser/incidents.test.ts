/** An incident goes from the page of a record to cause and remedy; an auditor reads it, and a viewer sees no texts. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, requireHarmless, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { callWithKey, joinAs, joinAsOwner } from '../support/people/people.ts';

const HOSTILE = '<img src=x onerror=alert(1)> \u202Erotide\u202C';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openFrom(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open an incident' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('From the record').waitFor();
  assert.ok(await button(page, 'Open').isDisabled(), 'it has no title');
  await dialog.getByLabel('What happened').fill(`A dose was doubled ${HOSTILE}`);
  await dialog.getByLabel('In more words').fill(HOSTILE);
  await dialog.getByLabel('Severity').selectOption('serious');
  assert.ok(await button(page, 'Open').isDisabled(), 'it names no harm');
  await dialog.getByLabel('A person died').check();
  assert.deepEqual(await barriersOf(page), []);
  await button(page, 'Open').click();
  await dialog.waitFor({ state: 'detached' });
}

async function tellTheAuthority(page: Page): Promise<void> {
  await button(page, 'Note who was told…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Who').fill('The authority');
  await dialog.getByLabel('How').fill('By its form');
  await dialog.getByLabel('They are an authority').check();
  assert.deepEqual(await barriersOf(page), []);
  await button(page, 'Note').click();
  await dialog.waitFor({ state: 'detached' });
}

testInBrowser('an-incident-goes-from-its-record-to-cause-and-remedy', async (visit) => {
  const { service, address, page, another } = visit;
  await joinAsOwner(service, page, address);
  const asked = { action: 'dose.give', agent_id: 'agent-7', context: { risk_level: 'low' } };
  const { evidence_id: record } = await callWithKey<{ evidence_id: string }>(
    service,
    '/api/v1/core/governance/evaluate',
    asked,
  );
  await page.goto(`${address}/evidence/${record}`);
  await openFrom(page);
  await page.getByText('to report', { exact: true }).waitFor();
  await region(page, 'Records').getByText(record).waitFor();
  await tellTheAuthority(page);
  await region(page, 'Who was told').getByText('The authority').waitFor();
  await page.getByText('reported in time', { exact: true }).waitFor();
  await requireHarmless(page);
  await button(page, 'Close…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Cause').fill('The unit was misread');
  assert.ok(await dialog.getByRole('button', { name: 'Close', exact: true }).isDisabled(), 'no remedy');
  await dialog.getByLabel('Remedy').fill('Units are checked');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Units are checked').waitFor();
  await button(page, 'Reopen…').waitFor();
  assert.equal(await button(page, 'Note who was told…').count(), 0, 'it is closed');
  await region(page, 'What was done').getByText('Closed').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  const url = page.url();
  for (const [name, role] of [
    ['Ada Auditor', 'auditor'],
    ['Vic Viewer', 'viewer'],
  ] as const) {
    const own = await another(TELEPHONE);
    await joinAs(service, own, address, { name, role });
    await own.goto(`${address}/incidents`);
    await own.getByText('reported in time', { exact: true }).waitFor();
    assert.equal(await button(own, 'Open an incident…').count(), 0);
    await own.goto(url);
    await region(own, 'What was done').getByText('Closed').waitFor();
    assert.equal(await button(own, 'Reopen…').count(), 0);
    assert.equal(await own.getByText('Units are checked').count(), role === 'auditor' ? 1 : 0);
    await requireHarmless(own);
    assert.deepEqual(await barriersOf(own), []);
    await own.close();
  }
});
