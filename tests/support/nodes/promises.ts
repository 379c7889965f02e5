/**
 * Holds a service to its answers: every evidence id is on record, every escalation has its approval, and the chains
 * are sound, by the service's own verification and by the rows themselves.
 */
import assert from 'node:assert/strict';
import { escalationIdOf } from '@assize/service/approvals/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { type Database, openDatabase } from '@assize/service/database/open.ts';
import { withPayloads } from '../databases/chains.ts';
import { verifyWhole } from '../evidence/verification.ts';
import type { Client } from '../http/client.ts';
import { type Answer, PRODUCTION_KEY, SANDBOX_KEY, SURFACES } from '../http/in-process.ts';
import type { Keyed, Promised } from './load.ts';

/** Each record read back through the API costs a request; all of them are checked in the rows. */
const READ_BACK = 200;

/**
 * Reads the last promised records and some others back through the API, and verifies both chains there.
 * `requireWhole` checks that none of the rest is missing.
 */
export async function requireKept(client: Client, promised: readonly Promised[]): Promise<void> {
  const half = READ_BACK / 2;
  const step = Math.max(1, Math.ceil((promised.length - half) / half));
  const readBack = promised.filter((_, place) => place >= promised.length - half || place % step === 0);
  await Promise.all(
    readBack.map(async ({ evidenceId, key }) => {
      const { status, body } = await client.ask('b', `/v1/evidence/${evidenceId}`, { key });
      assert.equal(status, 200, `${evidenceId} was answered and is not on record`);
      assert.equal(body.evidence_id, evidenceId);
      assert.equal(body.laws_evaluated.length, 8);
    }),
  );
  await requireVerified(client);
}

/** @returns how many artifacts both chains hold. */
export async function requireVerified(client: Client): Promise<number> {
  let total = 0;
  for (const key of [PRODUCTION_KEY, SANDBOX_KEY]) {
    const { status, body } = await client.ask('a', '/api/v1/evidence/verify', { key });
    assert.equal(status, 200);
    assert.deepEqual(
      { valid: body.valid, first_invalid: body.first_invalid },
      { valid: true, first_invalid: null },
    );
    assert.equal(body.verified_count, body.total_artifacts);
    total += body.total_artifacts;
  }
  return total;
}

/**
 * Checks the rows themselves: no promised record is missing, and there is no gap, no fork, no artifact without its
 * payload, and no approval that is missing or duplicated.
 */
export async function requireWhole(
  location: DatabaseLocation,
  promised: readonly Promised[] = [],
): Promise<void> {
  await withDatabase(location, async (db) => {
    const stored = new Set<string>();
    for (const head of await db.selectFrom('chains').selectAll().execute()) {
      const rows = await withPayloads(db)
        .select(['artifacts.id', 'artifacts.position', 'artifacts.hash', 'artifacts.previous_hash'])
        .where('artifacts.chain', '=', head.chain)
        .orderBy('artifacts.position')
        .execute();
      rows.forEach((row, place) => {
        stored.add(row.id);
        assert.equal(row.position, place, 'the positions have a gap');
        const before = rows[place - 1]?.hash ?? Buffer.alloc(32);
        assert.deepEqual(Buffer.from(row.previous_hash), Buffer.from(before), `a fork at ${place}`);
      });
      assert.equal(rows.length, head.size);
    }
    for (const { evidenceId } of promised)
      assert.ok(stored.has(evidenceId), `${evidenceId} was answered and is not on record`);
    await requireEscalations(db, promised);
  });
}

async function requireEscalations(db: Database, promised: readonly Promised[]): Promise<void> {
  const stored = await db.selectFrom('approvals').select(['approval_id', 'evidence_id', 'governs']).execute();
  const evidenceOf = new Map(stored.map((row) => [escalationIdOf(row.approval_id), row.evidence_id]));
  for (const { evidenceId, escalationId } of promised) {
    if (escalationId !== null) assert.equal(evidenceOf.get(escalationId), evidenceId);
  }
  const escalated = await db.selectFrom('artifacts').select('id').where('verdict', '=', 'escalate').execute();
  // A change of governance that waits has an approval too, and no verdict.
  const ofAgents = stored.filter(({ governs }) => governs === null);
  assert.equal(ofAgents.length, escalated.length, 'approvals and their evidence came apart');
}

/** A refusal says when to retry, names the request, and reveals nothing internal. */
export function requireUnavailable({ status, headers, body }: Answer): void {
  assert.equal(status, 503);
  assert.ok(Number(headers['retry-after']) >= 1);
  assert.deepEqual(Object.keys(body).sort(), ['detail', 'request_id']);
  assert.doesNotMatch(body.detail, /sql|postgres|disk|i\/o|error/i);
}

/** Checks all refusals of a load; a batch item has its status beside its body. */
export function requireRefusals(refused: readonly Answer[]): void {
  for (const { status, headers, body } of refused) {
    const { status: ofItem, ...rest } = body;
    if (ofItem === undefined) requireUnavailable({ status, headers, body });
    else requireUnavailable({ status: ofItem, headers: { 'retry-after': '1' }, body: rest });
  }
}

/** Recomputes every chain with the service's own verification, without a service. */
export async function requireSound(
  location: DatabaseLocation,
  promised: readonly Promised[] = [],
): Promise<void> {
  await withDatabase(location, async (db) => {
    for (const { chain } of await db.selectFrom('chains').select('chain').execute()) {
      const { valid, firstInvalid } = await verifyWhole(location, db, chain);
      assert.deepEqual({ valid, firstInvalid }, { valid: true, firstInvalid: null });
    }
  });
  await requireWhole(location, promised);
}

/** Returns how often each action is on record. */
export function countActions(location: DatabaseLocation): Promise<Map<string, number>> {
  return withDatabase(location, async (db) => {
    const rows = await db.selectFrom('artifacts').select('action').execute();
    const counts = new Map<string, number>();
    for (const { action } of rows) if (action !== null) counts.set(action, (counts.get(action) ?? 0) + 1);
    return counts;
  });
}

export async function withDatabase<T>(
  location: DatabaseLocation,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(location, () => undefined);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Ends the leases, so that a test need not wait minutes for those of a killed node. */
export async function endLeases(location: DatabaseLocation): Promise<void> {
  await withDatabase(location, (db) => db.deleteFrom('leases').execute());
}

/** Keys whose answer had arrived get it again; keys whose answer was cut off get an answer. */
export async function requireSameAnswers(client: Client, keyed: readonly Keyed[]): Promise<void> {
  for (const { surface, body, evidenceId } of keyed) {
    const again = await client.ask(surface, SURFACES[surface].evaluate, { body });
    assert.equal(again.status, 200);
    if (evidenceId === null) continue;
    assert.equal(again.body.evidence_id, evidenceId);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  }
}

export async function requireOnceEach(location: DatabaseLocation, keyed: readonly Keyed[]): Promise<void> {
  const counts = await countActions(location);
  for (const { body } of keyed) {
    assert.equal(counts.get(body.action), 1, `${body.action} is on record once`);
  }
}
