/** Starts a service with some rows of every kind that truth verification checks, and undoes each tampering. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { formatHash, treeBuilder } from '@assize/evidence-format';
import type { TruthVerification } from '@assize/service/audit/index.ts';
import { REGISTRIES } from '@assize/service/audit/registries/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import type { Tables } from '@assize/service/database/tables/index.ts';
import { evaluate as evaluateFor } from '@assize/service/evaluation/index.ts';
import { removePayloads } from '@assize/service/proof/removal/carry-out.ts';
import { stateRemoval } from '@assize/service/proof/removal/state.ts';
import { chainOf } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { untilSigned } from '../databases/chains.ts';
import { redactWhole } from '../evidence/removals.ts';
import { twoPolicies } from '../governance/policies.ts';
import { settingsHistory } from '../governance/settings.ts';
import { ask, evaluate, PRODUCTION_KEY, startTestService, type TestService } from '../http/in-process.ts';
import { keyHolder } from '../people/other-tenant.ts';
import { issuersOf } from '../tokens/issuers.ts';
import { actsOf } from './truth-acts.ts';
import { budgetHistory } from './truth-budgets.ts';
import { counterpartsOf } from './truth-counterparts.ts';
import { directoriesOf } from './truth-directories.ts';
import { groupsOf } from './truth-groups.ts';
import { oversightOf } from './truth-oversight.ts';
import {
  approvalsOf,
  executionOf,
  type Filled,
  haltsOf,
  inventoryOf,
  keysOf,
  membersOf,
  targetsOf,
  trustedIn,
  untilTakenUp,
} from './truth-parts.ts';

const GRAVE = { risk_level: 'high' };
const CRITICAL = { risk_level: 'critical', is_irreversible: true };
/** More than one tile of the log. */
const FILLING = 300;
const PRUNED = { first: 80, end: 90 };

export async function filledService(t: TestContext, location: DatabaseLocation): Promise<Filled> {
  const { service, app } = await startTestService(t, location);
  const ids: Record<string, string> = {};
  const judge = async (name: string, body: object) => {
    const answer = await evaluate(app, 'a', { action: name, context: {}, ...body });
    assert.equal(answer.status, 200);
    ids[name] = answer.body.evidence_id;
  };
  const report = async (name: string, evaluation?: string) => {
    const body = { action: name, context: {}, outcome: 'success', executed_at: '2026-01-01T00:00:00Z' };
    const named = evaluation === undefined ? body : { ...body, evaluation_id: ids[evaluation] };
    const answer = await ask(app, 'b', '/v1/evidence', { body: named });
    assert.equal(answer.status, 201);
    ids[name] = answer.body.evidence_id;
  };
  await judgeOfEachKind(judge);
  Object.assign(ids, await approvalsOf(app), await executionOf(app));
  await report('done', 'let');
  await report('done-regardless', 'barred');
  await untilTakenUp(service);
  await report('done-unasked');
  const [keys, halts] = [await keysOf(app), await haltsOf(app)];
  await inventoryOf(app);
  const [issuers, targets] = [await issuersOf(app), await targetsOf(app)];
  const groups = await groupsOf({ service, app }, ids);
  const { chain, tenantId } = await service.authenticator.authenticate(PRODUCTION_KEY);
  await evaluateMany(service, FILLING);
  Object.assign(ids, await settingsHistory(app, service.db));
  const budgets = await budgetHistory(app, ids);
  Object.assign(ids, await trustedIn(service));
  await removeSome({ service, app }, chain, ids.redacted ?? '');
  const oversight = await oversightOf({ service, app }, ids.let ?? '');
  await membersOf(service);
  await twoPolicies(app);
  const directories = await directoriesOf({ service, app });
  await judge('governed', {});
  Object.assign(ids, await counterpartsOf({ service, app }, chain));
  const acts = await actsOf({ service, app });
  Object.assign(ids, acts.ids);
  await untilTakenUp(service);
  const foreign = await foreignOf({ service, app });
  await untilSigned(service.db, chain);
  return {
    service,
    app,
    chain,
    tenantId,
    ids,
    at: await placesOf(service, chain, ids),
    keys,
    halts,
    ...oversight,
    issuers,
    groups,
    directories,
    budgets,
    targets,
    mandates: acts.mandates,
    foreign,
  };
}

async function judgeOfEachKind(judge: (name: string, body: object) => Promise<void>): Promise<void> {
  await judge('let', { agent_id: 'agent', context: { note: 'größe "\\' } });
  await judge('held', { context: { risk_level: 'high' }, description: 'as it was shown' });
  await judge('barred', { context: CRITICAL });
  await judge('approved', { context: { has_approval: true, approval_id: 'apr_0123456789abcdef01234567' } });
  await judge('keyed', { idempotency_key: 'a', user_id: 'someone' });
  await judge('keyed-and-held', { idempotency_key: 'b', context: { risk_level: 'high' } });
  await judge('redacted', { idempotency_key: 'c', context: { risk_level: 'high' } });
}

async function removeSome({ service, app }: TestService, chain: number, redacted: string): Promise<void> {
  await redact(app, redacted);
  await prune(service, chain);
}

async function redact(app: TestService['app'], id: string): Promise<void> {
  const { status, body } = await redactWhole(app, id);
  assert.deepEqual([status, body.payload_removed], [200, true]);
}

async function foreignOf({ service, app }: TestService): Promise<Filled['foreign']> {
  const other = await keyHolder(service, 'other');
  const { body } = await evaluate(app, 'b', { action: 'held', context: GRAVE }, { key: other.secret });
  const { tenantId } = other.tenant;
  return { chain: await chainOf(service.db, tenantId, 'production'), evidenceId: body.evidence_id };
}

/** Returns where the artifacts stand; of those made along the way, the last of each action. */
async function placesOf(
  { db }: Service,
  chain: number,
  ids: Record<string, string>,
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('artifacts')
    .select(['id', 'position', 'action'])
    .where('chain', '=', chain)
    .orderBy('position')
    .execute();
  for (const { id, action } of rows) if (action?.includes('.')) ids[action] = id;
  const places = new Map(rows.map(({ id, position }) => [id, position]));
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, places.get(id) ?? -1]));
}

export async function evaluateMany(service: Service, count: number, key = PRODUCTION_KEY): Promise<void> {
  const principal = await service.authenticator.authenticate(key);
  for (let from = 0; from < count; from += 500) {
    const some = Array.from({ length: Math.min(500, count - from) }, (_, place) => from + place);
    await Promise.all(
      some.map((number) => {
        const risk_level = number % 7 === 0 ? 'high' : 'low';
        return evaluateFor(service, principal, { action: `filling-${number % 5}`, context: { risk_level } });
      }),
    );
  }
}

/** Removes payloads as retention does, but before they expire. */
async function prune(service: Service, chain: number): Promise<void> {
  const { first, end } = PRUNED;
  const rows = await service.db
    .selectFrom('artifacts')
    .select('hash')
    .where('chain', '=', chain)
    .where('position', '>=', first)
    .where('position', '<', end)
    .orderBy('position')
    .execute();
  const tree = treeBuilder();
  tree.append(rows.map(({ hash }) => hash));
  const change = { from_index: first, to_index: end, root: formatHash(tree.root()), rule: {} };
  await stateRemoval(service, [], { chain, kind: 'retention', first, end, actor: 'retention', change });
  const stated = await service.db
    .selectFrom('removals')
    .selectAll()
    .where('chain', '=', chain)
    .where('kind', '=', 'retention')
    .executeTakeFirstOrThrow();
  await untilSigned(service.db, chain);
  await removePayloads(service, stated, async () => true);
  await service.db
    .updateTable('removals')
    .set({ removed_at: service.clock.now() })
    .where('evidence_id', '=', stated.evidence_id)
    .execute();
}

const ROWS_AT_ONCE = 500;

/** Restores tables to their earlier state. Two of them are read in the order in which their rows may be stored. */
export async function restoring(
  db: Database,
  tables: (keyof Tables)[],
  work: () => Promise<void>,
): Promise<void> {
  const kept = [];
  for (const table of tables) {
    let rows = db.selectFrom(table).selectAll();
    if (table === 'artifacts') rows = rows.orderBy('position' as never);
    kept.push({ table, rows: await rows.execute() });
  }
  try {
    await work();
  } finally {
    for (const { table, rows } of kept) {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom(table).execute();
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
          const some = rows.slice(from, from + ROWS_AT_ONCE);
          await tx
            .insertInto(table)
            .values(some as never)
            .execute();
        }
      });
    }
  }
}

export const TRUTH = '/api/v1/evidence/truth-verification';
/** The names of all registries, in the order in which they are checked. */
export const TRUTH_REGISTRIES = REGISTRIES.map(({ name }) => name);

export function assertNames(
  found: TruthVerification,
  registry: string,
  index: number | null,
  what: RegExp,
): void {
  assert.equal(found.overallValid, false);
  assert.ok(found.consistencyScore < 1);
  const gaps = found.gaps.map((gap) => `${gap.registry} ${gap.index}: ${gap.what}`).join('\n');
  const named = found.gaps.some(
    (gap) => gap.registry === registry && gap.index === index && what.test(gap.what),
  );
  assert.ok(named, `${registry} ${index} ${what}, but there were:\n${gaps}`);
}
