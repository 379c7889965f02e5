/** The ranges that a sink was sent are listed page by page, newest first, and a cursor works only where it was given out. */
import assert from 'node:assert/strict';
import { moveOn } from '@assize/service/siem/sent/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { SINKS } from './support/siem/sinks.ts';
import { until } from './support/until.ts';

const SINK = { kind: 'syslog', name: 'SIEM', options: { host: 'siem.invalid' } };

interface Sent {
  app: FastifyInstance;
  service: Service;
  key?: string;
}

/** A paused sink of which five ranges are known: sent, skipped, sent, skipped, sent, of one record each. @returns its id. */
async function sinkWithRanges({ app, service: { db, clock }, key }: Sent): Promise<string> {
  const call = key === undefined ? {} : { key };
  const made = await ask(app, 'a', SINKS, { body: SINK, ...call });
  const sinkId = made.body.id;
  assert.equal((await ask(app, 'a', `${SINKS}/${sinkId}/pause`, { body: {}, ...call })).status, 200);
  const heads = db.selectFrom('sink_heads').select(['chain', 'position']).where('sink_id', '=', sinkId);
  const { chain, position } = await heads.where('stream', '=', 'evidence').executeTakeFirstOrThrow();
  const place = { chain, sinkId, stream: 'evidence' as const };
  for (let first = position; first < position + 5; first += 1) {
    const kind = (first - position) % 2 === 0 ? ('sent' as const) : ('gap' as const);
    const common = { messages: ['message'], own: 0, rendering: '{"version":1}', at: clock.now() };
    await db.transaction().execute((tx) => moveOn(tx, place, { ...common, kind, first, end: first + 1 }));
  }
  return sinkId;
}

testOnEachDatabase('lists-what-was-sent-page-by-page-newest-first', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const sinkId = await sinkWithRanges({ app, service });
  const sent = (query: string) => ask(app, 'a', `${SINKS}/${sinkId}/sent${query}`);
  await until(async () => (await sent('')).body.items.slice(1).every((range: Range) => range.evidence_id));
  const numbers: number[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body } = await sent(`?limit=2${cursor && `&cursor=${cursor}`}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.skipped, 2);
    numbers.push(...body.items.map(({ number }: Range) => number));
    sizes.push(body.items.length);
    cursor = body.next_cursor;
  }
  assert.deepEqual(
    [numbers, sizes],
    [
      [4, 3, 2, 1, 0],
      [2, 2, 1],
    ],
  );
  const { items, next_cursor } = (await sent('?limit=5')).body;
  assert.equal(next_cursor, null);
  assert.deepEqual(
    items.map(({ kind }: Range) => kind),
    ['sent', 'gap', 'sent', 'gap', 'sent'],
  );
  assert.equal(items[0].evidence_id, null, 'the last one still grows');
  const { body: record } = await ask(app, 'a', `/api/v1/evidence/${items[1].evidence_id}`);
  assert.equal(record.payload.change.hash, items[1].hash);
  assert.deepEqual((await sent('?stream=events')).body, { items: [], next_cursor: null, skipped: 2 });
  assert.equal((await ask(app, 'a', `${SINKS}/${sinkId}`, { method: 'DELETE' })).status, 200);
  assert.equal((await sent('?limit=2')).body.items.length, 2, 'also of a deleted sink');
});

testOnEachDatabase('shows-a-range-as-its-record-states-it', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const sinkId = await sinkWithRanges({ app, service });
  const ranges = async () => (await ask(app, 'a', `${SINKS}/${sinkId}/sent`)).body.items.slice(1);
  await until(async () => (await ranges()).every((range: Range) => range.evidence_id));
  const before = await ranges();
  await service.db
    .updateTable('sink_ranges')
    .set({ messages: 7, hash: new Uint8Array(32) })
    .execute();
  assert.deepEqual(await ranges(), before);
});

testOnEachDatabase('a-cursor-works-only-for-the-list-that-gave-it-out', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { secret: key } = await keyHolder(service, 'other');
  const [own, another, foreign] = [
    await sinkWithRanges({ app, service }),
    await sinkWithRanges({ app, service }),
    await sinkWithRanges({ app, service, key }),
  ];
  const list = (sinkId: string, query: string, call = {}) =>
    ask(app, 'a', `${SINKS}/${sinkId}/sent?limit=2${query}`, call);
  const { next_cursor: cursor } = (await list(own, '')).body;
  assert.equal((await list(own, `&cursor=${cursor}`)).status, 200);
  const altered = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
  const refusals = [
    await list(another, `&cursor=${cursor}`),
    await list(foreign, `&cursor=${cursor}`, { key }),
    await list(own, `&stream=events&cursor=${cursor}`),
    await list(own, `&cursor=${altered}`),
    await list(own, `&cursor=${cursor.slice(0, -1)}`),
    await list(own, '&cursor=nonsense'),
    await list(own, '&cursor='),
  ];
  for (const { status, body } of refusals) {
    assert.equal(status, 422, JSON.stringify(body));
    assert.deepEqual(body.detail[0].loc, ['query', 'cursor']);
  }
  const { next_cursor: theirs } = (await list(foreign, '', { key })).body;
  assert.equal((await list(own, `&cursor=${theirs}`)).status, 422);
  assert.equal((await list(foreign, '')).status, 404, 'a sink of another tenant is not there');
  assert.equal((await list(foreign, `&cursor=${theirs}`)).status, 404);
});

interface Range {
  number: number;
  kind: string;
  evidence_id: string | null;
}
