/** A report of exceptions lists what the evidence shows of a period, draws a sample, and is evidence itself. */
import assert from 'node:assert/strict';
import { drawSample } from '@assize/evidence-format';
import { decide, escalated, GRAVE, serviceWithClock, withApproval } from './support/approvals/approvals.ts';
import { beBlocked, report } from './support/compliance/compliance.ts';
import { countsIn, EXCEPTIONS, listedIn, reported } from './support/compliance/exceptions.ts';
import { chainIn, untilSigned } from './support/databases/chains.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { changeSettings, heldAs, twoOwners } from './support/governance/second-person.ts';
import {
  ask,
  askOk,
  evaluate,
  PRODUCTION_KEY,
  SANDBOX_KEY,
  startTestService,
} from './support/http/in-process.ts';
import { askAs, decideAs } from './support/people/groups.ts';
import { testAsTenant } from './support/people/tenants.ts';

const DAY_MS = 86_400_000;

testOnEachDatabase('lists-each-exception-with-who-and-why', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location, { separationOfDuties: false });
  const blocked = await beBlocked(app, PRODUCTION_KEY);
  const executed = await report(app, blocked);
  await report(app, await beBlocked(app, PRODUCTION_KEY));
  const approval = await escalated(app);
  await decide(app, 'approve', approval, { body: { decided_by: 'ada', comment: 'Checked by phone' } });
  const used = await evaluate(app, 'b', withApproval(approval));
  assert.equal(used.body.verdict, 'PROCEED', JSON.stringify(used.body));
  const unjudged = {
    action: 'mail.read',
    context: { skipped_evaluation: true },
    outcome: 'success',
    executed_at: '2026-01-01T00:00:00Z',
  };
  assert.equal((await ask(app, 'b', '/v1/evidence', { body: unjudged })).status, 201);
  await askOk(app, 'a', `/api/v1/evidence/${blocked}/redact`, { body: { reason: 'A name was in it' } });
  move(2 * DAY_MS);
  await report(app, used.body.evidence_id);
  const silent = await evaluate(app, 'b', { ...GRAVE, context: { risk_level: 'low' } });
  move(2 * DAY_MS);
  await untilSigned(service.db, await chainIn(service.db));

  const made = await reported(app, { seed: 'auditor-7', sample_size: 3 });
  assert.deepEqual(countsIn(made), {
    executed_despite_block: 2,
    self_approval: 1,
    missing_outcome: 1,
    late_outcome: 1,
    redaction: 1,
    agent_without_owner: 2,
    outcome_without_evaluation: 1,
  });
  const [newest, despite] = listedIn(made, 'executed_despite_block');
  // The ledger may have learned of the agent meanwhile, and another law then objects too.
  assert.match(newest.why, /(?:^|; )Safety Dominance: /);
  assert.deepEqual([despite.evidence_id, despite.why, despite.who], [executed, null, 'agent-1']);
  const [own] = listedIn(made, 'self_approval');
  assert.equal(own.why, 'Checked by phone');
  const [redaction] = listedIn(made, 'redaction');
  assert.equal(redaction.why, 'A name was in it');
  assert.match(redaction.what, new RegExp(blocked));
  assert.equal(listedIn(made, 'missing_outcome')[0].evidence_id, silent.body.evidence_id);
  assert.match(listedIn(made, 'late_outcome')[0].what, /48 hours/);

  addsUp(made);
  await drawnAgain(app, made, used.body.evidence_id);
});

interface Made {
  population: {
    by_type: Record<string, number>;
    count: number;
    first: number;
    last: number;
    outside: number;
  };
  completeness: { outcomes: object; skipped: number; evaluations: object };
  sample: { drawn: Drawn[] };
}

interface Drawn {
  ordinal: number;
  evidence_id: string;
  artifact_type: string;
  trail: { step: string }[];
}

function addsUp({ population, completeness }: Made): void {
  const sum = Object.values<number>(population.by_type).reduce((all, each) => all + each, 0);
  assert.equal(sum, population.count);
  assert.equal(population.last - population.first + 1, population.count + population.outside);
  assert.deepEqual(completeness.outcomes, { proceed: 1, escalate: 0, block: 2, without_evaluation: 1 });
  assert.deepEqual(
    [completeness.skipped, completeness.evaluations],
    [1, { proceed: 2, escalate: 1, block: 2 }],
  );
}

/** The seed gives the same records again, each with its trail. */
async function drawnAgain(
  app: Parameters<typeof reported>[0],
  { sample }: Made,
  used: string,
): Promise<void> {
  assert.deepEqual(
    sample.drawn.map(({ ordinal }) => ordinal),
    drawSample('auditor-7', 5, 3),
  );
  const all = await reported(app, { seed: 'auditor-7', sample_size: 250 });
  assert.equal(all.sample.drawn.length, 5);
  const ofUse = all.sample.drawn.find((each: Drawn) => each.evidence_id === used);
  const steps = ofUse.trail.map(({ step }: { step: string }) => step);
  assert.deepEqual(
    steps.filter((step: string) => step !== 'trust'),
    ['evaluation', 'decision', 'use', 'outcome'],
  );
  assert.ok(steps.includes('trust'));
  assert.ok(sample.drawn.every(({ trail }) => trail.length > 0));
}

testAsTenant('lists-the-changes-of-rules-that-one-person-made-alone', async (tenant) => {
  const { app, service, chain } = tenant;
  const { ann, bob } = await twoOwners(tenant, ['settings']);
  const held = heldAs(
    await changeSettings(app, ann, ({ approvals }) => ({ approvals: { ...approvals, lifetime_hours: 12 } })),
  );
  assert.equal((await decideAs(app, bob, 'approve', held)).status, 200);
  await untilSigned(service.db, chain);
  const { body: made } = await askAs(app, ann, EXCEPTIONS, { method: 'POST', body: {} });
  // The change that switched the rule on: the one after it had Bob behind it.
  const alone = listedIn(made, 'changed_alone');
  const invited = ['operator', 'member.invite owner, on the machine of the service'];
  assert.deepEqual(
    alone.map(({ who, what }: { who: string; what: string }) => [who, what]),
    [[ann.memberId, 'settings.activate'], invited, invited],
  );
});

testOnOneDatabase('says-of-a-record-without-a-trail-what-it-is', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { body: proceeded } = await evaluate(app, 'b', { ...GRAVE, context: { risk_level: 'low' } });
  const outcome = await report(app, await beBlocked(app, PRODUCTION_KEY));
  await reported(app);
  const { sample } = await reported(app, { population: 'all', sample_size: 250 });
  const aloneIn = (found: (drawn: Drawn) => boolean) => sample.drawn.find(found)?.alone;
  assert.match(
    aloneIn(({ artifact_type }) => artifact_type === 'governance_change'),
    /^A setting, a rule or an account was changed \(\S+\)\. No agent asked for an action/,
  );
  assert.match(
    aloneIn(({ artifact_type }) => artifact_type === 'compliance_check'),
    /a report was made\. No agent asked/,
  );
  assert.match(
    aloneIn(({ evidence_id }) => evidence_id === proceeded.evidence_id),
    /^It could proceed\..*no outcome was reported/,
  );
  assert.equal(
    aloneIn(({ evidence_id }) => evidence_id === outcome),
    null,
  );
});

testOnOneDatabase('says-so-where-a-period-or-a-population-is-empty', async (location, t) => {
  const { app } = await startTestService(t, location);
  await evaluate(app, 'a', { action: 'email.send' });
  const before = await reported(app, { from_date: '2020-01-01', to_date: '2020-02-01', population: 'all' });
  assert.deepEqual(countsIn(before), {});
  assert.deepEqual(
    [before.population.count, before.population.first, before.population.last],
    [0, null, null],
  );
  assert.deepEqual([before.sample.population_size, before.sample.drawn], [0, []]);
  const rare = await reported(app, { population: 'action_rejected' });
  assert.deepEqual([rare.sample.population_size, rare.sample.drawn], [0, []]);
  const pdf = await app.inject({
    url: `${EXCEPTIONS}/${before.evidence_id}/pdf`,
    headers: { 'x-api-key': PRODUCTION_KEY },
  });
  assert.equal(pdf.statusCode, 200, pdf.body);
  // The sandbox may have no record at all.
  const sandbox = await reported(app, {}, { key: SANDBOX_KEY });
  assert.equal(sandbox.sample.drawn.length, 0);
});

testOnOneDatabase('is-evidence-and-found-only-in-its-own-chain', async (location, t) => {
  const { app } = await startTestService(t, location);
  await evaluate(app, 'a', { action: 'email.send' });
  const made = await reported(app);
  const body = await askOk(app, 'a', `${EXCEPTIONS}/${made.evidence_id}`);
  assert.deepEqual(body, made);
  const record = await askOk(app, 'a', `/api/v1/evidence/${made.evidence_id}`);
  assert.deepEqual([record.artifact_type, record.action], ['compliance_check', 'exceptions']);
  assert.equal(record.payload.sample.seed, made.sample.seed);
  const list = await askOk(app, 'a', EXCEPTIONS);
  assert.deepEqual(
    list.items.map((each: { evidence_id: string }) => each.evidence_id),
    [made.evidence_id],
  );
  for (const part of ['', '/pdf', '/json']) {
    const other = await ask(app, 'a', `${EXCEPTIONS}/${made.evidence_id}${part}`, { key: SANDBOX_KEY });
    assert.equal(other.status, 404, part);
  }
  // It is not a check of a framework, and a check is not a report.
  const asCheck = await ask(app, 'a', `/api/v1/core/compliance/checks/${made.evidence_id}`);
  assert.equal(asCheck.status, 404);
  const check = await askOk(app, 'a', '/api/v1/core/compliance/check', { body: { framework: 'soc2' } });
  assert.equal((await ask(app, 'a', `${EXCEPTIONS}/${check.evidence_id}`)).status, 404);
  const latest = await askOk(app, 'a', '/api/v1/evidence/latest');
  assert.equal(latest.items.compliance_check.action, 'soc2');
  await askOk(app, 'a', `/api/v1/evidence/${made.evidence_id}/redact`, { body: { reason: 'test' } });
  const gone = await ask(app, 'a', `${EXCEPTIONS}/${made.evidence_id}`);
  assert.deepEqual([gone.status, /removed/.test(JSON.stringify(gone.body))], [404, true]);
  assert.equal((await askOk(app, 'a', EXCEPTIONS)).items[0].period, null);
});

testOnOneDatabase('refuses-what-it-can-not-report-on', async (location, t) => {
  const { app } = await startTestService(t, location);
  const refused: [object, string][] = [
    [{ to_date: '2999-01-01' }, 'to_date'],
    [{ from_date: '2026-01-02', to_date: '2026-01-01' }, 'to_date'],
    [{ sample_size: 251 }, 'sample_size'],
    [{ sample_size: -1 }, 'sample_size'],
    [{ seed: 'a seed with blanks' }, 'seed'],
    [{ seed: '' }, 'seed'],
    [{ population: 'everything' }, 'population'],
  ];
  for (const [body, field] of refused) {
    const { status, body: said } = await ask(app, 'a', EXCEPTIONS, { body });
    assert.equal(status, 422, JSON.stringify(body));
    assert.ok(JSON.stringify(said).includes(field), JSON.stringify(said));
  }
  assert.equal((await ask(app, 'a', `${EXCEPTIONS}/ev_${'0'.repeat(24)}`)).status, 404);
  assert.equal((await ask(app, 'a', `${EXCEPTIONS}/x`)).status, 404);
});
