/** A report answers and verifies also where content of its records was removed, and says what is gone. */
import assert from 'node:assert/strict';
import { parseVerifierKey, type ReportVerification, verifyExceptions } from '@assize/evidence-format';
import { removalChore } from '@assize/service/proof/removal/index.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, serviceWithClock } from './support/approvals/approvals.ts';
import { beBlocked, report } from './support/compliance/compliance.ts';
import { EXCEPTIONS, fileOf, listedIn, type Report, reported } from './support/compliance/exceptions.ts';
import { chainIn, growTo, untilSigned } from './support/databases/chains.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { at, DAY_MS, positionsWithPayload, redactWhole } from './support/evidence/removals.ts';
import {
  ask,
  askOk,
  evaluate,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  startTestService,
} from './support/http/in-process.ts';

async function verified(
  app: FastifyInstance,
  { evidence_id: id }: Report,
  key = PRODUCTION_KEY,
): Promise<ReportVerification> {
  const { keys } = await askOk(app, 'a', '/api/v1/evidence/verifier-keys', { key });
  const text = (await fileOf(app, id, { 'x-api-key': key })).toString();
  return verifyExceptions(text, [parseVerifierKey(keys[0].vkey)]);
}

async function requireSound(app: FastifyInstance, made: Report, key = PRODUCTION_KEY): Promise<void> {
  const { verdict, problems } = await verified(app, made, key);
  assert.deepEqual([verdict, problems], ['sound', []]);
  const pdf = await app.inject({
    url: `${EXCEPTIONS}/${made.evidence_id}/pdf`,
    headers: { 'x-api-key': key },
  });
  assert.equal(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-');
}

const unreadIn = ({ exceptions }: Report, kind: string): number =>
  exceptions.find((each: Report) => each.kind === kind).unread;

testOnEachDatabase('a-report-outlives-the-content-of-its-records', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const blocked = await beBlocked(app, PRODUCTION_KEY);
  const executed = await report(app, blocked);
  const approval = await escalated(app);
  await decide(app, 'approve', approval, { body: { decided_by: 'ada' } });
  await untilSigned(service.db, await chainIn(service.db));
  const made = await reported(app, { population: 'all', sample_size: 250, seed: 's' });
  assert.match(listedIn(made, 'executed_despite_block')[0].why, /Safety Dominance/);
  assert.deepEqual([made.removals, made.removed_since], [[], []]);

  const latest = await askOk(app, 'a', '/api/v1/evidence/latest');
  const approved = latest.items.action_approved.id;
  for (const id of [blocked, executed, approved]) await redactWhole(app, id);
  const later = await askOk(app, 'a', `${EXCEPTIONS}/${made.evidence_id}`);
  const { removed_since: since, ...same } = later;
  assert.deepEqual({ ...same, removed_since: [] }, made, 'what was recorded stays');
  assert.deepEqual(
    since.map(({ kind }: Report) => kind),
    ['redaction', 'redaction', 'redaction'],
  );
  await requireSound(app, made);

  const again = await reported(app, { population: 'all', sample_size: 250, seed: 's' });
  const [despite] = listedIn(again, 'executed_despite_block');
  assert.deepEqual(
    [despite.evidence_id, despite.why, /its content was removed/.test(despite.what)],
    [executed, null, true],
  );
  // Only its content would tell who had approved, and against which warnings.
  assert.deepEqual([unreadIn(again, 'self_approval'), unreadIn(again, 'override')], [1, 1]);
  assert.deepEqual([unreadIn(made, 'self_approval'), unreadIn(made, 'override')], [0, 0]);
  assert.equal(again.removals.length, 3);
  await requireSound(app, again);
});

testOnEachDatabase('a-report-that-is-made-during-retention-says-what-is-gone', async (location, t) => {
  const free = { ASSIZE_INIT_TIER: 'free' };
  const { app, service, move } = await serviceWithClock(t, location, {}, free);
  const { db } = service;
  const chain = await chainIn(db);
  await growTo(db, chain, 3000);
  await evaluate(app, 'a', { action: 'email.send' });
  move(31 * DAY_MS);
  await untilSigned(db, chain);
  const wanted = { from_date: '2025-12-01', population: 'all', sample_size: 200 };
  const before = await reported(app, wanted);
  let isOver = false;
  const retention = removalChore(at(service, () => service.clock.now()))
    .run(new AbortController().signal)
    .finally(() => {
      isOver = true;
    });
  const during = [await reported(app, wanted)];
  while (!isOver) during.push(await reported(app, wanted));
  await retention;
  const last = await reported(app, wanted);

  const kept = new Set(await positionsWithPayload(service, chain));
  for (const made of [before, ...during, last]) {
    const now = await askOk(app, 'a', `${EXCEPTIONS}/${made.evidence_id}`);
    const stated = [...now.removals, ...now.removed_since];
    const drawn = now.sample.drawn.map(({ index }: Report) => index);
    const gone = drawn.filter((index: number) => !kept.has(index));
    assert.ok(gone.length > 150, 'retention removed what was drawn');
    const unstated = gone.filter(
      (index: number) =>
        !stated.some(({ from_index, to_index }: Report) => from_index <= index && index < to_index),
    );
    assert.deepEqual(unstated, []);
    await requireSound(app, made);
  }
  assert.deepEqual([before.removals.length, last.removals.length > 0], [0, true]);
  assert.match(JSON.stringify(last.sample.drawn), /its content was removed/);
});

testOnOneDatabase('a-report-of-nothing-and-one-of-ten-years-verify', async (location, t) => {
  const { app } = await startTestService(t, location);
  for (let number = 0; number < 3; number += 1) await evaluate(app, 'a', { action: 'email.send' });
  const empty = await reported(app, { from_date: '2020-01-01', to_date: '2020-02-01', population: 'all' });
  assert.deepEqual([empty.population.count, empty.sample.drawn], [0, []]);
  await requireSound(app, empty);
  const decade = await reported(app, { from_date: '2016-11-28', population: 'all', sample_size: 250 });
  assert.ok(decade.population.count >= 3);
  await requireSound(app, decade);
  const sandbox = await reported(app, { from_date: '2016-11-28' }, { key: SANDBOX_KEY });
  await requireSound(app, sandbox, SANDBOX_KEY);
});

testOnOneDatabase('a-period-to-come-is-refused-in-plain-words', async (location, t) => {
  const { app } = await startTestService(t, location);
  for (const [body, fields] of [
    [{ from_date: '2999-01-01' }, ['from_date']],
    [{ to_date: '2999-01-01' }, ['to_date']],
    [{ from_date: '2998-01-01', to_date: '2999-01-01' }, ['from_date', 'to_date']],
  ] as const) {
    const { status, body: said } = await ask(app, 'a', EXCEPTIONS, { body });
    const faults = said.detail.map(({ loc, msg }: Report) => [loc.at(-1), msg]);
    assert.equal(status, 422);
    assert.deepEqual(
      faults,
      fields.map((field) => [field, 'Input should not lie in the future']),
    );
  }
});
