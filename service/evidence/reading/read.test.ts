/** Reads the newest artifact of each type within one chain. */
import assert from 'node:assert/strict';
import { ask, evaluate } from '../../../tests/support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from '../../../tests/support/people/tenants.ts';
import { ARTIFACT_TYPES } from '../artifact.ts';
import { findArtifact, latestArtifacts } from './read.ts';

testAsTenantOnEachDatabase(
  'finds-the-newest-of-each-type-that-has-one',
  async ({ app, service, chain, sandboxKey }) => {
    const { db } = service;
    for (const action of ['old', 'new']) await evaluate(app, 'b', { action, context: { n: 1 } });
    await evaluate(app, 'b', { action: 'elsewhere', context: {} }, { key: sandboxKey });
    const published = await latestArtifacts(db, chain, []);
    assert.deepEqual(
      published.map(({ action }) => action),
      ['new'],
    );
    const all = await latestArtifacts(db, chain, ARTIFACT_TYPES);
    assert.deepEqual(
      all.map(({ artifactType, position }) => ({ artifactType, position })),
      [
        { artifactType: 'governance_eval', position: 2 },
        { artifactType: 'governance_change', position: 0 },
      ],
    );
    const twice = await latestArtifacts(db, chain, [
      'governance_change',
      'governance_eval',
      'governance_change',
    ]);
    assert.deepEqual(
      twice.map(({ artifactType }) => artifactType),
      ['governance_change', 'governance_eval'],
    );
    assert.deepEqual(await latestArtifacts(db, chain, ['trust_update']), []);
  },
);

testAsTenantOnEachDatabase('gives-the-latest-evidence-with-its-laws', async ({ app }) => {
  const { body: evaluation } = await evaluate(app, 'a', { action: 'a', context: { risk_level: 'high' } });
  const { body } = await ask(app, 'a', '/api/v1/evidence/latest?types=governance_eval&types=trust_update');
  assert.deepEqual(Object.keys(body.items), ['governance_eval']);
  const summary = body.items.governance_eval;
  assert.deepEqual(
    { id: summary.id, verdict: summary.verdict, action: summary.action, timestamp: summary.timestamp },
    { id: evaluation.evidence_id, verdict: 'escalate', action: 'a', timestamp: evaluation.evaluated_at },
  );
  const recorded = evaluation.evaluations.map(({ duration_ms: _, ...law }: { duration_ms: number }) => law);
  assert.deepEqual(summary.evaluations, recorded);
});

testAsTenantOnEachDatabase('finds-an-artifact-in-its-own-chain-only', async ({ app, service, chain }) => {
  const { db } = service;
  const { body } = await evaluate(app, 'b', { action: 'größe', context: { n: 1.5 }, agent_id: 'agent-7' });
  const chains = await db.selectFrom('chains').select('chain').execute();
  for (const { chain: each } of chains) {
    const found = await findArtifact(db, each, body.evidence_id);
    assert.equal(found?.action, each === chain ? 'größe' : undefined);
    if (found === null) continue;
    assert.equal(found.actor, 'agent-7');
    assert.deepEqual(found.payload?.request, { action: 'größe', agent_id: 'agent-7', context: { n: 1.5 } });
  }
});
