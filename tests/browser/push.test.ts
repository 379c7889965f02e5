/** A browser rings: turned on at the account page, shown by the service worker, and opened by a press. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { pushBrowser } from '../support/channels/push-receiver.ts';
import { joinAs } from '../support/people/people.ts';

/** Chromium without a window has no push service, so its part is played here: at the browser's own API. */
async function withPushService(page: Page, endpoint: string): Promise<void> {
  const { keys } = pushBrowser();
  await page.addInitScript(
    `(() => {
      const made = { endpoint: ${JSON.stringify(endpoint)}, keys: ${JSON.stringify(keys)} };
      const stored = () => sessionStorage.getItem('pushed') !== null;
      const subscription = {
        toJSON: () => made,
        unsubscribe: async () => { sessionStorage.removeItem('pushed'); return true; },
      };
      PushManager.prototype.subscribe = async (options) => {
        if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error('wrong options');
        sessionStorage.setItem('pushed', 'yes');
        return subscription;
      };
      PushManager.prototype.getSubscription = async () => (stored() ? subscription : null);
      Notification.requestPermission = async () => 'granted';
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    })()`,
  );
}

testInBrowser('turns-push-on-and-off-in-this-browser', async ({ service, address, another, complaints }) => {
  const page = await another(TELEPHONE);
  await withPushService(page, 'https://push.example.net/telephone');
  await joinAs(service, page, address, { name: 'Dana Decider', role: 'approver' });
  await page.goto(`${address}/account`);
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await page.getByText('This browser', { exact: true }).waitFor();
  await page.getByText('push.example.net').waitFor();
  assert.deepEqual(await barriersOf(page), []);
  const isWide = await page.evaluate('document.documentElement.scrollWidth > screen.width');
  assert.equal(isWide, false);
  if (process.env.ASSIZE_SCREENSHOTS) {
    await page.getByText('Push messages').scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${process.env.ASSIZE_SCREENSHOTS}/push-390.png` });
  }
  await page.reload();
  await page.getByText('This browser', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Turn on in this browser' }).count(), 0);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on in this browser' }).waitFor();
  forget(complaints, /401/);
});

testInBrowser('keeps-the-wishes-of-the-account-page', async ({ service, address, another, complaints }) => {
  const page = await another(TELEPHONE);
  await joinAs(service, page, address, { name: 'Dana Decider', role: 'approver' });
  await page.goto(`${address}/account`);
  await page.getByLabel('Quiet hours').check();
  await page.getByLabel('From', { exact: true }).fill('21:30');
  await page.getByLabel('Time zone').fill('Europe/Nowhere');
  await page.getByLabel('Together above').fill('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Value should be a time zone').waitFor();
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  assert.deepEqual(await barriersOf(page), []);
  if (process.env.ASSIZE_SCREENSHOTS) {
    await page.screenshot({ path: `${process.env.ASSIZE_SCREENSHOTS}/wishes-390.png`, fullPage: true });
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your wishes are saved').waitFor();
  const stored = await page.request.get(`${address}/api/v1/members/me/notifications`);
  assert.deepEqual(await stored.json(), {
    mail: true,
    push: true,
    quiet: { from: '21:30', to: '07:00', time_zone: 'Europe/Berlin', except_risk_at_least: 'critical' },
    digest_above: 3,
  });
  forget(complaints, /422/);
});

testInBrowser('a-push-shows-what-waits-and-opens-only-pages-of-the-service', async ({ address, page }) => {
  const started = page.context().waitForEvent('serviceworker');
  await page.goto(`${address}/sign-in`);
  await page.evaluate(`navigator.serviceWorker.register('/sw.js').then(() => undefined)`);
  const worker = await started;
  // No push service reaches this browser, so its events are made here.
  const shownAfter = (data: string) =>
    worker.evaluate(`(async () => {
      const shown = [];
      self.registration.showNotification = async (title, { data, body }) => void shown.push(title, data.path, body);
      self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(data)} }));
      await Promise.resolve();
      return shown;
    })()`);
  const waits = { title: 'A decision waits', url: '/approvals/apr_1?env=sandbox' };
  const told = await shownAfter(JSON.stringify(waits));
  assert.deepEqual(told, [waits.title, waits.url, undefined]);
  for (const data of [
    'no json',
    '{"url": "https://evil.example/x"}',
    '{"url": "//evil.example/x"}',
    '{"url": "javascript:alert(1)"}',
    '{"title": 7}',
  ]) {
    assert.deepEqual(await shownAfter(data), ['A decision waits', '/approvals', undefined], data);
  }
  for (const [file, type] of [
    ['/sw.js', /^(text|application)\/javascript/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ] as const) {
    const headers = (await page.request.get(`${address}${file}`)).headers();
    assert.match(headers['content-type'] ?? '', type);
    assert.match(headers['cache-control'] ?? '', /max-age=0/);
  }
  const devtools = await page.context().newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
});
