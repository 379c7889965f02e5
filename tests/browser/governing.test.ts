/** People change settings by a form that says what each value would have changed, copy packs, and open controls. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { callWithKey, joinAsOwner, PASSWORD } from '../support/people/people.ts';

const SETTINGS = '/api/v1/settings';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

interface Current {
  version: number;
  settings: Record<string, object>;
}

testInBrowser('says-what-each-value-would-have-changed', async (visit) => {
  const { service, address, page, complaints } = visit;
  await joinAsOwner(service, page, address);
  for (const trust_score of [30, 45, 90]) {
    const context = { risk_level: 'low', trust_score };
    await callWithKey(service, '/api/v1/core/governance/evaluate', { action: 'report.send', context });
  }
  const { version, settings } = await callWithKey<Current>(service, SETTINGS);
  await page.goto(`${address}/settings`);
  const low = page.getByLabel('Trust required at low risk');
  await low.fill('50');
  await page.getByText('A higher risk can’t need less than a lower one.').waitFor();
  assert.equal(await button(page, 'Put in force…').isDisabled(), true);
  await low.fill('40');
  await page.getByLabel('Lifetime of an approval').fill('12');
  await page.getByText('Alone, it would have changed 1 proceed → escalate.').waitFor();
  await page.getByText('Past verdicts can’t show its effect.').waitFor();
  await page.getByText('1 of 3 verdicts would have been different in the last 7 days.').waitFor();
  await page.getByRole('table', { name: 'Changed verdicts' }).getByRole('link').first().waitFor();
  assert.deepEqual(await barriersOf(page), []);
  // The code is the same draft, and the draft survives another's change and the end of the session.
  await page.getByRole('tab', { name: 'Code' }).click();
  assert.match(await page.getByLabel('Settings (JSON)').inputValue(), /"lifetime_hours": 12/);
  const others = { settings: { ...settings, enforcement: 'observe' }, expected_version: version };
  await callWithKey(service, SETTINGS, others, 'PUT');
  await page.goto(`${address}/settings`);
  await button(page, 'Keep my changes on top').click();
  await page.context().clearCookies();
  await button(page, 'Put in force…').click();
  await dialogOf(page).getByRole('button', { name: 'Put in force' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByLabel('Password').fill(PASSWORD);
  await again.getByLabel('E-mail').fill('olga@acme.example');
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.waitFor({ state: 'detached' });
  assert.equal(await low.inputValue(), '40');
  await dialogOf(page).getByRole('button', { name: 'Put in force' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  const now = await callWithKey<Current>(service, SETTINGS);
  assert.deepEqual(now.settings, {
    ...settings,
    enforcement: 'observe',
    trust: { ...settings.trust, required: { low: 40, medium: 40, high: 60, critical: 80 } },
    approvals: { ...settings.approvals, lifetime_hours: 12 },
  });
  // A back-test that was given up still counts for a moment.
  forget(complaints, /401|409/);
});

testInBrowser('copies-a-pack-as-a-draft', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/policies`);
  await page.getByRole('tab', { name: 'Packs' }).click();
  await page.getByRole('button', { name: /^payments/ }).click();
  await page.getByText('No agent pays more than 10,000 USD.').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await button(page, 'Copy as a draft…').click();
  await dialogOf(page).getByLabel('Name').fill('our-payments');
  await dialogOf(page).getByRole('button', { name: 'Copy' }).click();
  await page.waitForURL(/\/policies\/our-payments/);
  await page.getByLabel('Value of ask_above_usd').fill('750.0');
  await button(page, 'Store as version 2').click();
  await page.getByText('Version 2 is stored').waitFor();
  const { active_version: active } = await callWithKey<{ active_version: number | null }>(
    service,
    '/api/v1/policies/our-payments',
  );
  assert.equal(active, null);
});

testInBrowser('shows-what-would-make-a-control-met', async ({ service, address, page, another }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/compliance`);
  const soc = page.getByRole('region', { name: 'SOC 2' });
  await soc.getByText('never checked').waitFor();
  await soc.getByRole('button', { name: 'Check…' }).click();
  await dialogOf(page).getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'Change management' }).waitFor();
  await page.getByText('CC8.1').click();
  await page.getByText('What would make it met:').filter({ visible: true }).first().waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await page.goto(`${address}/compliance`);
  await soc.getByText(/\d+ not assessed/).waitFor();
  const telephone = await another(TELEPHONE);
  await telephone.context().addCookies(await page.context().cookies());
  await telephone.goto(`${address}/compliance`);
  await telephone.getByRole('region', { name: 'SOC 2' }).getByRole('link').click();
  await telephone.getByRole('heading', { name: 'Change management' }).waitFor();
  assert.equal(await telephone.evaluate('document.documentElement.scrollWidth > screen.width + 1'), false);
});
