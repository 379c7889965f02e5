/** Exported files of a chain whose database was once replaced by an older one, and the verifier's report of it. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chainOf } from '../chain/chain-fixture.ts';
import {
  CHAIN,
  checkpointOf,
  contentOf,
  exportOf,
  KEY,
  NO_FILTER,
  records,
  verifyExport,
} from './fixture.ts';
import { mayHaveLost, type Restore, restoreFields, statedRestoreFields } from './restore.ts';
import { wordsOf } from './words.ts';

const LOST = records(8);
const RESTORE: Restore = {
  ...{ lastSignedSize: 8, lastSigned: checkpointOf(LOST, 8), foundSize: 3, provenSize: 3 },
  ...{ by: 'Kim', reason: 'the disk failed' },
  ...{ backupAt: null, signing: 'kept' as const, signingAt: null },
};

function stating(index: number, change: object) {
  return {
    ...contentOf(index),
    artifact_type: 'governance_change',
    action: 'evidence.restored',
    payload: JSON.stringify({ action: 'evidence.restored', by: 'operator', change }),
  };
}

function chainWith(change: object, size = 5) {
  const others = Array.from({ length: size - 4 }, (_, at) => contentOf(at + 4, 60));
  return chainOf([contentOf(0), contentOf(1), contentOf(2), stating(3, change), ...others], CHAIN);
}

describe('restored-databases', () => {
  const all = chainWith(restoreFields(RESTORE));

  test('are-reported-by-the-record-that-states-them', () => {
    const report = verifyExport(exportOf(all));
    assert.equal(report.verdict, 'sound');
    assert.deepEqual(
      report.restores.map(({ index, isShown, lastSignedSize, by }) => ({
        index,
        isShown,
        lastSignedSize,
        by,
      })),
      [{ index: 3, isShown: true, lastSignedSize: 8, by: 'Kim' }],
    );
    assert.ok(
      wordsOf(report).some((line) => /^RESTORED +Record 3 states .*by Kim: the disk failed/.test(line)),
    );
    assert.deepEqual(verifyExport(exportOf(LOST)).restores, []);
  });

  test('are-reported-in-a-filtered-file-as-claims-of-the-file', () => {
    const claimed = { index: 3, id: all[3]?.id ?? '', at: '2026-01-01T00:00:00.000Z', isRepeated: false };
    const filter = { ...NO_FILTER, artifact_types: ['governance_evaluation'] };
    const text = exportOf(all, { filter }).replace(
      '"removals":[]',
      `"removals":[],"restores":[${JSON.stringify(statedRestoreFields({ ...RESTORE, ...claimed }))}]`,
    );
    const report = verifyExport(text);
    assert.equal(report.verdict, 'sound');
    assert.deepEqual(
      report.restores.map(({ isShown }) => isShown),
      [false],
    );
    assert.ok(
      wordsOf(report).some((line) => line.includes('According to the file, which does not show the record')),
    );
  });

  test('explain-why-a-kept-checkpoint-is-not-in-the-file', () => {
    const compared = (kept: string, size = 5) =>
      verifyExport(exportOf(chainWith(restoreFields(RESTORE), size)), {
        verifierKeys: [KEY],
        trustedCheckpoint: kept,
      });
    assert.equal(compared(checkpointOf(LOST, 3)).trustedCheckpoint?.outcome, 'consistent');
    const newer = compared(checkpointOf(LOST, 8));
    assert.equal(newer.verdict, 'unchecked');
    assert.match(newer.trustedCheckpoint?.message ?? '', /newer than the file.*older database was put back/);
    const grown = compared(checkpointOf(LOST, 8), 12);
    assert.equal(grown.trustedCheckpoint?.outcome, 'rewritten');
    assert.match(
      grown.trustedCheckpoint?.message ?? '',
      /history was rewritten.*older database was put back/,
    );
  });

  test('keep-the-payload-of-their-record', () => {
    const report = verifyExport(exportOf(all, { withheld: [3] }));
    assert.ok(report.problems.some(({ index, problem }) => index === 3 && problem === 'removed_statement'));
  });

  test('are-repeated-where-a-later-one-took-the-record-away', () => {
    const earlier = { ...RESTORE, index: 7, id: 'ev_7', at: '2026-01-01T00:00:00.000Z', isRepeated: false };
    const change = { ...restoreFields(RESTORE), earlier: [statedRestoreFields(earlier)] };
    const { restores } = verifyExport(exportOf(chainWith(change)));
    assert.deepEqual(
      restores.map(({ index, isRepeated }) => ({ index, isRepeated })),
      [
        { index: 3, isRepeated: false },
        { index: 7, isRepeated: true },
      ],
    );
  });

  test('say-that-more-may-be-missing-where-the-signing-state-was-a-copy-or-was-lost', () => {
    const sentences = (origin: Partial<Restore>) =>
      wordsOf(verifyExport(exportOf(chainWith(restoreFields({ ...RESTORE, ...origin }))))).join('\n');
    const copy = { signing: 'copy' as const, signingAt: '2026-01-02T00:00:00.000Z' };
    assert.match(sentences({ backupAt: '2026-01-01T00:00:00.000Z' }), /from the backup of 2026-01-01T/);
    assert.match(sentences(copy), /8 records are known to .*is a copy of 2026-01-02T.* is not known/s);
    assert.match(sentences({ signing: 'lost' }), /was lost: how many more records .* is not known/s);
    assert.doesNotMatch(sentences({}), /not known/);
    // Eight are known to have been signed: a copy may be older than a checkpoint of twelve.
    assert.equal(mayHaveLost(RESTORE, 12), false);
    assert.equal(mayHaveLost({ ...RESTORE, ...copy }, 12), true);
    assert.equal(mayHaveLost({ ...RESTORE, ...copy }, RESTORE.provenSize), false);
  });

  test('steer-no-terminal-and-are-none-where-they-can-not-be-read', () => {
    const hostile = { ...RESTORE, by: '\u001b[2Jnobody', reason: 'x\u202ey\n' };
    const words = wordsOf(verifyExport(exportOf(chainWith(restoreFields(hostile))))).join('\n');
    assert.match(words, /by \\u\{1b\}\[2Jnobody: x\\u\{202e\}y\\u\{a\}/);
    for (const change of [
      null,
      7,
      {},
      { ...restoreFields(RESTORE), found_size: -1 },
      { last_signed_size: 'x' },
    ]) {
      const report = verifyExport(exportOf(chainWith({ change })));
      assert.deepEqual(
        { verdict: report.verdict, restores: report.restores },
        { verdict: 'sound', restores: [] },
      );
    }
  });
});
