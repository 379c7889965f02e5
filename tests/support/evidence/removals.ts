/** Asks for redaction and retention, moves time, and reads the remaining records. */

import assert from 'node:assert/strict';
import {
  chainVerifier,
  GENESIS_HASH,
  type JsonObject,
  parseJson,
  type Removal,
  readRemoval,
} from '@assize/evidence-format';
import { chainId } from '@assize/service/database/chain-id.ts';
import type { RemovalDeps } from '@assize/service/proof/removal/index.ts';
import { removalsUnderWay } from '@assize/service/proof/removal/state.ts';
import type { RetentionSetting } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { withPayloads } from '../databases/chains.ts';
import { type Answer, ask, evaluate } from '../http/in-process.ts';
import { until } from '../until.ts';

export const DAY_MS = 86_400_000;

/** The dependencies of a removal, with a different clock. */
export function at(
  service: Service,
  nowMs: () => number,
  retention: RetentionSetting = 'by-tier',
): RemovalDeps {
  const clock = { now: nowMs, monotonic: () => service.clock.monotonic() };
  return { ...service, clock, retention };
}

export const after = (service: Service, days: number, retention?: RetentionSetting) =>
  at(service, () => service.clock.now() + days * DAY_MS, retention);

export function redact(app: FastifyInstance, id: string, key?: string): Promise<Answer> {
  const body = { reason: 'Erasure request 2026-117' };
  return ask(app, 'a', `/api/v1/evidence/${id}/redact`, key === undefined ? { body } : { body, key });
}

/** Retries until nothing is left: the checkpoint and the database may take longer than a request waits. */
export async function redactWhole(app: FastifyInstance, id: string): Promise<Answer> {
  let answer = await redact(app, id);
  await until(async () => {
    if (answer.status !== 200 || answer.body.payload_removed) return true;
    answer = await redact(app, id);
    return false;
  });
  return answer;
}

/** Runs a removal until all that is stated is removed, which may take longer than one run waits. */
export async function untilRemoved({ db }: Service, run: () => Promise<void>): Promise<void> {
  let fault: unknown;
  const isRemoved = async () => {
    await run().catch((error) => (fault = error));
    return (await removalsUnderWay(db)).length === 0;
  };
  await until(isRemoved, () => `some is left: ${fault}`);
}

/** @returns the evidence id. */
export async function evaluated(app: FastifyInstance, context: JsonObject, key?: string): Promise<string> {
  const body = { action: 'email.send', context };
  const answer = await evaluate(app, 'b', body, key === undefined ? {} : { key });
  assert.equal(answer.status, 200);
  return answer.body.evidence_id;
}

export async function chainWith(service: Service, evidenceId: string): Promise<number> {
  const row = await service.db
    .selectFrom('artifacts')
    .select('chain')
    .where('id', '=', evidenceId)
    .executeTakeFirstOrThrow();
  return row.chain;
}

/** Returns the positions of a chain that still have their payload, ascending. */
export async function positionsWithPayload(service: Service, chain: number): Promise<number[]> {
  const rows = await service.db
    .selectFrom('artifact_payloads')
    .select('position')
    .where('chain', '=', chain)
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => position);
}

export interface Act {
  id: string;
  position: number;
  action: string | null;
  change: JsonObject;
  /** As the evidence format reads it. */
  removal: Removal | null;
}

/** Returns the records of removals in a chain, oldest first. */
export async function actsOf(service: Service, chain: number): Promise<Act[]> {
  const rows = await withPayloads(service.db)
    .select(['artifacts.id', 'artifacts.position', 'action', 'payload'])
    .where('artifacts.chain', '=', chain)
    .where('action', 'in', ['evidence.redact', 'evidence.prune'])
    .orderBy('artifacts.position')
    .execute();
  return rows.map(({ id, position, action, payload }) => {
    const record = parseJson(Buffer.from(payload).toString('utf8')) as JsonObject;
    return {
      id,
      position,
      action,
      change: record.change as JsonObject,
      removal: readRemoval(action, record),
    };
  });
}

/** Appends at any time, which the HTTP API does not allow. @returns the positions. */
export async function appendAt(
  service: Service,
  chain: number,
  times: readonly number[],
  note = 'kept for a while',
): Promise<void> {
  for (const created_at of times) {
    await service.appender.append({
      chain,
      artifact: {
        id: service.ids.ordered('ev', created_at),
        artifact_type: 'action_executed',
        action: 'email.send',
        verdict: null,
        actor: 'agent-7',
        created_at,
        payload: JSON.stringify({ note }),
      },
    });
  }
}

/**
 * Every hash and link holds, and a later record that still has its payload states each removed payload.
 * @returns how many payloads are there, and how many are not.
 */
export async function requireAccountedFor(
  { db }: Pick<Service, 'db'>,
  chain: number,
): Promise<{ verified: number; withheld: number }> {
  const rows = await db
    .selectFrom('artifacts')
    .leftJoin('artifact_payloads', (join) =>
      join
        .onRef('artifact_payloads.chain', '=', 'artifacts.chain')
        .onRef('artifact_payloads.position', '=', 'artifacts.position'),
    )
    .selectAll('artifacts')
    .select(['salt', 'payload'])
    .where('artifacts.chain', '=', chain)
    .orderBy('artifacts.position')
    .execute();
  const verifier = chainVerifier({ chain: chainId(chain), index: 0, previousHash: GENESIS_HASH });
  const stated: (Removal & { at: number })[] = [];
  for (const row of rows) {
    const fault = verifier.next({
      ...row,
      chain: chainId(chain),
      index: row.position,
      created_at_ms: row.created_at,
    });
    assert.equal(fault, null);
    if (row.artifact_type !== 'governance_change' || row.payload === null) continue;
    const removal = readRemoval(
      row.action,
      parseJson(Buffer.from(row.payload).toString('utf8')) as JsonObject,
    );
    if (removal !== null) stated.push({ ...removal, at: row.position });
  }
  for (const { position, payload } of rows) {
    if (payload !== null) continue;
    const act = stated.find(({ first, end }) => first <= position && position < end);
    assert.ok(act !== undefined && act.at >= act.end, `nothing states that ${position} was removed`);
  }
  const { verified, withheld } = verifier.counts;
  return { verified, withheld };
}
