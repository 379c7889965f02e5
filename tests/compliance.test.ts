/**
 * Compliance checks: findings follow from the evidence, are evidence themselves, and never claim more than it shows.
 */
import assert from 'node:assert/strict';
import { expiryChore } from '@assize/service/approvals/index.ts';
import { FRAMEWORK_IDS, resultOf } from '@assize/service/compliance/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { escalated, serviceWithClock } from './support/approvals/approvals.ts';
import {
  beBlocked,
  behaveWell,
  type Checked,
  COMPLIANCE,
  checkCompliance,
  checked,
  controlOf,
  findingOf,
  report,
  resultsOf,
  wellKeyed,
} from './support/compliance/compliance.ts';
import { chainIn, untilSigned } from './support/databases/chains.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, askOk, evaluate, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { untilTakenUp } from './support/truth/truth-parts.ts';

const GOVERNED = { ASSIZE_APPROVAL_QUORUM: 'critical=2', ASSIZE_APPROVAL_SEPARATION: 'on' };
const handsOf = (key: string) => ({ agent: key, officer: key });
const DAY_MS = 86_400_000;

/** A check waits only briefly for a checkpoint that covers everything; nothing is appended in the background here. */
async function untilSealed(service: Service, chain: number): Promise<void> {
  await untilTakenUp(service);
  await untilSigned(service.db, chain);
}

testAsTenant('meets-no-check-without-evaluations', async ({ app }) => {
  for (const framework of FRAMEWORK_IDS) {
    const answered = await checked(app, { framework });
    const { summary, controls } = answered;
    assert.deepEqual(summary, { met: 0, partial: 0, not_met: 0, not_assessed: controls.length });
    for (const { reason, checks } of controls) {
      assert.equal(reason, checks.length === 0 ? 'outside' : 'nothing_to_judge');
    }
  }
});

const NO_INCIDENTS = { incidents_reported: 'not_assessed', incidents_closed: 'not_assessed' };

testOnEachDatabase('finds-what-the-evidence-of-a-governed-tenant-shows', async (location, t) => {
  const { app, service } = await startTestService(t, location, GOVERNED);
  const chain = await chainIn(service.db);
  const hands = await wellKeyed(app, service);
  await behaveWell(app, hands);
  await untilSealed(service, chain);
  const answered = await checked(app, { framework: 'eu_ai_act' }, { key: hands.officer });
  await untilSealed(service, chain);
  const others = await checked(app, { framework: 'owasp_agentic' }, { key: hands.officer });
  // Other tests cover trust updates.
  const { trust_kept: _trust, ...results } = { ...resultsOf(others), ...resultsOf(answered) };
  assert.deepEqual(results, {
    chain_sound: 'met',
    checkpoints_signed: 'met',
    decisions_recorded: 'met',
    actors_named: 'met',
    risk_stated: 'met',
    retention_sufficient: 'met',
    removals_reasoned: 'not_assessed',
    ...NO_INCIDENTS,
    escalations_answered: 'met',
    answered_in_time: 'met',
    approvals_read: 'not_met',
    deciders_named: 'partial',
    duties_separated: 'met',
    quorum_for_critical: 'met',
    judgement_bites: 'met',
    blocks_heeded: 'met',
    outcomes_reported: 'met',
    outcomes_succeed: 'met',
    alerts_heard: 'not_met',
    policies_active: 'not_met',
    catalogue_kept: 'not_met',
    thresholds_set: 'partial',
    claims_verified: 'not_met',
    budgets_set: 'not_met',
    halt_ready: 'met',
    halts_exercised: 'not_assessed',
    changes_recorded: 'met',
    keys_expire: 'met',
    agent_keys_minimal: 'met',
    keys_in_use: 'met',
    agents_owned: 'not_met',
    agents_authenticated: 'not_met',
  });
  assert.deepEqual(
    ['Article 4', 'Article 9', 'Article 12', 'Article 14', 'Article 73'].map(
      (id) => controlOf(answered, id).result,
    ),
    ['not_assessed', 'partial', 'partial', 'partial', 'not_assessed'],
  );
  assert.equal(
    findingOf(answered, 'decisions_recorded').finding,
    '13 evaluations on record: 10 proceed, 2 escalate, 1 block.',
  );
  assert.deepEqual(findingOf(answered, 'escalations_answered').counts, {
    answered: 2,
    expired: 0,
    pending: 0,
  });
});

testAsTenant('is-evidence-itself-and-names-evidence-that-is-there', async ({ app, service, key, chain }) => {
  await behaveWell(app, handsOf(key));
  await untilSealed(service, chain);
  const { evidence_id: id, ...answered } = await checked(app, { framework: 'soc2' });
  const { body: artifact } = await ask(app, 'a', `/api/v1/evidence/${id}`);
  assert.deepEqual(
    { artifact_type: artifact.artifact_type, action: artifact.action, verdict: artifact.verdict },
    { artifact_type: 'compliance_check', action: 'soc2', verdict: null },
  );
  assert.deepEqual(artifact.payload, answered);
  const again = await ask(app, 'a', `${COMPLIANCE}/checks/${id}`);
  assert.deepEqual(
    { status: again.status, body: again.body },
    { status: 200, body: { evidence_id: id, ...answered } },
  );
  for (const { checks, result, reason } of answered.controls) {
    const judged = checks.map((name: string) => findingOf(answered, name));
    assert.deepEqual(resultOf(judged), { result, reason }, 'it follows from the record alone');
  }
  const { checkpoint, tree_size: size } = answered.evidence;
  assert.ok(checkpoint.tree_size >= size);
  const named = new Set<string>(answered.checks.flatMap(({ evidence_ids }: Checked) => evidence_ids));
  assert.ok(named.size >= 10);
  for (const each of named) {
    const body = await askOk(app, 'a', `/api/v1/evidence/${each}`);
    assert.ok(body.created_at < answered.period.to);
  }
  const { body: verified } = await ask(app, 'a', '/api/v1/evidence/verify?full=true');
  assert.equal(verified.valid, true);
});

testAsTenant('finds-the-same-in-the-same-evidence', async ({ app, service, key, chain }) => {
  const from_date = new Date(service.clock.now() - DAY_MS).toISOString();
  await behaveWell(app, handsOf(key));
  await untilSealed(service, chain);
  const to_date = new Date(service.clock.now()).toISOString();
  const findings = async () => {
    await untilSealed(service, chain);
    const { controls, checks, summary, period } = await checked(app, {
      framework: 'iso_42001',
      from_date,
      to_date,
    });
    return { controls, checks, summary, period };
  };
  const first = await findings();
  assert.deepEqual(first.period, { from: from_date, to: to_date });
  await beBlocked(app, key);
  assert.deepEqual(await findings(), first);
});

testOnOneDatabase('meets-no-check-on-a-tampered-chain', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { blocked } = await behaveWell(app, handsOf(PRODUCTION_KEY));
  await service.db.updateTable('artifacts').set({ verdict: 'proceed' }).where('id', '=', blocked).execute();
  const answered = await checked(app, { framework: 'eu_ai_act' });
  const sound = findingOf(answered, 'chain_sound');
  assert.equal(sound.result, 'not_met');
  assert.match(sound.finding, /^Verification of the chain fails: /);
  for (const { id, checks, result } of answered.controls) {
    if (checks.includes('chain_sound')) assert.equal(result, 'not_met', id);
  }
  await service.db.updateTable('artifacts').set({ verdict: 'block' }).where('id', '=', blocked).execute();
  const later = findingOf(await checked(app, { framework: 'eu_ai_act' }), 'chain_sound');
  assert.match(later.finding, /not acknowledged/);
  await ask(app, 'a', '/api/v1/evidence/verify/acknowledge', { body: {} });
  assert.equal(findingOf(await checked(app, { framework: 'eu_ai_act' }), 'chain_sound').result, 'partial');
});

testAsTenant(
  'never-shows-a-tenant-the-evidence-of-another',
  async ({ app, service, name, key, sandboxKey }) => {
    const other = await keyHolder(service, `${name}-other`, { tier: 'enterprise' });
    await behaveWell(app, { agent: other.secret, officer: other.secret });
    const theirs = await checked(app, { framework: 'soc2' }, { key: other.secret });
    await evaluate(app, 'a', { action: 'email.send' });
    for (const own of [key, sandboxKey]) {
      const mine = await checked(app, { framework: 'soc2' }, { key: own });
      const named = mine.checks.flatMap(({ evidence_ids }: Checked) => evidence_ids);
      const known = theirs.checks.flatMap(({ evidence_ids }: Checked) => evidence_ids);
      assert.deepEqual(
        named.filter((id: string) => known.includes(id)),
        [],
      );
      assert.ok(mine.evidence.evaluations_in_period <= 1);
      const unknown = await ask(app, 'a', `${COMPLIANCE}/checks/ev_${'0'.repeat(24)}`, { key: own });
      for (const path of [theirs.evidence_id, `${theirs.evidence_id}/report`, 'nothing']) {
        const { status, body } = await ask(app, 'a', `${COMPLIANCE}/checks/${path}`, { key: own });
        assert.deepEqual({ status, body }, { status: unknown.status, body: unknown.body });
      }
      assert.equal(unknown.status, 404);
    }
  },
);

testOnEachDatabase('finds-and-names-each-failure', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  const blocked = await beBlocked(app, PRODUCTION_KEY);
  const despite = await report(app, blocked, {}, 'failure');
  await escalated(app);
  await evaluate(app, 'a', { action: 'email.send' });
  const { body: key } = await ask(app, 'a', '/api/v1/api-keys', {
    body: { name: 'idle', environment: 'production', scopes: ['governance:evaluate'], expires_in_days: 365 },
  });
  move(2 * DAY_MS);
  await expiryChore(service).run(new AbortController().signal);
  const answered = await checked(app, { framework: 'soc2' });
  const conduct = await checked(app, { framework: 'eu_ai_act' });
  const shown = (id: string) => findingOf({ checks: [...conduct.checks, ...answered.checks] }, id);
  assert.deepEqual(shown('blocks_heeded').evidence_ids, [despite]);
  assert.equal(shown('blocks_heeded').result, 'not_met');
  assert.equal(shown('outcomes_reported').result, 'not_met');
  assert.equal(shown('outcomes_succeed').result, 'not_met');
  assert.deepEqual(shown('escalations_answered').counts, { answered: 0, expired: 1, pending: 0 });
  assert.equal(shown('escalations_answered').evidence_ids.length, 1);
  assert.equal(shown('actors_named').result, 'partial');
  assert.equal(shown('keys_in_use').result, 'met');
  move(88 * DAY_MS + 1);
  const later = await checkCompliance(app, { framework: 'soc2' }, { key: key.key });
  assert.equal(later.status, 403, 'an agent may not check');
});

testAsTenant('holds-retention-against-six-months', { tier: 'free' }, async ({ app }) => {
  await evaluate(app, 'a', { action: 'email.send' });
  const answered = await checked(app, { framework: 'eu_ai_act' });
  const { result, counts } = findingOf(answered, 'retention_sufficient');
  assert.deepEqual({ result, counts }, { result: 'not_met', counts: { retention_days: 30 } });
});
