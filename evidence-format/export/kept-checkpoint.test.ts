/** Exported files against a checkpoint that the reader has kept. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chainOf } from '../chain/chain-fixture.ts';
import { signerOf } from '../notes/note-key.ts';
import { sha256 } from '../platform/sha256.ts';
import {
  CHAIN,
  checkpointOf,
  contentOf,
  exportOf,
  KEY,
  NO_FILTER,
  OTHER_SIGNER,
  records,
  verifyExport,
} from './fixture.ts';

describe('a-checkpoint-that-was-kept', () => {
  const all = records(600);
  const text = exportOf(all);
  const filtered = exportOf(all, { filter: { ...NO_FILTER, to_date: '2025-12-29T09:20:10.000Z' } });

  for (const size of [0, 1, 255, 256, 257, 300, 512, 599, 600]) {
    test(`holds-for-a-file-that-begins-with-its-${size}-records`, () => {
      const report = verifyExport(text, { trustedCheckpoint: checkpointOf(all, size) });
      assert.deepEqual(report.problems, []);
      assert.equal(report.verdict, 'sound');
      assert.equal(report.trustedCheckpoint?.outcome, 'consistent');
      assert.equal(report.keyVouchedBy, 'kept_checkpoint');
    });

    test(`tells-a-history-that-was-rewritten-with-the-key-after-${size}-records-were-kept`, () => {
      if (size === 0) return;
      const rewritten = chainOf([{ ...contentOf(0), actor: 'another agent' }, ...rest()], CHAIN);
      const report = verifyExport(exportOf(rewritten), {
        verifierKeys: [KEY],
        trustedCheckpoint: checkpointOf(all, size),
      });
      assert.equal(report.verdict, 'unsound');
      assert.equal(report.trustedCheckpoint?.outcome, 'rewritten');
      assert.equal(report.problems[0]?.problem, 'history_rewritten');
    });
  }
  const rest = () => Array.from({ length: 599 }, (_, at) => contentOf(at + 1));

  test('tells-a-tail-that-was-cut-off', () => {
    const report = verifyExport(exportOf(records(500)), { trustedCheckpoint: checkpointOf(all, 600) });
    assert.equal(report.verdict, 'unchecked');
    assert.match(report.trustedCheckpoint?.message ?? '', /newer than the file/);
  });

  test('is-no-yes-where-it-can-not-be-compared', () => {
    assert.equal(verifyExport(filtered, { trustedCheckpoint: checkpointOf(all, 256) }).verdict, 'sound');
    assert.equal(verifyExport(filtered, { trustedCheckpoint: checkpointOf(all, 100) }).verdict, 'sound');
    const otherOrigin = signerOf('assize/chn_2', sha256('x'));
    for (const kept of [checkpointOf(all, 300), 'no note', '', checkpointOf(all, 5, otherOrigin)]) {
      const report = verifyExport(filtered, { trustedCheckpoint: kept });
      assert.equal(report.verdict, 'unchecked', kept);
      assert.equal(report.trustedCheckpoint?.outcome, 'not_comparable');
    }
  });

  test('shows-a-file-of-a-key-that-did-not-sign-it', () => {
    const forged = exportOf(all, { signer: OTHER_SIGNER });
    const report = verifyExport(forged, { trustedCheckpoint: checkpointOf(all, 300) });
    assert.equal(report.verdict, 'unsound');
    assert.equal(report.problems[0]?.problem, 'foreign_log');
  });
});
