/** Reads a tenant's records of governance changes and its events, and checks that everything agrees. */
import assert from 'node:assert/strict';
import type { Service } from '@assize/service/wiring.ts';
import { PRODUCTION_KEY } from '../http/in-process.ts';

export async function chainOfKey(service: Service, key = PRODUCTION_KEY): Promise<number> {
  return (await service.authenticator.authenticate(key)).chain;
}

/** Returns the governance records whose action begins with this, oldest first, with their content. */
export async function changesOf(service: Service, begins: string, key = PRODUCTION_KEY) {
  const rows = await service.db
    .selectFrom('artifacts')
    .leftJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .select(['id', 'action', 'actor', 'payload'])
    .where('artifacts.chain', '=', await chainOfKey(service, key))
    .where('artifact_type', '=', 'governance_change')
    .where('action', 'like', `${begins}%`)
    .orderBy('artifacts.position')
    .execute();
  return rows.map(({ payload, ...row }) => ({
    ...row,
    change: JSON.parse(Buffer.from(payload ?? Buffer.from('{}')).toString('utf8')).change,
  }));
}

export async function eventsSent(
  service: Service,
  type: string,
  key = PRODUCTION_KEY,
): Promise<Record<string, unknown>[]> {
  const rows = await service.db
    .selectFrom('events')
    .select('data')
    .where('chain', '=', await chainOfKey(service, key))
    .where('type', '=', type)
    .orderBy('created_at')
    .orderBy('event_id')
    .execute();
  return rows.map(({ data }) => JSON.parse(data));
}

export async function requireTrue(service: Service, key = PRODUCTION_KEY): Promise<void> {
  const found = await service.truth.verify(await chainOfKey(service, key));
  assert.deepEqual({ overallValid: found.overallValid, gaps: found.gaps }, { overallValid: true, gaps: [] });
}
