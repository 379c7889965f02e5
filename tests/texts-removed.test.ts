/**
 * Each text of each request is written with a marker of its own, then every record is redacted, and then the markers are
 * looked for in every table and in the files. The texts are those of the API's description, so none can be forgotten.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { isKept, raiseAlarm } from '@assize/service/proof/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { HASHED, KEPT_TEXTS } from './cases/kept-texts.ts';
import { decide, GRAVE } from './support/approvals.ts';
import { EVALUATION, EVALUATIONS, post, REQUEST } from './support/authzen.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { requireTrue } from './support/holds.ts';
import { type Answer, ask, evaluate, PRODUCTION_KEY, startTestService } from './support/in-process.ts';
import { AGENT, type Change, changed, opened } from './support/mandates.ts';
import { columnsByTable } from './support/mutations.ts';
import { onServer } from './support/postgres.ts';
import { redact, redactWhole } from './support/removals.ts';
import { textsOfRequests } from './support/request-texts.ts';
import { until } from './support/until.ts';

/** By the text it was written in. */
class Markers {
  readonly of = new Map<string, string>();

  /** A marker that is also part of an address. */
  in(operation: string, field: string): string {
    const marker = `mk${randomBytes(12).toString('hex')}`;
    this.of.set(`${operation} ${field}`, marker);
    return marker;
  }

  /** The same text in another request. */
  again(marker: string, operation: string, field: string): string {
    this.of.set(`${operation} ${field}`, marker);
    return marker;
  }

  foundIn(text: string): string[] {
    return [...this.of].flatMap(([field, marker]) => (text.includes(marker) ? [field] : []));
  }
}

const RESTING = { in: (field: string) => KEPT_TEXTS.some(([fields]) => fields.test(field)) };

testOnEachDatabase('leaves-no-text-of-any-request-once-its-record-is-redacted', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const markers = new Markers();
  await writeAll({ app, service, chain }, markers);
  const wanted = (await textsOfRequests(app)).filter((field) => !RESTING.in(field));
  assert.deepEqual(
    [...markers.of.keys()].sort(),
    wanted,
    'write each text here, or say in kept-texts.ts why it stays',
  );
  await until(async () => (await unplaced(service)) === 0);
  const before = markers.foundIn(await everyRow(service, location));
  const hidden = wanted.filter((field) => HASHED.test(field));
  assert.deepEqual(
    before.sort(),
    wanted.filter((field) => !hidden.includes(field)),
    'written nowhere',
  );

  const ids = await redactable(service, chain);
  await Promise.all(ids.map((id) => redact(app, id)));
  for (const id of ids) assert.equal((await redactWhole(app, id)).body.payload_removed, true);
  assert.deepEqual(markers.foundIn(await everyRow(service, location)), [], 'in the tables');
  if (location.kind === 'postgres')
    await onServer(location.url, ...WITH_TEXTS.map((table) => `VACUUM FULL ${table}`));
  for (const file of await filesOf(location)) {
    assert.deepEqual(markers.foundIn(readFileSync(file, 'latin1')), [], file);
  }
  await requireTrue(app);
});

interface World {
  app: FastifyInstance;
  service: Service;
  chain: number;
}

async function writeAll(world: World, markers: Markers): Promise<void> {
  const { app, service, chain } = world;
  for (const [operation, surface, verb] of [
    ['evaluateA', 'a', 'approve'],
    ['evaluateB', 'b', 'reject'],
  ] as const) {
    const barred = { ...GRAVE, context: typeOf(markers, operation) };
    assert.equal((await evaluate(app, surface, barred)).status, 200);
    for (const by of ['a', 'b'] as const) {
      const question = by === 'a' ? questionOf(markers, operation) : GRAVE;
      const { body } = await evaluate(app, surface, question);
      assert.ok(body.approval_id, JSON.stringify(body));
      const named = `${by === 'a' ? verb : other(verb)}${surface.toUpperCase()}`;
      const words = { comment: markers.in(named, '.comment'), decided_by: markers.in(named, '.decided_by') };
      const decided = await decide(app, by === 'a' ? verb : other(verb), body.approval_id, {
        surface,
        body: words,
      });
      assert.equal(decided.status, 200, JSON.stringify(decided.body));
    }
  }
  const execution = { ...questionOf(markers, 'execute'), action: 'look.up' };
  await ok(app, '/api/v1/core/governance/execute', execution);
  await ok(app, '/api/v1/core/governance/execute', { ...GRAVE, context: typeOf(markers, 'execute') });
  for (const [operation, url, surface] of [
    ['reportOutcome', '/api/v1/evidence/outcomes', 'a'],
    ['submitEvidence', '/v1/evidence', 'b'],
  ] as const) {
    const user_id = markers.in(operation, '.user_id');
    const body = {
      action: 'look.up',
      agent_id: AGENT,
      user_id,
      context: { note: user_id },
      outcome: 'success',
    };
    const answer = await ask(app, surface, url, { body: { ...body, executed_at: '2026-01-31T09:30:00Z' } });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
  }
  await writeGoverning(world, markers);
  for (const surface of ['A', 'B'] as const) await writeMandates(app, surface, markers);
  for (const [operation, url] of [
    ['authzenEvaluation', EVALUATION],
    ['authzenEvaluations', EVALUATIONS],
  ] as const) {
    const asked = {
      ...REQUEST,
      subject: { type: markers.in(operation, '.subject.type'), id: 'ann' },
      resource: { type: markers.in(operation, '.resource.type'), id: markers.in(operation, '.resource.id') },
      context: contextOf(markers, operation),
    };
    for (const context of [asked.context, typeOf(markers, operation)]) {
      const { status, body } = await post(app, url, { ...asked, context });
      assert.equal(status, 200, JSON.stringify(body));
    }
  }
  await raiseAlarm(service, chain, { position: 1, problem: 'wrong_hash', message: 'Record 1.' });
  const comment = markers.in('acknowledgeIntegrityAlarms', '.comment');
  await ok(app, '/api/v1/evidence/verify/acknowledge', { comment });
}

function other(verb: 'approve' | 'reject'): 'approve' | 'reject' {
  return verb === 'approve' ? 'reject' : 'approve';
}

function contextOf(markers: Markers, operation: string): object {
  return {
    alternatives: [{ action: markers.in(operation, '.context.alternatives[].action'), risk_level: 'low' }],
  };
}

/** An unknown type is refused, and the refusal is on record. */
function typeOf(markers: Markers, operation: string): object {
  return { artifact_type: markers.in(operation, '.context.artifact_type') };
}

function questionOf(markers: Markers, operation: string): object {
  const field = (name: string) => markers.in(operation, `.${name}`);
  const isA = operation !== 'evaluateB';
  return {
    ...GRAVE,
    ...(isA ? { description: field('description') } : {}),
    user_id: field('user_id'),
    tenant_id: field('tenant_id'),
    idempotency_key: field('idempotency_key'),
    context: { ...GRAVE.context, ...contextOf(markers, operation) },
  };
}

async function writeGoverning({ app }: World, markers: Markers): Promise<void> {
  const reason = markers.in('createHalt', '.reason');
  const { halt_id } = await ok(app, '/api/v1/core/halts', { agent_id: 'agent-8', reason });
  const lifting = `/api/v1/core/halts/${halt_id}?reason=${markers.in('liftHalt', '?reason')}`;
  assert.equal((await ask(app, 'a', lifting, { method: 'DELETE' })).status, 200);
  const value = `${markers.in('addTargets', '.targets[].value')}@example.net`;
  const name = markers.in('addTargets', '.targets[].name');
  await ok(app, '/api/v1/targets', { targets: [{ kind: 'email', value, name }] });
}

async function writeMandates(app: FastifyInstance, door: 'A' | 'B', markers: Markers): Promise<void> {
  const call = { surface: door === 'A' ? ('a' as const) : ('b' as const) };
  const address = (marker: string) => ({ kind: 'email', value: `${marker}@example.net` });
  const [first, task] = ['.targets[].value', '.task'].map((field) => markers.in(`openMandate${door}`, field));
  const terms = { effects: ['send', 'read'], targets: [address(first ?? '')], task };
  const { mandate_id: id } = await opened(app, terms, call);
  const change = async (verb: Change, more: object) => {
    const { status, body } = await changed(app, verb, id, more, call);
    assert.ok(status < 300, JSON.stringify(body));
    return body;
  };
  const same = markers.again(first ?? '', `narrowMandate${door}`, '.targets[].value');
  await change('narrow', { targets: [address(same)], effects: ['send'] });
  const wider = { targets: [address(same), address(markers.in(`widenMandate${door}`, '.targets[].value'))] };
  const { approval_id } = await change('widen', wider);
  assert.equal((await decide(app, 'approve', approval_id)).status, 200);
  assert.equal((await change('widen', { ...wider, approval_id })).verdict, 'proceed');
}

async function ok(app: FastifyInstance, url: string, body: object): Promise<Answer['body']> {
  const answer = await ask(app, 'a', url, { body });
  assert.ok(answer.status < 300, `${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Events that have no place yet, which notices follow. */
async function unplaced({ db }: Service): Promise<number> {
  const rows = await db.selectFrom('events').select('event_id').where('position', 'is', null).execute();
  return rows.length;
}

async function redactable({ db }: Service, chain: number): Promise<string[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select(['id', 'artifact_type', 'action'])
    .where('chain', '=', chain)
    .orderBy('position')
    .execute();
  return rows.filter((row) => !isKept(row.artifact_type, row.action)).map(({ id }) => id);
}

/** All that the tables hold, as text and as the bytes' characters. */
async function everyRow({ db }: Service, location: DatabaseLocation): Promise<string> {
  const parts: string[] = [];
  for (const table of (await columnsByTable(db, location.kind)).keys()) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)}`.execute(db);
    for (const row of rows) {
      for (const value of Object.values(row)) {
        parts.push(value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value));
      }
    }
  }
  return parts.join('\n');
}

const WITH_TEXTS = [
  ...['artifact_payloads', 'idempotency_records', 'approvals', 'approval_decisions'],
  ...['events', 'notices', 'halts', 'known_targets'],
];

/** The database's own files; of a server those of the tables that held the texts, and of what the planner has learned. */
async function filesOf(location: DatabaseLocation): Promise<string[]> {
  if (location.kind === 'sqlite') {
    const folder = path.dirname(location.path);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  try {
    await client.query('CHECKPOINT');
    const names = [...WITH_TEXTS, 'pg_statistic'];
    const { rows } = await client.query<{ file: string }>(
      `SELECT current_setting('data_directory') || '/' || pg_relation_filepath(oid) AS file FROM pg_class
         WHERE relname = ANY($1) OR oid IN (SELECT reltoastrelid FROM pg_class WHERE relname = ANY($1))`,
      [names],
    );
    return rows.map(({ file }) => file);
  } finally {
    await client.end();
  }
}
