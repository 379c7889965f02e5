/** Checkpoints are written and read in one form, and opened only by a key of their own origin. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EMPTY_ROOT } from '../tree/merkle.ts';
import {
  type Checkpoint,
  checkpointOrigin,
  formatCheckpoint,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
} from './checkpoint.ts';
import { signNote } from './note.ts';
import { signerOf } from './note-key.ts';
import { CHECKPOINT_NOTE } from './note-vectors.ts';

const ROOT = new Uint8Array(32).fill(0xab);
const CHECKPOINT: Checkpoint = { origin: 'assize/ch_1', size: 8, root: ROOT, extensions: [] };
const BASE64 = Buffer.from(ROOT).toString('base64');
const signer = signerOf('assize/ch_1', new Uint8Array(32).fill(1));
const next = signerOf('assize/ch_1', new Uint8Array(32).fill(2));
const witness = signerOf('witness.example/w1', new Uint8Array(32).fill(3));
const problem = (note: string, ...keys: (typeof signer)[]) =>
  openCheckpoint(note, keys).fault?.problem ?? null;

test('is-written-as-specified', () => {
  assert.equal(formatCheckpoint(CHECKPOINT), `assize/ch_1\n8\n${BASE64}\n`);
  assert.equal(checkpointOrigin('ch_1'), 'assize/ch_1');
  const [text = ''] = CHECKPOINT_NOTE.split('\n\n');
  const published = parseCheckpoint(`${text}\n`);
  assert.equal(published.origin, 'example.com/behind-the-sofa');
  assert.equal(published.size, 20_852_163);
  assert.equal(formatCheckpoint(published), `${text}\n`);
});

test('is-read-as-it-was-written', () => {
  const line = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replaceAll('\n', ' '));
  const checkpoint = fc.record({
    origin: line,
    size: fc.oneof(fc.nat(), fc.maxSafeNat()).map((size) => size || 1),
    root: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes)),
    extensions: fc.array(line),
  });
  fc.assert(
    fc.property(checkpoint, (it) => assert.deepEqual(parseCheckpoint(formatCheckpoint(it)), { ...it })),
  );
  const empty = { ...CHECKPOINT, size: 0, root: Uint8Array.from(EMPTY_ROOT) };
  assert.deepEqual(parseCheckpoint(formatCheckpoint(empty)), empty);
});

test('is-read-in-no-other-form', () => {
  const emptyRoot = Buffer.from(EMPTY_ROOT).toString('base64');
  const wrong = [
    ...['', '\n', 'a', 'a\n', 'a\n1\n', `a\n1\n${BASE64}`, `\n1\n${BASE64}\n`, `a\n1\n${BASE64}\n\n`],
    ...['01', '+1', '-1', '1.0', '1e3', ' 1', '0x1', '٣', '', '9007199254740992'].map(
      (size) => `a\n${size}\n${BASE64}\n`,
    ),
    ...[`a\n1\n${BASE64}\n\nb\n`, `a\n1\n${BASE64}\nb\n\n`, `a\n0\n${BASE64}\n`, `a\n1\n${BASE64} \n`],
    ...[`a\n1\n${BASE64.slice(0, -4)}\n`, `a\n1\n${BASE64}AAAA\n`, `a\n1\n${BASE64.replace('=', '')}\n`],
    ...[`a\r\n1\r\n${BASE64}\r\n`, `a\n1\n${'ab'.repeat(32)}\n`],
  ];
  for (const text of wrong) assert.throws(() => parseCheckpoint(text), SyntaxError, JSON.stringify(text));
  assert.equal(parseCheckpoint(`a\n0\n${emptyRoot}\n`).size, 0);
});

test('is-not-written-where-it-says-what-none-can', () => {
  const wrong: Partial<Checkpoint>[] = [
    ...[{ origin: '' }, { origin: 'a\nb' }, { extensions: [''] }, { extensions: ['a\n'] }],
    ...[{ size: -1 }, { size: 0.5 }, { size: 2 ** 53 }, { size: 0 }, { root: new Uint8Array(31) }],
  ];
  for (const change of wrong) {
    assert.throws(() => formatCheckpoint({ ...CHECKPOINT, ...change }), TypeError, JSON.stringify(change));
  }
  for (const chain of ['', 'a b', 'a+b']) assert.throws(() => checkpointOrigin(chain), TypeError);
});

test('opens-with-the-old-key-and-the-new-one-while-keys-are-rotated', () => {
  const note = signCheckpoint(CHECKPOINT, signer, next);
  for (const key of [signer, next]) {
    const opened = openCheckpoint(note, [key]);
    assert.ok(opened.fault === null);
    assert.deepEqual(opened.checkpoint, CHECKPOINT);
    assert.deepEqual(
      { verifiedCount: opened.verified.length, unverifiedCount: opened.unverified.length },
      { verifiedCount: 1, unverifiedCount: 1 },
    );
  }
});

test('stays-shut-without-a-signature-by-its-own-origin', () => {
  const text = formatCheckpoint(CHECKPOINT);
  const witnessed = signNote(text, signer, witness);
  assert.equal(problem(witnessed, signer), null);
  assert.equal(problem(witnessed, signer, witness), null);
  assert.equal(problem(witnessed, witness), 'foreign_signature');
  assert.equal(problem(witnessed, next), 'no_known_signature');
  assert.equal(problem(witnessed.replace('\n8\n', '\n9\n'), signer), 'invalid_signature');
  assert.equal(problem('assize/ch_1\n8\n', signer), 'malformed_note');
  const other = signerOf('assize/ch_2', new Uint8Array(32).fill(1));
  assert.equal(problem(signNote(text, other), other), 'foreign_signature');
  assert.throws(() => signCheckpoint(CHECKPOINT, signer, other), TypeError);
});

test('stays-shut-where-the-signed-text-is-no-checkpoint', () => {
  for (const text of ['hello\n', `assize/ch_1\n08\n${BASE64}\n`, `assize/ch_1\n0\n${BASE64}\n`]) {
    assert.equal(problem(signNote(text, signer), signer), 'malformed_checkpoint');
  }
});
