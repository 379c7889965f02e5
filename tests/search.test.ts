/** Evidence is found on both surfaces: by every filter, newest first, within the caller's own chain. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call, evaluate } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const CONTEXTS = [{}, { risk_level: 'high' }, { risk_level: 'critical', is_irreversible: true }];
const VERDICTS = ['proceed', 'escalate', 'block'];
const ACTIONS = ['email.send', 'größe'];
const ROUNDS = 3;
const EVALUATIONS = ROUNDS * ACTIONS.length * CONTEXTS.length;

type Item = { [field: string]: string };

const search = (app: FastifyInstance, body: unknown, call: Call = {}) =>
  ask(app, 'a', '/api/v1/evidence/search', { ...call, body });
const list = (app: FastifyInstance, query: Record<string, string>, call: Call = {}) =>
  ask(app, 'b', `/v1/evidence?${new URLSearchParams(query)}`, call);

/** Each round has one evaluation of each action and verdict, and one outcome; the key was there before. */
async function fill(app: FastifyInstance): Promise<string[]> {
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const action of ACTIONS) {
      for (const context of CONTEXTS) {
        const { body } = await evaluate(app, 'a', { action, context });
        ids.push(body.evidence_id);
      }
    }
  }
  const outcome = {
    action: 'größe',
    context: {},
    outcome: 'failure',
    executed_at: '2026-01-01T00:00:00Z',
    evaluation_id: ids[2],
  };
  const { body } = await ask(app, 'b', '/v1/evidence', { body: outcome });
  return [...ids, body.evidence_id];
}

testAsTenantOnEachDatabase('search-finds-by-each-filter-and-by-all', async ({ app }) => {
  const ids = await fill(app);
  const { status, body } = await search(app, {});
  assert.deepEqual(
    { status, total: body.total, limit: body.limit, offset: body.offset },
    { status: 200, total: EVALUATIONS + 2, limit: 50, offset: 0 },
  );
  assert.deepEqual(body.items.map(({ id }: Item) => id).slice(0, -1), ids.toReversed());
  assert.equal(body.items.at(-1).artifact_type, 'governance_change');
  const fields = 'id artifact_type action verdict payload hash previous_hash created_at'.split(' ');
  for (const [place, item] of body.items.entries()) {
    assert.deepEqual(Object.keys(item), fields);
    assert.equal(item.previous_hash, body.items[place + 1]?.hash ?? `sha256:${'0'.repeat(64)}`);
    assert.equal(typeof item.payload, 'object');
  }
  const newest = body.items[0].created_at;
  const later = new Date(Date.parse(newest) + 1).toISOString();
  const totals: [filter: object, total: number][] = [
    [{ artifact_type: 'governance_eval' }, EVALUATIONS],
    [{ artifact_type: 'action_executed' }, 1],
    [{ artifact_type: 'trust_update' }, 0],
    [{ action: 'email.send' }, EVALUATIONS / 2],
    [{ action: 'email' }, 0],
    [{ verdict: 'escalate' }, EVALUATIONS / 3],
    [{ verdict: 'block' }, EVALUATIONS / 3 + 1],
    [{ verdict: 'block', action: 'größe', artifact_type: 'governance_eval' }, ROUNDS],
    [{ from_date: '2020-01-01' }, EVALUATIONS + 2],
    [{ to_date: '2020-01-01T00:00:00+05:00' }, 0],
    [{ from_date: later }, 0],
    [{ to_date: later, artifact_type: 'action_executed' }, 1],
    [{ to_date: newest, artifact_type: 'action_executed' }, 0],
    [{ from_date: newest, to_date: newest }, 0],
    [{ from_date: newest, to_date: later, artifact_type: 'action_executed' }, 1],
  ];
  for (const [filter, total] of totals) {
    const found = await search(app, filter);
    assert.deepEqual(
      { total: found.body.total, itemsCount: found.body.items.length },
      { total, itemsCount: total },
      JSON.stringify(filter),
    );
  }
});

testAsTenantOnEachDatabase('search-gives-pages-that-add-up', async ({ app }) => {
  const ids = await fill(app);
  const paged: string[] = [];
  for (let offset = 0; offset < ids.length; offset += 7) {
    const { body } = await search(app, { limit: 7, offset });
    assert.deepEqual(
      { total: body.total, limit: body.limit, offset: body.offset },
      { total: ids.length + 1, limit: 7, offset },
    );
    paged.push(...body.items.map(({ id }: Item) => id));
  }
  assert.deepEqual(paged.slice(0, ids.length), ids.toReversed());
  for (const offset of [ids.length + 1, 1e9, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await search(app, { offset });
    assert.deepEqual(
      { status, items: body.items, total: body.total },
      { status: 200, items: [], total: ids.length + 1 },
    );
  }
});

testAsTenantOnEachDatabase('list-gives-each-record-once-while-appends-go-on', async ({ app }) => {
  const ids = await fill(app);
  const listed: Item[] = [];
  let cursor: string | null = null;
  do {
    const { status, body }: Answer = await list(app, { limit: '4', ...(cursor === null ? {} : { cursor }) });
    assert.equal(status, 200);
    listed.push(...body.items);
    cursor = body.next_cursor;
    await evaluate(app, 'b', { action: 'meanwhile', context: {} });
  } while (cursor !== null);
  assert.deepEqual(listed.map((item) => item.evidence_id).slice(0, -1), ids.toReversed());
  assert.equal(listed.at(-1)?.artifact_type, 'governance_change');
  for (const { artifact_type: type, ...record } of listed) {
    const single = await ask(app, 'b', `/v1/evidence/${record.evidence_id}`);
    assert.deepEqual(record, single.body);
    assert.ok(type);
  }
});

testAsTenantOnEachDatabase('list-finds-by-each-filter', async ({ app }) => {
  await fill(app);
  const counts: [query: Record<string, string>, count: number][] = [
    [{}, EVALUATIONS + 2],
    [{ limit: '1000' }, EVALUATIONS + 2],
    [{ action: 'größe' }, EVALUATIONS / 2 + 1],
    ...VERDICTS.flatMap((verdict): [Record<string, string>, number][] => {
      const count = EVALUATIONS / 3 + (verdict === 'block' ? 1 : 0);
      return [
        [{ verdict }, count],
        [{ verdict: verdict.toUpperCase() }, count],
        [{ verdict: verdict.replace(/^./, (first) => first.toUpperCase()) }, count],
      ];
    }),
    [{ from: '2020-01-01T00:00:00Z', to: '2999-12-31' }, EVALUATIONS + 2],
    [{ to: '2020-01-01' }, 0],
    [{ from: '2999-01-01' }, 0],
  ];
  for (const [query, count] of counts) {
    const { body } = await list(app, query);
    assert.deepEqual(
      { itemsCount: body.items.length, next_cursor: body.next_cursor },
      { itemsCount: count, next_cursor: null },
      JSON.stringify(query),
    );
  }
  const exact = await list(app, { limit: String(EVALUATIONS + 2) });
  assert.equal(exact.body.next_cursor, null);
});

testAsTenantOnEachDatabase(
  'another-tenant-or-environment-finds-nothing',
  async ({ app, service, name, sandboxKey }) => {
    const ids = await fill(app);
    const { secret } = await keyHolder(service, `${name}-other`);
    const unknown = await ask(app, 'b', `/v1/evidence/ev_${'0'.repeat(24)}`);
    for (const key of [secret, sandboxKey]) {
      const found = await search(app, {}, { key });
      const listed = await list(app, {}, { key });
      const types = [...found.body.items, ...listed.body.items].map((item: Item) => item.artifact_type);
      assert.ok(types.every((type) => type === 'governance_change'));
      assert.ok(found.body.total <= 1);
      const { status, body } = await ask(app, 'b', `/v1/evidence/${ids[0]}`, { key });
      assert.deepEqual({ status, body }, { status: 404, body: unknown.body });
    }
  },
);

testAsTenant('a-cursor-works-only-for-its-own-list', async ({ app, service, name, sandboxKey }) => {
  await fill(app);
  const filter = { limit: '2', verdict: 'BLOCK', from: '2020-01-01', to: '2999-01-01' };
  const { body: page } = await list(app, filter);
  const cursor: string = page.next_cursor;
  assert.match(cursor, /^[\w-]+$/);
  const same = await list(app, {
    ...filter,
    verdict: 'block',
    from: '2020-01-01T01:00:00+01:00',
    limit: '3',
    cursor,
  });
  assert.deepEqual(
    { status: same.status, itemsCount: same.body.items.length },
    { status: 200, itemsCount: 3 },
  );

  const { secret } = await keyHolder(service, `${name}-other`);
  const changed = (place: number) => {
    const other = cursor[place] === 'A' ? 'B' : 'A';
    return cursor.slice(0, place) + other + cursor.slice(place + 1);
  };
  const refused: [query: Record<string, string>, call?: Call][] = [
    ...Array.from({ length: cursor.length }, (_, place): [Record<string, string>] => [
      { ...filter, cursor: changed(place) },
    ]),
    ...[
      '',
      'x',
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}=`,
      ` ${cursor}`,
      '\u0000',
    ].map((text): [Record<string, string>] => [{ ...filter, cursor: text }]),
    [{ ...filter, cursor }, { key: secret }],
    [{ ...filter, cursor }, { key: sandboxKey }],
    [{ ...filter, cursor, verdict: 'PROCEED' }],
    [{ ...filter, cursor, from: '2020-01-02' }],
    [{ ...filter, cursor, to: '2999-01-02' }],
    [{ ...filter, cursor, action: 'größe' }],
    [{ limit: '2', cursor }],
  ];
  const msg = 'Input should be the next_cursor of a page with the same filters';
  for (const [query, call] of refused) {
    const { status, body } = await list(app, query, call);
    const detail = [{ loc: ['query', 'cursor'], msg, type: 'value_error' }];
    assert.deepEqual({ status, body }, { status: 400, body: { detail } }, JSON.stringify(query));
  }
});
