/**
 * People who are invited, and people who return by a reset: each joins by pressing a button, and keeps their
 * credentials.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { joinAsOwner, PASSWORD } from '../support/people/people.ts';
import { assize } from '../support/processes/command.ts';

const EMAIL = 'olga@acme.example';
const OTHER = 'granite pelican seldom 12';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * @returns a function that stops the devices from answering: a sign-in page offers passkeys automatically, and such a
 * device would answer first.
 */
async function withPasskeys(page: Page): Promise<() => Promise<void>> {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const ids: string[] = [];
  for (const transport of ['internal', 'usb'] as const) {
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    ids.push(authenticatorId);
  }
  return async () => {
    for (const authenticatorId of ids) {
      await device.send('WebAuthn.setAutomaticPresenceSimulation', {
        authenticatorId,
        enabled: false,
      });
    }
  };
}

testInBrowser(
  'keeps-after-a-reset-what-its-person-ticks',
  async ({ service, location, address, page, complaints }) => {
    const leaveDevices = await withPasskeys(page);
    await joinAsOwner(service, page, address);
    await page.goto(`${address}/account`);
    await page.getByLabel('Name of the passkey').fill('My laptop');
    await page.getByLabel('Your password, for the passkey').fill(PASSWORD);
    await button(page, 'Add a passkey').click();
    await page.getByRole('row', { name: /My laptop/ }).waitFor();
    await leaveDevices();
    assert.deepEqual(await barriersOf(page), []);

    for (const isKept of [true, false]) {
      const { stdout } = await assize(location, ['members', 'reset', EMAIL, '--json']);
      const [, token] = (JSON.parse(stdout) as { link: string }).link.split('#');
      await page.goto('about:blank');
      await page.goto(`${address}/reset#${token}`);
      await page.getByLabel('Password').fill(isKept ? OTHER : PASSWORD);
      const box = page.getByLabel(/Passkey My laptop/);
      assert.equal(await box.isChecked(), false);
      assert.deepEqual(await barriersOf(page), []);
      if (isKept) await box.check();
      await button(page, 'Change the password').click();
      await page.waitForURL((url) => url.pathname !== '/reset');
      // A node remembers for up to a second that a session was valid, and this tests the next sign-in.
      await page.context().clearCookies();
      await page.goto(`${address}/sign-in?next=/account`);
      await page.getByLabel('E-mail').fill(EMAIL);
      await page.getByLabel('Password').fill(isKept ? OTHER : PASSWORD);
      await button(page, 'Sign in').click();
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
      await page.getByLabel('Name of the passkey').waitFor();
      const row = page.getByRole('row', { name: /My laptop/ });
      if (isKept) await row.waitFor();
      else assert.equal(await row.count(), 0);
    }
    forget(complaints, /401|404/);
  },
);

testInBrowser(
  'joins-another-organisation-with-an-account',
  async ({ service, location, address, page, another, complaints }) => {
    await joinAsOwner(service, page, address);
    await assize(location, ['tenants', 'create', 'other', '--tier', 'team']);
    const invited = await assize(location, [
      'members',
      'invite',
      EMAIL,
      '--tenant',
      'other',
      '--role',
      'admin',
      '--json',
    ]);
    const token = (JSON.parse(invited.stdout) as { link: string }).link.split('#')[1];
    const telephone = await another(TELEPHONE);
    await telephone.goto(`${address}/join#${token}`);
    await button(telephone, 'I have an account').click();
    await button(telephone, 'Join with your account').click();
    await telephone.getByLabel('E-mail').fill(EMAIL);
    await telephone.getByLabel('Password').fill(PASSWORD);
    assert.deepEqual(await barriersOf(telephone), []);
    await button(telephone, 'Sign in').click();
    await telephone.waitForURL(/\/welcome/);
    await page.goto(`${address}/account`);
    await page.getByRole('button', { name: /other/ }).waitFor();
    forget(complaints, /401/);
  },
);
