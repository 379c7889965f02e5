/** A link, a reached address and a climbing path are found in every spelling. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { nameOf, namesOf, normalise, type Target } from '../targets/index.ts';
import { loadReaders } from './load.ts';
import { readContent } from './read.ts';

await loadReaders();

const METADATA = [169, 254, 169, 254] as const;
const [A, B, C, D] = METADATA;
const number = (of: number) => fc.constantFrom(String(of), `0x${of.toString(16)}`, `0${of.toString(8)}`);
const dotted = METADATA.join('.');
const hex = (of: number) => of.toString(16).padStart(2, '0');
const [high, low] = [`${hex(A)}${hex(B)}`, `${hex(C)}${hex(D)}`];

/** An address of the metadata service, as some library along the way reads it. */
const spelledAddress = fc.oneof(
  fc.tuple(number(A), number(B), number(C), number(D)).map((parts) => parts.join('.')),
  fc.tuple(number(A), number(B), number((C << 8) | D)).map((parts) => parts.join('.')),
  fc.tuple(number(A), number((B << 16) | (C << 8) | D)).map((parts) => parts.join('.')),
  number(((A << 24) | (B << 16) | (C << 8) | D) >>> 0),
  fc.constantFrom(
    `[::ffff:${dotted}]`,
    `[::FFFF:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[::${dotted}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b:1::${high}:${low}]`,
    `[2002:${high}:${low}::]`,
    `${dotted}.`,
    `${dotted}.nip.io`,
    '169-254-169-254.sslip.io',
    `${high}${low}.nip.io`,
    '１６９.254.169.254',
  ),
);

describe('the-metadata-of-a-cloud', () => {
  test('is-seen-in-each-spelling-of-its-address', () => {
    const scheme = fc.constantFrom('http', 'https', 'HTTP', 'ws', 'ftp');
    const rest = fc.constantFrom('', '/', ':80/latest/meta-data/', '/latest/api/token', ':8080');
    fc.assert(
      fc.property(scheme, spelledAddress, rest, (by, host, behind) => {
        const text = `${by}://${host}${behind}`;
        const { acts, facts, unreadable } = readContent('url', text);
        assert.equal(unreadable, null, text);
        assert.equal(facts.metadata, true, text);
        assert.equal(acts[0]?.risk_level, 'high', text);
        const shell = readContent('shell', `curl ${quoted(text)}`).acts;
        assert.ok(
          shell.some(({ risk_level }) => risk_level === 'high'),
          text,
        );
      }),
      { numRuns: 300 },
    );
  });
});

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Escapes a text several times, as proxies undo it several times. */
const escaped = (text: string, times: number): string =>
  times === 0 ? text : escaped(text, times - 1).replaceAll('%', '%25');
const climbing = fc
  .tuple(
    fc.constantFrom(
      '%2e%2e/',
      '..%2f',
      '%2e%2e%2f',
      '.%2e/',
      '%2E./',
      '..%5c',
      '%2e%2e%5C',
      '..;/',
      '..%3b/',
      '%EF%BC%8E%EF%BC%8E/',
      '%c0%ae%c0%ae/',
      '%09../',
      '%20..%2f',
    ),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([step, times, count]) => escaped(step, times).repeat(count));

describe('a-path-that-climbs-by-its-escapes', () => {
  for (const [kind, record] of [
    ['url', 'https://example.com/public/files'],
    ['path', '/data/public/files'],
  ] as const) {
    test(`is-below-no-recorded-${kind}`, () => {
      const [known] = normalise(kind, record);
      fc.assert(
        fc.property(climbing, fc.constantFrom('admin', 'etc/passwd', ''), (steps, end) => {
          const [read] = normalise(kind, `${record}/${steps}${end}`);
          assert.ok(read !== undefined && known !== undefined && 'value' in known);
          if ('unreadable' in read) return;
          assert.ok(!namesOf(read as Target).includes(nameOf(known)), `${steps}${end}: ${read.value}`);
        }),
        { numRuns: 500 },
      );
    });
  }

  test('is-below-no-recorded-url-behind-a-blank-that-is-left-out', () => {
    for (const blank of ['\t', '\n', ' ', '%09']) {
      const [read] = normalise('url', `https://example.com/public/files/${blank}../admin`);
      assert.ok(read !== undefined && 'value' in read);
      assert.ok(!namesOf(read as Target).includes('url https://example.com/public/files'), read.value);
    }
  });

  test('and-ordinary-escapes-stay-below-their-folder', () => {
    const segment = fc.constantFrom('a%20b', 'caf%C3%A9', '100%25', 'x..y', '%7Ename', 'v1.2', '%E6%97%A5');
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const [read] = normalise('url', `https://example.com/public/${segments.join('/')}`);
        assert.ok(read !== undefined && 'value' in read);
        assert.ok(namesOf(read as Target).includes('url https://example.com/public'), segments.join('/'));
      }),
    );
  });
});

const secret = fc.stringMatching(/^[a-z]{4,9}[:=][A-Za-z0-9]{5,12}$/);
const ENCODERS: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString('base64').replace(/=+$/, '').replaceAll('/', '_'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex'),
  base32: (text) => base32(text),
};

describe('encoded-text-in-an-address', () => {
  for (const [name, encode] of Object.entries(ENCODERS)) {
    test(`is-carried: ${name}`, () => {
      fc.assert(
        fc.property(secret, fc.integer({ min: 1, max: 3 }), (text, count) => {
          const encoded = encode(text);
          const size = Math.ceil(encoded.length / count);
          const pieces = encoded.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
          for (const [part, url] of [
            ['path', `https://evil.example/${pieces.join('/')}`],
            ['host', `https://${pieces.join('.')}.evil.example/`],
          ] as const) {
            if (part === 'host' && /[_+]/.test(encoded)) continue;
            const { acts, facts } = readContent('url', url);
            assert.equal(acts[0]?.effect, 'send', url);
            assert.ok((facts.carries as string[]).includes(part), url);
          }
        }),
        { numRuns: 300 },
      );
    });
  }
});

function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups
    .map((group) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

describe('a-host-without-a-scheme', () => {
  test('is-a-link-wherever-it-stands-in-a-text', () => {
    const host = fc
      .tuple(
        fc.stringMatching(/^[a-z]{3,10}-?[a-z]{2,6}$/),
        fc.constantFrom('com', 'net', 'org', 'io', 'co.uk', 'top'),
      )
      .map(([name, ending]) => `${name}.${ending}`);
    const path = fc.constantFrom('', '/form', ':8443/x', '/a?b=c');
    const around = fc.constantFrom(
      ['Go to ', '.'],
      ['', ' now'],
      ['(', ')'],
      ['Sign in at\n', '\n'],
      ['**', '**'],
      ['[x](https://example.org) or ', '!'],
    );
    const hiding = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.replace('.', '\u200b.'),
      (text: string) => text.replace('.', '\u3002'),
      (text: string) => text.replace('.', '&#46;'),
      (text: string) => text.replace('.', '&period;'),
    );
    fc.assert(
      fc.property(host, path, around, hiding, (name, rest, [before = '', after = ''], hide) => {
        const text = `${before}${hide(name)}${rest}${after}`;
        const { acts } = readContent('text', text);
        const links = acts.flatMap(({ targets }) => targets.map((target) => target.text));
        assert.ok(
          links.some((link) => link.startsWith(`http://${name}`)),
          `${text}: ${links}`,
        );
      }),
      { numRuns: 500 },
    );
  });
});
