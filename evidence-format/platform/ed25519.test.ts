/** Ed25519 against the vectors of RFC 8032 and a second program. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { flip } from '../tree/merkle-fixture.ts';
import { ed25519PublicKey, ed25519Sign, ed25519Verify } from './ed25519.ts';

const unhex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** RFC 8032 section 7.1, tests 1 to 3. */
const VECTORS = [
  {
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
      '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac' +
      '18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
].map(({ seed, publicKey, message, signature }) => ({
  seed: unhex(seed),
  publicKey: unhex(publicKey),
  message: unhex(message),
  signature: unhex(signature),
}));

test('gives-the-published-keys-and-signatures', () => {
  for (const { seed, publicKey, message, signature } of VECTORS) {
    assert.deepEqual(ed25519PublicKey(seed), publicKey);
    assert.deepEqual(ed25519Sign(seed, message), signature);
    assert.ok(ed25519Verify(publicKey, message, signature));
  }
});

test('refuses-a-signature-with-any-bit-the-other-way-round', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(bytes(32), fc.uint8Array({ minLength: 1 }), fc.nat(), (seed, message, bit) => {
      const [publicKey, signature] = [ed25519PublicKey(seed), ed25519Sign(seed, message)];
      assert.ok(ed25519Verify(publicKey, message, signature));
      assert.ok(!ed25519Verify(publicKey, message, flip(signature, bit)));
      assert.ok(!ed25519Verify(publicKey, flip(message, bit), signature));
      assert.ok(!ed25519Verify(flip(publicKey, bit), message, signature));
    }),
  );
});

test('refuses-a-second-form-of-a-signature', () => {
  // RFC 8032 section 5.1.7: S plus the order of the group would also verify if it were not out of range.
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
  for (const { publicKey, message, signature } of VECTORS) {
    const scalar = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`) + order;
    const other = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
    assert.ok(!ed25519Verify(publicKey, message, Buffer.concat([signature.slice(0, 32), other])));
  }
});

test('says-no-to-what-is-no-key-or-no-signature', () => {
  for (const { publicKey, message, signature } of VECTORS) {
    assert.ok(!ed25519Verify(publicKey.subarray(1), message, signature));
    assert.ok(!ed25519Verify(publicKey, message, signature.subarray(1)));
    assert.ok(!ed25519Verify(publicKey, message, Buffer.concat([signature, Buffer.of(0)])));
    for (const fill of [0x00, 0x02, 0xff]) {
      assert.ok(!ed25519Verify(new Uint8Array(32).fill(fill), message, signature));
    }
  }
  assert.throws(() => ed25519Sign(new Uint8Array(31), new Uint8Array(0)), TypeError);
  assert.throws(() => ed25519PublicKey(new Uint8Array(64)), TypeError);
});

const noOpenssl = spawnSync('openssl', ['version']).error && 'there is no openssl program here';

test('agrees-with-the-openssl-program', { skip: noOpenssl }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-ed25519-'));
  const inFolder = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  try {
    openssl('genpkey', '-algorithm', 'ed25519', '-outform', 'DER', '-out', 'key.der');
    const seed = openssl('pkey', '-inform', 'DER', '-in', 'key.der', '-text', '-noout').stdout;
    const [secret = '', known = ''] = seed
      .split('pub:')
      .map((part) => part.replaceAll(/[^0-9a-f:]|priv:/g, ''));
    const ours = unhex(secret.slice(secret.length - 95).replaceAll(':', ''));
    assert.equal(ours.length, 32, seed);
    assert.deepEqual(ed25519PublicKey(ours), unhex(known.replaceAll(':', '')));
    const message = Buffer.from('größe\n');
    writeFileSync(inFolder('message'), message);
    writeFileSync(inFolder('signature'), ed25519Sign(ours, message));
    const args = [
      '-inkey',
      'key.der',
      '-keyform',
      'DER',
      '-rawin',
      '-in',
      'message',
      '-sigfile',
      'signature',
    ];
    assert.equal(openssl('pkeyutl', '-verify', ...args).status, 0);
    writeFileSync(inFolder('signature'), flip(ed25519Sign(ours, message), 9));
    assert.notEqual(openssl('pkeyutl', '-verify', ...args).status, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('refuses-points-of-small-order-and-second-forms-of-points', () => {
  // RFC 8032 section 5.1.3: y is below 2^255 − 19, and zero has no sign. For OpenSSL 3.0, each of these is a key
  // under which this signature is valid for some message or for every one.
  const neutral = new Uint8Array(32).with(0, 1);
  const minusOne = new Uint8Array(32).fill(0xff).with(0, 0xec).with(31, 0x7f);
  const keys = [neutral, minusOne, minusOne.with(0, 0xed), minusOne.with(0, 0xee), new Uint8Array(32)];
  const signature = Buffer.concat([neutral, new Uint8Array(32)]);
  for (const key of keys.flatMap((y) => [y, y.with(31, (y[31] ?? 0) | 0x80)])) {
    for (let byte = 0; byte < 16; byte += 1) {
      assert.ok(!ed25519Verify(key, Uint8Array.of(byte), signature));
    }
  }
});
