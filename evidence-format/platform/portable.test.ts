/** The portable hashes and signatures against the published vectors, and against Node's own. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { flip } from '../tree/merkle-fixture.ts';
import type { Platform } from './platform.ts';
import * as node from './platform-node.ts';
import * as portable from './platform-portable.ts';
import { digestSha512 } from './portable-sha512.ts';

const BOTH: Platform[] = [node, portable];
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const unhex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** RFC 6234 section 8.5, tests 1 to 10 of each hash, where they are of whole bytes: what is hashed, how often, hash. */
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
const SHA512_VECTORS: [part: string, times: number, hash: string][] = [
  [
    '616263',
    1,
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
      '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
  [
    '61',
    1_000_000,
    'e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb' +
      'de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b',
  ],
];

test('gives-the-published-hashes', () => {
  for (const [part, times, hash] of SHA256_VECTORS) {
    const message = unhex(part.repeat(times));
    for (const platform of BOTH) assert.equal(platform.sha256Hex(message), hash);
  }
  for (const [part, times, hash] of SHA512_VECTORS) {
    assert.equal(node.toHex(digestSha512(unhex(part.repeat(times)))), hash);
  }
});

test('hashes-every-length-as-node-does', () => {
  const message = Uint8Array.from({ length: 300 }, (_, place) => place * 7);
  for (let length = 0; length <= message.length; length += 1) {
    const part = message.subarray(0, length);
    assert.equal(portable.sha256Hex(part), node.sha256Hex(part));
    assert.equal(node.toHex(digestSha512(part)), createHash('sha512').update(part).digest('hex'));
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
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
  for (const [key = bytes0, message = bytes0, signature = bytes0] of ED25519_VECTORS) {
    const scalar = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`) + order;
    const other = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
    assert.ok(!portable.ed25519Verify(key, message, Buffer.concat([signature.slice(0, 32), other])));
  }
});

test('says-that-it-makes-no-signatures', () => {
  assert.throws(() => portable.ed25519Sign(), /needs Node/);
  assert.throws(() => portable.ed25519PublicKey(), /needs Node/);
});
