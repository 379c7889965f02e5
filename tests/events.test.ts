/** The outbox: each change writes its events in its own transaction, and each event is numbered once. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dispatch } from '@assize/service/events/dispatch.ts';
import { raiseAlarm } from '@assize/service/proof/alarms/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { decide, escalated, GRAVE, withApproval } from './support/approvals/approvals.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { chainOfKey } from './support/governance/governance.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { untilTakenUp } from './support/truth/truth-parts.ts';

const BLOCKED = {
  action: 'database.drop',
  agent_id: 'agent-7',
  context: { risk_level: 'critical', is_irreversible: true, secret_of_context: 'never sent' },
};

const NONE: StoredEvent = { type: '', data: {} };

interface StoredEvent {
  type: string;
  data: Record<string, unknown>;
}

testAsTenantOnEachDatabase('each-event-carries-what-its-fact-names', async ({ app, service, chain }) => {
  await evaluate(app, 'b', { action: 'email.send', context: {} });
  const id = await escalated(app);
  await evaluate(app, 'b', withApproval(id));
  await decide(app, 'approve', id);
  await evaluate(app, 'b', withApproval(id));
  const { body: blocked } = await evaluate(app, 'a', BLOCKED);
  const outcome = {
    action: 'database.drop',
    context: {},
    outcome: 'success',
    executed_at: new Date(service.clock.now()).toISOString(),
    evaluation_id: blocked.evidence_id,
  };
  await ask(app, 'b', '/v1/evidence', { body: outcome });
  await untilTakenUp(service);
  const shown = await eventsOf(service, chain);
  assert.deepEqual(shown.map(({ type }) => type).sort(), [
    'action.executed_despite_block',
    'approval.created',
    'approval.resolved',
    'approval.used',
    'evaluation.blocked',
    'evaluation.escalated',
    'evaluation.escalated',
    'trust.changed',
    'trust.changed',
  ]);
  const { data: resolved } = shown.find(({ type }) => type === 'approval.resolved') ?? NONE;
  const { body: record } = await ask(app, 'b', `/v1/approvals/${id}`);
  assert.deepEqual(
    {
      approval_id: resolved.approval_id,
      resolution: resolved.resolution,
      evidence_id: resolved.evidence_id,
      agent_id: resolved.agent_id,
    },
    {
      approval_id: id,
      resolution: 'approved',
      evidence_id: record.resolution_evidence_id,
      agent_id: GRAVE.agent_id,
    },
  );
  const { data: use } = shown.find(({ type }) => type === 'approval.used') ?? NONE;
  assert.deepEqual([use.approval_id, use.evidence_id], [id, record.consumed_by]);
  const { data: block } = shown.find(({ type }) => type === 'evaluation.blocked') ?? NONE;
  assert.deepEqual(block, { evidence_id: blocked.evidence_id, action: 'database.drop', actor: 'agent-7' });
  assert.doesNotMatch(JSON.stringify(shown), /never sent|invoice"/);
});

testOnOneDatabase('sends-one-event-for-each-change-however-often-it-is-asked-for', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const id = await escalated(app);
  await Promise.all(Array.from({ length: 20 }, () => decide(app, 'approve', id)));
  const repeated = { ...GRAVE, idempotency_key: 'once' };
  await Promise.all(Array.from({ length: 10 }, () => evaluate(app, 'b', repeated)));
  const finding = { position: 0, problem: 'wrong_hash', message: 'Record 0 was altered.' };
  const [sandbox] = await service.db.selectFrom('chains').select('chain').execute();
  assert.ok(sandbox);
  await Promise.all(Array.from({ length: 5 }, () => raiseAlarm(service, sandbox.chain, finding)));
  await untilTakenUp(service);
  const counts = new Map<string, number>();
  for (const { type } of await eventsOf(service)) counts.set(type, (counts.get(type) ?? 0) + 1);
  assert.deepEqual(Object.fromEntries(counts), {
    'approval.created': 2,
    'approval.resolved': 1,
    'evaluation.escalated': 2,
    'evidence.integrity_failed': 1,
    'trust.changed': 1,
  });
});

testOnOneDatabase('carries-the-fields-that-the-documentation-names', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  await decide(app, 'reject', await escalated(app));
  const { body: blocked } = await evaluate(app, 'a', BLOCKED);
  const executed_at = new Date(service.clock.now()).toISOString();
  const outcome = { action: 'a', context: {}, outcome: 'success', executed_at };
  await ask(app, 'b', '/v1/evidence', { body: { ...outcome, evaluation_id: blocked.evidence_id } });
  const [first] = await service.db.selectFrom('chains').select('chain').execute();
  await raiseAlarm(service, first?.chain ?? 0, { position: 0, problem: 'wrong_hash', message: 'Altered.' });
  await untilTakenUp(service);
  const fields = documented();
  const shown = new Set<string>();
  for (const { type, data } of await eventsOf(service)) {
    assert.deepEqual(Object.keys(data).sort(), fields.get(type), type);
    shown.add(type);
  }
  assert.equal(shown.size, 7);
});

testAsTenantOnEachDatabase(
  'gives-each-event-one-place-however-many-hand-them-on',
  async ({ app, service, chain, sandboxKey }) => {
    const seen = new Map<number, string[]>();
    const consume = async (_tx: unknown, of: number, events: readonly { event_id: string }[]) => {
      seen.set(of, [...(seen.get(of) ?? []), ...events.map(({ event_id }) => event_id)]);
    };
    const deps = { db: service.db, consumers: [consume] };
    const chains = [chain, await chainOfKey(service, sandboxKey)];
    const evaluations = Array.from({ length: 300 }, (_, number) =>
      evaluate(app, 'a', BLOCKED, number % 3 === 0 ? { key: sandboxKey } : {}),
    );
    const handing = Array.from({ length: 40 }, (_, number) => dispatch(deps, chains[number % 2] ?? 0));
    await Promise.all([...evaluations, ...handing]);
    for (const each of chains) while ((await dispatch(deps, each)) > 0);
    for (const each of chains) {
      const placed = await service.db
        .selectFrom('events')
        .select(['event_id', 'position'])
        .where('chain', '=', each)
        .orderBy('position')
        .execute();
      assert.deepEqual(
        placed.map(({ position }) => position),
        placed.map((_, place) => place),
      );
      const head = await service.db
        .selectFrom('event_heads')
        .select('size')
        .where('chain', '=', each)
        .executeTakeFirst();
      assert.equal(head?.size, placed.length);
    }
  },
);

/** Reads the table in the documentation, in which brackets after a field explain it. */
function documented(): Map<string, string[]> {
  const page = readFileSync(path.join(import.meta.dirname, '../docs/events.md'), 'utf8');
  const rows = page.matchAll(/^\| `([\w.]+)` \| [^|]+ \| ([^|]+) \|$/gm);
  return new Map(
    [...rows].map(([, type = '', fields = '']) => {
      const names = fields.replace(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g);
      return [type, [...names].map(([, name = '']) => name).sort()];
    }),
  );
}

/** Returns the events. @param chain returns those of all chains if it is left out. */
async function eventsOf({ db }: Service, chain?: number): Promise<StoredEvent[]> {
  const rows = await db.selectFrom('events').select(['chain', 'type', 'data']).orderBy('event_id').execute();
  return rows
    .filter((row) => chain === undefined || row.chain === chain)
    .map(({ type, data }) => ({ type, data: JSON.parse(data) as StoredEvent['data'] }));
}
