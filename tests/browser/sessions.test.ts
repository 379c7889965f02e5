/** The page of a session shows where each value came from, and leads there by pointer, keyboard and address. */
import assert from 'node:assert/strict';
import { TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { joinAsOwner } from '../support/people/people.ts';
import { tellOfAnInvoice } from '../support/people/session-story.ts';

const THREADS = 'svg g path:first-child';

testInBrowser('shows-where-each-target-came-from-and-what-was-held', async (visit) => {
  const { service, address, page, another } = visit;
  await joinAsOwner(service, page, address);
  const { sessionId, agentId, calls, approvals } = await tellOfAnInvoice(service);
  await page.goto(`${address}/sessions`);
  await page.getByRole('link', { name: sessionId }).click();
  const cardOf = (place: number) => page.locator(`[id="${calls[place]}"]`);
  const [mail, held, passed] = [cardOf(0), cardOf(2), cardOf(3)];

  await held.getByText('New party').waitFor();
  await held.getByText(/The payee GB82.* was first read at .*, by gmail\.read/).waitFor();
  await passed.getByText('own record', { exact: true }).waitFor();
  // They are drawn in the frame after the cards.
  await page.locator(THREADS).nth(5).waitFor({ state: 'attached' });
  assert.equal(await page.locator(THREADS).count(), 6, 'a thread for each value that a result had first');

  assert.equal(await mail.getAttribute('data-active'), null);
  await held.getByRole('link', { name: /^from .* gmail\.read$/ }).hover();
  await page.locator(`[id="${calls[0]}"][data-active]`).waitFor();
  await page.mouse.move(0, 0);
  await page.locator(`[id="${calls[0]}"]:not([data-active])`).waitFor();

  await held.getByRole('link', { name: /^from .* gmail\.read$/ }).focus();
  await page.keyboard.press('Enter');
  await page.locator(`[id="${calls[0]}"]:focus`).waitFor();

  await held.getByRole('link', { name: 'See the approval' }).click();
  await page.waitForURL(`**/approvals/${approvals[0]}**`);
  await page.getByRole('link', { name: /^first read at .*, by gmail\.read$/ }).click();
  await page.waitForURL((url) => url.hash === `#${calls[0]}`);
  await page.locator(`[id="${calls[0]}"]:focus`).waitFor();

  const telephone = await another(TELEPHONE);
  await telephone.context().addCookies(await page.context().cookies());
  await telephone.goto(`${address}/sessions/${sessionId}?agent_id=${agentId}`);
  await telephone.getByText('Held for a person').first().waitFor();
  assert.equal(await telephone.locator(THREADS).first().isVisible(), false, 'the rows say it there');
  await telephone.goto(`${address}/evidence/${calls[2]}`);
  await telephone.getByRole('link', { name: sessionId }).click();
  await telephone.locator(`[id="${calls[2]}"]:focus`).waitFor();
});

testInBrowser('ends-a-session-and-says-what-that-means', async (visit) => {
  const { service, address, page } = visit;
  await joinAsOwner(service, page, address);
  const { sessionId, agentId } = await tellOfAnInvoice(service);
  await page.goto(`${address}/sessions/${sessionId}?agent_id=${agentId}`);
  await page.getByRole('button', { name: 'End session' }).click();
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'End it' })
    .click();
  await page.getByText('What it had read is forgotten').waitFor();
  assert.equal(await page.getByRole('button', { name: 'End session' }).count(), 0);
});
