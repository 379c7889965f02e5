/** An owner reviews access: one press keeps or revokes, and the review closes once each line is decided. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { joinAs, joinAsOwner } from '../support/people/people.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

testInBrowser('reviews-access-line-by-line-and-closes', async (visit) => {
  const { service, address, page, another, complaints } = visit;
  await joinAsOwner(service, page, address);
  const [ann, ada] = [await another(), await another(TELEPHONE)];
  await joinAs(service, ann, address, { name: 'Ann Approver', role: 'approver' });
  await joinAs(service, ada, address, { name: 'Ada Auditor', role: 'auditor' });
  await page.goto(`${address}/access-review`);
  await page.getByText('No review is open').waitFor();
  await button(page, 'Start a review').click();
  await rowOf(page, 'Ann Approver').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  assert.ok(await button(page, 'Close the review').isDisabled(), 'nothing is decided');
  const own = rowOf(page, 'Olga Owner');
  assert.equal(await own.getByRole('button', { name: 'Revoke' }).count(), 0, 'the reviewer stays');

  await rowOf(page, 'Ann Approver').getByRole('button', { name: 'Revoke' }).click();
  await rowOf(page, 'Ann Approver').waitFor({ state: 'detached' });
  await ann.goto(`${address}/approvals`);
  await ann.getByRole('heading', { name: 'Sign in' }).waitFor();
  forget(complaints, /401/);

  await ada.goto(`${address}/access-review`);
  await rowOf(ada, 'Olga Owner').waitFor();
  for (const act of ['Keep', 'Revoke', 'Close the review'])
    assert.equal(await button(ada, act).count(), 0, `an auditor can't: ${act}`);

  while ((await button(page, 'Keep').count()) > 0) {
    const left = await button(page, 'Keep').count();
    await button(page, 'Keep').first().click();
    await page.getByRole('tab', { name: `To decide (${left - 1})` }).waitFor();
  }
  await page.getByText('Each line is decided').waitFor();
  await page.getByRole('tab', { name: /^Decided/ }).click();
  await rowOf(page, 'Ann Approver').getByText('revoked').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await button(page, 'Close the review').click();
  await page.getByText('No review is open').waitFor();
  await page.getByRole('link', { name: 'Look' }).click();
  await page.getByText('1 revoked').waitFor();
  await rowOf(page, 'Ann Approver').getByText('revoked').waitFor();
  assert.equal(await button(page, 'Close the review').count(), 0);
});
