/** Every way to tamper with a stored chain is caught and named, and the rest is still verified. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ChainProblem, chainVerifier, type StoredRecord } from './chain.ts';
import { changed, eight, flipped, rewritten, START, verify } from './chain-fixture.ts';
import { GENESIS_HASH } from './leaf.ts';

type Tampering = [name: string, records: StoredRecord[], faults: [index: number, problem: ChainProblem][]];

const tamperings: Tampering[] = [
  ['an-altered-action', changed(3, () => ({ action: 'delete' })), [[3, 'wrong_hash']]],
  ['an-action-made-null', changed(3, () => ({ action: null })), [[3, 'wrong_hash']]],
  ['an-altered-verdict', changed(3, () => ({ verdict: 'block' })), [[3, 'wrong_hash']]],
  ['an-altered-actor', changed(3, () => ({ actor: 'agent-8' })), [[3, 'wrong_hash']]],
  ['an-altered-type', changed(3, () => ({ artifact_type: 'trust_update' })), [[3, 'wrong_hash']]],
  ['an-altered-id', changed(3, () => ({ id: 'ev_9' })), [[3, 'wrong_hash']]],
  ['an-altered-time', changed(3, (r) => ({ created_at_ms: r.created_at_ms + 1 })), [[3, 'wrong_hash']]],
  ['an-index-set-high', changed(3, () => ({ index: 999 })), [[3, 'wrong_hash']]],
  ['an-index-set-low', changed(3, () => ({ index: 1 })), [[3, 'wrong_hash']]],
  ['an-altered-chain', changed(3, () => ({ chain: 'ch_2' })), [[3, 'wrong_chain']]],
  [
    'an-altered-commitment',
    changed(3, (r) => ({ payload_commitment: flipped(r.payload_commitment) })),
    [[3, 'wrong_hash']],
  ],
  ['an-altered-link', changed(3, (r) => ({ previous_hash: flipped(r.previous_hash) })), [[3, 'broken_link']]],
  [
    'an-altered-hash',
    changed(3, (r) => ({ hash: flipped(r.hash, 31) })),
    [
      [3, 'wrong_hash'],
      [4, 'broken_link'],
    ],
  ],
  [
    'a-shortened-hash',
    changed(3, (r) => ({ hash: r.hash.subarray(1) })),
    [
      [3, 'wrong_hash'],
      [4, 'broken_link'],
    ],
  ],
  ['an-altered-payload', changed(3, () => ({ payload: '{"index":4}' })), [[3, 'wrong_commitment']]],
  ['an-emptied-payload', changed(3, () => ({ payload: '' })), [[3, 'wrong_commitment']]],
  ['a-payload-without-bytes', changed(3, () => ({ payload: '\ud800' })), [[3, 'wrong_commitment']]],
  ['an-altered-salt', changed(3, ({ salt }) => ({ salt: salt && flipped(salt) })), [[3, 'wrong_commitment']]],
  ['a-salt-shifted-into-the-payload', shiftedSalt(), [[3, 'wrong_commitment']]],
  ['a-salt-taken-away', changed(3, () => ({ salt: null })), [[3, 'payload_without_salt']]],
  ['a-salt-that-is-no-bytes', changed(3, () => ({ salt: 'salt' })), [[3, 'wrong_commitment']]],
  ['a-payload-that-is-no-bytes', changed(3, () => ({ payload: 7 })), [[3, 'wrong_commitment']]],
  ['a-payload-taken-away', changed(3, () => ({ payload: null })), [[3, 'salt_without_payload']]],
  ['a-record-rewritten-with-its-hash', rewritten({ verdict: 'block' }), [[4, 'broken_link']]],
  ['a-first-record-taken-away', eight().slice(1), [[0, 'missing_record']]],
  ['a-record-taken-away', eight().toSpliced(3, 1), [[3, 'missing_record']]],
  ['several-records-taken-away', eight().toSpliced(3, 3), [[3, 'missing_record']]],
  ['a-record-repeated', eight().toSpliced(4, 0, ...eight().slice(3, 4)), [[3, 'out_of_order']]],
  [
    'two-records-exchanged',
    exchanged(),
    [
      [3, 'missing_record'],
      [3, 'out_of_order'],
    ],
  ],
  [
    'a-record-of-another-chain-slipped-in',
    eight().toSpliced(3, 0, ...eight('ch_2').slice(3, 4)),
    [[3, 'wrong_chain']],
  ],
  [
    'a-record-exchanged-for-another-chains',
    eight().toSpliced(3, 1, ...eight('ch_2').slice(3, 4)),
    [
      [3, 'wrong_chain'],
      [3, 'missing_record'],
    ],
  ],
  ['fields-that-give-no-leaf', changed(3, () => ({ actor: '\ud800' })), [[3, 'malformed_record']]],
  ['a-time-that-is-none', changed(3, () => ({ created_at_ms: Number.NaN })), [[3, 'malformed_record']]],
  ['a-missing-commitment', changed(3, () => ({ payload_commitment: null })), [[3, 'malformed_record']]],
  [
    'a-missing-hash',
    changed(3, () => ({ hash: null })),
    [
      [3, 'malformed_record'],
      [4, 'broken_link'],
    ],
  ],
  [
    'two-tamperings',
    changed(5, () => ({ action: 'delete' })).toSpliced(1, 1),
    [
      [1, 'missing_record'],
      [5, 'wrong_hash'],
    ],
  ],
];

/** The joined bytes of salt and payload stay the same; only the border between them moves. */
function shiftedSalt(): StoredRecord[] {
  return changed(3, ({ salt, payload }) => ({
    salt: salt?.subarray(0, 31),
    payload: Buffer.concat([(salt ?? Buffer.of()).subarray(31), Buffer.from(payload as string)]),
  }));
}

function exchanged(): StoredRecord[] {
  const records = eight();
  return records.toSpliced(3, 2, ...records.slice(3, 5).reverse());
}

suite('tampering', () => {
  for (const [name, records, wanted] of tamperings) {
    test(`catches-and-names-${name}`, () => {
      const { faults, verifier } = verify(records);
      const found = faults.map(({ index, problem }) => [index, problem]);
      assert.deepEqual(found, wanted);
      assert.deepEqual(verifier.firstFault, faults[0]);
      assert.equal(verifier.counts.faulty, wanted.length);
      assert.equal(verifier.counts.verified, records.length - wanted.length);
      for (const { message } of faults) assert.match(message, /^[A-Z].*\.$/);
    });
  }

  test('says-what-is-missing-and-where', () => {
    const message = (records: StoredRecord[]) => verify(records).verifier.firstFault?.message;
    assert.equal(message(eight().toSpliced(3, 1)), 'Record 3 is missing.');
    assert.equal(message(eight().toSpliced(3, 3)), 'Records 3 to 5 are missing.');
    assert.equal(
      message(changed(3, () => ({ actor: '\ud800' }))),
      "Record 3 can't be read: A leaf can't hold a lone surrogate.",
    );
  });
});

suite('a sound chain', () => {
  test('is-verified-and-counted', () => {
    const { faults, verifier } = verify(eight());
    assert.deepEqual(faults, []);
    assert.deepEqual(verifier.counts, { total: 8, verified: 8, withheld: 0, faulty: 0 });
    assert.equal(verifier.firstFault, null);
  });

  test('may-be-empty', () => {
    assert.deepEqual(verify([]).verifier.counts, { total: 0, verified: 0, withheld: 0, faulty: 0 });
    assert.deepEqual(verify([]).verifier.position, START);
  });

  test('counts-a-withheld-record-as-neither-verified-nor-faulty', () => {
    const { faults, verifier } = verify(changed(3, () => ({ salt: null, payload: null })));
    assert.deepEqual(faults, []);
    assert.deepEqual(verifier.counts, { total: 8, verified: 7, withheld: 1, faulty: 0 });
  });

  test('still-catches-an-altered-leaf-of-a-withheld-record', () => {
    const withheld = { salt: null, payload: null };
    const { faults } = verify(changed(3, () => ({ ...withheld, verdict: 'block' })));
    assert.equal(faults[0]?.problem, 'wrong_hash');
  });

  test('is-taken-up-again-where-verification-stopped', () => {
    const records = eight();
    const { verifier } = verify(records.slice(0, 5));
    assert.deepEqual(verifier.position, { chain: 'ch_1', index: 5, previousHash: records[4]?.hash });
    assert.deepEqual(verify(records.slice(5), verifier.position).faults, []);
    const forged = { ...verifier.position, previousHash: GENESIS_HASH };
    assert.equal(verify(records.slice(5), forged).faults[0]?.problem, 'broken_link');
  });

  test('shows-a-cut-off-end-by-its-position', () => {
    const { faults, verifier } = verify(eight().slice(0, 6));
    assert.deepEqual(faults, []);
    assert.equal(verifier.position.index, 6);
  });

  test('holds-for-payloads-as-bytes-and-as-text', () => {
    const asBytes = eight().map((record) => ({ ...record, payload: Buffer.from(String(record.payload)) }));
    assert.deepEqual(verify(asBytes).verifier.counts.verified, 8);
  });

  test('keeps-no-hold-on-memory-that-the-caller-uses-again', () => {
    const verifier = chainVerifier(START);
    const shared = new Uint8Array(32);
    for (const record of changed(3, () => ({ action: 'delete' }))) {
      shared.set(record.hash);
      const fault = verifier.next({ ...record, hash: shared });
      shared.fill(0);
      assert.equal(fault?.problem, record.index === 3 ? 'wrong_hash' : undefined);
    }
  });
});
