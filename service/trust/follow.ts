/**
 * Writes causes into the ledger in their order. One commit for each deletes the cause, updates the ledger and records
 * a `trust_update`. Each commit is guarded by the revision that it read, so two nodes at work only slow each other
 * down.
 */

import { nameKey } from '@assize/act-reading/names';
import { canonicalJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import { type LeaseDeps, leasedChore } from '../database/nodes/leased-chore.ts';
import type { Database } from '../database/open.ts';
import type { TrustCausesTable } from '../database/tables/governance.ts';
import { eventOf } from '../events/index.ts';
import type { EvidenceAppender } from '../evidence/append/index.ts';
import type { Append, AppendResult } from '../evidence/index.ts';
import type { Chore } from '../foundation/chores.ts';
import { shown } from './formula.ts';
import { keyLedger, LedgerAhead, ledgerRowsOf, type Moved } from './ledger.ts';
import type { TrustScores } from './scores.ts';

export interface TrustChoreDeps extends LeaseDeps {
  appender: EvidenceAppender;
  trust: TrustScores;
}

type Cause = Selectable<TrustCausesTable>;

const LEASE_MS = 5000;
const EVERY_MS = 100;
const CAUSES_AT_ONCE = 256;

export function trustChore(deps: TrustChoreDeps): Chore {
  const { db } = deps;
  let isKeyed = false;
  return leasedChore(deps, {
    name: 'take up what trust rests on',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue) {
      if (!isKeyed) await keyLedger(db);
      isKeyed = true;
      for (let taken = 1; taken > 0; ) {
        taken = 0;
        for (let chain = await chainBehind(db, -1); chain !== undefined; ) {
          if (!(await mayContinue())) return;
          taken += await takeUp(deps, chain);
          chain = await chainBehind(db, chain);
        }
      }
    },
  });
}

/** Returns the next chain that has causes: each gets its turn, however many causes another has. */
async function chainBehind(db: Database, last: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('trust_causes')
    .select('chain')
    .where('chain', '>', last)
    .orderBy('chain')
    .limit(1)
    .executeTakeFirst();
  return row?.chain;
}

/**
 * Hands over one commit for each cause without waiting for the previous one. They run in this order; where one fails,
 * later ones of the same agent are overtaken, and run next time.
 * @returns the number taken up; at most 256.
 */
async function takeUp(deps: TrustChoreDeps, chain: number): Promise<number> {
  const { db, appender, trust } = deps;
  // The digits of an id begin with the time.
  const causes = await db
    .selectFrom('trust_causes')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('evidence_id')
    .limit(CAUSES_AT_ONCE)
    .execute();
  const stamps = stampsFor(deps, causes.length);
  const ledger = new LedgerAhead(deps, await ledgerRowsOf(db, chain, agentsOf(causes)));
  const appends: Promise<AppendResult>[] = [];
  let taken = 0;
  for (const [place, cause] of causes.entries()) {
    const moved = await ledger.moveBy(cause);
    if (moved === null) {
      taken += 1;
      await leaveOut(db, cause);
    } else appends.push(appender.append(updateOf(deps, { cause, ...moved, ...stamps(place) })));
  }
  const results = await Promise.allSettled(appends);
  for (const agent of [...agentsOf(causes), ...ledger.names]) trust.drop(chain, agent);
  for (const result of results) {
    if (result.status === 'rejected') throw result.reason;
    if (result.value.kind === 'appended') taken += 1;
  }
  return taken;
}

function agentsOf(causes: readonly Cause[]): string[] {
  return [...new Set(causes.map(({ agent_id }) => agent_id))];
}

/** An outcome reported by another party is on record, but does not count. */
async function leaveOut(db: Database, { chain, evidence_id }: Cause): Promise<void> {
  await db
    .deleteFrom('trust_causes')
    .where('chain', '=', chain)
    .where('evidence_id', '=', evidence_id)
    .execute();
}

interface Stamp {
  at: number;
  id: string;
  eventId: string;
}

/** Sorts ids of the same moment before they are used, since nothing else orders them. */
function stampsFor({ clock, ids }: TrustChoreDeps, count: number): (place: number) => Stamp {
  const at = clock.now();
  const inOrder = (prefix: string) => Array.from({ length: count }, () => ids.ordered(prefix, at)).sort();
  const [updates, events] = [inOrder('ev'), inOrder('evt')];
  return (place) => ({ at, id: updates[place] ?? '', eventId: events[place] ?? '' });
}

interface Update extends Moved, Stamp {
  cause: Cause;
}

function updateOf({ db, ids }: TrustChoreDeps, update: Update): Append {
  const { cause, agentId, step, at, id, eventId } = update;
  const { chain, action } = cause;
  const [before, after] = [shown(step.before), shown(step.after)];
  const data = { agent_id: agentId, before, after, evidence_id: id };
  const event = { ...eventOf(ids, { chain, type: 'trust.changed', data, at }), event_id: eventId };
  return {
    chain,
    artifact: {
      id,
      artifact_type: 'trust_update',
      action,
      verdict: null,
      actor: agentId,
      created_at: at,
      payload: updateText(update),
    },
    statements: [gone(db, cause), ...written(db, update)],
    // A reader who needs every update reads the evidence.
    events: Math.floor(before) === Math.floor(after) ? [] : [event],
  };
}

/** Contains everything that the next update starts from, so that each can be computed again from the previous one. */
function updateText({ cause, agentId, revision, party, step }: Update): string {
  const { before, after, weight, state } = step;
  return canonicalJson({
    agent_id: agentId,
    revision,
    before: shown(before),
    after: shown(after),
    cause: { type: cause.cause, evidence_id: cause.evidence_id },
    ...(party !== '' && { party }),
    risk_level: cause.risk_level,
    weight,
    sums: { successes: state.successes, failures: state.failures },
    ceiling: state.ceiling,
    as_of: new Date(state.asOf).toISOString(),
  });
}

function gone(db: Database, { chain, evidence_id }: Cause): BoundStatement {
  return bound(
    db.deleteFrom('trust_causes').where('chain', '=', chain).where('evidence_id', '=', evidence_id),
    1,
  );
}

function written(
  db: Database,
  { cause, agentId: agent_id, revision, party, step, id }: Update,
): BoundStatement[] {
  const { chain, evidence_id: cause_id } = cause;
  const { successes, failures, asOf, ceiling } = step.state;
  const sums = { revision, successes, failures, as_of: asOf, ceiling, last_update_id: id };
  const now = { ...sums, agent_key: nameKey(agent_id), party };
  const moved =
    revision === 1
      ? db
          .insertInto('trust_ledger')
          .values({ chain, agent_id, ...now })
          .onConflict((conflict) => conflict.doNothing())
      : db
          .updateTable('trust_ledger')
          .set(now)
          .where('chain', '=', chain)
          .where('agent_id', '=', agent_id)
          .where('revision', '=', revision - 1);
  const noted = db
    .insertInto('trust_updates')
    .values({ chain, agent_id, revision, evidence_id: id, cause_id })
    .onConflict((conflict) => conflict.doNothing());
  return [bound(moved, 1), bound(noted, 1)];
}
