/** A person sets up a channel, tests it, and sees what became of each message. Its secrets are nowhere on the page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { SANDBOX_KEY } from '../support/http/in-process.ts';
import { joinAsOwner } from '../support/people/people.ts';
import type { RunningService } from '../support/processes/service.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');

/** An agent in the sandbox, where a channel may be reached without TLS, asks for something that needs a person. */
async function holdInSandbox({ baseUrl }: RunningService): Promise<void> {
  const answer = await fetch(`${baseUrl}/sandbox/api/v1/core/governance/evaluate`, {
    method: 'POST',
    headers: { 'x-api-key': SANDBOX_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'invoice.pay', context: { risk_level: 'high' } }),
  });
  assert.equal(((await answer.json()) as { verdict: string }).verdict, 'escalate');
}

testInBrowser(
  'sets-up-and-tests-a-channel-and-sends-again-by-it',
  async ({ t, service, address, page, complaints }) => {
    await joinAsOwner(service, page, address);
    const receiver = await startReceiver(t);
    await page.goto(`${address}/channels?env=sandbox`);
    await page.getByText('No channel yet').waitFor();
    await button(page, 'Add channel').click();
    await dialogOf(page).getByLabel('Kind').selectOption('teams');
    await dialogOf(page).getByLabel('Name').fill('Finance in Teams');
    await dialogOf(page).getByLabel('URL of the workflow').fill('not a URL');
    await dialogOf(page).getByRole('button', { name: 'Add channel' }).click();
    await dialogOf(page).getByRole('alert').first().waitFor();
    await dialogOf(page).getByLabel('URL of the workflow').fill(receiver.url('/workflow-secret'));
    assert.deepEqual(await barriersOf(page), []);
    await dialogOf(page).getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('heading', { name: 'Finance in Teams' }).waitFor();

    await button(page, 'Test the channel').click();
    await page.getByText('It works.', { exact: false }).waitFor();
    assert.equal(receiver.at('/workflow-secret').length, 1);
    await holdInSandbox(service);
    const sent = page.getByRole('row', { name: /request/ });
    await sent.getByText('delivered').waitFor();
    assert.match(receiver.at('/workflow-secret')[1]?.body ?? '', /invoice\.pay/);
    await sent.getByRole('button', { name: 'Attempts' }).click();
    await dialogOf(page).getByText('taken').waitFor();
    assert.deepEqual(await barriersOf(page), []);
    await button(page, 'Send again').click();
    await dialogOf(page).getByText('Attempt 2').waitFor();
    await button(page, 'Close').click();
    assert.equal(receiver.at('/workflow-secret').length, 3);

    receiver.answer(() => ({ status: 410 }));
    await button(page, 'Test the channel').click();
    await page.getByText('It does not work.', { exact: false }).waitFor();
    await button(page, 'Disable…').click();
    await dialogOf(page).getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Nothing is sent by this channel', { exact: false }).waitFor();
    await page.setViewportSize({ width: TELEPHONE.width ?? 390, height: 844 });
    assert.deepEqual(await barriersOf(page), []);
    assert.ok(!(await page.content()).includes('workflow-secret'));
    forget(complaints, /422/);
  },
  { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' },
);

testInBrowser(
  'shows-the-manifest-of-a-slack-app-and-keeps-its-tokens',
  async ({ service, address, page }) => {
    await joinAsOwner(service, page, address);
    await page.goto(`${address}/channels`);
    await button(page, 'Add channel').click();
    const dialog = dialogOf(page);
    await dialog.getByText('"socket_mode_enabled": true', { exact: false }).waitFor();
    await dialog.getByLabel('Slack calls the service', { exact: false }).check();
    await dialog.getByText('"socket_mode_enabled": false', { exact: false }).waitFor();
    await dialog.getByLabel('Name').fill('Finance in Slack');
    await dialog.getByLabel('Workspace').fill('T012ABCDE');
    await dialog.getByLabel('App', { exact: true }).fill('A012ABCDE');
    await dialog.getByLabel('Conversation').fill('C012ABCDE');
    await dialog.getByLabel('Bot token').fill('xoxb-0123456789-secret');
    await dialog.getByLabel('Signing secret').fill('0123456789abcdef0123456789abcdef');
    assert.deepEqual(await barriersOf(page), []);
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('heading', { name: 'Finance in Slack' }).waitFor();
    await page.getByText('set, and never shown').waitFor();
    assert.doesNotMatch(await page.content(), /xoxb-0123|0123456789abcdef/);
    await button(page, 'Change').click();
    await dialog.getByLabel('Conversation').fill('C012ABCDF');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('C012ABCDF').waitFor();
  },
);
