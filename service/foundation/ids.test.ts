import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { test } from 'node:test';
import { IdSource, isId } from './ids.ts';

const ids = new IdSource((target) => void randomFillSync(target));

test('never-gives-an-id-twice', () => {
  const given = new Set(Array.from({ length: 10_000 }, () => ids.random('key')));
  assert.equal(given.size, 10_000);
  for (const id of given) assert.match(id, /^key_[0-9a-f]{24}$/);
});

test('orders-ids-by-their-time', () => {
  const times = [0, 1, 255, 256, 1_700_000_000_000, 1_700_000_000_001, 2 ** 48 - 1];
  const given = times.map((time) => ids.ordered('ev', time));
  assert.deepEqual(given, [...given].sort());
  for (const id of given) assert.ok(isId('ev', id));
  assert.ok(isId('ev', ids.ordered('ev', -1)));
});

test('uses-each-random-byte-once', () => {
  let next = 0;
  const counting = new IdSource((target) => {
    for (const place of target.keys()) target[place] = next++ % 256;
  });
  const hex = Array.from({ length: 2000 }, () => counting.hex(3)).join('');
  const bytes = Buffer.from(hex, 'hex');
  const repeated = bytes.findIndex(
    (byte, place) => place > 0 && place % 4095 !== 0 && byte !== ((bytes[place - 1] ?? 0) + 1) % 256,
  );
  assert.equal(repeated, -1);
});

test('draws-numbers-of-48-bits', () => {
  for (let time = 0; time < 1000; time++) {
    const number = ids.number48();
    assert.ok(Number.isInteger(number) && number >= 0 && number < 2 ** 48);
  }
});

test('knows-an-id-when-it-sees-one', () => {
  const hex = '0123456789abcdef01234567';
  assert.ok(isId('ev', `ev_${hex}`));
  for (const text of [
    '',
    'ev_',
    hex,
    `ev_${hex}0`,
    `key_${hex}`,
    `ev_${hex.toUpperCase()}`,
    `ev_${hex}\n`,
    `ev_\0${hex.slice(1)}`,
  ]) {
    assert.equal(isId('ev', text), false, JSON.stringify(text));
  }
});
