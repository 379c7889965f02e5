import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readJson } from './json-body.ts';
import { contextDepthFaults } from './json-faults.ts';

/** The faults of a refused body: type, then location. */
function refusal(input: string | Buffer): [string, ...string[]][] {
  const reading = readJson(typeof input === 'string' ? Buffer.from(input) : input);
  assert.equal(reading.ok, false);
  return reading.faults.map((fault) => [fault.type, ...fault.loc]);
}

function value(input: string): unknown {
  const reading = readJson(Buffer.from(input));
  assert.ok(reading.ok, JSON.stringify(reading));
  return reading.value;
}

const nested = (levels: number, inside = '1') => '['.repeat(levels) + inside + ']'.repeat(levels);

describe('refuses-numbers-beyond-a-double', () => {
  for (const number of ['1e400', '-1e400', '1'.repeat(400), '1e999999999999']) {
    it(number.slice(0, 20), () => {
      assert.deepEqual(refusal(`{"context":{"a":[1,${number}]}}`), [
        ['finite_number', 'body', 'context', 'a', '1'],
      ]);
    });
  }
});

describe('refuses-integers-that-a-double-is-only-near', () => {
  const refused = [
    '9007199254740992',
    '-9007199254740993',
    '9007199254740993.0',
    '9007199254740993e0',
    '1e23',
  ];
  for (const number of refused) {
    it(number, () => {
      assert.deepEqual(refusal(`{"a":1,"context":{"to":[1,${number}],"x":{"y":${number}}}}`), [
        ['int_parsing_size', 'body', 'context', 'to', '1'],
        ['int_parsing_size', 'body', 'context', 'x', 'y'],
      ]);
      assert.deepEqual(refusal(number), [['int_parsing_size', 'body']]);
      assert.deepEqual(refusal(`{"\\u0061":${number}}`), [['int_parsing_size', 'body', 'a']]);
    });
  }

  it('also-in-a-member-that-a-later-one-replaces', () => {
    assert.deepEqual(refusal('{"a":9007199254740993,"a":1}'), [
      ['int_parsing_size', 'body', 'a'],
      ['duplicate_key', 'body', 'a'],
    ]);
  });

  it('but-not-in-a-string', () => assert.ok(value('{"a":"9007199254740993"}')));
});

describe('refuses-keys-named-proto', () => {
  it('at-the-top', () =>
    assert.deepEqual(refusal('{"__proto__":{"x":1}}'), [['extra_forbidden', 'body', '__proto__']]));
  it('escaped-and-deep', () => {
    assert.deepEqual(refusal(String.raw`{"a":[{"\u005f_proto__":null}]}`), [
      ['extra_forbidden', 'body', 'a', '0', '__proto__'],
    ]);
  });
});

describe('bounds-nesting', () => {
  it('accepts-a-context-of-32-levels', () => assert.ok(value(`{"context":${nested(32)}}`)));

  it('refuses-a-context-of-33-levels-at-its-path', () => {
    assert.deepEqual(refusal(`{"context":${nested(33)}}`), [
      ['nesting_too_deep', 'body', 'context', ...Array<string>(32).fill('0')],
    ]);
  });

  it('leaves-room-for-a-context-inside-a-batch', () => {
    assert.ok(value(`{"evaluations":[{"context":${nested(32)}}]}`));
    assert.ok(value(nested(64)));
    assert.equal(refusal(nested(65))[0]?.[0], 'nesting_too_deep');
  });

  it('tells-a-batch-which-context-is-too-deep', () => {
    const deep = JSON.parse(nested(33));
    assert.deepEqual(contextDepthFaults(JSON.parse(nested(32)), ['body', 'context']), []);
    assert.equal(contextDepthFaults(deep, ['body', 'context'])[0]?.loc.length, 34);
  });

  it('still-finds-duplicates-beside-what-is-too-deep', () => {
    const types = refusal(`{"b":1,"b":2,"a":${nested(70)}}`).map(([type]) => type);
    assert.deepEqual(types, ['nesting_too_deep', 'duplicate_key']);
  });

  const bombs: [string, string][] = [
    ['open brackets', '['.repeat(262_144)],
    ['brackets', nested(131_072, '')],
    ['objects', `${'{"a":'.repeat(43_000)}1${'}'.repeat(43_000)}`],
    ['objects with duplicates', `${'{"a":1,"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['broken at the bottom', `${'{"a":['.repeat(30_000)}!`],
  ];
  for (const [name, bomb] of bombs) {
    it(`survives-a-bomb-of-${name.replaceAll(' ', '-')}`, () => {
      const reading = readJson(Buffer.from(bomb));
      assert.equal(reading.ok, false);
      assert.ok(JSON.stringify(reading).length < 100_000);
    });
  }
});

describe('tells-all-faults-at-once-within-bounds', () => {
  it('of-different-kinds', () => {
    const text = String.raw`{"a":1e400,"__proto__":1,"b":"\ud800","c":1,"c":2}`;
    const types = refusal(text).map(([type]) => type);
    assert.deepEqual(types.sort(), ['duplicate_key', 'extra_forbidden', 'finite_number', 'string_unicode']);
  });

  it('at-most-100', () => {
    assert.equal(refusal(`[${Array(5000).fill('1e400').join(',')}]`).length, 100);
    assert.equal(
      refusal(`{${Array.from({ length: 9000 }, (_, i) => `"${i % 4500}":1`).join(',')}}`).length,
      100,
    );
    assert.equal(
      refusal(`{${Array.from({ length: 300 }, (_, i) => `"k\\ud800${i}":1`).join(',')}}`).length,
      100,
    );
  });

  it('and-shortens-keys-that-would-fill-the-answer', () => {
    const body = `{"${'k'.repeat(200_000)}":[${Array(100).fill('1e400').join(',')}]}`;
    const reading = readJson(Buffer.from(body));
    assert.ok(!reading.ok && JSON.stringify(reading.faults).length < 50_000);
  });
});
