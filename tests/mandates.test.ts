/** Mandates on both surfaces: a task's mandate is opened, narrowed, closed, and on record. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import { AGENT, changed, fieldsOf, MANDATES, mandateNow, opened } from './support/governance/mandates.ts';
import { ask, type Surface } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const TASK = 'Send the minutes of Monday to ann@example.com';
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const STATED = {
  effects: ['read', 'send'],
  tools: ['gmail.*'],
  targets: [{ value: 'Ann@Example.com' }, { kind: 'domain', value: 'example.org.' }],
  budget_usd: 12.5,
  max_actions: 3,
  strict: true,
};

for (const surface of ['a', 'b'] as Surface[]) {
  testAsTenantOnEachDatabase(
    `opens-shows-lists-narrows-and-closes-by-surface-${surface}`,
    async ({ app, service, key }) => {
      const body = await opened(app, STATED, { surface });
      const { mandate_id: id } = body;
      assert.match(id, /^mdt_[0-9a-f]{24}$/);
      const stated = {
        effects: body.effects,
        tools: body.tools,
        targets: body.targets,
        budget_usd: body.budget_usd,
        max_actions: body.max_actions,
        strict: body.strict,
      };
      assert.deepEqual(stated, {
        ...STATED,
        targets: [
          { kind: 'email', value: 'ann@example.com' },
          { kind: 'domain', value: 'example.org' },
        ],
      });
      assert.deepEqual(
        {
          agent_id: body.agent_id,
          status: body.status,
          version: body.version,
          derived: body.derived,
          task: body.task,
        },
        { agent_id: AGENT, status: 'open', version: 1, derived: [], task: null },
      );
      await requireListed(app, surface, body);
      const narrow = {
        effects: ['read'],
        targets: [{ value: 'ann@example.com' }],
        budget_usd: 5,
        max_actions: 2,
      };
      const narrowed = await changed(app, 'narrow', id, narrow, { surface });
      assert.equal(narrowed.status, 200, JSON.stringify(narrowed.body));
      const { effects, targets, tools, version } = narrowed.body;
      assert.deepEqual(
        { effects, targets, tools, version },
        {
          effects: ['read'],
          targets: [{ kind: 'email', value: 'ann@example.com' }],
          tools: ['gmail.*'],
          version: 2,
        },
      );
      const closed = await changed(app, 'close', id, {}, { surface });
      assert.deepEqual({ status: closed.status, is: closed.body.status }, { status: 200, is: 'closed' });
      const again = await changed(app, 'close', id, {}, { surface });
      assert.deepEqual(again.body, closed.body);
      const actions = (await changesOf(service, 'mandate.', key)).map(({ action }) => action);
      assert.deepEqual(actions, ['mandate.open', 'mandate.open', 'mandate.narrow', 'mandate.close']);
      await requireTrue(service, key);
    },
  );
}

/** Lists only this mandate and the one that is opened here. */
async function requireListed(
  app: FastifyInstance,
  surface: Surface,
  body: { mandate_id: string },
): Promise<void> {
  const shown = await ask(app, surface, `${MANDATES[surface]}/${body.mandate_id}`);
  assert.deepEqual(shown.body, body);
  const another = await opened(app, { effects: ['read'] }, { surface });
  const page = await ask(app, surface, `${MANDATES[surface]}?limit=1`);
  assert.deepEqual(page.body.items, [another]);
  const rest = await ask(app, surface, `${MANDATES[surface]}?limit=1&cursor=${page.body.next_cursor}`);
  assert.deepEqual(rest.body, { items: [body], next_cursor: null });
  const ofOther = await ask(app, surface, `${MANDATES[surface]}?agent_id=other`);
  assert.deepEqual(ofOther.body.items, []);
}

testAsTenant('derives-effects-and-targets-from-the-words-of-the-task', async ({ app, service, key }) => {
  const { effects, targets, derived, task, words_of_the_task_count } = await opened(app, { task: TASK });
  assert.deepEqual(derived, ['effects', 'targets']);
  assert.ok(effects.includes('send'), effects);
  assert.deepEqual(targets, [{ kind: 'email', value: 'ann@example.com' }]);
  assert.deepEqual({ task, words_of_the_task_count }, { task: null, words_of_the_task_count: true });
  const half = await opened(app, { task: TASK, effects: ['read'] });
  assert.deepEqual(
    { effects: half.effects, derived: half.derived },
    { effects: ['read'], derived: ['targets'] },
  );
  const kept = await opened(app, { task: TASK, keep_task: true });
  assert.equal(kept.task, TASK);
  const [first, , third] = await changesOf(service, 'mandate.open', key);
  assert.doesNotMatch(JSON.stringify(first), /minutes/);
  assert.match(first?.change.task_commitment, /^sha256:|^[0-9a-f]{64}$/);
  assert.equal(third?.change.task, TASK);
  const rows = await service.db.selectFrom('mandates').selectAll().execute();
  const stored = JSON.stringify(
    rows.map((row) => ({ ...row, words: Buffer.from(row.words).toString('latin1') })),
  );
  assert.doesNotMatch(stored, /minutes|ann@|example\.com/);
});

testAsTenant('refuses-what-contradicts-itself-and-names-the-field', async ({ app }) => {
  const cases: [object, string[]][] = [
    [{}, ['body.effects']],
    [{ effects: [], targets: [{ value: 'a@b.example, c@d.example', kind: 'email' }] }, ['body.targets.0']],
    [{ effects: ['read'], expires_at: inDays(31) }, ['body.expires_at']],
    [{ effects: ['read'], expires_at: '2020-01-01T00:00:00Z' }, ['body.expires_at']],
    [{ effects: ['fly'] }, ['body.effects.0']],
    [{ effects: ['read', 'read'] }, ['body.effects']],
    [{ effects: ['read'], max_actions: 0 }, ['body.max_actions']],
    [{ effects: ['read'], budget_usd: -1 }, ['body.budget_usd']],
    [{ effects: ['read'], budget_usd: 1e300 }, ['body.budget_usd']],
    [{ effects: ['read'], task: '' }, ['body.task']],
    [{ effects: ['read'], task: 'x'.repeat(8001) }, ['body.task']],
    [{ effects: ['read'], wrong: 1 }, ['body']],
  ];
  for (const [terms, fields] of cases) {
    const answer = await ask(app, 'a', MANDATES.a, { body: { agent_id: AGENT, ...terms } });
    assert.equal(answer.status, 422, JSON.stringify([terms, answer.body]));
    const named = fieldsOf(answer);
    assert.ok(
      fields.every((field) => named.some((name) => name.startsWith(field))),
      JSON.stringify([terms, named]),
    );
  }
});

testAsTenant('narrows-only-and-names-each-term-that-allows-more', async ({ app }) => {
  const { mandate_id: id } = await opened(app, STATED);
  const wider: [object, string][] = [
    [{ effects: ['read', 'send', 'pay'] }, 'effects'],
    [{ tools: [] }, 'tools'],
    [{ tools: ['gmail.*', 'slack.*'] }, 'tools'],
    [{ targets: [{ value: 'bob@example.com' }] }, 'targets'],
    [{ budget_usd: 12.51 }, 'budget_usd'],
    [{ max_actions: 4 }, 'max_actions'],
    [{ strict: false }, 'strict'],
    [{ expires_at: inDays(2) }, 'expires_at'],
  ];
  for (const [terms, field] of wider) {
    const answer = await changed(app, 'narrow', id, terms, { surface: 'a' });
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, [`body.${field}`]], JSON.stringify(terms));
  }
  const all = Object.assign({}, ...wider.map(([terms]) => terms));
  const answer = await changed(app, 'narrow', id, all, { surface: 'a' });
  assert.deepEqual(fieldsOf(answer).sort(), [...new Set(wider.map(([, field]) => `body.${field}`))].sort());
  assert.equal((await mandateNow(app, id)).version, 1);
});

testAsTenant('narrows-to-what-its-terms-cover', async ({ app }) => {
  const { mandate_id: id } = await opened(app, { ...STATED, tools: ['gmail.*', 'slack.send'] });
  const within = { tools: ['gmail.send_email'], targets: [{ value: 'bob@example.org' }] };
  const { status, body } = await changed(app, 'narrow', id, within);
  assert.deepEqual(
    [status, body.tools, body.targets],
    [200, within.tools, [{ kind: 'email', value: 'bob@example.org' }]],
  );
  assert.equal((await changed(app, 'narrow', id, { tools: ['gmail.*'] })).status, 400);
  assert.equal((await changed(app, 'narrow', id, { targets: [{ value: 'ann@example.com' }] })).status, 400);
});

testAsTenant('changes-nothing-where-it-is-narrowed-to-what-it-is', async ({ app, service, key }) => {
  const { mandate_id: id, ...before } = await opened(app, STATED);
  const { body } = await changed(app, 'narrow', id, { effects: ['read', 'send'], strict: true });
  assert.deepEqual(body, { mandate_id: id, ...before });
  assert.equal((await changesOf(service, 'mandate.narrow', key)).length, 0);
});

testAsTenantOnEachDatabase('forgets-the-words-of-the-task-once-targets-are-narrowed', async ({ app }) => {
  const { mandate_id: id } = await opened(app, { task: 'Tell Ann about it', effects: ['send'] });
  const { body } = await changed(app, 'narrow', id, { targets: [] });
  assert.deepEqual([body.words_of_the_task_count, body.targets], [false, []]);
});
