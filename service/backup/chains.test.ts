import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentsOf, type HeadRow, requireNotOlder, requireSame } from './chains.ts';

const HASH = new Uint8Array(32).fill(1);
const HEAD: HeadRow = {
  ...{ chain: 1, tenant: 'acme', environment: 'production', size: 3 },
  ...{ head_hash: HASH, checkpoint: null, last_hash: HASH },
};

test('takes-no-chain-that-does-not-end-as-its-head-says', () => {
  assert.equal(contentsOf([HEAD], 31).chains[0]?.size, 3);
  for (const last_hash of [new Uint8Array(32).fill(2), null]) {
    assert.throws(() => contentsOf([{ ...HEAD, last_hash }], 31), /chain of acme\/production does not end/);
  }
  // It is still empty.
  assert.equal(contentsOf([{ ...HEAD, size: 0, last_hash: null }], 31).chains.length, 1);
});

test('takes-no-backup-that-lacks-what-was-there-before', () => {
  const { chains } = contentsOf([HEAD], 31);
  const shorter = contentsOf([{ ...HEAD, size: 2 }], 31).chains;
  requireNotOlder(shorter, chains);
  assert.throws(() => requireNotOlder(chains, shorter), /is shorter in the backup/);
  assert.throws(() => requireNotOlder(chains, []), /is shorter in the backup/);
});

test('takes-no-database-that-its-manifest-does-not-describe', () => {
  const manifest = contentsOf([HEAD], 31);
  requireSame(manifest, contentsOf([HEAD], 31));
  const others = [
    { ...HEAD, tenant: 'other' },
    { ...HEAD, size: 4 },
    { ...HEAD, checkpoint: 'a note' },
  ];
  for (const other of others) {
    assert.throws(() => requireSame(manifest, contentsOf([other], 31)), /disagree on the chain/);
  }
  assert.throws(() => requireSame(manifest, contentsOf([HEAD], 30)), /another version of its tables/);
  assert.throws(() => requireSame(manifest, contentsOf([HEAD, { ...HEAD, chain: 2 }], 31)), /does not name/);
});
