/** An owner connects the directory: a token that works at once, the names of its groups, and sign-in by SAML. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { PROVIDER } from '../support/directory/saml-keys.ts';
import { joinAs, joinAsOwner } from '../support/people/people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');

async function closed(page: Page): Promise<void> {
  await dialogOf(page).waitFor({ state: 'detached' });
}

testInBrowser('an-owner-connects-the-directory', async ({ service, address, page, another, complaints }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/members?tab=directory`);
  await button(page, 'Make a token').click();
  await dialogOf(page).getByRole('button', { name: 'Make the token' }).click();
  const secret = (await dialogOf(page).locator('pre').innerText()).trim();
  await page.getByLabel('I have saved the token').check();
  await button(page, 'Done').click();
  const made = await fetch(`${address}/scim/v2/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ userName: 'eve@acme.example', displayName: 'Eve' }),
  });
  assert.equal(made.status, 201);
  await button(page, 'Change names').click();
  await dialogOf(page).getByLabel('admin').fill('Assize admins');
  await button(page, 'Save').click();
  await closed(page);
  await page.getByText('Assize admins').waitFor();
  await button(page, 'Set up').click();
  await dialogOf(page).getByLabel('Entity id of the provider').fill('https://idp.example/saml');
  await dialogOf(page).getByLabel('Sign-in address of the provider').fill('https://idp.example/sso');
  await dialogOf(page).getByLabel('Certificates').fill('no certificate');
  await dialogOf(page).getByLabel('Domains').fill('acme.example');
  await button(page, 'Save').click();
  await dialogOf(page)
    .getByText(/PEM certificates with RSA keys/)
    .waitFor();
  forget(complaints, /422/);
  await dialogOf(page).getByLabel('Certificates').fill(PROVIDER.certificate);
  await button(page, 'Save').click();
  await closed(page);
  await page.getByText('https://idp.example/sso').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  const telephone = await another(TELEPHONE);
  await telephone.context().addCookies(await page.context().cookies());
  await telephone.goto(`${address}/members?tab=directory`);
  await telephone.getByText('https://idp.example/sso').waitFor();
  assert.deepEqual(await barriersOf(telephone), []);
  const wide = await telephone.evaluate('document.documentElement.scrollWidth - screen.width');
  assert.ok(Number(wide) <= 0, 'the page is wider than the telephone');
  await page.goto(`${address}/members`);
  await page.getByText('eve@acme.example').waitFor();
  const admin = await another();
  await joinAs(service, admin, address, { name: 'Ada', role: 'admin' });
  await admin.goto(`${address}/members`);
  await admin.getByRole('tab', { name: 'Groups' }).waitFor();
  assert.equal(await admin.getByRole('tab', { name: 'Directory' }).count(), 0);
});
