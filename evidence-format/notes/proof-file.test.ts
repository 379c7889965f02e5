/** Proof files are written and read in one form, and hold only for one record, its place and its signed tree. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { EMPTY_ROOT, treeRoot } from '../tree/merkle.ts';
import { flip, leaves, path } from '../tree/merkle-fixture.ts';
import { signCheckpoint } from './checkpoint.ts';
import { signerOf } from './note-key.ts';
import { formatProofFile, type ProofFile, parseProofFile, verifyProofFile } from './proof-file.ts';

const signer = signerOf('assize/ch_1', new Uint8Array(32).fill(1));
const hashes = leaves(300);
const checkpoint = signCheckpoint(
  { origin: 'assize/ch_1', size: 300, root: treeRoot(hashes), extensions: [] },
  signer,
);
const proofOf = (index: number): ProofFile => ({
  index,
  hashes: path(index, hashes),
  checkpoint,
  extra: null,
});
const leaf = (index: number) => hashes[index] ?? EMPTY_ROOT;
const problem = (text: string, hash = leaf(5)) =>
  verifyProofFile(text, hash, [signer]).fault?.problem ?? null;

/** The beginning of the example in C2SP tlog-proof. */
const PUBLISHED =
  'c2sp.org/tlog-proof@v1\n' +
  'extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6kYXJ3aW4tYXJ\n' +
  'index 73894\n' +
  'gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=\n' +
  'B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=\n' +
  'EKNzoDWG8LGC0Yp9o+sv3qllpMP9uHQ9B20KNL+Q1zs=\n' +
  'RoopEkOdqkYqMB4MJXrbt/hMjOxsVn0IrWjpz1ZMMes=\n' +
  'AHCioX9nLjsrse6YhjRRmk1WUEirVOLLRoOQ6vfO5vk=\n';

suite('the form', () => {
  test('is-that-of-the-specification', () => {
    const text = `${PUBLISHED}\nexample.com/fancylog\n109482\n`;
    const proof = parseProofFile(text);
    assert.equal(proof.index, 73_894);
    assert.equal(proof.hashes.length, 5);
    assert.match(Buffer.from(proof.extra ?? []).toString('latin1'), /^age-v1\.2\.1-darwin-arm64\.tar\.gz/);
    assert.equal(proof.checkpoint, 'example.com/fancylog\n109482\n');
    assert.equal(formatProofFile(proof), text);
  });

  test('is-written-and-read-back', () => {
    const bytes = (length: number, to = length) =>
      fc.uint8Array({ minLength: length, maxLength: to }).map((it) => Uint8Array.from(it));
    const file = fc.record({
      index: fc.maxSafeNat(),
      hashes: fc.array(bytes(32)),
      checkpoint: fc.constantFrom(checkpoint, '', '\n', 'a\n\nb'),
      extra: fc.option(bytes(1, 50)),
    });
    fc.assert(fc.property(file, (it) => assert.deepEqual(parseProofFile(formatProofFile(it)), { ...it })));
  });

  const [head = '', ...more] = formatProofFile(proofOf(5)).split('\n');
  const tail = more.join('\n');
  const wrong: [name: string, text: string][] = [
    ['nothing', ''],
    ['another-first-line', `c2sp.org/tlog-proof@v2\n${tail}`],
    ['a-blank-before-it', `\n${head}\n${tail}`],
    ['no-checkpoint', `${head}\nindex 5\n`],
    ['no-index', `${head}\n\n${checkpoint}`],
    ['an-index-of-words', `${head}\n${tail.replace('index 5', 'index five')}`],
    ['a-negative-index', `${head}\n${tail.replace('index 5', 'index -5')}`],
    ['an-index-with-a-zero-before-it', `${head}\n${tail.replace('index 5', 'index 05')}`],
    ['an-index-with-a-space-after-it', `${head}\n${tail.replace('index 5', 'index 5 ')}`],
    ['an-index-beyond-exact-integers', `${head}\n${tail.replace('index 5', 'index 9007199254740992')}`],
    ['extra-data-that-is-no-base64', `${head}\nextra !!notbase64!!\n${tail}`],
    ['empty-extra-data', `${head}\nextra \n${tail}`],
    ['extra-data-twice', `${head}\nextra YWdl\nextra YWdl\n${tail}`],
    ['extra-data-after-the-index', `${head}\n${tail.replace('index 5\n', 'index 5\nextra YWdl\n')}`],
    ['a-hash-that-is-no-base64', `${head}\n${tail.replace('index 5\n', 'index 5\n!!notbase64!!\n')}`],
    ['a-hash-of-64-bytes', `${head}\nindex 0\n${Buffer.alloc(64).toString('base64')}\n\n${checkpoint}`],
    ['carriage-returns', `${head}\n${tail}`.replaceAll('\n', '\r\n')],
  ];
  for (const [name, text] of wrong) {
    test(`is-refused-for-${name}`, () => {
      assert.throws(() => parseProofFile(text), SyntaxError);
      assert.equal(problem(text), 'malformed_proof');
    });
  }

  test('is-not-written-where-it-says-what-none-can', () => {
    const changes: Partial<ProofFile>[] = [
      ...[{ index: -1 }, { index: 2 ** 53 }, { hashes: [new Uint8Array(31)] }, { extra: new Uint8Array(0) }],
    ];
    for (const change of changes) {
      assert.throws(() => formatProofFile({ ...proofOf(5), ...change }), TypeError);
    }
  });
});

suite('the proof', () => {
  test('holds-for-every-record', () => {
    for (const index of hashes.keys()) {
      const verdict = verifyProofFile(formatProofFile(proofOf(index)), leaf(index), [signer]);
      assert.ok(verdict.fault === null);
      assert.deepEqual(
        { index: verdict.index, origin: verdict.checkpoint.origin, checkpointSize: verdict.checkpoint.size },
        { index, origin: 'assize/ch_1', checkpointSize: 300 },
      );
    }
  });

  test('holds-for-no-other-record-place-or-tree', () => {
    const sound = proofOf(5);
    const text = formatProofFile(sound);
    assert.equal(problem(text), null);
    assert.equal(problem(text, leaf(6)), 'not_included');
    assert.equal(problem(text, new Uint8Array(31)), 'not_included');
    for (const index of [4, 6, 299, 300]) {
      assert.equal(problem(formatProofFile({ ...sound, index })), 'not_included');
    }
    assert.equal(problem(formatProofFile({ ...sound, hashes: sound.hashes.slice(1) })), 'not_included');
    const shorter = signCheckpoint(
      { origin: 'assize/ch_1', size: 299, root: treeRoot(hashes.slice(0, 299)), extensions: [] },
      signer,
    );
    assert.equal(problem(formatProofFile({ ...sound, checkpoint: shorter })), 'not_included');
    assert.equal(problem(formatProofFile({ ...sound, checkpoint: 'x' })), 'malformed_note');
    const stranger = signerOf('assize/ch_1', new Uint8Array(32).fill(9));
    assert.equal(verifyProofFile(text, leaf(5), [stranger]).fault?.problem, 'no_known_signature');
  });

  test('holds-for-no-file-with-any-bit-the-other-way-round', () => {
    const bytes = Buffer.from(formatProofFile(proofOf(5)));
    for (let bit = 0; bit < bytes.length * 8; bit += 3) {
      const altered = Buffer.from(flip(bytes, bit)).toString('latin1');
      const asText = Buffer.from(flip(bytes, bit)).toString('utf8');
      assert.notEqual(problem(altered), null, String(bit));
      assert.notEqual(problem(asText), null, String(bit));
    }
  });
});
