/** The portable platform against published vectors and Node's. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { flip } from '../tree/merkle-fixture.ts';
import type { Platform } from './platform.ts';
import * as node from './platform-node.ts';
import * as portable from './platform-portable.ts';

const BOTH: Platform[] = [node, portable];
const ORDER = ed25519.Point.Fn.ORDER;
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const unhex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** RFC 6234 section 8.5, tests of SHA-256 with whole bytes: the part, how many times it is repeated, the hash. */
const SHA256_VECTORS: [part: string, times: number, hash: string][] = [
  ['616263', 1, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    Buffer.from('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq').toString('hex'),
    1,
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['61', 1_000_000, 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  [
    Buffer.from('0123456701234567012345670123456701234567012345670123456701234567').toString('hex'),
    10,
    '594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5',
  ],
  ['19', 1, '68aa2e2ee5dff96e3355e6c7ee373e3d6a4e17f75f9518d843709c0c9bc3e3d4'],
  ['e3d72570dcdd787ce3887ab2cd684652', 1, '175ee69b02ba9b58e2b0a5fd13819cea573f3940a94f825128cf4209beabb4e8'],
];

test('gives-the-published-hashes', () => {
  for (const [part, times, hash] of SHA256_VECTORS) {
    const message = unhex(part.repeat(times));
    for (const platform of BOTH) assert.equal(platform.sha256Hex(message), hash);
  }
});

test('hashes-every-length-as-node-does', () => {
  const message = Uint8Array.from({ length: 300 }, (_, place) => place * 7);
  for (let length = 0; length <= message.length; length += 1) {
    const part = message.subarray(0, length);
    assert.equal(portable.sha256Hex(part), node.sha256Hex(part));
  }
});

test('does-with-bytes-and-text-as-node-does', () => {
  const part = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 80 }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), fc.uint8Array(), (parts, other) => {
      assert.equal(portable.toHex(portable.sha256(...parts)), node.toHex(node.sha256(...parts)));
      const text = parts.filter((each) => typeof each === 'string').join('');
      const hash = node.toHex(node.sha256Prefixed(other, text));
      assert.equal(portable.toHex(portable.sha256Prefixed(other, text)), hash);
      assert.equal(portable.sha256Hex(text), node.sha256Hex(text));
      assert.equal(portable.toHex(other), node.toHex(other));
      assert.deepEqual(portable.fromHex(node.toHex(other)), other);
    }),
  );
  for (const platform of BOTH) {
    assert.throws(() => platform.sha256('a\ud800'), TypeError);
    assert.throws(() => platform.sha256Hex('\udc00'), TypeError);
    assert.throws(() => platform.sha256Prefixed(new Uint8Array(1), '\ud800'), TypeError);
  }
});

/** RFC 8032 section 7.1, tests 1, 2, 3 and SHA(abc): public key, message, signature. */
const ED25519_VECTORS = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
      '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac' +
      '18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
      '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589' +
      '09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
].map((vector) => vector.map(unhex));

test('verifies-the-published-signatures', () => {
  for (const [key = bytes0, message = bytes0, signature = bytes0] of ED25519_VECTORS) {
    for (const platform of BOTH) assert.ok(platform.ed25519Verify(key, message, signature));
    for (let bit = 0; bit < 512; bit += 37) {
      assert.ok(!portable.ed25519Verify(key, message, flip(signature, bit)));
    }
  }
});
const bytes0 = new Uint8Array();

test('says-of-any-signature-what-node-says', () => {
  fc.assert(
    fc.property(bytes(32), fc.uint8Array({ minLength: 1 }), fc.nat(), (seed, message, bit) => {
      const key = node.ed25519PublicKey(seed);
      const signature = node.ed25519Sign(seed, message);
      assert.ok(portable.ed25519Verify(key, message, signature));
      const cases: [Uint8Array, Uint8Array, Uint8Array][] = [
        [key, message, flip(signature, bit)],
        [key, flip(message, bit), signature],
        [flip(key, bit), message, signature],
      ];
      for (const altered of cases) {
        assert.equal(portable.ed25519Verify(...altered), false);
        assert.equal(node.ed25519Verify(...altered), false);
      }
    }),
    { numRuns: 40 },
  );
});

test('refuses-a-second-form-of-a-signature', () => {
  for (const [key = bytes0, message = bytes0, signature = bytes0] of ED25519_VECTORS) {
    const s = bytesToNumberLE(signature.subarray(32));
    // Only multiples of the order up to the 15th fit into the 32 bytes of S.
    for (let times = 1n; times < 16n; times += 1n) {
      const other = Buffer.concat([signature.subarray(0, 32), numberToBytesLE(s + times * ORDER, 32)]);
      for (const platform of BOTH) assert.equal(platform.ed25519Verify(key, message, other), false);
    }
  }
});

test('verifies-messages-of-any-length-that-node-signed', () => {
  const seed = new Uint8Array(32).fill(5);
  const key = node.ed25519PublicKey(seed);
  // SHA-512 pads to blocks of 128 bytes, and hashes 64 bytes before the message.
  for (let length = 0; length <= 200; length += 1) {
    const message = new Uint8Array(length).fill(length);
    assert.ok(portable.ed25519Verify(key, message, node.ed25519Sign(seed, message)), `${length} bytes`);
  }
});

/**
 * A signature made by someone who adds points of small order to their key and to R. RFC 8032 lets a verifier accept or
 * refuse it; two different verifiers would give one file two verdicts.
 */
function hostileSignature(secret: bigint, message: Uint8Array, [inKey, inR]: readonly [bigint, bigint]) {
  const { BASE, Fn } = ed25519.Point;
  const small = ed25519.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
  const key = BASE.multiply(secret).add(small.multiplyUnsafe(inKey)).toBytes();
  const nonce = Fn.create(secret * 7n + 1n);
  const R = BASE.multiply(nonce).add(small.multiplyUnsafe(inR)).toBytes();
  const k = Fn.create(bytesToNumberLE(sha512(Buffer.concat([R, key, message]))));
  return { key, signature: Buffer.concat([R, numberToBytesLE(Fn.create(nonce + k * secret), 32)]) };
}

test('agrees-with-node-on-signatures-with-points-of-small-order-in-them', () => {
  const verdicts = { accepted: 0, refused: 0 };
  for (let inKey = 0n; inKey < 8n; inKey += 1n) {
    for (let inR = 0n; inR < 8n; inR += 1n) {
      for (let byte = 0; byte < 6; byte += 1) {
        const message = Uint8Array.of(byte);
        const { key, signature } = hostileSignature(12_345n + inR, message, [inKey, inR]);
        const byNode = node.ed25519Verify(key, message, signature);
        const name = `${inKey} in the key, ${inR} in R, message ${byte}`;
        assert.equal(portable.ed25519Verify(key, message, signature), byNode, name);
        verdicts[byNode ? 'accepted' : 'refused'] += 1;
      }
    }
  }
  assert.ok(verdicts.accepted > 6 && verdicts.refused > 100, JSON.stringify(verdicts));
});

test('says-that-it-makes-no-signatures', () => {
  assert.throws(() => portable.ed25519Sign(new Uint8Array(32), new Uint8Array()), /needs Node/);
  assert.throws(() => portable.ed25519PublicKey(new Uint8Array(32)), /needs Node/);
});
