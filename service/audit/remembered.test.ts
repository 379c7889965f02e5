/** Only equal payloads share a judgement, and few are kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_BYTES_EACH, Remembered, SLOTS } from './remembered.ts';

/** @returns whether each payload, in turn, was judged anew. */
async function judgedAnew(payloads: readonly Uint8Array[], remembered = new Remembered<number>()) {
  const anew: boolean[] = [];
  for (const [place, bytes] of payloads.entries()) {
    let count = 0;
    await remembered.of(bytes, async () => {
      count += 1;
      return place;
    });
    anew.push(count === 1);
  }
  return anew;
}

const text = '{"facts":{"rules":2},"laws":{"budget":{"pass":"no cost"}},"request":{"action":"a"}}';

test('a-payload-is-judged-twice-and-then-remembered', async () => {
  const same = Array.from({ length: 5 }, () => Buffer.from(text));
  assert.deepEqual(await judgedAnew(same), [true, true, false, false, false]);
});

test('a-payload-that-differs-in-any-byte-is-judged-on-its-own', async () => {
  const remembered = new Remembered<number>();
  await judgedAnew([Buffer.from(text), Buffer.from(text)], remembered);
  const others = [...text].map((_, place) => {
    const other = Buffer.from(text);
    other[place] = (other[place] ?? 0) ^ 1;
    return other;
  });
  const longer = [Buffer.from(`${text} `), Buffer.from(text.slice(0, -1)), Buffer.alloc(0)];
  for (const other of [...others, ...longer]) {
    await judgedAnew([Buffer.from(text), Buffer.from(text)], remembered);
    assert.deepEqual(await judgedAnew([Buffer.from(text), other], remembered), [false, true]);
  }
});

test('bytes-that-are-no-text-are-not-taken-for-others', async () => {
  const remembered = new Remembered<number>();
  const [one, other] = [0xfe, 0xff].map((byte) => Buffer.from([0x22, byte, 0x22]));
  assert.ok(one !== undefined && other !== undefined && one.toString() === other.toString());
  assert.deepEqual(await judgedAnew([one, one, one, other], remembered), [true, true, false, true]);
});

test('bytes-that-change-later-are-not-remembered-as-they-are-then', async () => {
  const remembered = new Remembered<number>();
  const reused = Buffer.from(text);
  await judgedAnew([reused, reused], remembered);
  reused[20] = (reused[20] ?? 0) ^ 1;
  assert.deepEqual(await judgedAnew([reused], remembered), [true]);
});

test('memory-is-bounded', async () => {
  const remembered = new Remembered<number>();
  const many = Array.from({ length: 8 * SLOTS }, (_, place) =>
    Buffer.from([place & 0xff, ...new Uint8Array(15), place >> 8]),
  );
  for (const bytes of many) await judgedAnew([bytes, bytes], remembered);
  const kept = (await judgedAnew(many, remembered)).filter((isAnew) => !isAnew).length;
  assert.ok(kept > 0 && kept <= SLOTS, `${kept} are kept`);
  const long = Buffer.alloc(MAX_BYTES_EACH + 1, 'a');
  assert.deepEqual(await judgedAnew([long, long, long], remembered), [true, true, true]);
});
