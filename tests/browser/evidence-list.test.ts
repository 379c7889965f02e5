/** A person finds records by what they hold, sees the columns that they want, and keeps both under a name. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, requireHarmless, testInBrowser } from '../support/browser/browser.ts';
import { atTheList, live, tableOf, textsOf } from '../support/browser/evidence.ts';
import { joinAs, joinAsOwner } from '../support/people/people.ts';
import { until } from '../support/until.ts';

async function findBy(page: Page, field: string, value: string): Promise<void> {
  await page.getByLabel('Search by').selectOption(field);
  await page.locator('form').getByRole('textbox').first().fill(value);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('list', { name: 'Filters' }).getByText(`${field}: `).waitFor();
}

const columnNames = async (page: Page) => {
  await tableOf(page).waitFor();
  return (await tableOf(page).getByRole('columnheader').allInnerTexts()).join();
};

async function hideTheReason(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Reason' }).click();
  await page.keyboard.press('Escape');
}

testInBrowser('finds-by-what-records-hold-and-keeps-it-in-the-address', async (visit) => {
  const { page } = visit;
  await atTheList(visit);
  for (const [field, value] of [
    ['Words', 'invoice 77'],
    ['Agent', 'Mail-Agent'],
    ['Person', 'ann@example.com'],
    ['Tool', 'sendMail'],
    ['Session', 'ses-1'],
    ['Action', 'mail.send'],
  ] as const) {
    await findBy(page, field, value);
    await tableOf(page).getByRole('link', { name: 'mail.send' }).first().waitFor();
    assert.doesNotMatch(await textsOf(page), /files\.wipe/, field);
    await page.reload();
    await tableOf(page).getByRole('link', { name: 'mail.send' }).first().waitFor();
    assert.doesNotMatch(await textsOf(page), /files\.wipe/, `${field} after a reload`);
    await page.getByRole('button', { name: `Remove the filter ${field}` }).click();
    await tableOf(page).getByRole('link', { name: 'files.wipe' }).waitFor();
  }
  await page.getByLabel('Search by').selectOption('Law');
  await page.getByLabel('A law').selectOption('Safety Dominance');
  await page.getByRole('list', { name: 'Filters' }).getByText('Law: Safety Dominance').waitFor();
  await tableOf(page).getByRole('link', { name: 'files.wipe' }).waitFor();
  assert.doesNotMatch(await textsOf(page), /mail\.send/);
  await findBy(page, 'Words', 'nothing says this');
  await page.getByText('No record matches').waitFor();
  assert.deepEqual(await barriersOf(page), []);
});

testInBrowser('leaves-trust-updates-and-sign-ins-out-until-asked', async (visit) => {
  const { page } = visit;
  await atTheList(visit);
  assert.doesNotMatch(await textsOf(page), /Trust update|member\.sign_in/);
  await page.getByLabel('Trust updates and sign-ins too').check();
  await page.waitForURL(/all=true/);
  await tableOf(page).getByText('Trust update').first().waitFor();
  await page.getByLabel('Type', { exact: true }).selectOption('Trust update');
  await until(async () => !/files\.wipe/.test(await textsOf(page)));
  assert.match(await textsOf(page), /Trust update/);
});

testInBrowser('shows-the-columns-that-a-person-chose', async (visit) => {
  const { page } = visit;
  await atTheList(visit);
  const names = () => tableOf(page).getByRole('columnheader').allInnerTexts();
  assert.deepEqual(await names(), ['Action', 'Agent', 'Reason', 'Decided by', 'Verdict', 'Time']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Session' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Reason' }).click();
  await page.keyboard.press('Escape');
  const chosen = ['Action', 'Agent', 'Session', 'Decided by', 'Verdict', 'Time'];
  assert.deepEqual(await names(), chosen);
  assert.match(await textsOf(page), /ses-1/);
  await page.reload();
  await tableOf(page).waitFor();
  assert.deepEqual(await names(), chosen);
});

testInBrowser('keeps-a-view-under-a-name-in-this-browser', async (visit) => {
  const { page, address } = visit;
  await atTheList(visit);
  await findBy(page, 'Agent', 'cleaner');
  await page.getByRole('button', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Give the view a name.').waitFor();
  await dialog.getByLabel('Name').fill('Cleaner \u202e<b>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await hideTheReason(page);
  await page.getByRole('button', { name: 'Save this view…' }).waitFor();
  await page.goto(`${address}/evidence`);
  assert.doesNotMatch(await columnNames(page), /Reason/);
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: /Cleaner/ }).click();
  await page.waitForURL(/agent=cleaner/);
  await tableOf(page).getByRole('link', { name: 'files.wipe' }).waitFor();
  assert.match(await columnNames(page), /Reason/, 'a view brings its columns');
  await requireHarmless(page);
  await page.getByRole('button', { name: 'Remove this view' }).click();
  await views.getByRole('link', { name: /Cleaner/ }).waitFor({ state: 'detached' });
  await views.getByRole('link', { name: 'Blocked' }).click();
  await page.waitForURL(/verdict=block/);
  assert.doesNotMatch(await textsOf(page), /mail\.send/);
});

testInBrowser('offers-a-viewer-no-search-in-payloads', async ({ service, address, page, complaints }) => {
  await live(service);
  await joinAs(service, page, address, { name: 'Vic', role: 'viewer' });
  await page.goto(`${address}/evidence`);
  await tableOf(page).getByRole('link', { name: 'files.wipe' }).waitFor();
  assert.deepEqual(await page.getByLabel('Search by').locator('option').allTextContents(), ['Action']);
  await page.goto(`${address}/evidence?text=invoice`);
  await page.getByText('Your role reads evidence without its payloads').waitFor();
  forget(complaints, /403/);
});

testInBrowser('says-so-where-nothing-is-recorded', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  for (const path of [
    '/evidence?env=sandbox&verdict=block',
    '/evidence?text=%E2%80%AE%3Cscript%3E&verdict=nothing',
  ]) {
    await page.goto(address + path);
    await page.getByText('No record matches').waitFor();
    await requireHarmless(page);
    assert.deepEqual(await barriersOf(page), []);
  }
});
