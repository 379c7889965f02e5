/** The leaf's text against canonical JSON, and its hash and the commitment against RFC 6962 and a second program. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../canonical/canonical.ts';
import { formatHash, sha256 } from '../platform/sha256.ts';
import { GENESIS_HASH, type LeafFields, leafHash, leafText, payloadCommitment } from './leaf.ts';

const FIELDS: LeafFields = {
  chain: 'ch_1',
  index: 0,
  id: 'ev_1',
  artifact_type: 'governance_evaluation',
  action: 'deploy',
  verdict: 'proceed',
  actor: 'agent-7',
  payload_commitment: new Uint8Array(32).fill(0xab),
  created_at_ms: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  previous_hash: GENESIS_HASH,
};

test('writes-the-leaf-as-specified', () => {
  assert.equal(
    leafText(FIELDS),
    '{"action":"deploy","actor":"agent-7","artifact_type":"governance_evaluation","chain":"ch_1",' +
      '"created_at":"2026-01-02T03:04:05.006Z","id":"ev_1","index":0,' +
      `"payload_commitment":"sha256:${'ab'.repeat(32)}","previous_hash":"sha256:${'0'.repeat(64)}",` +
      '"v":1,"verdict":"proceed"}',
  );
  assert.match(leafText({ ...FIELDS, action: null, verdict: null }), /^\{"action":null,.*"verdict":null\}$/);
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme-ascii' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\u007f', '\u0000', '~', ' ', '\u2028', '\\ud800'),
);
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const fields = fc.record<LeafFields>({
  chain: text,
  index: fc.maxSafeNat(),
  id: text,
  artifact_type: text,
  action: fc.option(text),
  verdict: fc.option(text),
  actor: text,
  payload_commitment: hash,
  created_at_ms: fc.oneof(fc.integer({ min: 0, max: lastMs }), fc.constantFrom(0, 999, 1000, lastMs)),
  previous_hash: hash,
});

test('is-the-canonical-json-of-its-members', () => {
  fc.assert(
    fc.property(fields, ({ created_at_ms, payload_commitment, previous_hash, ...rest }) => {
      const members = {
        v: 1,
        ...rest,
        created_at: new Date(created_at_ms).toISOString(),
        payload_commitment: formatHash(payload_commitment),
        previous_hash: formatHash(previous_hash),
      };
      const written = leafText({ ...rest, created_at_ms, payload_commitment, previous_hash });
      assert.equal(written, canonicalJson(members));
    }),
    { numRuns: 500 },
  );
});

test('writes-the-right-time-in-any-order-of-calls', () => {
  for (const ms of [1_999, 2_000, 1_999, 2_001, 0, 59_999, 60_000, lastMs, 0]) {
    const written = leafText({ ...FIELDS, created_at_ms: ms });
    assert.ok(written.includes(`"created_at":"${new Date(ms).toISOString()}"`), String(ms));
  }
});

const unholdable: [name: string, change: Partial<Record<keyof LeafFields, unknown>>][] = [
  ['a-negative-index', { index: -1 }],
  ['a-fractional-index', { index: 0.5 }],
  ['an-index-beyond-exact-integers', { index: 2 ** 53 }],
  ['a-bigint-index', { index: 1n }],
  ['a-time-before-1970', { created_at_ms: -1 }],
  ['a-time-after-9999', { created_at_ms: lastMs + 1 }],
  ['a-fractional-time', { created_at_ms: 0.5 }],
  ['no-time', { created_at_ms: Number.NaN }],
  ['a-short-previous-hash', { previous_hash: new Uint8Array(31) }],
  ['a-long-commitment', { payload_commitment: new Uint8Array(33) }],
  ['a-lone-surrogate', { action: 'a\ud800' }],
  ['a-missing-actor', { actor: undefined }],
  ['a-null-id', { id: null }],
];
for (const [name, change] of unholdable) {
  test(`refuses-${name}`, () => {
    assert.throws(() => leafText({ ...FIELDS, ...change } as LeafFields), TypeError);
  });
}

test('hashes-a-leaf-as-rfc-6962-does', () => {
  // The leaf hash of an empty entry, as published with RFC 6962's reference implementation.
  assert.equal(
    Buffer.from(leafHash('')).toString('hex'),
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  );
  fc.assert(
    fc.property(text, (leaf) => {
      assert.deepEqual(leafHash(leaf), sha256(Buffer.concat([Buffer.of(0), Buffer.from(leaf)])));
    }),
  );
});

test('commits-to-the-same-hash-for-text-and-for-its-bytes', () => {
  fc.assert(
    fc.property(hash, text, (salt, payload) => {
      const wanted = sha256(Buffer.concat([salt, Buffer.from(payload)]));
      assert.deepEqual(payloadCommitment(salt, payload), wanted);
      assert.deepEqual(payloadCommitment(salt, Buffer.from(payload)), wanted);
    }),
  );
});

test('refuses-a-salt-of-another-length-and-a-payload-without-bytes', () => {
  assert.throws(() => payloadCommitment(new Uint8Array(31), 'x'), { name: 'TypeError', message: /32 bytes/ });
  assert.throws(() => payloadCommitment(new Uint8Array(33), new Uint8Array(0)), TypeError);
  assert.throws(() => payloadCommitment(new Uint8Array(32), '\ud800'), TypeError);
});

test('agrees-with-the-sha256sum-program', (t) => {
  const leaf = leafText({ ...FIELDS, action: 'größe\n"x" \u{1f602}' });
  const salt = Uint8Array.from({ length: 32 }, (_, i) => 255 - i);
  const payload = '{"reason":"für €5"}';
  const cases: [bytes: Buffer, written: Uint8Array][] = [
    [Buffer.concat([Buffer.of(0), Buffer.from(leaf)]), leafHash(leaf)],
    [Buffer.concat([salt, Buffer.from(payload)]), payloadCommitment(salt, payload)],
  ];
  for (const [input, written] of cases) {
    const { error, stdout } = spawnSync('sha256sum', { input, encoding: 'utf8' });
    if (error) return t.skip('there is no sha256sum program here');
    assert.equal(Buffer.from(written).toString('hex'), stdout.slice(0, 64));
  }
});
