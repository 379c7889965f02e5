/** The keyboard reaches every page and every list, and an unknown address is a page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { askPerson, joinAs, joinAsOwner } from '../support/people/people.ts';

const PALETTE = 'Go to, or act';
const paletteOf = (page: Page) => page.getByRole('dialog', { name: PALETTE });

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: PALETTE }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await paletteOf(page).getByRole('combobox').fill(text);
}

testInBrowser('goes-to-pages-agents-approvals-and-ids-by-the-palette', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  const id = await askPerson(service, { action: 'invoice.pay', agent_id: 'agent-7' });
  await page.goto(`${address}/?env=production`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await paletteOf(page).getByText('invoice.pay').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await page.keyboard.press('Escape');
  await paletteOf(page).waitFor({ state: 'detached' });
  for (const [typed, path] of [
    ['webho', '/webhooks'],
    ['agent-7', '/approvals/'],
    [id, `/approvals/${id}`],
    ['never.asked', '/evidence'],
  ] as const) {
    await type(page, typed);
    await paletteOf(page).getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith(path));
    await paletteOf(page).waitFor({ state: 'detached' });
  }
  // It opens over a field too, but not over a dialog, which may hold half of a form.
  await page.goto(`${address}/members`);
  await type(page, 'invite');
  await page.keyboard.press('Enter');
  const invitation = page.getByRole('dialog', { name: 'Invite a person' });
  await invitation.getByLabel('E-mail').fill('ann@example.com');
  await page.keyboard.press('ControlOrMeta+k');
  assert.equal(await paletteOf(page).count(), 0);
  assert.equal(await invitation.getByLabel('E-mail').inputValue(), 'ann@example.com');
});

testInBrowser('acts-by-the-palette-as-far-as-the-role-goes', async ({ service, address, page, another }) => {
  await joinAsOwner(service, page, address);
  await page.goto(address);
  await type(page, 'create key');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /Create/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await type(page, 'halt');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Halt every agent?' }).waitFor();
  const viewer = await another(TELEPHONE);
  await joinAs(service, viewer, address, { name: 'Vera View', role: 'viewer' });
  await viewer.goto(address);
  await viewer.getByRole('button', { name: PALETTE }).click();
  await paletteOf(viewer).getByRole('option', { name: /^Keys/ }).waitFor();
  for (const act of ['Halt everything', 'Create a key', 'Invite a person']) {
    assert.equal(await paletteOf(viewer).getByRole('option', { name: act }).count(), 0, act);
  }
  assert.deepEqual(await barriersOf(viewer), []);
});

testInBrowser('moves-through-every-list-and-not-while-one-types', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  for (const agent of ['agent-1', 'agent-2']) {
    await askPerson(service, { action: 'invoice.pay', agent_id: agent });
  }
  await page.goto(`${address}/agents`);
  await page.getByRole('link', { name: 'agent-1' }).waitFor();
  const at = () => page.evaluate<string>('document.activeElement.closest("[data-row]")?.textContent ?? ""');
  await page.keyboard.press('j');
  const first = await at();
  assert.match(first, /agent-/);
  await page.keyboard.press('j');
  assert.notEqual(await at(), first);
  await page.keyboard.press('k');
  assert.equal(await at(), first);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/agents\/agent-\d/);
  await page.goto(`${address}/evidence`);
  const field = page.getByRole('textbox').first();
  await field.fill('');
  await field.pressSequentially('jk?ar');
  assert.equal(await field.inputValue(), 'jk?ar');
  assert.equal(await page.getByRole('dialog').count(), 0);
});

testInBrowser('shows-a-page-for-an-unknown-address', async ({ address, page, complaints }) => {
  for (const path of ['/nowhere', '/nowhere/at/all?x=<b>']) {
    const answer = await page.goto(address + path);
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    assert.deepEqual(await barriersOf(page), []);
    await page.getByRole('link', { name: 'Go to the overview' }).waitFor();
  }
  forget(complaints, /404/);
});
