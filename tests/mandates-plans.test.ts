/** Mandates with a plan: what of it counts, what it allows, how often, and how it is changed. */
import assert from 'node:assert/strict';
import { changesOf, requireTrue } from './support/governance/governance.ts';
import {
  AGENT,
  fieldsOf,
  MANDATES,
  mandateNow,
  NO_MANDATE,
  opened,
  under,
  verdictUnder,
} from './support/governance/mandates.ts';
import {
  byModel,
  byPerson,
  calling,
  holdForgottenReads,
  IBAN,
  OTHER_IBAN,
  paying,
  sending,
  withTools,
} from './support/governance/plans.ts';
import { ask, evaluate, type Surface } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const PAY_STEP = {
  tool: 'bank.pay',
  effects: ['pay'],
  parties: [{ value: IBAN }],
  amount: 40,
  currency: 'EUR',
};

for (const surface of ['a', 'b'] as Surface[]) {
  testAsTenantOnEachDatabase(
    `keeps-of-a-model-s-plan-what-catalogue-and-task-have-by-surface-${surface}`,
    async ({ app, service, key }) => {
      await withTools(app);
      const body = await opened(
        app,
        byModel(
          PAY_STEP,
          { tool: 'bank.drain', effects: ['pay'] },
          { tool: 'mail.send', effects: ['send', 'delete'], parties: [{ value: 'eve@evil.example' }] },
          'then I would mail the receipt',
        ),
        { surface },
      );
      const { source, plan, dropped, planner, effects, tools, derived } = body;
      assert.deepEqual(
        { source, effects, tools, derived, planner },
        {
          source: 'planned',
          effects: ['send', 'pay'],
          tools: ['bank.pay', 'mail.send'],
          derived: ['targets'],
          planner: { model: 'a-model', prompt_hash: 'sha256:00', answer: '{"steps":[]}' },
        },
      );
      assert.deepEqual(plan, [
        { ...PAY_STEP, parties: [{ kind: 'account', value: IBAN }] },
        { tool: 'mail.send', effects: ['send'], parties: [] },
      ]);
      assert.deepEqual(
        dropped.map(({ step, field, value }: { step: number; field: string; value: string }) => [
          step,
          field,
          value,
        ]),
        [
          [1, 'tool', 'bank.drain'],
          [2, 'effects', 'delete'],
          [2, 'parties', 'eve@evil.example'],
          [3, 'step', 'then I would mail the receipt'],
        ],
      );
      const [opening] = await changesOf(service, 'mandate.open', key);
      const stated = opening?.change ?? {};
      assert.deepEqual(
        { source: stated.source, plan: stated.plan, dropped: stated.dropped, planner: stated.planner },
        { source, plan, dropped, planner },
      );
      const [listed] = (await ask(app, surface, MANDATES[surface])).body.items;
      assert.deepEqual(listed, body);
      await requireTrue(service, key);
    },
  );
}

testAsTenantOnEachDatabase('holds-what-is-in-no-step-of-the-plan', async ({ app, service, key }) => {
  await withTools(app);
  await holdForgottenReads(app);
  const steps = [PAY_STEP, { tool: 'mail.send', parties: [{ value: 'ann@example.com' }] }];
  const { mandate_id: id } = await opened(app, byModel(...steps, { tool: 'files.open', effects: ['read'] }));
  const plan = `the plan of mandate ${id}`;
  for (const [call, reason] of [
    [paying(IBAN), null],
    [sending('ann@example.com'), null],
    [calling('files.open'), null],
    [calling('FILES_OPEN'), null],
    [calling('web.search'), `${plan} does not contain the tool web.search`],
    [calling('files.open', { mode: 'write' }), `${plan} uses files.open only to read, not to write`],
    [paying(IBAN, 43), null],
    [paying(IBAN, 45), `${plan} uses bank.pay for at most 40`],
    [paying(IBAN, 4, 'USD'), `states another currency than ${plan}`],
    [paying(OTHER_IBAN), 'is in no record, no earlier approval and no mandate'],
    [sending('eve@evil.example'), 'is in no record, no earlier approval and no mandate'],
  ] as const) {
    const { verdict, reasoning } = await verdictUnder(app, id, call);
    assert.equal(verdict, reason === null ? 'PROCEED' : 'ESCALATE', `${JSON.stringify(call)}: ${reasoning}`);
    if (reason !== null) assert.ok(reasoning.includes(reason), reasoning);
  }
  await requireTrue(service, key);
});

testAsTenant('says-whether-a-plan-or-words-are-the-basis', async ({ app }) => {
  await withTools(app);
  const basisUnder = async (terms: object, call: ReturnType<typeof calling>) => {
    const { mandate_id: id } = await opened(app, terms);
    return (await evaluate(app, 'b', under(id, call))).body.basis;
  };
  const search = calling('web.search');
  assert.deepEqual(await basisUnder(byModel({ tool: 'web.search' }), search), ['tool', 'mandate', 'plan']);
  assert.deepEqual(await basisUnder(byPerson({ tool: 'web.search' }), search), ['tool', 'mandate', 'plan']);
  assert.deepEqual(await basisUnder({ task: 'Search the web' }, search), ['tool', 'mandate', 'words']);
  assert.deepEqual(await basisUnder({ effects: ['read'] }, search), ['tool', 'mandate']);
});

testAsTenant('falls-back-to-the-words-where-no-step-is-left', async ({ app }) => {
  await withTools(app);
  const { source, plan, dropped, effects } = await opened(app, byModel('First I pay, then I mail.'));
  assert.deepEqual({ source, plan, dropped: dropped.length }, { source: 'words', plan: null, dropped: 1 });
  assert.ok(effects.includes('pay'));
});

testAsTenant('counts-the-first-64-of-ten-thousand-steps', async ({ app }) => {
  await withTools(app);
  const { plan, dropped } = await opened(
    app,
    byModel(...Array.from({ length: 10_000 }, () => ({ tool: 'crm.find' }))),
  );
  assert.deepEqual({ steps: plan.length, dropped: dropped.length }, { steps: 64, dropped: 1 });
});

testAsTenant('refuses-a-plan-that-can-not-count', async ({ app }) => {
  await withTools(app);
  for (const [terms, fields] of [
    [{ plan: { by: 'model', steps: [] } }, ['body.plan']],
    [byPerson(), ['body.plan']],
    [{ ...byPerson({ tool: 'crm.find' }), effects: ['read'], tools: ['x'] }, ['body.effects', 'body.tools']],
    [byPerson({ tool: 'gmaіl.send' }), ['body.plan.steps.0.tool']],
    [byPerson({ tool: 'crm.find', count: 0 }), ['body.plan.steps.0.count']],
    [byPerson({ tool: 'unheard.of' }), ['body.plan.steps.0.effects']],
    [byPerson('prose'), ['body.plan.steps.0']],
  ] as const) {
    const answer = await ask(app, 'a', MANDATES.a, { body: { agent_id: AGENT, ...terms } });
    assert.equal(answer.status, 422, JSON.stringify(terms));
    assert.deepEqual(fieldsOf(answer), fields, JSON.stringify(answer.body));
  }
});

testAsTenantOnEachDatabase('lets-a-step-be-used-as-often-as-it-says', async ({ app, service, key }) => {
  await withTools(app);
  const { mandate_id: id } = await opened(
    app,
    byPerson({ tool: 'crm.find', count: 3 }, { tool: 'web.search' }),
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => evaluate(app, 'b', under(id, calling('crm.find')))),
  );
  const seen = Map.groupBy(answers, ({ status, body }) => `${status} ${body.verdict}`);
  assert.deepEqual([...seen].map(([what, of]) => [what, of.length]).sort(), [
    ['200 ESCALATE', 37],
    ['200 PROCEED', 3],
  ]);
  const { verdict, reasoning } = await verdictUnder(app, id, calling('crm.find'));
  assert.equal(verdict, 'ESCALATE');
  assert.ok(reasoning.includes(`the plan of mandate ${id} uses crm.find only 3 times`), reasoning);
  assert.equal((await verdictUnder(app, id, calling('web.search'))).verdict, 'PROCEED');
  assert.equal((await mandateNow(app, id)).actions_used, 4);
  await requireTrue(service, key);
});

testAsTenant('knows-a-party-of-a-step-for-its-tool-only', async ({ app }) => {
  await withTools(app);
  const { mandate_id: id } = await opened(
    app,
    byPerson(
      { tool: 'mail.send', effects: ['send'], parties: [{ value: 'ann@example.com' }] },
      { tool: 'bank.pay', effects: ['pay'], parties: [{ value: IBAN }] },
    ),
  );
  assert.equal((await verdictUnder(app, id, sending('ann@example.com'))).verdict, 'PROCEED');
  assert.equal((await verdictUnder(app, id, paying(IBAN))).verdict, 'PROCEED');
  assert.equal((await verdictUnder(app, id, sending('bob@example.com'))).verdict, 'ESCALATE');
  assert.equal((await verdictUnder(app, id, paying('ann@example.com'))).verdict, 'ESCALATE');
  const elsewhere = await verdictUnder(app, NO_MANDATE, paying(IBAN));
  assert.equal(elsewhere.verdict, 'BLOCK');
});
