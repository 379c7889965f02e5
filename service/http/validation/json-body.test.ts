import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readJson } from './json-body.ts';

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

describe('accepts-what-json-allows', () => {
  const accepted: [string, unknown][] = [
    ['{}', {}],
    [' \t\r\n{ "a" : [ 1 , -0.5e-3 , true , null , "" ] }\n', { a: [1, -0.0005, true, null, ''] }],
    ['null', null],
    ['"text"', 'text'],
    ['0', 0],
    [String.raw`{"a:b":"c:\"d\":","\\":":"}`, { 'a:b': 'c:"d":', '\\': ':' }],
    [String.raw`{"a":"\\","b":"\\\":"}`, { a: '\\', b: '\\":' }],
    [String.raw`{"smile":"\ud83d\ude00","raw":"😀"}`, { smile: '😀', raw: '😀' }],
    [
      String.raw`{"\u0061":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}`,
      { a: 1, b: { a: 2 }, c: [{ a: 3 }, { a: 4 }] },
    ],
    [
      '{"constructor":{"prototype":{"x":1}},"toString":2}',
      { constructor: { prototype: { x: 1 } }, toString: 2 },
    ],
    ['{"a":"__proto__"}', { a: '__proto__' }],
    ['{"":1," ":2,"2":3,"1":4}', { '': 1, ' ': 2, 1: 4, 2: 3 }],
    ['1e-400', 0],
    // Integers as far as a double holds them, and fractions, which are read as the nearest double.
    ['[9007199254740991,-9007199254740991.00]', [9007199254740991, -9007199254740991]],
    ['[1e16,9007199254740992e0,1e22]', [1e16, 2 ** 53, 1e22]],
    ['[12345678901234567.5,0.1]', [12345678901234568, 0.1]],
    // A zero has no sign; otherwise the judged value would differ from the recorded one.
    ['[-0,-0.0,{"a":-0e9},-1e-400]', [0, 0, { a: 0 }, 0]],
  ];
  for (const [text, wanted] of accepted) it(text, () => assert.deepEqual(value(text), wanted));
});

describe('refuses-what-is-not-json-and-says-where', () => {
  const refused: [string, string, RegExp][] = [
    ['', '0', /expected a value/],
    ['   ', '3', /expected a value/],
    ['{', '1', /expected a key/],
    ['{"a"', '4', /':'/],
    ['{"a":', '5', /expected a value/],
    ['{"a":1', '6', /',' or '}'/],
    ['{"a":1,}', '7', /expected a key/],
    ["{'a':1}", '1', /expected a key/],
    ['{a:1}', '1', /expected a key/],
    ['[1,]', '3', /expected a value/],
    ['[1 2]', '3', /',' or ']'/],
    ['[1}', '2', /',' or ']'/],
    [']', '0', /expected a value/],
    ['{} {}', '3', /after the document/],
    ['nullx', '4', /after the document/],
    ['NaN', '0', /NaN and Infinity/],
    ['{"a":-Infinity}', '5', /NaN and Infinity/],
    ['{"a":01}', '6', /',' or '}'/],
    ['{"a":+1}', '5', /expected a value/],
    ['{"a":1.}', '6', /',' or '}'/],
    ['{"a":.5}', '5', /expected a value/],
    ['{"a":0x10}', '6', /',' or '}'/],
    ['"abc', '0', /does not end/],
    ['"a\nb"', '2', /control characters/],
    ['"a\u0000b"', '2', /control characters/],
    [String.raw`"\x"`, '1', /not an escape/],
    [String.raw`"\u12"`, '1', /not an escape/],
    ['{"a":1}/* */', '7', /after the document/],
    ['\ufeff{}', '0', /byte order mark/],
    ['\u00a0{}', '0', /expected a value/],
    ['True', '0', /expected a value/],
  ];
  for (const [text, offset, reason] of refused) {
    it(JSON.stringify(text), () => {
      const reading = readJson(Buffer.from(text));
      assert.equal(reading.ok, false);
      assert.equal(reading.faults.length, 1);
      assert.deepEqual(reading.faults[0]?.loc, ['body', offset]);
      assert.equal(reading.faults[0]?.type, 'json_invalid');
      assert.match(reading.faults[0]?.msg ?? '', reason);
    });
  }

  it('never-repeats-the-text', () => {
    assert.doesNotMatch(JSON.stringify(readJson(Buffer.from('{"password":hunter2}'))), /hunter2|password/);
  });
});

describe('refuses-bytes-that-are-not-utf-8', () => {
  const bodies: [string, Buffer, string][] = [
    ['a stray continuation byte', Buffer.from([0x22, 0x80, 0x22]), '1'],
    ['a truncated sequence', Buffer.from([0x22, 0x61, 0xc3]), '2'],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), '1'],
    ['a surrogate written as UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), '1'],
    ['beyond U+10FFFF', Buffer.from([0x22, 0xf5, 0x80, 0x80, 0x80, 0x22]), '1'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), '0'],
    ['Latin-1', Buffer.from('"é"', 'latin1'), '1'],
  ];
  for (const [name, bytes, offset] of bodies) {
    it(name, () => assert.deepEqual(refusal(bytes), [['json_invalid', 'body', offset]]));
  }
});

describe('refuses-duplicate-keys-with-their-path', () => {
  // biome-ignore format: a table reads better with one case a line
  const cases: [string, string[][]][] = [
    ['{"a":1,"a":1}', [['a']]],
    ['{"a":1,"a":2,"a":3}', [['a']]],
    [String.raw`{"a":1,"\u0061":2}`, [['a']]],
    ['{"x":[0,{"k":{"":1,"":2}}]}', [['x', '1', 'k', '']]],
    ['[{"a":1,"b":2,"b":3},{"a":1,"a":2}]', [['0', 'b'], ['1', 'a']]],
    ['{"a":{"x":1,"x":2},"a":3}', [['a', 'x'], ['a']]],
    [String.raw`{"a\"b":1,"c":"\"c\":","a\"b":2}`, [['a"b']]],
    ['{"1":1,"1":2}', [['1']]],
    ['{"context":{"risk_level":"high"},"context":{"risk_level":"low"}}', [['context']]],
  ];
  for (const [text, paths] of cases) {
    it(text, () => {
      assert.deepEqual(
        refusal(text),
        paths.map((path) => ['duplicate_key', 'body', ...path]),
      );
    });
  }

  it('also-inside-a-member-that-a-later-one-replaces', () => {
    assert.deepEqual(refusal('{"a":{"x":1,"x":2},"b":1}'), [['duplicate_key', 'body', 'a', 'x']]);
  });
});

describe('refuses-lone-surrogates', () => {
  const cases: [string, string[]][] = [
    [String.raw`{"a":"\ud800"}`, ['body', 'a']],
    [String.raw`{"a":["ok","\uDFFF"]}`, ['body', 'a', '1']],
    [String.raw`{"a":"\ude00\ud83d"}`, ['body', 'a']],
    [String.raw`{"k\ud800":1}`, ['body', 'k\ufffd']],
    [String.raw`"\uD83Dx"`, ['body']],
  ];
  for (const [text, loc] of cases)
    it(text, () => assert.deepEqual(refusal(text), [['string_unicode', ...loc]]));

  it('raw-in-a-string-that-was-never-bytes', () => {
    const reading = readJson('{"a":"\ud800"}');
    assert.equal(reading.ok, false);
    assert.deepEqual(reading.faults[0]?.loc, ['body', 'a']);
  });

  it('but-not-an-escaped-backslash-before-ud800', () => {
    assert.deepEqual(value(String.raw`{"a":"\\ud800"}`), { a: '\\ud800' });
  });
});

describe('reads-escaped-keys-right-although-v8-may-not', () => {
  // nodejs/node#63785: the sender of the first body spoils the second one, for every tenant of the process.
  const poisoned: [string, string, string][] = [
    [String.raw`{"h":[],"\\":0}`, String.raw`{"h":1,"\"":2}`, '"'],
    [String.raw`{"q\\":1}`, String.raw`{"q\b":2}`, 'q\b'],
  ];
  for (const [poison, text, key] of poisoned) {
    it(text, () => {
      JSON.parse(poison);
      assert.equal(Object.keys(value(text) as object).at(-1), key);
    });
  }

  it('and-still-finds-what-is-wrong-with-them', () => {
    assert.deepEqual(refusal(String.raw`{"\"":{"\u005f_proto__":1},"a\\":1e400}`), [
      ['extra_forbidden', 'body', '"', '__proto__'],
      ['finite_number', 'body', 'a\\'],
    ]);
  });
});
