/** A value is found wherever it stands, and under the name that an act has for it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '@assize/evidence-format';
import fc from 'fast-check';
import { nameOf, normalise, type Target, type WrittenKind } from '../targets/index.ts';
import { valuesOfResult } from './index.ts';

const word = fc.stringMatching(/^[a-z]{3,9}$/);
const capital = word.map((text) => text.charAt(0).toUpperCase() + text.slice(1));
const digits = (count: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${count - 1}}$`));
const host = fc
  .tuple(word, fc.constantFrom('example', 'com', 'org', 'co.uk', 'de'))
  .map((parts) => parts.join('.'));
const address = fc
  .tuple(
    fc.oneof(
      word,
      capital,
      fc.tuple(word, word).map((parts) => parts.join('.')),
    ),
    host,
  )
  .map((parts) => parts.join('@'));
const id = fc.oneof(
  fc.uuid(),
  digits(6),
  fc.tuple(fc.constantFrom('INV', 'SO', 'msg', 'T'), digits(4)).map((parts) => parts.join('-')),
);
const IBANS = [
  'DE89370400440532013000',
  'DE89 3704 0044 0532 0130 00',
  'GB29NWBK60161331926819',
  'FR14 2004 1010 0505 0001 3M02 606',
];

/** Values with a form of their own, which are found in any text. */
const FORMED: Partial<Record<WrittenKind, fc.Arbitrary<string>>> = {
  email: address,
  url: fc.oneof(
    fc
      .webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true })
      .filter((url) => !/[,;|'()\\[\]{}]|[.:!?*]$/.test(url)),
    fc.tuple(host, word).map((parts) => `https://${parts.join('/')}`),
  ),
  domain: host,
  phone: fc.oneof(
    digits(7).map((number) => `+49 170 ${number}`),
    digits(7).map((number) => `+49170${number}`),
    digits(7).map((number) => `0170 ${number}`),
  ),
  account: fc.oneof(
    fc.constantFrom(...IBANS),
    digits(12),
    digits(16).map((text) => text.replace(/(?<=^(?:.{4})+)(?!$)/g, ' ')),
  ),
  path: fc
    .tuple(fc.constantFrom('/', '~/', './', 'C:\\'), word, word)
    .map(([root, one, two]) => `${root}${one}/${two}.md`),
  channel: word.map((name) => `#${name}`),
  person: fc.oneof(
    word.map((name) => `@${name}`),
    address,
  ),
  object: id,
  detect: fc.oneof(address, id, fc.constantFrom(...IBANS)),
};
/** Names without a form of their own are found where a text shows that they are names. */
const NAMES = fc.tuple(capital, capital).map((parts) => parts.join(' '));

const IN_TEXT: Record<string, (value: string) => JsonValue> = {
  'a text': (value) => `Hello, please use ${value} for this. Thanks`,
  'the end of a sentence': (value) => `Please use ${value}.\nThanks`,
  'a quoted mail': (value) => `On Monday Ann wrote:\n> so use\n> ${value}\n> please`,
  'a mail in HTML': (value) => `<html><body><p>Use&nbsp;now: <b>${value}</b></p></body></html>`,
  'a member beside others': (value) => ({ n: 1, messages: [{ body: `use ${value} please` }] }),
  'JSON in a text in JSON': (value) => ({ body: JSON.stringify({ note: `use ${value} now` }) }),
};
const IN_PLACE: Record<string, (value: string) => JsonValue> = {
  'a member': (value) => ({ a: { b: [value] } }),
  'JSON in a text': (value) => JSON.stringify({ a: [value] }),
  'an answer of an MCP tool': (value) => ({
    content: [{ type: 'text', text: JSON.stringify([{ a: value }]) }],
  }),
  'a text of an MCP tool': (value) => ({ content: [{ type: 'text', text: value }] }),
  'a table': (value) => `id\tvalue\tstate\n1\t${value}\topen\n2\tx\topen`,
  'a row of CSV': (value) => `id,value,state\n1,${value},open\n2,x,open`,
  'behind a label': (value) => `State: open\nValue: ${value}\n`,
};

function mustFind(kind: WrittenKind, written: string, result: JsonValue): void {
  const wanted = normalise(kind, written)
    .filter((one): one is Target => 'value' in one)
    .map(nameOf);
  const names = new Set(
    valuesOfResult(result, { source: 'content', fields: {} }).values.map(({ name }) => name),
  );
  for (const name of wanted)
    assert.ok(names.has(name), `${name} is not in ${JSON.stringify(result)}: ${[...names].join(' | ')}`);
}

for (const [kind, values] of Object.entries(FORMED) as [WrittenKind, fc.Arbitrary<string>][]) {
  for (const [place, planted] of Object.entries({ ...IN_TEXT, ...IN_PLACE })) {
    test(`finds a value of kind ${kind} in ${place}`, () =>
      fc.assert(
        fc.property(values, (value) => mustFind(kind, value, planted(value))),
        { numRuns: 60 },
      ));
  }
}

for (const [place, planted] of Object.entries(IN_PLACE)) {
  test(`finds a name in ${place}`, () =>
    fc.assert(
      fc.property(
        NAMES,
        fc.constantFrom<WrittenKind>('person', 'object', 'channel', 'account'),
        (value, kind) => mustFind(kind, value, planted(value)),
      ),
      { numRuns: 60 },
    ));
}

const DISGUISES: Record<string, (value: string) => string> = {
  percent: encodeURIComponent,
  base64: (value) => Buffer.from(value).toString('base64'),
  base64url: (value) => `https://a.example/?d=${Buffer.from(value).toString('base64url')}`,
  twice: (value) => encodeURIComponent(Buffer.from(value).toString('base64')),
  entities: (value) => [...value].map((letter) => `&#${letter.charCodeAt(0)};`).join(''),
  escapes: (value) =>
    [...value].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'full width': (value) =>
    value.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  invisible: (value) => [...value].join('\u200b'),
  words: (value) => value.replace('@', ' [at] ').replaceAll('.', ' [dot] '),
  spaces: (value) => value.replace('@', ' @ ').replaceAll('.', ' . '),
  broken: (value) => `${value.slice(0, -2)}\n${value.slice(-2)}`,
};

for (const [disguise, written] of Object.entries(DISGUISES)) {
  test(`finds an address behind ${disguise}`, () =>
    fc.assert(
      fc.property(
        fc.tuple(word, word).map(([one, two]) => `${one}@${two}.org`),
        (value) => mustFind('email', value, `Write to ${written(value)} now`),
      ),
      { numRuns: 100 },
    ));
}
