/** A human's decision on a tool stands until the tool itself has changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptEntry, type SeenTool, type WrittenEntry } from '@assize/act-reading/tools';
import fc from 'fast-check';
import { TOOL_STATES, type ToolRecord } from '../store.ts';
import { IMPORTED, type Intent, planOf, READY, REVIEWED, WRITTEN } from './plan.ts';

const seen = (digit: string) => {
  const hash = `sha256:${digit.repeat(64)}`;
  return { description_hash: hash, schema_hash: hash };
};
const entry = (more: Partial<WrittenEntry> = {}) => keptEntry({ tool: 'a.b', effect: 'send', ...more });
const stored = (state: ToolRecord['state'], more: Partial<WrittenEntry> = {}, source = IMPORTED) => {
  const { hash, text } = entry(more);
  return { state, hash, document: text, source } as ToolRecord;
};

const PROPOSE: Intent = { source: IMPORTED, accept: false };
const ACCEPT: Intent = { source: IMPORTED, accept: true };
const TAKE_READY: Intent = { source: `${READY}x`, accept: true };

const CASES: [string, ToolRecord | undefined, Partial<WrittenEntry>, Intent, string][] = [
  ['proposes-what-is-new', undefined, {}, PROPOSE, 'proposed'],
  ['proposes-what-was-removed', stored('removed'), {}, PROPOSE, 'proposed'],
  ['accepts-what-is-new-where-told-to', undefined, {}, ACCEPT, 'accepted'],
  ['leaves-a-proposal', stored('proposed'), {}, PROPOSE, 'unchanged'],
  ['replaces-a-proposal', stored('proposed'), { effect: 'pay' }, PROPOSE, 'proposed'],
  ['accepts-a-proposal', stored('proposed'), {}, ACCEPT, 'accepted'],
  [
    'leaves-a-rejection',
    stored('rejected', { seen: seen('1') }),
    { seen: seen('1'), effect: 'pay' },
    PROPOSE,
    'unchanged',
  ],
  ['leaves-a-rejection-where-all-is-accepted', stored('rejected'), {}, ACCEPT, 'unchanged'],
  [
    'asks-again-of-a-rejected-tool-that-changed',
    stored('rejected', { seen: seen('1') }),
    { seen: seen('2') },
    ACCEPT,
    'proposed',
  ],
  [
    'leaves-an-acceptance',
    stored('accepted', { seen: seen('1') }),
    { seen: seen('1'), effect: 'pay' },
    PROPOSE,
    'unchanged',
  ],
  [
    'leaves-a-correction',
    stored('accepted', { seen: seen('1') }, REVIEWED),
    { seen: seen('1') },
    ACCEPT,
    'unchanged',
  ],
  ['notices-a-change', stored('accepted', { seen: seen('1') }), { seen: seen('2') }, PROPOSE, 'changed'],
  [
    'notices-a-change-of-what-was-written',
    stored('accepted', { seen: seen('1') }, WRITTEN),
    { seen: seen('2') },
    PROPOSE,
    'changed',
  ],
  [
    'waits-while-it-is-changed',
    stored('changed', { seen: seen('2') }),
    { seen: seen('2') },
    PROPOSE,
    'unchanged',
  ],
  [
    'stays-changed-where-it-changes-back',
    stored('changed', { seen: seen('2') }),
    { seen: seen('1') },
    PROPOSE,
    'changed',
  ],
  [
    'accepts-a-change-where-told-to',
    stored('changed', { seen: seen('2') }),
    { seen: seen('2') },
    ACCEPT,
    'accepted',
  ],
  [
    'takes-a-newer-ready-entry',
    stored('accepted', {}, `${READY}x`),
    { effect: 'pay' },
    TAKE_READY,
    'accepted',
  ],
  [
    'takes-no-ready-entry-for-one-written-by-hand',
    stored('accepted', {}, WRITTEN),
    { effect: 'pay' },
    TAKE_READY,
    'unchanged',
  ],
];

for (const [promise, current, written, intent, outcome] of CASES) {
  test(promise, () => assert.equal(planOf(current, entry(written), intent).outcome, outcome));
}

const UNDER_PATTERN: [string, ToolRecord | undefined, SeenTool | undefined, Intent, string][] = [
  ['what-is-new', undefined, seen('1'), PROPOSE, 'proposed'],
  ['the-same-again', stored('proposed', { seen: seen('1') }), seen('1'), PROPOSE, 'unchanged'],
  ['a-change-of-what-was-proposed', stored('proposed', { seen: seen('1') }), seen('2'), PROPOSE, 'changed'],
  ['a-change-that-is-accepted', stored('proposed', { seen: seen('1') }), seen('2'), ACCEPT, 'accepted'],
  ['a-change-of-what-was-rejected', stored('rejected', { seen: seen('1') }), seen('2'), PROPOSE, 'changed'],
  ['what-was-never-seen', stored('proposed'), seen('2'), PROPOSE, 'proposed'],
  ['what-is-not-seen-now', stored('proposed', { seen: seen('1') }), undefined, PROPOSE, 'unchanged'],
];

for (const [promise, current, sight, intent, outcome] of UNDER_PATTERN) {
  test(`plans-under-a-pattern-${promise}`, () =>
    assert.equal(planOf(current, entry({ seen: sight }), intent, () => true).outcome, outcome));
}

test('remembers-what-is-seen-first-of-an-accepted-tool', () => {
  const { outcome, next } = planOf(
    stored('accepted', {}, `${READY}x`),
    entry({ effect: 'read', seen: seen('1') }),
    PROPOSE,
  );
  assert.equal(outcome, 'unchanged');
  assert.deepEqual(next?.kept.entry, entry({ seen: seen('1') }).entry);
  assert.deepEqual({ state: next?.state, source: next?.source }, { state: 'accepted', source: `${READY}x` });
});

test('keeps-what-was-seen-under-a-ready-entry', () => {
  const before = stored('accepted', { seen: seen('1') });
  const { next } = planOf(before, entry({ effect: 'pay' }), TAKE_READY);
  assert.deepEqual(next?.kept.entry.seen, seen('1'));
});

const effect = fc.constantFrom('read' as const, 'pay' as const);
const sight = fc.constantFrom(undefined, seen('1'), seen('2'));

test('nothing-is-accepted-without-a-human', () => {
  const source = fc.constantFrom(IMPORTED, REVIEWED, WRITTEN, `${READY}x`);
  const before = fc.record({ state: fc.constantFrom(...TOOL_STATES), effect, seen: sight, source });
  fc.assert(
    fc.property(before, fc.record({ effect, seen: sight }), ({ state, source, ...document }, written) => {
      const { next } = planOf(stored(state, document, source), entry(written), PROPOSE);
      if (next?.state !== 'accepted') return;
      assert.equal(state, 'accepted');
      assert.equal(next.kept.entry.effect, document.effect);
    }),
  );
});
