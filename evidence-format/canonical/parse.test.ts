/** Stored JSON is read like the native parser reads it: the same texts, the same values, by either path. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson } from './parse.ts';

/** A parser's result for a text: its value, or that it is refused. */
function told(read: (text: string) => unknown, text: string): { value: unknown } | 'refused' {
  try {
    return { value: read(text) };
  } catch (error) {
    assert.ok(error instanceof SyntaxError, String(error));
    return 'refused';
  }
}

/** @param plain the same text for the native parser, which may read an escaped key wrong (nodejs/node#63785). */
function requireSame(text: string, plain = text): void {
  const [ours, native] = [told(parseJson, text), told(JSON.parse, plain)];
  const isRefused = [ours, native].map((one) => one === 'refused');
  assert.equal(isRefused[0], isRefused[1], text.slice(0, 200));
  if (ours === 'refused' || native === 'refused') return;
  if (!ESCAPED_KEY.test(plain)) assert.deepEqual(flat(ours.value), flat(native.value), text.slice(0, 200));
}

const ESCAPED_KEY = /\\(?:[^"\\]|\\.)*"\s*:/s;

/** Flattens values that are nested deeper than a comparison can follow. */
function flat(value: unknown): unknown[] {
  const found: unknown[] = [];
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) found.push(next);
    else {
      found.push(Array.isArray(next) ? '[' : Object.keys(next));
      open.push(...Object.values(next));
    }
  }
  return found;
}

const ESCAPE = String.raw`"\n"`;
const nested = (levels: number, inside: string) => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;
const inObjects = (levels: number, inside: string) =>
  `${'{"a":'.repeat(levels)}${inside}${'}'.repeat(levels)}`;

test('reads-and-refuses-deep-texts-as-the-native-parser-does', () => {
  for (const levels of [999, 1000, 1001, 1002, 5000]) {
    requireSame(`[${ESCAPE},${nested(levels, ESCAPE)}]`);
    requireSame(inObjects(levels, ESCAPE));
    requireSame(`[${ESCAPE},${'['.repeat(levels)}`);
    requireSame(`[${ESCAPE},${'['.repeat(levels)} this is not JSON`);
    requireSame(`[${ESCAPE},${nested(levels, '1')},]`);
    requireSame(`${nested(levels, ESCAPE)} more`);
  }
});

// biome-ignore format: one kind of case a line
const CASES = [
  '', ' ', '1', '-0', '[-0]', '0', '-', '+1', '01', '-01', '1.', '.1', '1.0', '1e', '1e+', '1E+2', '1e-2', '1.e1', '0e1', '1e400', '-1e400', '1e-400',
  '9007199254740993', '123456789012345678901234567890', '0.1', '0x1', '1_0', '१', 'NaN', 'Infinity', '-Infinity', 'nul', 'nulll', 'True', 'truefalse',
  '"', '""', '"a', "'a'", '"\t"', '"\u0000"', '"\u007f"', '"\u2028"', '"\ud800"', '"\ufeff"', '\ufeff""', '"a" "b"', '"\ude00\ud83d"',
  '[', ']', '[]', '[1', '[1,', '[1,]', '[,1]', '[1 2]', '[1}', '[[]]', '[]]', '[null,]', '[\n]', '[\u00a0]', '[\f]', '[\v]', '\u2003[]',
  '{', '}', '{}', '{"a"}', '{"a":}', '{"a":1', '{"a":1,}', '{,"a":1}', '{a:1}', '{1:1}', '{"a":1 "b":2}', '{"a":1,"a":2}', '{"b":1,"a":2,"b":3}',
  '{"__proto__":1}', '{"__proto__":{"a":1},"__proto__":2}', '{"constructor":1,"toString":{}}', '{"2":1,"1":2,"":3}', '/* */1', '1//', '{"a":/**/1}', '[1]\u0000',
];

// biome-ignore format: as written, valid ones first
const ESCAPES = ['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t', '\\u0041', '\\uD83D\\uDE00', '\\ud800', '\\uZZZZ', '\\u12', '\\u', '\\x', '\\a', "\\'", '\\0', '\\U0041', '\\'];

test('reads-and-refuses-each-text-as-the-native-parser-does-with-and-without-an-escape', () => {
  for (const text of CASES) {
    requireSame(text);
    requireSame(`[${ESCAPE},${text}]`);
    requireSame(`{"\\u0061":${text}}`, `{"a":${text}}`);
    requireSame(`${text}${ESCAPE}`);
  }
  for (const sequence of ESCAPES) {
    requireSame(`"${sequence}"`);
    requireSame(`{"${sequence}":["${sequence}"]}`);
  }
});

const json = fc.jsonValue({ depthSize: 'medium', stringUnit: 'binary' });
const spaced = fc
  .tuple(json, fc.constantFrom(undefined, 1, '\t'))
  .map(([value, space]) => JSON.stringify(value, null, space));
// biome-ignore format: one kind of piece a line
const pieces = fc.constantFrom(
  '{', '}', '[', ']', ',', ':', '"', '\\', '\\n', '\\u00',
  '0', '-', '.', 'e', '1', ' ', '\n', '\u0000', '\ufeff', 'null', 't',
);

/** Inserts pieces into a text, and cuts out parts of it. */
const mutated = fc
  .tuple(spaced, fc.array(fc.tuple(fc.nat(), fc.nat(3), pieces), { minLength: 1, maxLength: 4 }))
  .map(([text, edits]) =>
    edits.reduce((now, [place, length, piece]) => {
      const at = place % (now.length + 1);
      return now.slice(0, at) + piece + now.slice(at + length);
    }, text),
  );

test('reads-and-refuses-any-text-as-the-native-parser-does', () => {
  let refused = 0;
  const levels = fc.oneof(fc.nat(3), fc.integer({ min: 998, max: 1003 }));
  fc.assert(
    fc.property(fc.oneof(spaced, mutated, mutated), levels, fc.boolean(), (text, deep, inArray) => {
      const around = inArray ? nested(deep, `${ESCAPE},${text}`) : inObjects(deep, text);
      for (const tried of [text, around]) {
        if (told(JSON.parse, tried) === 'refused') refused += 1;
        requireSame(tried);
      }
    }),
    { numRuns: 1000 },
  );
  assert.ok(refused > 200, `only ${refused} texts were none`);
});

test('reads-escaped-keys-right-after-v8-has-read-one-that-spoils-them', () => {
  // nodejs/node#63785.
  const spoiled: [spoiling: string, text: string, key: string][] = [
    [String.raw`{"h":[],"\\":0}`, String.raw`{"h":1,"\"":2}`, '"'],
    [String.raw`{"q\\":1}`, String.raw`{"q\b":2}`, 'q\b'],
    [String.raw`{"r\\":1}`, String.raw`{"a":"\n\\","r\b" : 2}`, 'r\b'],
    [String.raw`{"s\\":1}`, `${String.raw`{"s\b"`}\n\t:2}`, 's\b'],
  ];
  for (const [spoiling, text, key] of spoiled) {
    JSON.parse(spoiling);
    assert.equal(Object.keys(parseJson(text) as object).at(-1), key);
  }
});
