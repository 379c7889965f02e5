/** JSON is read from pieces, cut anywhere, with and without faults. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonStream, type JsonVisitor } from './json-stream.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Goes into objects and arrays down to this depth, and takes the rest whole; gives back what it has seen. */
function gather(depth: number): { visitor: JsonVisitor; seen: () => unknown } {
  let root: unknown;
  const inside = (container: Record<string | number, unknown>, left: number): JsonVisitor => ({
    enter: (key) => (left > 0 ? inside(place(container, key), left - 1) : undefined),
    take: (key, { bytes }) => set(container, key, JSON.parse(new TextDecoder().decode(bytes))),
  });
  const holder = {};
  const place = (container: object, key: string | number) => {
    const inner = {};
    set(container, key, inner);
    return inner;
  };
  return {
    visitor: inside(holder, depth),
    seen: () => {
      root = (holder as { '': unknown })[''];
      return root;
    },
  };
}

function set(container: object, key: string | number, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Arrays that were gone through come back as objects; so does everything here, to be compared. */
function asObjects(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [key, member] of Object.entries(value)) set(copy, key, asObjects(member));
  return copy;
}

function read(chunks: Iterable<Uint8Array>, depth = 0): unknown {
  const { visitor, seen } = gather(depth);
  const stream = new JsonStream(visitor);
  for (const chunk of chunks) stream.push(chunk);
  stream.finish();
  return seen();
}

/** Cut at these places, in memory that is reused for each piece. */
function* cut(bytes: Uint8Array, places: readonly number[]): Generator<Uint8Array> {
  const memory = new Uint8Array(bytes.length);
  const bounds = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort(
    (a, b) => a - b,
  );
  for (const [at, start] of bounds.slice(0, -1).entries()) {
    const piece = bytes.subarray(start, bounds[at + 1]);
    memory.fill(0x7f);
    memory.set(piece);
    yield memory.subarray(0, piece.length);
  }
}

const json = fc
  .jsonValue({ depthSize: 'medium', stringUnit: 'binary' })
  .map((value) => JSON.parse(JSON.stringify(value)));
const places = fc.array(fc.nat(), { maxLength: 12 });

test('reads-the-same-however-the-document-is-cut-and-spaced', () => {
  fc.assert(
    fc.property(
      json,
      places,
      fc.nat(4),
      fc.constantFrom(undefined, 1, '\t', '\n \r'),
      (value, at, depth, space) => {
        const text = `\n ${JSON.stringify(value, null, space)} \r\n`;
        assert.deepEqual(asObjects(read(cut(encode(text), at), depth)), asObjects(value));
      },
    ),
  );
});

test('reads-byte-by-byte', () => {
  const text = '{"größe":["\\u20ac €\u{1f602}",{"a\\"b":-1.5e+7}],"leer":{},"leere":[ ],"wahr":true}';
  for (let depth = 0; depth < 4; depth += 1) {
    const single = [...encode(text)].map((byte) => Uint8Array.of(byte));
    assert.deepEqual(asObjects(read(single, depth)), asObjects(JSON.parse(text)));
  }
});

test('refuses-every-document-that-is-cut-off', () => {
  const text = encode('{"a":["€\\n",{"b":-1.5e+7,"c":[true,null,false]}],"d":""}');
  for (let length = 0; length < text.length; length += 1) {
    for (let depth = 0; depth < 4; depth += 1) {
      const refusal = { name: 'NotJson', at: length };
      assert.throws(() => read([text.subarray(0, length)], depth), refusal, `${length}`);
    }
  }
});

test('takes-and-refuses-what-the-native-parser-does-however-it-is-cut', () => {
  const texts = fc.oneof(
    fc
      .tuple(json, fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '0', '-', '.', 'e', '\\', ':', ' '))
      .map(([value, at, insert]) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        return text.slice(0, place) + insert + text.slice(place + (at % 2));
      }),
    fc.string({ unit: fc.constantFrom(...'{}[]",:0123.eE+-\\u truefalsn\t'), maxLength: 12 }),
  );
  fc.assert(
    fc.property(texts, fc.nat(2), places, (text, depth, at) => {
      const inRoot = `[${text}]`.toWellFormed();
      const taken = isTaken(inRoot, depth, at);
      if (taken !== null) assert.equal(taken, isNative(inRoot), inRoot);
    }),
    { numRuns: 2_000, examples: [['{"a":1,"a":2}}', 1, []]] },
  );
});

/** null if a key occurs twice: the native parser goes on, and accepts it or refuses something later. */
function isTaken(text: string, depth: number, at: readonly number[]): boolean | null {
  try {
    read(cut(encode(text), at), depth);
    return true;
  } catch (error) {
    assert.equal((error as Error).name, 'NotJson');
    return (error as Error).message.includes('stated already') ? null : false;
  }
}

function isNative(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const MANY = Array.from({ length: 60 }, (_, at) => `"k${at}":${at}`).join(',');

for (const [what, text, at] of [
  ['a-key-stated-twice', '{"a":1,"a":2}', 7],
  ['a-key-stated-twice-among-others', '{"b":1,"c":3,"a":2,"b":4}', 19],
  ['a-key-stated-twice-in-two-spellings', '{"a":1,"\\u0061":2}', 7],
  ['a-key-stated-twice-among-many', `{${MANY},"k7":0}`, MANY.length + 2],
  ['a-key-stated-twice-further-in', '{"z":[{"a":1,"a":2}]}', 13],
  ['text-behind-the-document', '{} x', 3],
  ['a-comma-too-many', '[1,]', 3],
  ['a-leading-zero', '[01]', 1],
  ['a-control-character', '["\t"]', 2],
  ['another-quote', "{'a':1}", 1],
  ['a-byte-order-mark', '\ufeff{}', 0],
] as const) {
  test(`refuses-${what}`, () => {
    for (let depth = 0; depth < 4; depth += 1) {
      assert.throws(() => read([encode(text)], depth), { name: 'NotJson', at }, `depth ${depth}`);
    }
  });
}

test('refuses-what-is-not-utf-8', () => {
  for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
    const text = Uint8Array.of(0x5b, 0x22, ...bytes, 0x22, 0x5d);
    for (const depth of [0, 1]) assert.throws(() => read([text], depth), { name: 'NotJson' });
  }
});

test('refuses-nesting-without-end-and-values-without-end', () => {
  assert.throws(() => read([encode('['.repeat(2_000))]), /nested deeper/);
  assert.throws(() => read(repeated(encode('x'.repeat(1 << 20)), 40)), /of more than/);
});

function* repeated(piece: Uint8Array, times: number): Generator<Uint8Array> {
  yield encode('"');
  for (let time = 0; time < times; time += 1) yield piece;
}

test('takes-no-longer-for-objects-nested-out-of-order', () => {
  const depth = 300;
  const text = `${'{"b":1,"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  assert.ok(read([encode(text)]));
});
