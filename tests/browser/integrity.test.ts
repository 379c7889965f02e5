/**
 * An auditor asks whether the record is complete: the page's answers for a sound chain, and for one that was changed.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { barriersOf, forget, testInBrowser } from '../support/browser/browser.ts';
import { callWithKey, joinAsOwner } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function evaluate(service: RunningService, count: number): Promise<void> {
  for (let place = 0; place < count; place += 1) {
    await callWithKey(service, '/api/v1/core/governance/evaluate', {
      action: `report.read.${place}`,
      context: { risk_level: 'low', confidence_score: 0.95 },
    });
  }
}

async function compare(page: Page, note: string): Promise<void> {
  await page.getByLabel('The kept checkpoint').fill(note);
  await button(page, 'Compare').click();
}

testInBrowser('verifies-everything-and-compares-what-was-kept', async (visit) => {
  const { service, address, page, complaints } = visit;
  await joinAsOwner(service, page, address);
  await evaluate(service, 3);
  await page.goto(`${address}/integrity`);
  const kept = await page.getByRole('region', { name: 'Checkpoint', exact: true }).locator('pre').innerText();
  await evaluate(service, 3);
  await button(page, 'Verify everything').click();
  await page.getByText('are unaltered and in their place').waitFor();
  await button(page, 'Compare everything').click();
  await page.getByText('Everything that the service stores agrees with the evidence').waitFor();
  await page.getByText('Compare with one that you kept').click();
  await compare(page, kept);
  await page.getByText('The chain begins with what you kept, and holds.').waitFor();
  // A note that only resembles one of this service.
  await compare(page, kept.replace(/^(— .*)....$/m, '$1AAAA'));
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByText('The chain begins with what you kept').count(), 0);
  forget(complaints, /422/);
  assert.deepEqual(await barriersOf(page), []);
});

testInBrowser('raises-an-alarm-until-a-person-acknowledges-it', async (visit) => {
  const { location, service, address, page } = visit;
  await joinAsOwner(service, page, address);
  await evaluate(service, 4);
  assert.ok(location.kind === 'sqlite');
  using database = new DatabaseSync(location.path, { timeout: 10_000 });
  const { changes } = database
    .prepare(`UPDATE artifact_payloads SET payload = CAST('{"forged":true}' AS BLOB) WHERE position = 3`)
    .run();
  assert.ok(changes > 0);
  await page.goto(`${address}/integrity`);
  await button(page, 'Verify everything').click();
  await page.getByText('Something is wrong from record 3 on').waitFor();
  await page.getByText('Verification found that the evidence does not hold').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await button(page, 'Acknowledge…').click();
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await dialog.getByLabel('What happened').fill('a restore from a wrong disk');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Verification found that the evidence does not hold').waitFor({ state: 'detached' });
  await page.goto(`${address}/changes`);
  await page.getByText('acknowledge', { exact: false }).first().waitFor();
});
