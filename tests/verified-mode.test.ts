/** A tenant in verified mode: an agent's claims about its approval, its trust and its risk gain it nothing. */
import assert from 'node:assert/strict';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { forgetRefusedClaims } from '@assize/service/evaluation/facts/index.ts';
import type { FastifyInstance } from 'fastify';
import { decide, serviceWithClock, withApproval } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { activate, change } from './support/governance/settings.ts';
import { type Answer, ask, evaluate, keyOf, type startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const TRUTH = '/api/v1/evidence/truth-verification';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const VERIFIED = () => ({ attestation: 'verified' as const });

const wipe = (context: object, agent_id?: string) => ({ action: 'disk.wipe', agent_id, context });
const HIGH = { risk_level: 'high', confidence_score: 0.95 };
const LOW = { ...HIGH, risk_level: 'low' };

async function judged(app: FastifyInstance, body: object, key = keyOf(app)): Promise<Answer['body']> {
  const { status, body: answered } = await evaluate(app, 'a', body, { key });
  assert.equal(status, 200, JSON.stringify(answered));
  return answered;
}

testAsTenant('believes-no-approval-that-is-not-proven', async ({ app, service, name }) => {
  const { secret: human } = await keyHolder(service, name);
  const claimed = wipe({ ...HIGH, has_approval: true }, 'agent');
  assert.equal((await judged(app, claimed)).verdict, 'proceed');
  await change(app, VERIFIED);
  const asked = await judged(app, claimed);
  assert.equal(asked.verdict, 'escalate');
  const invented = {
    ...claimed,
    context: { ...claimed.context, approval_id: 'apr_0123456789abcdef01234567' },
  };
  assert.equal((await judged(app, invented)).verdict, 'block');
  // The requester can't approve it under any setting.
  assert.equal((await decide(app, 'approve', asked.approval_id)).status, 403);
  assert.equal((await decide(app, 'approve', asked.approval_id, { key: human })).status, 200);
  const proven = { ...claimed, context: { ...claimed.context, approval_id: asked.approval_id } };
  assert.equal((await judged(app, proven)).verdict, 'proceed');
  assert.equal((await judged(app, proven)).verdict, 'block', 'it was used');
  assert.equal((await ask(app, 'a', TRUTH)).body.overall_valid, true);
});

testAsTenant(
  'catches-an-agent-that-asks-again-with-a-milder-story',
  async ({ app, service, name, sandboxKey }) => {
    // Refusals from before the mode was switched on are remembered too.
    const grave = wipe({ ...HIGH, is_irreversible: true }, 'agent');
    assert.equal((await judged(app, grave)).verdict, 'escalate');
    assert.equal((await judged(app, wipe(LOW, 'agent'))).verdict, 'proceed');
    const { version } = await change(app, VERIFIED);

    const milder = await judged(app, wipe(LOW, 'agent'));
    assert.equal(milder.verdict, 'escalate');
    assert.match(
      JSON.stringify(milder),
      /the risk is now low, and was high when it was refused, and the action is now reversible/,
    );
    assert.equal((await judged(app, wipe({ ...LOW, is_irreversible: true }, 'agent'))).verdict, 'escalate');
    // Another agent, another action, and the other environment have no earlier claim.
    assert.equal((await judged(app, wipe(LOW, 'other'))).verdict, 'proceed');
    assert.equal((await judged(app, { ...wipe(LOW, 'agent'), action: 'disk.read' })).verdict, 'proceed');
    await change(app, VERIFIED, { key: sandboxKey });
    assert.equal((await judged(app, wipe(LOW, 'agent'), sandboxKey)).verdict, 'proceed');
    const other = await keyHolder(service, `${name}-other`);
    await change(app, VERIFIED, { key: other.secret });
    assert.equal((await judged(app, wipe(LOW, 'agent'), other.secret)).verdict, 'proceed');

    await activate(app, 0, version);
    assert.equal((await judged(app, wipe(LOW, 'agent'))).verdict, 'proceed');
    assert.equal((await ask(app, 'a', TRUTH)).body.overall_valid, true);
  },
);

testAsTenant('lets-approved-actions-proceed', async ({ app, service, name }) => {
  const { secret: human } = await keyHolder(service, name);
  await change(app, VERIFIED);
  const approve = async ({ approval_id }: { approval_id: string }) => {
    assert.equal((await decide(app, 'approve', approval_id, { key: human })).status, 200);
    return approval_id;
  };
  // The exact claim that was refused, though the agent was also refused for a graver one meanwhile.
  const same = wipe(HIGH, 'agent');
  const first = await approve(await judged(app, same));
  const critical = { ...HIGH, risk_level: 'critical', is_irreversible: true };
  assert.equal((await judged(app, wipe(critical, 'agent'))).verdict, 'block');
  assert.equal((await judged(app, withApproval(first, same))).verdict, 'proceed');
  // The milder story passes too, once a human has heard it and what was known about it.
  const milder = wipe(LOW, 'agent');
  const escalated = await judged(app, milder);
  assert.equal(escalated.verdict, 'escalate');
  const { body: approval } = await ask(app, 'a', `/api/v1/approvals/${escalated.approval_id}`);
  assert.ok(approval.laws.some(({ law_id }: { law_id: string }) => law_id === 'monotonic_truth'));
  assert.equal((await judged(app, withApproval(await approve(escalated), milder))).verdict, 'proceed');
  assert.equal((await judged(app, milder)).verdict, 'escalate');
  assert.equal((await ask(app, 'a', TRUTH)).body.overall_valid, true);
});

testAsTenantOnEachDatabase('remembers-each-refusal-of-many-at-once', async ({ app, service, chain }) => {
  await change(app, VERIFIED);
  const agents = Array.from({ length: 10 }, (_, place) => `agent-${place}`);
  const grave = agents.flatMap((agent) => [
    wipe(HIGH, agent),
    wipe({ ...HIGH, risk_level: 'critical' }, agent),
  ]);
  await Promise.all([...grave, ...grave, ...grave].map((body) => judged(app, body)));
  const claims = service.db.selectFrom('refused_claims').selectAll();
  const rows = await claims.where('chain', '=', chain).execute();
  assert.equal(rows.length, 2 * agents.length);
  const milder = await Promise.all(agents.map((agent) => judged(app, wipe(LOW, agent))));
  assert.deepEqual(new Set(milder.map(({ verdict }) => verdict)), new Set(['escalate']));
  const batch = { evaluations: agents.map((agent) => wipe({ ...LOW, risk_level: 'medium' }, agent)) };
  const { body } = await ask(app, 'a', '/api/v1/core/governance/evaluate/batch', { body: batch });
  for (const { verdict } of body.results) assert.equal(verdict, 'escalate');
  assert.equal((await ask(app, 'a', TRUTH)).body.overall_valid, true);
});

testAsTenantOnEachDatabase('remembers-a-refusal-under-the-longest-names-there-may-be', async ({ app }) => {
  await change(app, VERIFIED);
  // No two alike, so that no database can compress the four bytes that each takes.
  const longest = (from: number) => {
    return Array.from({ length: 256 }, (_, place) => String.fromCodePoint(from + place * 37)).join('');
  };
  const body = { action: longest(0x20000), agent_id: longest(0x24000), context: HIGH };
  assert.equal((await judged(app, body)).verdict, 'escalate');
  assert.equal((await judged(app, { ...body, context: LOW })).verdict, 'escalate');
});

testOnEachDatabase('remembers-a-refusal-for-a-day-from-the-last-time', forgets);

async function forgets(location: DatabaseLocation, t: Parameters<typeof startTestService>[0]): Promise<void> {
  const { app, service, move } = await serviceWithClock(t, location);
  await change(app, VERIFIED);
  const again = async (context: object) => (await judged(app, wipe(context, 'agent'))).verdict;
  assert.equal(await again(HIGH), 'escalate');
  move(20 * HOUR_MS);
  assert.equal(await again(HIGH), 'escalate');
  move(23 * HOUR_MS);
  assert.equal(await again(LOW), 'escalate');
  await forgetRefusedClaims(service.db, service.clock.now());
  assert.equal((await service.db.selectFrom('refused_claims').selectAll().execute()).length, 2);
  move(HOUR_MS + 1000);
  // This story is as grave as the milder one that was refused an hour ago.
  assert.equal(await again(LOW), 'proceed');
  await forgetRefusedClaims(service.db, service.clock.now());
  const left = await service.db.selectFrom('refused_claims').selectAll().execute();
  assert.deepEqual(
    left.map(({ risk_level }) => risk_level),
    ['low'],
  );
  move(DAY_MS);
  await forgetRefusedClaims(service.db, service.clock.now());
  assert.deepEqual(await service.db.selectFrom('refused_claims').selectAll().execute(), []);
}
