/** Exported files whose payloads were removed, and the statements of that. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chainOf } from '../chain/chain-fixture.ts';
import { CHAIN, contentOf, exportOf, NO_FILTER, verifyExport } from './fixture.ts';

describe('removed-payloads', () => {
  const redaction = (index: number, of: number) => ({
    ...contentOf(index),
    artifact_type: 'governance_change',
    action: 'evidence.redact',
    payload: JSON.stringify({ action: 'evidence.redact', change: { index: of, reason: 'x' } }),
  });
  const pruning = (index: number, from: number, to: number) => ({
    ...contentOf(index),
    artifact_type: 'governance_change',
    action: 'evidence.prune',
    payload: JSON.stringify({ action: 'evidence.prune', change: { from_index: from, to_index: to } }),
  });
  const all = chainOf(
    [...[0, 1, 2, 3, 4].map((at) => contentOf(at)), redaction(5, 1), pruning(6, 2, 4)],
    CHAIN,
  );

  test('are-explained-by-the-record-of-their-removal', () => {
    const report = verifyExport(exportOf(all, { withheld: [1, 2, 3] }));
    assert.deepEqual(report.problems, []);
    assert.deepEqual(report.withheld, { redacted: 1, pruned: 2, claimed: 0, unexplained: 0 });
    assert.equal(report.artifacts.verified, 4);
  });

  test('are-a-fault-where-nothing-states-it-in-a-file-that-has-all', () => {
    const report = verifyExport(exportOf(all, { withheld: [1, 4] }));
    assert.equal(report.verdict, 'unsound');
    assert.deepEqual(
      report.problems.map(({ index, problem }) => ({ index, problem })),
      [{ index: 4, problem: 'unexplained_removal' }],
    );
  });

  test('are-no-fault-where-a-later-record-outside-the-file-may-state-it', () => {
    const removals = [{ kind: 'redaction', from_index: 4, to_index: 5, evidence_id: 'ev_9' }];
    const report = verifyExport(exportOf(all, { withheld: [4], removals }));
    assert.equal(report.verdict, 'sound');
    assert.equal(report.withheld.claimed, 1);
    const filter = { ...NO_FILTER, artifact_types: ['governance_evaluation'] };
    const chosen = verifyExport(exportOf(all, { withheld: [1], filter }));
    assert.equal(chosen.verdict, 'sound');
    assert.equal(chosen.withheld.unexplained, 1);
  });

  test('are-never-those-that-state-a-removal', () => {
    const report = verifyExport(exportOf(all, { withheld: [5, 1] }));
    assert.ok(report.problems.some(({ index, problem }) => index === 5 && problem === 'removed_statement'));
  });

  test('are-not-stated-by-a-record-before-them', () => {
    const early = chainOf([contentOf(0), redaction(1, 2), contentOf(2)], CHAIN);
    assert.equal(
      verifyExport(exportOf(early, { withheld: [2] })).problems[0]?.problem,
      'unexplained_removal',
    );
  });
});
