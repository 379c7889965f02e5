/** Exported files, unaltered and with any one byte altered. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { exportOf, KEY, NO_FILTER, OTHER_SIGNER, records, verifyExport } from './fixture.ts';
import type { ExportReport } from './report.ts';
import { reportJson, wordsOf } from './words.ts';

describe('a-sound-file', () => {
  for (const size of [0, 1, 2, 255, 256, 257, 511, 512, 700]) {
    test(`is-sound-with-${size}-records`, () => {
      const report = verifyExport(exportOf(records(size)), { verifierKeys: [KEY] });
      assert.deepEqual(report.problems, []);
      assert.equal(report.verdict, 'sound');
      assert.equal(report.keyVouchedBy, 'given_key');
      assert.deepEqual(report.artifacts, { total: size, verified: size, withheld: 0, faulty: 0 });
      assert.equal(report.checkpoint?.size, size);
    });
  }

  test('is-sound-past-65536-records-whose-tree-has-another-level', () => {
    const report = verifyExport(exportOf(records(65_536 + 300, 0)));
    assert.deepEqual(report.problems, []);
    assert.equal(report.artifacts.verified, 65_836);
  });

  test('gives-the-same-report-however-it-is-cut', () => {
    const text = exportOf(records(300));
    const whole = verifyExport(text);
    for (const chunk of [1, 7, 1_000, 65_536]) assert.deepEqual(verifyExport(text, {}, chunk), whole);
  });

  test('is-sound-however-it-is-formatted-and-says-so', () => {
    const text = JSON.stringify(JSON.parse(exportOf(records(300))), null, 2);
    const report = verifyExport(text);
    assert.deepEqual(report.problems, []);
    assert.equal(report.verdict, 'sound');
    assert.equal(report.rewrittenPayloads, 300);
  });

  test('says-that-nothing-vouches-for-a-key-that-came-with-the-file', () => {
    const report = verifyExport(exportOf(records(3), { signer: OTHER_SIGNER }));
    assert.equal(report.verdict, 'sound');
    assert.equal(report.trusted, false);
    assert.match(wordsOf(report).join('\n'), /NOTHING VOUCHES FOR THIS KEY/);
  });

  test('tells-in-words-and-in-json-what-it-is', () => {
    const report = verifyExport(exportOf(records(300)), { verifierKeys: [KEY] });
    const words = wordsOf(report).join('\n');
    for (const part of [/^SOUND/, /300 of the 300/, /2025-12-29T09:20:00\.000Z to/, /does not prove/]) {
      assert.match(words, part);
    }
    const json = reportJson(report);
    assert.equal(json.problem_count, 0);
    assert.deepEqual(
      { keys_fit: json.keys_fit, key_vouched_by: json.key_vouched_by },
      { keys_fit: true, key_vouched_by: 'given_key' },
    );
  });
});

describe('a-file-of-a-selection', () => {
  const from_date = '2025-12-29T09:25:00+00:00';
  const to_date = '2025-12-29T09:26:00.123Z';
  const filter = { ...NO_FILTER, from_date, to_date };

  test('is-sound-and-has-no-others-than-were-chosen', () => {
    const text = exportOf(records(700), { filter });
    const report = verifyExport(text);
    assert.deepEqual(report.problems, []);
    assert.equal(report.isWhole, false);
    assert.ok(report.artifacts.total > 50 && report.artifacts.total < 70);
    const narrower = text.replace(from_date, '2025-12-29T09:25:10+00:00');
    assert.equal(verifyExport(narrower).problems[0]?.problem, 'outside_filter');
  });

  test('may-have-nothing-in-it', () => {
    const report = verifyExport(exportOf(records(5), { filter: { ...NO_FILTER, artifact_types: [] } }));
    assert.equal(report.verdict, 'sound');
    assert.equal(report.artifacts.total, 0);
  });
});

/** Parts that nothing vouches for (`format.ts`), and changes without effect: one space for another. */
const UNVOUCHED = [
  /"export_id":"([^"]*)"/d,
  /"tenant":"([^"]*)"/d,
  /"environment":"([^"]*)"/d,
  /,"created_at":"([^"]*)","tree_size"/d,
  /("valid_from":"[^"]*","valid_until":null)/d,
];

function isUnvouched(text: string, at: number): boolean {
  return UNVOUCHED.some((pattern) => {
    const [start = 0, end = 0] = pattern.exec(text)?.indices?.[1] ?? [];
    return at >= start && at < end;
  });
}

/** A payload with the same value counts as unaltered, and the report says that it was reformatted. */
function isUnaltered(report: ExportReport, altered: Uint8Array, text: string): boolean {
  if (report.rewrittenPayloads !== 1) return false;
  assert.deepEqual(JSON.parse(new TextDecoder().decode(altered)), JSON.parse(text));
  return true;
}

describe('a-file-with-one-byte-altered', () => {
  test('is-not-sound-wherever-that-is', () => {
    const text = exportOf(records(4));
    const latin = Buffer.from(text).toString('latin1');
    for (let at = 0; at < latin.length; at += 1) {
      if (isUnvouched(latin, at)) continue;
      const altered = Buffer.from(latin, 'latin1');
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 8));
      const report = verifyExport(altered);
      const where = latin.slice(Math.max(0, at - 20), at + 20);
      assert.ok(report.verdict !== 'sound' || isUnaltered(report, altered, text), `byte ${at}: ${where}`);
    }
  });

  test('is-not-sound-after-any-alteration', () => {
    const text = exportOf(records(300), { withheld: [7], removals: [] });
    const original = Buffer.from(text);
    const latin = original.toString('latin1');
    fc.assert(
      fc.property(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
        fc.pre(!isUnvouched(latin, at));
        const altered = Buffer.from(original);
        altered[at] = (altered[at] ?? 0) ^ difference;
        fc.pre(!/\s/.test(latin[at] ?? '') || !/\s/.test(String.fromCharCode(altered[at] ?? 0)));
        const report = verifyExport(altered);
        assert.ok(report.verdict !== 'sound' || isUnaltered(report, altered, text));
      }),
      { numRuns: 150 },
    );
  });
});
