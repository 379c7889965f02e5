/** No private address passes, however it is spelt. This test decides by Node's own lists instead of the library's. */
import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { reachable } from './addresses.ts';
import { bareHost } from './url.ts';

/** IANA's special-purpose registries, copied by hand. */
const PRIVATE_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
];
const PRIVATE_V6: [string, number][] = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];
/** Two lists, because one list would treat an IPv4 address as the IPv6 address it can be mapped to. */
const [privateV4List, privateV6List] = [new BlockList(), new BlockList()];
for (const [network, bits] of PRIVATE_V4) privateV4List.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of PRIVATE_V6) privateV6List.addSubnet(network, bits, 'ipv6');

const { reach } = reachable([]);

/** The address as the sender sees it, after a URL has parsed the spelling. */
const judged = (spelling: string) => reach(bareHost(new URL(`http://${spelling}/`).hostname));

const privateV4 = fc
  .constantFrom(...PRIVATE_V4)
  .chain(([network, bits]) =>
    fc.bigInt(0n, 2n ** BigInt(32 - bits) - 1n).map((host) => Number(number(network) + host)),
  );
const anyV4 = fc.integer({ min: 0, max: 0xffff_ffff });

function number(dotted: string): bigint {
  return dotted.split('.').reduce((all, part) => all * 256n + BigInt(part), 0n);
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

const hex = (value: number) => value.toString(16);
const octets = (value: number) => dotted(value).split('.').map(Number) as [number, number, number, number];
const words = (value: number) => `${hex(value >>> 16)}:${hex(value & 0xffff)}`;

/** The ways to write a number in an address, by the rules for URLs. */
const SPELT = [
  (part: number) => `${part}`,
  (part: number) => `0x${hex(part)}`,
  (part: number) => `0${part.toString(8)}`,
];

const V4_SPELLINGS: ((value: number, spell: (part: number) => string) => string)[] = [
  (value, spell) => octets(value).map(spell).join('.'),
  (value, spell) => spell(value),
  (value, spell) => `${spell(value >>> 24)}.${spell(value & 0xff_ffff)}`,
  (value, spell) => `${spell(value >>> 24)}.${spell((value >>> 16) & 255)}.${spell(value & 0xffff)}`,
  (value, spell) => `${octets(value).map(spell).join('.')}.`,
  (value) => `[::ffff:${dotted(value)}]`,
  (value) => `[::FFFF:${words(value).toUpperCase()}]`,
  (value) => `[0:0:0:0:0:ffff:${words(value)}]`,
];
/** Ways in which an IPv6 address leads to an IPv4 one. */
const EMBEDDINGS: ((value: number) => string)[] = [
  (value) => `::${words(value)}`,
  (value) => `::ffff:0:${words(value)}`,
  (value) => `64:ff9b::${words(value)}`,
  (value) => `64:ff9b:1::${words(value)}`,
  (value) => `2002:${words(value)}::`,
  (value) => `2002:${words(value)}::1`,
  (value) => `2001:0:${words(value)}::`,
  (value) => `2001::${words(~value >>> 0)}`,
];

const spellings = fc.tuple(fc.constantFrom(...V4_SPELLINGS), fc.constantFrom(...SPELT));

test('refuses-private-ipv4-addresses-in-every-spelling', () => {
  fc.assert(
    fc.property(privateV4, spellings, (value, [write, spell]) => {
      assert.equal(judged(write(value, spell)), 'refused', write(value, spell));
    }),
    { numRuns: 3000 },
  );
});

test('refuses-what-leads-to-an-ipv4-address-by-translation', () => {
  fc.assert(
    fc.property(fc.oneof(privateV4, anyV4), fc.constantFrom(...EMBEDDINGS), (value, embed) => {
      assert.equal(judged(`[${embed(value)}]`), 'refused', embed(value));
    }),
    { numRuns: 2000 },
  );
});

test('judges-any-ipv4-address-as-the-registry-does', () => {
  fc.assert(
    fc.property(fc.oneof(anyV4, privateV4), spellings, (value, [write, spell]) => {
      const expected = privateV4List.check(dotted(value), 'ipv4') ? 'refused' : 'public';
      assert.equal(judged(write(value, spell)), expected, dotted(value));
    }),
    { numRuns: 3000 },
  );
});

/** Any address, and addresses that begin like a special one. */
const anyV6 = fc
  .tuple(
    fc.oneof(
      fc.constant([]),
      fc.constantFrom(
        [0x2001],
        [0x2001, 0xdb8],
        [0x2002],
        [0x3fff],
        [0x2620, 0x4f],
        [0xfe80],
        [0xfd00],
        [0x64],
      ),
      fc.integer({ min: 0x2000, max: 0x3fff }).map((first) => [first]),
    ),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }),
  )
  .map(([start, rest]) => [...start, ...rest].slice(0, 8))
  .filter((parts) => parts.slice(0, 5).some((part) => part !== 0));

test('judges-any-ipv6-address-as-the-registry-does', () => {
  const short = (text: string) => bareHost(new URL(`http://[${text}]/`).hostname);
  fc.assert(
    fc.property(anyV6, (parts) => {
      const text = parts.map(hex).join(':');
      const expected = privateV6List.check(text, 'ipv6') ? 'refused' : 'public';
      assert.equal(reach(text), expected, text);
      assert.equal(reach(short(text)), expected, short(text));
    }),
    { numRuns: 5000 },
  );
});

test('names-exactly-the-networks-that-the-operator-has-named', () => {
  fc.assert(
    fc.property(privateV4, fc.integer({ min: 0, max: 32 }), anyV4, (value, bits, other) => {
      const network = dotted(bits === 0 ? 0 : (value & (-1 << (32 - bits))) >>> 0);
      const list = new BlockList();
      list.addSubnet(network, bits, 'ipv4');
      const named = reachable([`${network}/${bits}`]);
      for (const address of [dotted(value), dotted(other)]) {
        const isNamed = list.check(address, 'ipv4');
        assert.equal(named.reach(address) === 'named', isNamed, `${address} in ${network}/${bits}`);
        assert.equal(named.reach(`::ffff:${address}`) === 'named', isNamed);
      }
    }),
  );
});

test('refuses-what-is-no-address', () => {
  for (const text of [
    '',
    'localhost',
    '1.2.3',
    '0x8.8.8.8',
    '134744072',
    'fe80::1%eth0',
    '256.1.1.1',
    '::1::',
    '1.2.3.4/32',
  ]) {
    assert.equal(reach(text), 'refused', text);
  }
});
