/** A person sets up a sink for their SIEM, sees what it was sent, and has it proven; others see it and change nothing. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { barriersOf, forget, TELEPHONE, testInBrowser } from '../support/browser/browser.ts';
import { askPerson, joinAs, joinAsOwner } from '../support/people/people.ts';
import { LOCALHOST_CERTIFICATE } from '../support/siem/certificate.ts';
import { startSyslogServer } from '../support/siem/syslog-server.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

const ALLOWED = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };
const HELD = { action: 'invoice.pay', agent_id: 'agent-7' };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const pressIn = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();

async function addSyslog(page: Page, address: string, port: number): Promise<void> {
  await page.goto(`${address}/sinks`);
  await page.getByText('No sink yet').waitFor();
  await button(page, 'Add sink').click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Name').fill('Splunk');
  await dialog.getByLabel('Host', { exact: true }).fill('localhost');
  await dialog.getByLabel('Port').fill('none');
  await dialog.getByLabel('Format').selectOption('cef');
  await dialog.getByLabel('Authorities').fill(LOCALHOST_CERTIFICATE);
  await dialog.getByLabel('Begin with').selectOption('beginning');
  await pressIn(page, 'Add sink');
  await dialog.getByText('an integer from 1 to 65535').first().waitFor();
  await dialog.getByLabel('Port').fill(String(port));
  assert.deepEqual(await barriersOf(page), []);
  await pressIn(page, 'Add sink');
  await page.getByRole('heading', { name: 'Splunk', exact: true }).waitFor();
}

testInBrowser(
  'sends-to-a-siem-proves-what-was-sent-and-says-when-the-receiver-is-away',
  async ({ t, location, service, address, page, another, complaints }) => {
    const server = await startSyslogServer(t);
    await joinAsOwner(service, page, address);
    const viewer = await another();
    await joinAs(service, viewer, address, { name: 'Vera Viewer', role: 'viewer' });
    await addSyslog(page, address, server.port);
    const link = page.url();

    await button(page, 'Test the sink').click();
    await page.getByText('The receiver took a test message.').waitFor();
    assert.ok(server.received.some((message) => message.includes('CEF:0|Assize|Assize|1|sink.test')));
    const range = page.getByRole('row').filter({ has: button(page, 'Verify') });
    await range.getByText(/^0 to \d+$/).waitFor();
    await button(page, 'Verify').click();
    await range.getByText('The same bytes').waitFor();
    assert.deepEqual(await barriersOf(page), []);

    await server.leave();
    await askPerson(service, HELD);
    await page.getByText('The connection was refused.').waitFor();
    await page.goto(`${address}/`);
    await page.getByText('Something is wrong: a SIEM receives nothing.').waitFor();
    const matter = page.getByRole('listitem').filter({ hasText: 'A SIEM receives nothing' });
    await matter.getByRole('link', { name: 'Mend' }).click();
    await page.getByRole('cell', { name: 'Failing' }).waitFor();

    await viewer.goto(`${address}/sinks`);
    await viewer.getByRole('cell', { name: 'Failing' }).waitFor();
    assert.equal(await button(viewer, 'Add sink').count(), 0);
    await viewer.goto(link);
    await viewer.getByText('The connection was refused.').waitFor();
    await button(viewer, 'Verify').click();
    await viewer.getByText('The same bytes').waitFor();
    for (const act of ['Change', 'Pause…', 'Delete…', 'Test the sink'])
      assert.equal(await button(viewer, act).count(), 0, act);
    const call = { headers: { origin: address, 'content-type': 'application/json' }, data: {} };
    const id = new URL(link).pathname.split('/').at(-1);
    const refused = await viewer.request.post(`${address}/api/v1/sinks/${id}/pause`, call);
    assert.equal(refused.status(), 403);

    await page.goto(link);
    await server.comeBack();
    await button(page, 'Change').click();
    await dialogOf(page).getByLabel('Name').fill('Splunk again');
    await pressIn(page, 'Save');
    await until(async () => server.received.some((message) => message.includes('invoice.pay')));
    await page.getByText('Sending', { exact: true }).waitFor();
    assert.ok(location.kind === 'sqlite');
    using database = new DatabaseSync(location.path, { timeout: 10_000 });
    database.exec(`UPDATE sink_ranges SET hash = zeroblob(32) WHERE stream = 'evidence'`);
    await button(page, 'Verify').click();
    await range.getByText('Differs').waitFor();
    assert.deepEqual(await barriersOf(page), []);
    await page.goto(`${address}/`);
    await page.getByText('All is well', { exact: false }).waitFor();
    forget(complaints, /422/);
  },
  ALLOWED,
);

testInBrowser(
  'pauses-a-sink-replaces-its-secrets-and-shows-none-of-them',
  async ({ t, service, address, page, complaints }) => {
    await joinAsOwner(service, page, address);
    const receiver = await startReceiver(t);
    await page.goto(`${address}/sinks?env=sandbox`);
    await button(page, 'Add sink').click();
    const dialog = dialogOf(page);
    await dialog.getByLabel('Kind').selectOption('file');
    await dialog.getByLabel('Name').fill('Collector');
    await pressIn(page, 'Add sink');
    await dialog.getByText('This service writes no files', { exact: false }).first().waitFor();
    await dialog.getByLabel('Kind').selectOption('http');
    await dialog.getByLabel('URL').fill(receiver.url('/hidden-address'));
    await dialog.getByLabel('Token', { exact: true }).fill('Bearer hidden-token');
    assert.deepEqual(await barriersOf(page), []);
    await pressIn(page, 'Add sink');
    await page.getByRole('heading', { name: 'Collector', exact: true }).waitFor();
    await page.getByText('set, and never shown').waitFor();
    await until(() => receiver.at('/hidden-address').length > 0);

    await button(page, 'Pause…').click();
    await pressIn(page, 'Pause');
    await page.getByText('What waits is sent once you resume it.', { exact: false }).waitFor();
    await button(page, 'New secrets…').click();
    await dialog.getByLabel('Token', { exact: true }).fill('Bearer next-token');
    await pressIn(page, 'Replace');
    await dialog.getByText('a URL', { exact: false }).first().waitFor();
    await dialog.getByLabel('URL').fill(receiver.url('/next-address'));
    await pressIn(page, 'Replace');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(receiver.at('/next-address').length, 0);
    await button(page, 'Resume').click();
    await until(() => receiver.at('/next-address').length > 0);
    assert.equal(receiver.at('/next-address')[0]?.headers.authorization, 'Bearer next-token');
    await page.setViewportSize({ width: TELEPHONE.width ?? 390, height: 844 });
    assert.deepEqual(await barriersOf(page), []);
    assert.doesNotMatch(await page.content(), /hidden-|next-/);

    await page.goto(`${address}/changes?env=sandbox`);
    await page.getByText('Resumed the sink').waitFor();
    await page.getByRole('link', { name: 'Collector' }).first().click();
    const link = page.url();
    await button(page, 'Delete…').click();
    await pressIn(page, 'Delete');
    await page.getByText('No sink yet').waitFor();
    await page.goto(link);
    await page.getByText('This sink was deleted', { exact: false }).waitFor();
    await button(page, 'Verify').first().click();
    await page.getByText('The same bytes').waitFor();
    assert.deepEqual(await barriersOf(page), []);
    await page.goto(`${address}/sinks/unknown`);
    await page.getByText('There is no such sink', { exact: false }).waitFor();
    forget(complaints, /422|404/);
  },
  ALLOWED,
);
