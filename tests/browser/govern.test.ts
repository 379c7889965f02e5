/** People who govern stop agents from any page, and change settings while others change them too. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { callWithKey, joinAsOwner } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const SETTINGS = '/api/v1/settings';

async function verdict(service: RunningService): Promise<string> {
  const answer = await callWithKey<{ verdict: string }>(service, '/api/v1/core/governance/evaluate', {
    action: 'report.read',
    agent_id: 'agent-7',
    context: { risk_level: 'low', confidence_score: 0.95 },
  });
  return answer.verdict;
}

testInBrowser('halts-everything-by-one-confirmed-gesture-from-every-page', async (visit) => {
  const { service, address, page, another } = visit;
  await joinAsOwner(service, page, address);
  const cookies = await page.context().cookies();
  const telephone = await another(TELEPHONE);
  await telephone.context().addCookies(cookies);
  assert.equal(await verdict(service), 'proceed');
  for (const path of ['evidence', 'keys', 'policies']) {
    await telephone.goto(`${address}/${path}`);
    await button(telephone, 'Halt everything').waitFor();
  }
  await button(telephone, 'Halt everything').tap();
  await dialogOf(telephone).getByLabel('Reason').fill('It pays the wrong people');
  assert.deepEqual(await barriersOf(telephone), []);
  assert.equal(await verdict(service), 'proceed', 'it is asked first');
  await dialogOf(telephone).getByRole('button', { name: 'Halt everything' }).tap();
  await telephone.getByText('Every agent is halted.', { exact: false }).first().waitFor();
  assert.equal(await verdict(service), 'block');
  await page.goto(`${address}/agents`);
  await page.getByText('It pays the wrong people').waitFor();
  await button(page, 'Lift').click();
  await dialogOf(page).getByRole('button', { name: /^Lift/ }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.getByText('Every agent is halted.', { exact: false }).waitFor({ state: 'detached' });
  assert.equal(await verdict(service), 'proceed');
});

/** Waits for the difference, which moves the button down when it appears. */
async function putInForce(page: Page): Promise<void> {
  await page
    .getByText(/^−\s+"attestation"/)
    .first()
    .waitFor();
  await button(page, 'Put in force…').click();
  await dialogOf(page).getByRole('button', { name: 'Put in force' }).click();
}

interface Current {
  version: number;
  settings: Record<string, unknown>;
}

testInBrowser('keeps-settings-that-were-typed-while-another-was-faster', async (visit) => {
  const { service, address, page, complaints } = visit;
  await joinAsOwner(service, page, address);
  const { version, settings } = await callWithKey<Current>(service, SETTINGS);
  await page.goto(`${address}/settings?tab=code`);
  const field = page.getByLabel('Settings (JSON)');
  await field.fill('{');
  assert.equal(await button(page, 'Put in force…').isDisabled(), true);
  const mine = JSON.stringify({ ...settings, attestation: 'verified' }, null, 2);
  await field.fill(mine);
  await page.getByText('What would change').waitFor();
  const others = { settings: { ...settings, enforcement: 'observe' }, expected_version: version };
  await callWithKey(service, SETTINGS, others, 'PUT');
  await page.reload();
  await page.getByText('Someone has put other settings in force since you started').waitFor();
  assert.equal(await field.inputValue(), mine);
  await putInForce(page);
  await dialogOf(page).getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Take what is in force').click();
  assert.match(await field.inputValue(), /"enforcement": "observe"/);
  await field.fill(
    (await field.inputValue()).replace('"attestation": "accepted"', '"attestation": "verified"'),
  );
  await putInForce(page);
  await dialogOf(page).waitFor({ state: 'detached' });
  const now = await callWithKey<Current>(service, SETTINGS);
  assert.deepEqual(now.settings, { ...settings, enforcement: 'observe', attestation: 'verified' });
  forget(complaints, /409/);
});
