/** What tests look at where the tenant governs: its records of change, its events, and whether all agrees. */
import assert from 'node:assert/strict';
import type { House } from '@assize/service/wiring.ts';
import { PRODUCTION_KEY } from './house.ts';

export async function chainOfKey(house: House, key = PRODUCTION_KEY): Promise<number> {
  return (await house.authenticator.authenticate(key)).chain;
}

/** The records of governance whose action begins with this, oldest first, with what they say. */
export async function changesOf(house: House, begins: string, key = PRODUCTION_KEY) {
  const rows = await house.db
    .selectFrom('artifacts')
    .leftJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .select(['id', 'action', 'actor', 'payload'])
    .where('artifacts.chain', '=', await chainOfKey(house, key))
    .where('artifact_type', '=', 'governance_change')
    .where('action', 'like', `${begins}%`)
    .orderBy('artifacts.position')
    .execute();
  return rows.map(({ payload, ...row }) => ({
    ...row,
    change: JSON.parse(Buffer.from(payload ?? Buffer.from('{}')).toString('utf8')).change,
  }));
}

export async function eventsTold(house: House, type: string): Promise<Record<string, unknown>[]> {
  const rows = await house.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', type)
    .orderBy('created_at')
    .orderBy('event_id')
    .execute();
  return rows.map(({ data }) => JSON.parse(data));
}

export async function requireTrue(house: House, key = PRODUCTION_KEY): Promise<void> {
  const found = await house.truth.verify(await chainOfKey(house, key));
  assert.deepEqual([found.overallValid, found.gaps], [true, []]);
}
