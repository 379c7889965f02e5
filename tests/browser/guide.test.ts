/** The guide as people read it: from a page of the dashboard, with its search, by the policy for content, and offline. */
import assert from 'node:assert/strict';
import { testInBrowser } from '../support/browser/browser.ts';
import { joinAsOwner } from '../support/people/people.ts';

testInBrowser('leads-from-a-page-to-the-one-about-it', async ({ service, address, page }) => {
  await joinAsOwner(service, page, address);
  for (const [from, title] of [
    ['/approvals', /approv/i],
    ['/targets', /target|reach/i],
  ] as const) {
    await page.goto(`${address}${from}`);
    const [guide] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Guide' }).click(),
    ]);
    assert.match(String(await guide.getByRole('heading', { level: 1 }).textContent()), title);
    await guide.close();
  }
});

testInBrowser('finds-a-page-and-asks-no-one-else', async ({ address, page, another, complaints }) => {
  const elsewhere: string[] = [];
  const watch = (url: string) =>
    void (url.startsWith(address) || url.startsWith('data:') || elsewhere.push(url));
  page.on('request', (request) => watch(request.url()));
  await page.goto(`${address}/guide/`);
  await page
    .getByRole('button', { name: /search/i })
    .first()
    .click();
  await page.getByRole('searchbox').fill('erase a person');
  await page
    .getByRole('option', { name: /hold evidence > Erase a person/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/guide\/erasure#/);
  // From one page to the next, without loading the whole again.
  await page.getByRole('link', { name: 'evidence', exact: true }).last().click();
  await page.waitForURL(/\/guide\/evidence$/);
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(complaints, []);

  const reader = await another({ scheme: 'dark' });
  await reader.goto(`${address}/guide/hooks`);
  const shade = () => reader.evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>;
  const dark = await shade();
  await reader.getByRole('switch').first().click();
  assert.notEqual(await shade(), dark);
});
