/** Edits of settings survive the edits of others, and a form asks for what the service takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewSettings, SettingsField } from '../../client/api.ts';
import { settingWords } from '../../client/changes/index.ts';
import { rebased } from './draft.ts';
import { changedFields, numberIn, problemOf, valueAt, withValue } from './fields.ts';

test('puts-edits-on-top-of-the-edits-of-others', () => {
  const base = { a: 1, in: { x: 1, y: 2, z: 3 }, list: [1], gone: true };
  const mine = { a: 1, in: { x: 9, y: 2, z: 3 }, list: [1, 2], added: { k: 1 } };
  const theirs = { a: 5, in: { x: 1, y: 7 }, list: [1], gone: true, added: { m: 2 } };
  assert.deepEqual(rebased<object>(base, mine, theirs), {
    a: 5,
    in: { x: 9, y: 7 },
    list: [1, 2],
    added: { m: 2, k: 1 },
  });
  assert.deepEqual(rebased(base, base, base), base);
});

const field = (over: Partial<SettingsField>): SettingsField => ({
  path: 'trust.fail_share',
  title: '',
  meaning: '',
  kind: 'number',
  choices: [],
  is_integer: false,
  minimum: 0,
  maximum: 1,
  unit: null,
  law: null,
  standard: 0.5,
  in_backtest: true,
  ...over,
});
const MEMORY = field({
  path: 'targets.memory_days',
  is_integer: true,
  maximum: 3660,
  standard: 90,
  unit: 'days',
});
const UNKNOWN = field({ path: 'targets.unknown', kind: 'choice', standard: 'escalate' });
const BY_RISK = field({ path: 'trust.required', kind: 'by_risk', maximum: 100 });

test('fills-a-part-that-a-document-leaves-out-with-its-standard-values', () => {
  const settings = { attestation: 'accepted' } as NewSettings;
  assert.equal(valueAt(settings, UNKNOWN), 'escalate');
  const changed = withValue(settings, [MEMORY, UNKNOWN], 'targets.unknown', 'block');
  assert.deepEqual(changed.targets, { unknown: 'block', memory_days: 90 });
  assert.deepEqual(changedFields([MEMORY, UNKNOWN], settings, changed), [UNKNOWN]);
});

test('says-what-is-wrong-with-a-value', () => {
  assert.equal(problemOf(field({}), 0.5), undefined);
  assert.equal(problemOf(field({}), 1.5), 'A number from 0 to 1.');
  assert.equal(problemOf(MEMORY, 1.5), 'A whole number from 0 to 3660.');
  assert.equal(problemOf(MEMORY, numberIn('ten')), 'A whole number from 0 to 3660.');
  assert.equal(numberIn(''), '');
  assert.equal(numberIn('0.20'), 0.2);
  const rising = { low: 1, medium: 1, high: 2, critical: 3 };
  assert.equal(problemOf(BY_RISK, rising), undefined);
  assert.match(problemOf(BY_RISK, { ...rising, high: 0 }) ?? '', /higher risk/);
  assert.match(problemOf(BY_RISK, { ...rising, high: 'x' }) ?? '', /A number/);
});

test('reads-values-out', () => {
  assert.equal(settingWords(MEMORY, 30), '30 days');
  assert.equal(
    settingWords(BY_RISK, { low: 1, medium: 2, high: 3, critical: 4 }),
    'low 1, medium 2, high 3, critical 4',
  );
  assert.equal(settingWords(field({ kind: 'flag' }), true), 'yes');
});
