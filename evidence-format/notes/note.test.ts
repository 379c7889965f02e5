/** Signed notes: the published ones open, ours equal the published ones, and altered ones don't open. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { NOTE_PROBLEMS, openNote, signNote } from './note.ts';
import { parseVerifierKey, signerOf, type VerifierKey } from './note-key.ts';
import { ENOCH, ENOCH_LINE, PETER, PETER_LINE, PETER_SIGNER, SPECIFICATION, TEXT } from './note-vectors.ts';

const peter = parseVerifierKey(PETER);
const enoch = parseVerifierKey(ENOCH);

function problem(note: string | Uint8Array, verifiers: VerifierKey[] = [peter]): string | null {
  const { fault } = openNote(note, verifiers);
  if (fault !== null) assert.match(fault.message, /^[A-Z].*\.$/s);
  return fault?.problem ?? null;
}

function names(note: string, verifiers: VerifierKey[]): [verified: string[], unverified: string[]] {
  const opened = openNote(note, verifiers);
  assert.equal(opened.fault, null);
  return [opened.verified.map(({ name }) => name), opened.unverified.map(({ name }) => name)];
}

suite('the published notes', () => {
  const both = `${TEXT}\n${PETER_LINE}${ENOCH_LINE}`;

  test('are-the-ones-that-we-sign', () => {
    assert.equal(signNote(TEXT, PETER_SIGNER), `${TEXT}\n${PETER_LINE}`);
  });

  test('open-with-one-key-or-with-both', () => {
    assert.deepEqual(names(both, [peter]), [['PeterNeumann'], ['EnochRoot']]);
    assert.deepEqual(names(both, [peter, enoch]), [['PeterNeumann', 'EnochRoot'], []]);
    assert.deepEqual(names(both, [enoch, enoch, peter]), [['PeterNeumann', 'EnochRoot'], []]);
    const opened = openNote(Buffer.from(both), [peter]);
    assert.ok(opened.fault === null && opened.text === TEXT && opened.verified[0]?.keyId === 0xc74f20a3);
    assert.equal(problem(SPECIFICATION.note, [parseVerifierKey(SPECIFICATION.key)]), null);
  });

  test('stay-shut-without-a-known-key', () => {
    assert.equal(problem(both, []), 'no_known_signature');
    assert.equal(problem(`${TEXT}\n${ENOCH_LINE}`), 'no_known_signature');
    const renamed = PETER_LINE.replace('PeterNeumann', 'CarmenSandiego');
    assert.equal(problem(`${TEXT}\n${renamed}`), 'no_known_signature');
    assert.equal(problem(`${TEXT}\n${PETER_LINE.replace('x08g', 'xxxx')}`), 'no_known_signature');
  });

  test('stay-shut-where-one-known-key-did-not-sign', () => {
    const longer = `${PETER_LINE.slice(0, 60)}ABCD${PETER_LINE.slice(60)}`;
    assert.equal(problem(`${TEXT}\n${longer}`), 'invalid_signature');
    const enochLonger = `${ENOCH_LINE.slice(0, 60)}ABCD${ENOCH_LINE.slice(60)}`;
    assert.equal(problem(`${TEXT}\n${PETER_LINE}${enochLonger}`, [peter, enoch]), 'invalid_signature');
    assert.equal(problem(`Then${TEXT.slice(4)}\n${PETER_LINE}`), 'invalid_signature');
    const other = { ...enoch, name: peter.name, id: peter.id };
    assert.equal(problem(`${TEXT}\n${PETER_LINE}`, [other]), 'invalid_signature');
  });

  test('count-a-repeated-line-once', () => {
    const altered = `${ENOCH_LINE.slice(0, 60)}ABCD${ENOCH_LINE.slice(60)}`;
    const note = `${TEXT}\n${PETER_LINE}${PETER_LINE}${ENOCH_LINE}${ENOCH_LINE}${altered}`;
    assert.deepEqual(names(note, [peter]), [['PeterNeumann'], ['EnochRoot', 'EnochRoot']]);
  });
});

suite('texts that are not notes', () => {
  const malformed: [name: string, note: string | Uint8Array][] = [
    ['nothing', ''],
    ['a-text-alone', TEXT],
    ['no-signature', `${TEXT}\n`],
    ['a-cut-last-line', `${TEXT}\n${PETER_LINE.slice(0, -1)}`],
    ['a-control-character', `\u0001${TEXT}\n${PETER_LINE}`],
    ['a-carriage-return', `${TEXT}\r\n\n${PETER_LINE}`],
    ['bytes-that-are-no-utf-8', Buffer.concat([Buffer.of(0xff), Buffer.from(`${TEXT}\n${PETER_LINE}`)])],
    ['a-lone-surrogate', `\ud800${TEXT}\n${PETER_LINE}`],
    ['a-name-with-a-space', `${TEXT}\n— Bad Name ${PETER_LINE.split(' ')[2]}`],
    ['a-name-with-a-plus', `${TEXT}\n— a+b ${PETER_LINE.split(' ')[2]}`],
    ['no-name', `${TEXT}\n—  ${PETER_LINE.split(' ')[2]}`],
    ['an-unexpected-line', `${TEXT}\n${PETER_LINE}Unexpected line.\n`],
    ['a-hyphen-for-the-dash', `${TEXT}\n${PETER_LINE.replace('—', '-')}`],
    ['a-second-space', `${TEXT}\n${PETER_LINE.replace('n x', 'n  x')}`],
    ['a-space-at-the-end', `${TEXT}\n${PETER_LINE.replace('=\n', '= \n')}`],
    ['base64-without-padding', `${TEXT}\n${PETER_LINE.replace('=\n', '\n')}`],
    ['base64-with-bits-left-over', `${TEXT}\n${PETER_LINE.replace('M=\n', 'N=\n')}`],
    ['a-key-id-alone', `${TEXT}\n— a AAAAAA==\n`],
    ['too-many-signatures', `${TEXT}\n${PETER_LINE.repeat(101)}`],
  ];
  for (const [name, note] of malformed) {
    test(`is-refused-for-${name}`, () => assert.equal(problem(note), 'malformed_note'));
  }

  test('has-a-closed-set-of-reasons', () => {
    const found = new Set(
      ['', `${TEXT}\n${ENOCH_LINE}`, `x${TEXT}\n${PETER_LINE}`].map((note) => problem(note)),
    );
    assert.deepEqual([...found].sort(), [...NOTE_PROBLEMS].sort());
  });
});

suite('our notes', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/\p{Cc}/gu, ''));
  const text = fc.array(line, { minLength: 1 }).map((lines) => `${lines.join('\n')}\n`);
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });

  test('open-with-either-of-two-overlapping-keys-for-any-text', () => {
    fc.assert(
      fc.property(text, seed, seed, (it, before, after) => {
        const keys = [signerOf('assize/ch_1', before), signerOf('assize/ch_1', after)] as const;
        const note = signNote(it, ...keys);
        for (const key of keys) {
          const opened = openNote(note, [key]);
          assert.ok(opened.fault === null && opened.text === it);
        }
        const opened = openNote(note, keys);
        assert.equal(opened.fault === null && opened.verified.length, keys[0].id === keys[1].id ? 1 : 2);
      }),
    );
  });

  test('stay-shut-with-any-byte-altered', () => {
    const signer = signerOf('assize/ch_1', new Uint8Array(32).fill(7));
    const bytes = Buffer.from(signNote('größe\n\nzwei\n', signer));
    for (let at = 0; at < bytes.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const altered = Uint8Array.from(bytes).with(at, (bytes[at] ?? 0) ^ (1 << bit));
        assert.notEqual(problem(altered, [signer]), null, `${at}, ${bit}`);
      }
    }
    const marked = Buffer.concat([Buffer.from('\ufeff'), bytes]);
    assert.equal(problem(marked, [signer]), 'invalid_signature');
  });

  test('are-made-of-no-text-that-none-can-have', () => {
    for (const wrong of ['', 'abc', 'a\u0000\n', 'a\t\n', 'a\r\n', '\ud800\n']) {
      assert.throws(() => signNote(wrong, PETER_SIGNER), TypeError, JSON.stringify(wrong));
    }
    assert.throws(() => signNote('a\n'), TypeError);
    assert.doesNotThrow(() => signNote('\n\n\u007f\u0085\n', PETER_SIGNER));
  });
});
