import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@assize/evidence-format';
import { otherKindIn } from './kinds.ts';

test('keeps-the-kind-of-each-value-where-no-schema-is-known', () => {
  const asked = { to: ['a@example.com'], amount: 5, note: null, none: [], in: { x: true } };
  const placeOf = (change: JsonObject) => otherKindIn(asked, { ...asked, ...change })?.path.join('.');
  const fittings: JsonObject[] = [
    { amount: 4.5 },
    { to: [] },
    { to: ['b', 'c'] },
    { in: { x: false } },
    { in: {} },
  ];
  for (const fitting of fittings) assert.equal(placeOf(fitting), undefined, JSON.stringify(fitting));
  assert.equal(otherKindIn(asked, {}), null, 'members can be left out');
  const cases: [JsonObject, string][] = [
    [{ amount: '4' }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ note: 'x' }, 'note'],
    [{ to: ['b', 7] }, 'to.1'],
    [{ to: {} }, 'to'],
    [{ none: ['x'] }, 'none.0'],
    [{ in: { x: true, y: 1 } }, 'in.y'],
    [{ bcc: 'eve@example.com' }, 'bcc'],
    [{ toString: 'x' }, 'toString'],
  ];
  for (const [change, place] of cases) assert.equal(placeOf(change), place, JSON.stringify(change));
});
