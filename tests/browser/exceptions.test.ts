/** An auditor's way through the report of exceptions: made, read, and signed with a passkey; what was signed verifies. */
import assert from 'node:assert/strict';
import { verifyExceptions } from '@assize/evidence-format';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { askPerson, joinAsOwner } from '../support/people/people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

async function addPasskey(page: Page, address: string): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${address}/account`);
  await page.getByLabel('Name of the passkey').fill('My laptop');
  await button(page, 'Add a passkey').click();
  await page.getByRole('row', { name: /My laptop/ }).waitFor();
}

testInBrowser('makes-reads-and-signs-a-report', async ({ service, address, page, another, complaints }) => {
  await joinAsOwner(service, page, address);
  await askPerson(service, { action: 'mail.send', agent_id: 'agent-7' });
  await addPasskey(page, address);
  await page.goto(`${address}/exceptions`);
  await page.getByText('No report was made yet').waitFor();
  await button(page, 'New report…').click();
  await dialogOf(page).getByLabel('Sample from').selectOption('all');
  await dialogOf(page).getByLabel('Seed').fill('auditor-7');
  await dialogOf(page).getByRole('button', { name: 'Make the report' }).click();
  await page.getByRole('heading', { level: 1, name: 'Report of exceptions' }).waitFor();
  await page.getByText('Agent without an owner').first().click();
  await page.getByText('no one answers for this agent').filter({ visible: true }).waitFor();
  await page.getByText('auditor-7').waitFor();
  const change = page.locator('details').filter({ hasText: 'A setting, a rule or an account was changed' });
  await change.first().locator('summary').click();
  await page.getByText('No agent asked for an action').filter({ visible: true }).first().waitFor();
  assert.deepEqual(await barriersOf(page), []);

  await button(page, 'Sign off…').click();
  await dialogOf(page).getByLabel('Remark').fill('Read on a Monday');
  await dialogOf(page).getByRole('button', { name: 'Sign with your passkey' }).click();
  await page.getByRole('row', { name: /Read on a Monday/ }).waitFor();
  const link = await page.getByRole('link', { name: 'JSON', exact: true }).getAttribute('href');
  const file = await page.context().request.get(`${address}${link}`);
  const { problems, signOffs } = verifyExceptions(await file.text());
  assert.deepEqual([problems, signOffs.length], [[], 1]);
  // A second time is refused, and the page says so.
  await button(page, 'Sign off…').click();
  await dialogOf(page).getByRole('button', { name: 'Sign with your passkey' }).click();
  await dialogOf(page)
    .getByText(/You have signed this before/)
    .waitFor();
  forget(complaints, /409/);

  const telephone = await another(TELEPHONE);
  await telephone.context().addCookies(await page.context().cookies());
  await telephone.goto(page.url());
  await telephone.getByText('Read on a Monday').waitFor();
  assert.equal(await telephone.evaluate('document.documentElement.scrollWidth > screen.width + 1'), false);
});
