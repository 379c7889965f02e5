/** A tenant with a few records, and the page that lists them. */
import type { Page } from 'playwright-core';
import { callWithKey, joinAsOwner } from '../people/people.ts';
import type { RunningService } from '../processes/service.ts';
import { until } from '../until.ts';
import type { Visit } from './browser.ts';

const A = '/api/v1';

export async function evaluate(service: RunningService, asked: object): Promise<string> {
  const { evidence_id: id } = await callWithKey<{ evidence_id: string }>(
    service,
    `${A}/core/governance/evaluate`,
    asked,
  );
  return id;
}

const MAIL = {
  action: 'mail.send',
  agent_id: 'mail-agent',
  user_id: 'ann@example.com',
  description: 'Remind the customer of invoice 77',
  context: { session_id: 'ses-1', risk_level: 'low', tool: { server: 'mailbox', name: 'sendMail' } },
};
const WIPE = {
  action: 'files.wipe',
  agent_id: 'cleaner',
  context: { risk_level: 'critical', is_irreversible: true },
};

/** Two evaluations, and an outcome that earns trust. */
export async function live(service: RunningService): Promise<{ mail: string; wipe: string }> {
  const mail = await evaluate(service, MAIL);
  const wipe = await evaluate(service, WIPE);
  await callWithKey(service, `${A}/evidence/outcomes`, {
    action: 'mail.send',
    agent_id: 'mail-agent',
    context: {},
    outcome: 'success',
    executed_at: new Date().toISOString(),
    evaluation_id: mail,
  });
  await until(async () => {
    const found = { artifact_type: 'trust_update' };
    return (await callWithKey<{ total: number }>(service, `${A}/evidence/search`, found)).total > 0;
  });
  return { mail, wipe };
}

export const tableOf = (page: Page) => page.getByRole('table', { name: 'Records' });
const rowsOf = (page: Page) =>
  tableOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
export const panelOf = (page: Page) =>
  page.getByRole('complementary').filter({ has: page.getByRole('button', { name: 'Close the panel' }) });
export const recordIn = (page: Page) => new URL(page.url()).searchParams.get('record');

export async function textsOf(page: Page): Promise<string> {
  await tableOf(page).waitFor();
  return (await rowsOf(page).allInnerTexts()).join('\n');
}

export async function atTheList({ service, address, page }: Visit) {
  await joinAsOwner(service, page, address);
  const ids = await live(service);
  await page.goto(`${address}/evidence`);
  await tableOf(page).waitFor();
  return ids;
}
