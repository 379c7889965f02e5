/** People write a rule of a policy as a form, or as CEL, and see in either what the other says. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { callWithKey, joinAsOwner, PASSWORD } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const ruleOf = (page: Page, id: string) => page.getByRole('region', { name: `Rule ${id}`, exact: true });

async function storedRules(service: RunningService, version: number) {
  const path = `/api/v1/policies/limits/versions/${version}`;
  const { rules } = await callWithKey<{ rules: { id: string; when: string }[] }>(service, path);
  return rules.map(({ when }) => when);
}

async function open(page: Page, service: RunningService, address: string, rules: readonly object[]) {
  await joinAsOwner(service, page, address);
  await callWithKey(service, '/api/v1/policies', { name: 'limits', rules });
  await page.goto(`${address}/policies/limits`);
  await page.getByText('This is the newest version.').waitFor();
}

const RULE = { id: 'ask', effect: 'escalate', when: "action == 'pay.out'", message: '' };

testInBrowser('writes-a-rule-by-a-form-and-stores-what-it-says', async ({ service, address, page }) => {
  await open(page, service, address, [RULE]);
  const rule = ruleOf(page, 'ask');
  await rule.getByLabel('Compared').selectOption('starts with');
  await rule.getByLabel('Value').fill('pay.\n\nit\'s \\ "paid"');
  await rule.getByRole('button', { name: 'Add a condition' }).click();
  const second = rule.getByRole('group', { name: 'Condition 2' });
  await second.getByLabel('What').selectOption('Context');
  await second.getByText('A key is missing.').waitFor();
  await page.getByText('1 fault', { exact: true }).waitFor();
  await second.getByLabel('Key').fill('arguments.amount');
  await second.getByLabel('Compared').selectOption('is more than');
  await second.getByLabel('Number').fill('1.');
  await second.getByLabel('Number').press('End');
  await page.keyboard.type('50');
  await second.getByLabel('If it is not stated').selectOption('this holds');
  await page.getByText('The rules are valid, and not stored yet.').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  // The typed form survives leaving the page.
  await page.reload();
  await rule.getByLabel('Number').waitFor();
  assert.equal(await rule.getByLabel('Number').inputValue(), '1.5');
  await rule.getByRole('button', { name: 'Code' }).click();
  const editor = rule.getByRole('textbox', { name: /^When, of rule/ });
  assert.match(await editor.innerText(), /arguments/);
  await button(page, 'Store as version 2').click();
  await page.getByText('Version 2 is stored').waitFor();
  assert.deepEqual(await storedRules(service, 2), [
    `['pay.', 'it\\'s \\\\ "paid"'].exists(each, action.startsWith(each)) &&\n` +
      '(!context.?arguments.?amount.hasValue() || context.arguments.amount > 1.5)',
  ]);
});

testInBrowser('leaves-a-rule-that-no-form-can-show-as-code', async ({ service, address, page }) => {
  const written = "action == 'pay.out' // ours\n  && (context.amount_usd > 5.0 ? act.listed : true)";
  const spaced = 'has( context.amount_usd )\n  && context.amount_usd  >  500';
  await open(page, service, address, [
    { ...RULE, id: 'coded', when: written },
    { ...RULE, id: 'spaced', when: spaced },
  ]);
  const coded = ruleOf(page, 'coded');
  await coded.getByText('The form can’t show this condition, so it stays code.').waitFor();
  assert.ok(await coded.getByRole('button', { name: 'Form' }).isDisabled());
  const shown = ruleOf(page, 'spaced');
  assert.equal(await shown.getByLabel('Key').inputValue(), 'amount_usd');
  assert.equal(await shown.getByLabel('Number').inputValue(), '500');
  // Opening and looking changes nothing.
  await shown.getByRole('button', { name: 'Code' }).click();
  await shown.getByRole('button', { name: 'Form' }).click();
  await coded.getByLabel('Message').fill('Told.');
  await button(page, 'Store as version 2').click();
  await page.getByText('Version 2 is stored').waitFor();
  assert.deepEqual(await storedRules(service, 2), [written, spaced]);
});

testInBrowser('shows-a-fault-of-code-below-its-line', async ({ service, address, page }) => {
  await open(page, service, address, [RULE]);
  const rule = ruleOf(page, 'ask');
  await rule.getByRole('button', { name: 'Code' }).click();
  await rule.getByRole('textbox', { name: /^When, of rule/ }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText("action == 'a'\n  && size(5) > 1.0\n  && act.listed");
  const fault = page.getByText(/^Line 2, column \d+:/);
  await fault.waitFor();
  const heightOf = async (text: string) => (await page.getByText(text).boundingBox())?.y ?? 0;
  const at = (await fault.boundingBox())?.y ?? 0;
  assert.ok(at > (await heightOf('size(5)')) && at < (await heightOf('&& act.listed')), `${at}`);
  assert.deepEqual(await barriersOf(page), []);
});

testInBrowser('keeps-a-draft-when-the-session-ends', async ({ service, address, page, complaints }) => {
  await open(page, service, address, [RULE]);
  const rule = ruleOf(page, 'ask');
  const signIn = async (inside: Page | Locator) => {
    await inside.getByLabel('E-mail').fill('olga@acme.example');
    await inside.getByLabel('Password').fill(PASSWORD);
    await inside.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const requireKept = async () => {
    assert.equal(await rule.getByLabel('Value').inputValue(), 'pay.in');
    assert.equal(await rule.getByLabel('Message').inputValue(), 'Ask first.');
    assert.equal(await page.getByLabel('Why this version').inputValue(), 'Audit asked');
  };
  await rule.getByLabel('Value').fill('pay.in');
  // A check that comes after the session has ended would ask to sign in before the button is pressed.
  const checked = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/policies/validate') &&
      (answer.request().postData() ?? '').includes('Ask first.'),
  );
  await rule.getByLabel('Message').fill('Ask first.');
  await checked;
  await page.getByLabel('Why this version').fill('Audit asked');
  await page.getByText('The rules are valid, and not stored yet.').waitFor();
  // On top of the page, as soon as an answer says so.
  await page.context().clearCookies();
  await button(page, 'Store as version 2').click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await signIn(again);
  await again.waitFor({ state: 'detached' });
  await requireKept();
  // On a page of its own, after the page was left.
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in to Assize' }).waitFor();
  await signIn(page);
  await page.waitForURL(/\/policies\/limits/);
  await rule.getByLabel('Value').waitFor();
  await requireKept();
  await page.getByText('The rules are valid, and not stored yet.').waitFor();
  await button(page, 'Store as version 2').click();
  await page.getByText('Version 2 is stored').waitFor();
  assert.deepEqual(await storedRules(service, 2), ["action == 'pay.in'"]);
  forget(complaints, /401/);
});

testInBrowser('begins-with-an-example-on-a-telephone', async ({ service, address, page, another }) => {
  await open(page, service, address, [RULE]);
  const phone = await another(TELEPHONE);
  await phone.context().addCookies(await page.context().cookies());
  await phone.goto(`${address}/policies/limits`);
  for (const _ of [1, 2]) {
    await button(phone, 'Add an example…').click();
    await button(phone, 'Add unknown-payee').click();
  }
  await phone.getByText('The rules are valid, and not stored yet.').waitFor();
  await ruleOf(phone, 'unknown-payee-2').getByLabel('Its role').waitFor();
  assert.equal(await ruleOf(phone, 'unknown-payee').getByLabel('Its role').inputValue(), 'payee');
  const width = await phone.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(width <= 390, `${width}`);
  assert.deepEqual(await barriersOf(phone), []);
});
