/** No result makes reading fail or take long, and a result that was not read to its end says so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '@assize/evidence-format';
import fc from 'fast-check';
import { valuesInText, valuesOfResult } from './index.ts';

const READER = { source: 'content', fields: { from: 'own' } } as const;

test('reads anything, and gives each name once for each source', () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue({ depthSize: 'large' }), fc.string({ unit: 'binary', maxLength: 400 })),
      (value) => {
        const { values } = valuesOfResult(value as JsonValue, READER);
        assert.equal(new Set(values.map(({ name, source }) => `${source} ${name}`)).size, values.length);
        // A value may have a `toString` of its own.
        valuesInText(JSON.stringify(value));
      },
    ),
    { numRuns: 1000 },
  ));

function deep(levels: number): JsonValue {
  let value: JsonValue = 'ann@example.com';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

const HOSTILE: Record<string, () => JsonValue> = {
  'sixty megabytes': () => 'some words and ann@example.com '.repeat(2_000_000),
  'a line of ten megabytes': () => 'a'.repeat(10_000_000),
  'a line of addresses': () => 'a@b.example,'.repeat(900_000),
  'a million addresses': () => Array.from({ length: 1_000_000 }, (_, place) => `user${place}@example.com`),
  'a million addresses in a text': () =>
    Array.from({ length: 1_000_000 }, (_, place) => `u${place}@example.com`).join('\n'),
  bytes: () =>
    Buffer.from(Array.from({ length: 2_000_000 }, (_, place) => (place * 7919) % 256)).toString('latin1'),
  'deep nesting': () => deep(10_000),
  'deep nesting in a text': () => `${'['.repeat(10_000)}1${']'.repeat(10_000)}`,
  'many members': () =>
    Object.fromEntries(Array.from({ length: 300_000 }, (_, place) => [`k${place}`, place])),
};
for (const piece of [
  '@',
  'a@',
  '@a',
  'a.',
  '.',
  '/',
  '//',
  'a/',
  '://',
  'a://',
  '%',
  '%4',
  '%40',
  '&#64;',
  '&',
  '=',
  '=3D\n',
  '\\u00',
  '[at]',
  ' at ',
  ' at a.',
  '@ ',
  '[',
  '(',
  '1',
  '1 ',
  '+1',
  '+1 ',
  'DE89',
  'DE89 ',
  'a1',
  'a-1_',
  '"',
  '` ',
  '“a',
  '<a@b>',
  '\n[',
  '{"a":',
  '"\\',
  'ü',
  'а',
  'ａ',
  '\u200b',
  '请',
  '😀',
  ',',
  '|\n',
  'a: b\n',
  ':otliam',
  'ZXZl',
  'Zm9v\n',
  '!',
  'a%b@c.example ',
])
  HOSTILE[`many ${JSON.stringify(piece)}`] = () => piece.repeat(Math.ceil(400_000 / piece.length));

for (const [what, make] of Object.entries(HOSTILE)) {
  test(`reads ${what} in bounded time`, () => {
    const value = make();
    const before = process.cpuUsage();
    const { values } = valuesOfResult(value, READER);
    const { user, system } = process.cpuUsage(before);
    assert.ok(values.length <= 4_000);
    const tookMs = (user + system) / 1000;
    assert.ok(tookMs < 3_000, `${tookMs} ms of CPU`);
  });
}

test('says that something was left out', () => {
  for (const what of ['sixty megabytes', 'a million addresses', 'deep nesting'])
    assert.equal(valuesOfResult(HOSTILE[what]?.() ?? null, READER).incomplete, true, what);
  assert.equal(valuesOfResult({ a: 'ann@example.com' }, READER).incomplete, false);
});
