/**
 * People sign in by each way that the page offers: a passkey, a password with a code, a backup code that works once.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { callWithKey, joinAsOwner, PASSWORD } from '../support/people/people.ts';
import { totp } from '../support/people/totp.ts';
import type { RunningService } from '../support/processes/service.ts';
import { until } from '../support/until.ts';

const EMAIL = 'olga@acme.example';

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const inside = (page: Page) => page.getByRole('heading', { level: 1, name: 'Your account' });

async function signOut(page: Page): Promise<void> {
  await button(page, 'Sign out').click();
  await page.getByRole('heading', { name: 'Sign in to Assize' }).waitFor();
}

async function givePassword(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/sign-in?next=/account`);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await button(page, 'Continue').click();
}

const HALF_MINUTE_MS = 30_000;

/** Returns a new code, once it is due. */
async function nextCode(secret: string): Promise<string> {
  const given = totp(secret, Date.now() + HALF_MINUTE_MS);
  await until(async () => totp(secret) === given);
  return totp(secret, Date.now() + HALF_MINUTE_MS);
}

/** Returns how people signed in, latest first. */
async function waysOf(service: RunningService): Promise<string[]> {
  const { items } = await callWithKey<{
    items: { action: string; payload: { change?: { way?: string } } }[];
  }>(service, '/api/v1/evidence/search', { artifact_type: 'governance_change', limit: 100 });
  return items.flatMap(({ action, payload }) =>
    action === 'member.sign_in' ? [payload.change?.way ?? JSON.stringify(payload)] : [],
  );
}

testInBrowser(
  'signs-in-by-a-passkey-made-here',
  async ({ service, address, page, complaints }) => {
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await joinAsOwner(service, page, address);
    await page.goto(`${address}/account`);
    await page.getByLabel('Name of the passkey').fill('My laptop');
    await button(page, 'Add a passkey').click();
    const passkey = page.getByRole('row', { name: /My laptop/ });
    await passkey.waitFor();
    // The device already has one, and says so.
    await button(page, 'Add a passkey').click();
    await page.getByRole('alert').waitFor();
    const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
    assert.deepEqual(
      credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
      [['localhost', true]],
    );

    // The page offers passkeys automatically, so a device that answers at once would sign in before the page is seen.
    const touch = (enabled: boolean) =>
      device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    await touch(false);
    await signOut(page);
    await page.goto(`${address}/sign-in?next=/account`);
    await button(page, 'Sign in with a passkey').waitFor();
    await touch(true);
    // The page's own offer may be accepted first.
    await Promise.any([button(page, 'Sign in with a passkey').click(), inside(page).waitFor()]);
    await inside(page).waitFor();
    assert.ok((await waysOf(service)).includes('passkey'));

    await passkey.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await passkey.waitFor({ state: 'detached' });
    await signOut(page);
    await page.goto(`${address}/sign-in?next=/account`);
    await button(page, 'Sign in with a passkey').click();
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await barriersOf(page), []);
    forget(complaints, /401|400/);
  },
  {},
  'postgres',
);

testInBrowser('ends-a-session-on-another-device', async ({ service, address, page, another, complaints }) => {
  await joinAsOwner(service, page, address);
  const other = await another(TELEPHONE);
  await givePassword(other, address);
  await inside(other).waitFor();
  await page.goto(`${address}/account`);
  const table = page.getByRole('table', { name: 'Your sessions' });
  await table.getByRole('row', { name: /Chrome on Linux This session .*now/ }).waitFor();
  await table.getByRole('button', { name: 'Sign out…' }).click();
  assert.deepEqual(await barriersOf(page), []);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await table.getByRole('button', { name: 'Sign out…' }).waitFor({ state: 'detached' });
  await until(async () => (await other.request.get(`${address}/api/v1/me`)).status() === 401);
  assert.equal((await page.request.get(`${address}/api/v1/me`)).status(), 200);
  const told = await (await page.request.get(`${address}/auth/sessions`)).text();
  for (const { name, value } of await page.context().cookies()) {
    assert.ok(!told.includes(value.split('.')[0] ?? ''), name);
  }
  forget(complaints, /401/);
});

testInBrowser('leads-nowhere-else-after-signing-in', async ({ service, address, page, complaints }) => {
  await joinAsOwner(service, page, address);
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
  ];
  for (const next of elsewhere) {
    await page.goto(`${address}/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await button(page, 'Sign in').click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
    assert.equal(page.url(), `${address}/`, next);
  }
  await page.goto(`${address}/sign-in?problem=unverified`);
  await page.getByRole('alert').getByText('has not verified your e-mail address').waitFor();
  assert.deepEqual(complaints, []);
});

testInBrowser('asks-for-a-code-after-the-password', async ({ service, address, page, complaints }) => {
  await joinAsOwner(service, page, address);
  await page.goto(`${address}/account`);
  await button(page, 'Set up a second factor').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await button(page, 'Continue').click();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const wrong = () => totp(secret, Date.now() - 3_600_000);
  await dialog.getByLabel('Code', { exact: true }).fill(wrong());
  await button(page, 'Turn on').click();
  await dialog.getByRole('alert').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  await dialog.getByLabel('Code', { exact: true }).fill(totp(secret));
  await button(page, 'Turn on').click();
  await button(page, 'I have saved them').waitFor();
  const [backup = ''] = await dialog.getByRole('listitem').allInnerTexts();
  await button(page, 'I have saved them').click();
  await page.getByText('On', { exact: true }).waitFor();

  await signOut(page);
  await givePassword(page, address);
  await giveCode(page, wrong());
  await page.getByRole('alert').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  // The code from the set-up does not sign anyone in; the next one is already valid.
  await giveCode(page, totp(secret, Date.now() + 30_000));
  await inside(page).waitFor();

  await signOut(page);
  await givePassword(page, address);
  await giveCode(page, backup);
  await inside(page).waitFor();
  await signOut(page);
  await givePassword(page, address);
  await giveCode(page, backup);
  await page.getByRole('alert').waitFor();
  await giveCode(page, await nextCode(secret));
  await inside(page).waitFor();
  const ways = await waysOf(service);
  assert.ok(ways.includes('password and code') && ways.includes('password and backup code'), ways.join());
  forget(complaints, /401/);
});
