/** Changes settings. */
import assert from 'node:assert/strict';
import type { Database } from '@assize/service/database/open.ts';
import type { SettingsDocument } from '@assize/service/governance/settings/terms/index.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, askOk, type Call, evaluate } from '../http/in-process.ts';

export const SETTINGS = '/api/v1/settings';

export interface InForce {
  version: number;
  law_version: string;
  settings: SettingsDocument;
  activated_at: string | null;
  activated_by: string | null;
}

export async function inForce(app: FastifyInstance, call: Call = {}): Promise<InForce> {
  return askOk(app, 'a', SETTINGS, call);
}

export function put(
  app: FastifyInstance,
  settings: unknown,
  expected_version: unknown,
  call: Call = {},
): Promise<Answer> {
  return ask(app, 'a', SETTINGS, { method: 'PUT', body: { settings, expected_version }, ...call });
}

export function activate(
  app: FastifyInstance,
  version: unknown,
  expected_version: unknown,
  call: Call = {},
): Promise<Answer> {
  return ask(app, 'a', `${SETTINGS}/activate`, { body: { version, expected_version }, ...call });
}

/** Changes the settings in force. @returns those in force afterwards. */
export async function change(
  app: FastifyInstance,
  changed: (settings: SettingsDocument) => Partial<SettingsDocument>,
  call: Call = {},
): Promise<InForce> {
  const { version, settings } = await inForce(app, call.key === undefined ? {} : { key: call.key });
  const { status, body } = await put(app, { ...settings, ...changed(settings) }, version, call);
  assert.deepEqual({ status, detail: body.detail }, { status: 200, detail: undefined });
  return body;
}

/** Makes two versions and an evaluation under the first, and returns to the standard ones. */
export async function settingsHistory(app: FastifyInstance, db: Database): Promise<Record<string, string>> {
  const recorded = async ({ status }: { status: number }) => {
    assert.equal(status, 200);
    const rows = await db.selectFrom('settings_in_force').select('evidence_id').execute();
    return rows[0]?.evidence_id ?? '';
  };
  const { settings } = await inForce(app);
  const stricter = { ...settings, catalogue: [{ action: 'strictly', risk_level: 'high' }] };
  const first = await recorded(await put(app, stricter, 0));
  const { body } = await evaluate(app, 'b', { action: 'strictly', context: {} });
  assert.equal(body.verdict, 'ESCALATE');
  const second = await recorded(await put(app, { ...stricter, attestation: 'verified' }, 1));
  const back = await recorded(await activate(app, 0, 2));
  return { 'first-set': first, 'under-first': body.evidence_id, 'second-set': second, 'set-back': back };
}
