/**
 * Halts of one agent or all, over the HTTP API and the command line: what they stop, what they record, and what is
 * refused.
 */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { brief } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { changesOf, eventsSent, requireTrue } from './support/governance/governance.ts';
import { ask, type Call, evaluate, SURFACES, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';
import { until } from './support/until.ts';

const HALTS = '/api/v1/core/halts';
const REASON = 'It sent 400 mails in a minute.';

const halt = (app: FastifyInstance, body: object, call: Call = {}) => ask(app, 'a', HALTS, { ...call, body });
const lift = (app: FastifyInstance, id: string, call: Call = {}) =>
  ask(app, 'a', `${HALTS}/${id}`, { ...call, method: 'DELETE' });
const verdictOf = async (app: FastifyInstance, agent_id?: string, key?: string) =>
  (await evaluate(app, 'b', { action: 'email.send', context: {}, agent_id }, { key })).body.verdict;

testAsTenantOnEachDatabase('halts-an-agent-and-lets-it-go-on-purpose', async ({ app, service, key }) => {
  assert.equal(await verdictOf(app, 'agent-7'), 'PROCEED');
  const { status, body: made } = await halt(app, { agent_id: 'agent-7', reason: REASON });
  assert.equal(status, 200);
  assert.match(made.halt_id, /^hlt_[0-9a-f]{24}$/);
  assert.deepEqual(made, {
    ...made,
    agent_id: 'agent-7',
    reason: REASON,
    status: 'in_force',
    lifted_at: null,
    lifted_by: null,
    lift_reason: null,
    lift_evidence_id: null,
  });
  for (const surface of ['a', 'b'] as const) {
    const asked = { action: 'email.send', agent_id: 'agent-7', context: { has_approval: true } };
    const { body } = await evaluate(app, surface, asked);
    assert.equal(body.verdict.toLowerCase(), 'block');
    assert.match(JSON.stringify(body), new RegExp(`the agent is halted: ${REASON.slice(0, -1)}`));
    assert.match(JSON.stringify(body), new RegExp(made.halt_id));
  }
  const batch = await ask(app, 'a', `${SURFACES.a.evaluate}/batch`, {
    body: { evaluations: [1, 2].map(() => ({ action: 'a', agent_id: 'agent-7', context: {} })) },
  });
  assert.deepEqual(batch.body.results.map(verdict), ['block', 'block']);
  assert.equal(await verdictOf(app, 'agent-8'), 'PROCEED');
  assert.equal(await verdictOf(app), 'PROCEED');

  const lifted = await lift(app, `${made.halt_id}?reason=Mailer%20repaired`);
  assert.equal(lifted.status, 200);
  assert.equal(lifted.body.status, 'lifted');
  assert.equal(lifted.body.lift_reason, 'Mailer repaired');
  assert.equal(await verdictOf(app, 'agent-7'), 'PROCEED');
  assert.deepEqual((await lift(app, `${made.halt_id}?reason=Again`)).body, lifted.body);

  const changes = await changesOf(service, 'halt.', key);
  const { halt_id } = made;
  assert.deepEqual(
    changes.map(({ id, action, change }) => ({ id, action, change })),
    [
      {
        id: made.evidence_id,
        action: 'halt.create',
        change: { agent_id: 'agent-7', halt_id, reason: REASON },
      },
      {
        id: lifted.body.lift_evidence_id,
        action: 'halt.lift',
        change: { agent_id: 'agent-7', halt_id, reason: 'Mailer repaired' },
      },
    ],
  );
  assert.deepEqual(await eventsSent(service, 'agent.halted', key), [
    { halt_id, agent_id: 'agent-7', evidence_id: made.evidence_id },
  ]);
  await requireTrue(service, key);
});

testAsTenant('halts-all-beside-a-halted-agent', async ({ app, service, name, key, sandboxKey }) => {
  const { body: one } = await halt(app, { agent_id: 'agent-7', reason: 'one' });
  const { body: all } = await halt(app, { all: true, reason: 'all' });
  assert.equal(all.agent_id, null);
  for (const agent of ['agent-7', 'agent-8', undefined]) assert.equal(await verdictOf(app, agent), 'BLOCK');
  assert.equal(await verdictOf(app, 'agent-7', sandboxKey), 'PROCEED');
  const other = await keyHolder(service, `${name}-other`);
  assert.equal(await verdictOf(app, 'agent-7', other.secret), 'PROCEED');

  assert.deepEqual(await namesOf(app), ['all', 'one']);
  assert.equal((await lift(app, all.halt_id)).status, 200);
  assert.equal(await verdictOf(app, 'agent-8'), 'PROCEED');
  assert.equal(await verdictOf(app, 'agent-7'), 'BLOCK');
  assert.deepEqual(await namesOf(app), ['one']);
  await lift(app, one.halt_id);
  assert.deepEqual(await namesOf(app), []);
  assert.deepEqual(await namesOf(app, '?status=all'), ['all', 'one']);
  await halt(app, { agent_id: 'agent-7', reason: 'once more' });
  const first = await ask(app, 'a', `${HALTS}?status=all&limit=2`);
  assert.deepEqual(first.body.items.map(reasonOf), ['once more', 'all']);
  const cursor = first.body.next_cursor;
  const second = await ask(app, 'a', `${HALTS}?status=all&limit=2&cursor=${cursor}`);
  assert.deepEqual(
    { items: second.body.items.map(reasonOf), next_cursor: second.body.next_cursor },
    { items: ['one'], next_cursor: null },
  );
  assert.equal((await ask(app, 'a', `${HALTS}?cursor=${cursor}`)).status, 422);
  assert.equal(
    (await ask(app, 'a', `${HALTS}?status=all&cursor=${cursor}`, { key: sandboxKey })).status,
    422,
  );
  await requireTrue(service, key);
});

testOnEachDatabase('halts-once-when-many-halt-at-once', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app, service }] = nodes;
  const calls = Array.from({ length: 50 }, (_, call) =>
    halt(nodes[call % 2]?.app ?? app, { agent_id: 'agent-7', reason: `call ${call}` }),
  );
  const answers = await Promise.all(calls);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const shown = new Set(answers.map(({ body }) => JSON.stringify(body)));
  assert.equal(shown.size, 1);
  assert.equal((await changesOf(service, 'halt.')).length, 1);
  assert.equal((await eventsSent(service, 'agent.halted')).length, 1);
  const id = answers[0]?.body.halt_id;
  const lifts = await Promise.all(Array.from({ length: 20 }, () => lift(app, id)));
  assert.equal(new Set(lifts.map(({ body }) => JSON.stringify(body))).size, 1);
  assert.equal((await changesOf(service, 'halt.')).length, 2);
  await requireTrue(service);
});

testAsTenant(
  'counts-a-call-and-refuses-none-for-want-of-allowance',
  { tier: 'free' },
  async ({ app, service, chain }) => {
    const { body } = await halt(app, { all: true, reason: 'r' });
    await ask(app, 'a', HALTS);
    const { body: summary } = await ask(app, 'a', '/api/v1/usage/summary');
    assert.equal(summary.usage.core_api_calls.used, 2);
    await service.db
      .updateTable('usage_calls')
      .set({ used: 10_000_000 })
      .where('chain', '=', chain)
      .execute();
    const simulate = '/api/v1/core/governance/simulate';
    await untilStatus(429, () => ask(app, 'a', simulate, { body: { action: 'a', context: {} } }));
    assert.equal((await halt(app, { agent_id: 'agent-7', reason: 'r' })).status, 200);
    assert.equal((await lift(app, body.halt_id)).status, 200);
  },
);

testAsTenant('answers-foreign-and-unknown-halts-alike', async ({ app, service, name, sandboxKey }) => {
  const other = await keyHolder(service, `${name}-other`);
  const { body: foreign } = await halt(app, { all: true, reason: 'r' }, { key: other.secret });
  const { body: sandbox } = await halt(app, { all: true, reason: 'r' }, { key: sandboxKey });
  const unknown = await brief(lift(app, 'hlt_0123456789abcdef01234567'));
  assert.deepEqual(unknown, { status: 404, body: { detail: 'There is no such halt.' } });
  for (const id of [foreign.halt_id, sandbox.halt_id, 'x', 'hlt_%00']) {
    assert.deepEqual(await brief(lift(app, id)), unknown);
  }
  assert.equal((await ask(app, 'a', HALTS, { key: other.secret })).body.items.length, 1);
});

testAsTenant('refuses-invalid-halts', async ({ app, service, key }) => {
  const bad: [unknown, string[]][] = [
    [{ reason: 'r' }, ['body']],
    [{ agent_id: 'a', all: true, reason: 'r' }, ['body']],
    [{ all: false, reason: 'r' }, ['body.all']],
    [{ agent_id: '', reason: 'r' }, ['body.agent_id']],
    [{ agent_id: 'a\u0000b', reason: 'r' }, ['body.agent_id']],
    [{ agent_id: 'a'.repeat(257), reason: 'r' }, ['body.agent_id']],
    [{ all: true }, ['body.reason']],
    [{ all: true, reason: '' }, ['body.reason']],
    [{ all: true, reason: 'r'.repeat(1001) }, ['body.reason']],
    [{ agent: 'a', reason: 7 }, ['body', 'body.agent', 'body.reason']],
    [[], ['body']],
    ['x', ['body']],
  ];
  for (const [body, places] of bad) {
    const answer = await ask(app, 'a', HALTS, { body: JSON.stringify(body) });
    assert.equal(answer.status, 422, JSON.stringify(body));
    const shown = answer.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'));
    assert.deepEqual(shown.sort(), places, JSON.stringify(answer.body));
  }
  const { body: made } = await halt(app, { all: true, reason: 'r' });
  assert.equal((await lift(app, `${made.halt_id}?reason=`)).status, 422);
  assert.equal((await lift(app, `${made.halt_id}?why=x`)).status, 422);
  assert.equal((await ask(app, 'a', `${HALTS}?status=lifted`)).status, 422);
  assert.equal((await changesOf(service, 'halt.', key)).length, 1);
});

testOnOneDatabase('halts-from-the-command-line', async (location, t) => {
  const { app } = await startTestService(t, location);
  const run = (words: string[]) => assize(location, ['halts', ...words]);
  const made = await run(['create', '--agent', 'agent-7', '--reason', 'by hand', '--json']);
  assert.equal(made.code, 0, made.stderr);
  const { halt_id, halted_by } = JSON.parse(made.stdout);
  assert.equal(halted_by, 'operator');
  await untilStatus('BLOCK', async () => ({ status: await verdictOf(app, 'agent-7') }));
  assert.match((await run(['list'])).stdout, new RegExp(`${halt_id} +agent-7 .* operator .*by hand`));
  const lifted = await run(['lift', halt_id, '--reason', 'repaired', '--json']);
  assert.equal(JSON.parse(lifted.stdout).lift_reason, 'repaired');
  await untilStatus('PROCEED', async () => ({ status: await verdictOf(app, 'agent-7') }));
  assert.deepEqual(JSON.parse((await run(['list', '--json'])).stdout), []);
  assert.equal(JSON.parse((await run(['list', '--history', '--json'])).stdout).length, 1);
  for (const wrong of [
    ['create', '--reason', 'r'],
    ['create', '--all'],
    ['lift', 'hlt_x'],
  ]) {
    assert.notEqual((await run(wrong)).code, 0, wrong.join(' '));
  }
});

async function namesOf(app: FastifyInstance, query = ''): Promise<string[]> {
  return (await ask(app, 'a', `${HALTS}${query}`)).body.items.map(reasonOf);
}

const reasonOf = ({ reason }: { reason: string }) => reason;
const verdict = (one: { verdict: string }) => one.verdict;

/** A change by another process, or to remembered values, takes a moment. */
async function untilStatus<S>(wanted: S, asking: () => Promise<{ status: unknown }>): Promise<void> {
  await until(
    async () => (await asking()).status === wanted,
    () => `never ${wanted}`,
  );
}
