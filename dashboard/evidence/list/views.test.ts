import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EvidenceView, isView, viewsIn, withView } from './views.ts';

const VIEW: EvidenceView = {
  name: 'Grave mails',
  search: { text: 'mail', verdict: 'block', range: '7d' },
  columns: ['Agent', 'Time'],
};
const COLUMNS = ['Agent', 'Law', 'Time'];

test('keeps-a-view-as-it-was-saved', () => {
  assert.deepEqual(viewsIn(JSON.stringify([VIEW]), COLUMNS), [VIEW]);
});

test('leaves-out-filters-that-it-does-not-know', () => {
  const search = { text: 'mail', law: 'toString', type: 'gone', record: 'ev_1' };
  assert.deepEqual(viewsIn(JSON.stringify([{ name: 'x', search, columns: ['Gone'] }]), COLUMNS), [
    { name: 'x', search: { text: 'mail' }, columns: null },
  ]);
});

for (const text of [null, '', '{', '{}', '"x"', '[null, 3, {}, {"name": ""}, {"name": "x"}]']) {
  test(`ignores-what-is-not-a-view ${text}`, () => assert.deepEqual(viewsIn(text, COLUMNS), []));
}

test('replaces-a-view-of-the-same-name-and-keeps-a-limited-number', () => {
  const other = { name: VIEW.name, search: {}, columns: null };
  assert.deepEqual(withView([VIEW], other), [other]);
  const many = Array.from({ length: 20 }, (_, at) => ({ name: `view ${at}`, search: {}, columns: null }));
  assert.equal(withView(many, VIEW), null);
  assert.equal(withView(many, { name: 'view 3', search: VIEW.search, columns: null })?.length, 20);
});

test('knows-the-same-filters-in-any-order', () => {
  const view = { name: 'x', search: { text: 'a', agent: 'b' }, columns: null };
  assert.ok(isView(view, { agent: 'b', text: 'a', type: undefined }, []));
  assert.ok(!isView(view, { text: 'b' }, []));
});

test('is-another-view-with-other-columns', () => {
  assert.ok(isView(VIEW, VIEW.search, ['Agent', 'Time']));
  assert.ok(!isView(VIEW, VIEW.search, ['Time']));
});
