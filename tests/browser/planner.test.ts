/** A person sets the model that plans tasks, tests it, and removes it; its key is nowhere on the page. */
import assert from 'node:assert/strict';
import { barriersOf, testInBrowser } from '../support/browser/browser.ts';
import { joinAsOwner } from '../support/people/people.ts';
import { KEY } from '../support/planner/planner.ts';

testInBrowser('sets-tests-and-removes-the-planner', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/settings`);
  await page.getByRole('tab', { name: 'Planner' }).click();
  await page.getByRole('button', { name: 'Set a planner…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('https://127.0.0.1/v1');
  await dialog.getByLabel('Model').fill('planner-1');
  await dialog.getByLabel('Key').fill(KEY);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('set, and never shown').waitFor();
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('It does not work. The address 127.0.0.1 is not public.').waitFor();
  assert.ok(!(await page.content()).includes(KEY));
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    assert.deepEqual(await barriersOf(page), []);
  }
  await page.getByRole('button', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No planner yet').waitFor();
});
