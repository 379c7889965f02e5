import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isExactNumber, scanJson } from '@assize/evidence-format';
import fc from 'fast-check';
import { MAX_FAULTS } from './faults.ts';
import { readJson } from './json-body.ts';
import { MAX_BODY_DEPTH } from './json-faults.ts';

const REASONS = new Set(['extra_forbidden', 'string_unicode', 'nesting_too_deep', 'int_parsing_size']);

it('reads-back-any-json-value-or-says-why-not', () => {
  const strings = fc
    .string({ unit: 'binary' })
    .map((text) => (text.length % 7 === 6 ? `${text}\ud800` : text));
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom(null, true, false),
      // JSON.stringify writes -0 as 0.
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      strings,
      fc.array(tie('value')),
      fc.dictionary(fc.oneof(strings, fc.constantFrom('__proto__', 'constructor', 'context')), tie('value'), {
        noNullPrototype: true,
      }),
    ),
  })).value;
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const reading = readJson(Buffer.from(text));
      if (reading.ok) assert.deepEqual(reading.value, value);
      else for (const fault of reading.faults) assert.ok(REASONS.has(fault.type), fault.type);
      const strange = text.includes('"__proto__":') || /\\u[dD][89a-fA-F]|[0-9]{16}|e\+/.test(text);
      if (!strange) assert.ok(reading.ok, text);
    }),
    { numRuns: 500 },
  );
});

it('never-throws-and-accepts-nothing-the-native-parser-refuses', () => {
  const pieces = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '"a"',
      '"b":',
      '1',
      '-',
      '.5',
      'e9',
      '0',
      'true',
      'null',
      ' ',
      '\n',
    ],
    ...['\\u', 'd800', '\ud800', 'é', '😀', '\u0000', 'NaN', '/', '__proto__'],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((all) => all.join('')),
    fc.json(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const input of [text, Buffer.from(text)]) {
        const reading = readJson(input);
        const isJson = parses(input.toString());
        if (reading.ok) assert.ok(isJson);
        else
          assert.equal(
            reading.faults.some((fault) => fault.type === 'json_invalid'),
            !isJson,
          );
      }
      assert.equal(
        scanJson(text, { depth: MAX_BODY_DEPTH, duplicates: MAX_FAULTS }).error === undefined,
        parses(text),
      );
    }),
    { numRuns: 3000 },
  );
});

it('tells-exactly-the-integers-that-a-double-is-only-near', () => {
  const numbers = fc.oneof(
    fc.stringMatching(/^-?[1-9][0-9]{14,22}(?:\.0{1,3}|\.[0-9]{1,3})?(?:e[+-]?[0-9]{1,2})?$/),
    fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }).map(String),
    fc.constantFrom('0', '-1', '0.5'),
  );
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 8 }), fc.boolean(), (texts, escaped) => {
      const key = escaped ? String.raw`\u0061` : 'a';
      const reading = readJson(Buffer.from(`{"${key}":[${texts.join(',')}]}`));
      const wanted = texts.flatMap((text, place) =>
        isExactNumber(text) ? [] : [['body', 'a', String(place)]],
      );
      assert.deepEqual(reading.ok ? [] : reading.faults.map(({ loc }) => loc), wanted);
    }),
    { numRuns: 3000 },
  );
});

it('never-throws-on-any-bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const reading = readJson(Buffer.from(bytes));
      if (!reading.ok) assert.ok(reading.faults.every((fault) => fault.loc[0] === 'body'));
    }),
  );
});

/** A JSON document as written: members in order, names repeated or not. */
type Written = { leaf: string } | { items: Written[] } | { members: [string, Written][] };

const NAMES = ['a', 'b', '', ':', '"', '\\', '":"', '\\"', 'é', '{"a":1}', '0', '\n'];

const written = fc.letrec<{ document: Written }>((tie) => ({
  document: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc
      .constantFrom(
        '1',
        'null',
        '""',
        '":"',
        String.raw`"\":\\"`,
        String.raw`"\u003a\u0022"`,
        '"{\\"a\\":1}"',
      )
      .map((leaf) => ({ leaf })),
    fc.array(tie('document'), { maxLength: 4 }).map((items) => ({ items })),
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES), tie('document')), { maxLength: 5 })
      .map((members) => ({ members })),
  ),
})).document;

it('finds-exactly-the-duplicate-keys-that-were-written', () => {
  let withDuplicates = 0;
  fc.assert(
    fc.property(written, fc.infiniteStream(fc.nat(7)), (document, dice) => {
      const text = render(document, () => dice.next().value);
      const wanted = new Set<string>();
      collectDuplicates(document, ['body'], wanted);
      if (wanted.size > 0) withDuplicates++;
      const reading = readJson(Buffer.from(text));
      const found = reading.ok ? [] : reading.faults.map((fault) => JSON.stringify(fault.loc));
      assert.deepEqual(found.sort(), [...wanted].sort());
    }),
    { numRuns: 1500 },
  );
  assert.ok(withDuplicates > 100, `only ${withDuplicates} texts held duplicates`);
});

function render(document: Written, roll: () => number): string {
  const gap = () => ['', '', '', '', ' ', '\n', '\t ', ' \r\n'][roll()] ?? '';
  if ('leaf' in document) return gap() + document.leaf + gap();
  if ('items' in document) return `[${document.items.map((item) => render(item, roll)).join(',') || gap()}]`;
  const members = document.members.map(([name, value]) => {
    const spelled = roll() < 6 ? JSON.stringify(name) : `"${[...name].map(escapeAlways).join('')}"`;
    return `${gap()}${spelled}${gap()}:${render(value, roll)}`;
  });
  return `{${members.join(',') || gap()}}`;
}

function escapeAlways(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function collectDuplicates(document: Written, path: string[], into: Set<string>): void {
  if ('items' in document) {
    for (const [index, item] of document.items.entries())
      collectDuplicates(item, [...path, String(index)], into);
  } else if ('members' in document) {
    const seen = new Set<string>();
    for (const [name, value] of document.members) {
      if (seen.has(name)) into.add(JSON.stringify([...path, name]));
      seen.add(name);
      collectDuplicates(value, [...path, name], into);
    }
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
