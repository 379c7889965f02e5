import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { actText } from '../cases/contents/act-text.ts';
import { CASES } from '../cases/contents/index.ts';
import { CONTENT_KINDS } from '../tools/entry.ts';
import { loadReaders } from './load.ts';
import { readContent } from './read.ts';

await loadReaders();

const shellCommands = CASES.shell.filter(({ acts }) => acts !== undefined).map(({ text }) => text);
const sqlTexts = CASES.sql.filter(({ acts }) => acts !== undefined);
/** Pieces that hostile texts are made of. */
const PIECES = [
  ...[
    '$(',
    '`',
    '"',
    "'",
    '${',
    '((',
    '))',
    ')',
    '{',
    '}',
    '<<E',
    '<(',
    '|',
    '&',
    ';',
    '\n',
    '\\',
    '#',
    '*',
    '~',
    '>',
  ],
  ...[
    'rm ',
    'curl ',
    'sh -c ',
    'eval ',
    'x',
    '/',
    ' -',
    'if ',
    'fi',
    'for ',
    'do ',
    'done',
    'case ',
    'in ',
    'esac',
    '[[',
  ],
  ...[
    'SELECT ',
    'DELETE FROM t ',
    'WHERE ',
    'OR ',
    '1',
    '=',
    '--',
    '/*',
    '*/',
    '$$',
    '[',
    ']',
    'CASE ',
    'END',
    'WITH ',
  ],
  ...[
    '<a href="',
    '">',
    '](',
    '![',
    'http://',
    'a.example',
    '?',
    '%',
    '@',
    ':',
    '\u0000',
    '\ud800',
    '\u202e',
    'ѕ',
    '😀',
  ],
];
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));

describe('any-text', () => {
  for (const kind of CONTENT_KINDS) {
    test(`of-${kind}-is-read-or-has-a-reason-and-always-the-same`, () => {
      fc.assert(
        fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' }), fc.string()), (text) => {
          const content = readContent(kind, text);
          assert.deepEqual(readContent(kind, text), content);
          if (content.unreadable === null) return;
          assert.match(content.unreadable, /\S/);
          assert.deepEqual(content.acts, []);
        }),
        { numRuns: 1_000 },
      );
    });
  }
});

const actsOf = (text: string) => readContent('shell', text).acts;
/** Commands that can be joined: a here-document or a comment ends with its line, and no `;` may follow `&`. */
const plain = fc.constantFrom(...shellCommands.filter((text) => !/[\n#\r]|<<|&$/.test(text)));
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

describe('shell', () => {
  test('a-command-more-is-an-act-more', () => {
    fc.assert(
      fc.property(plain, (text) => {
        const removes = actsOf(`${text}; rm -rf /`).filter(
          ({ effect, targets }) => effect === 'delete' && targets.some((target) => target.text === '/'),
        );
        assert.ok(removes.length > 0);
        // The acts of the text itself are still found, but for the one that stands for having none.
        const before = new Set(actsOf(`${text}; rm -rf /`).map(actText));
        for (const act of actsOf(text).filter(({ what }) => what !== 'runs no program'))
          assert.ok(before.has(actText(act)), actText(act));
      }),
    );
  });

  test('a-shell-around-it-keeps-its-acts', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom('bash -c', 'sh -c', 'eval', 'sudo -u bob sh -c'), (text, shell) => {
        // A shell passes its own input to what it runs.
        fc.pre(!/^\s*$/.test(text));
        const around = readContent('shell', `${shell} ${quoted(text)}`);
        assert.equal(around.unreadable, null);
        const effects = new Set(
          around.acts.map(
            ({ effect, targets }) => `${effect} ${targets.map((target) => target.text).join()}`,
          ),
        );
        for (const { effect, targets } of actsOf(text)) {
          assert.ok(effects.has(`${effect} ${targets.map((target) => target.text).join()}`), text);
        }
      }),
    );
  });

  test('white-space-around-commands-changes-nothing', () => {
    const space = fc.constantFrom(' ', '  ', '\t', '\n', '\n\n ');
    fc.assert(
      fc.property(plain, plain, space, space, (one, other, before, after) => {
        assert.deepEqual(actsOf(`${before}${one} ;${after}${other}${after}`), actsOf(`${one}; ${other}`));
      }),
    );
  });

  test('an-unknown-program-is-never-passed-over', () => {
    const name = fc.stringMatching(/^[a-z]{9,14}$/).map((text) => `q${text}q`);
    fc.assert(
      fc.property(name, plain, (program, text) => {
        const acts = actsOf(`${text} ; ${program} x`);
        assert.ok(
          acts.some(
            ({ effect, targets }) =>
              effect === 'execute' && targets.some((target) => target.text === program),
          ),
        );
      }),
    );
  });
});

describe('sql', () => {
  test('a-statement-more-is-an-act-more', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sqlTexts), ({ text, dialect = 'postgres' }) => {
        fc.pre(!/--|#|\/\*/.test(text));
        const { acts, unreadable } = readContent('sql', `${text.replace(/;\s*$/, '')};\nDROP TABLE victims`, {
          dialect,
        });
        fc.pre(unreadable === null);
        assert.ok(
          acts.some(
            ({ effect, targets }) =>
              effect === 'delete' && targets.some((target) => target.text === 'victims'),
          ),
        );
      }),
    );
  });

  test('case-and-white-space-of-keywords-change-nothing', () => {
    const space = fc.constantFrom(' ', '\n', '\t ', ' /* note */ ');
    fc.assert(
      fc.property(space, space, fc.boolean(), (one, other, isUpper) => {
        const word = (text: string) => (isUpper ? text.toUpperCase() : text.toLowerCase());
        const text = `${word('delete')}${one}${word('from')}${other}users${one}${word('where')}${other}1=1`;
        assert.deepEqual(
          readContent('sql', text).acts,
          readContent('sql', 'DELETE FROM users WHERE 1 = 1').acts,
        );
      }),
    );
  });

  test('a-condition-that-is-always-true-behind-or-bounds-nothing', () => {
    const truth = fc.constantFrom('1=1', 'true', "'a'='a'", '2>1', 'id=id', 'NOT false', '1', "'x' LIKE '%'");
    const real = fc.constantFrom('id = 5', "name = 'x'", 'age < 3', 'a IN (1, 2)', 'b IS NULL');
    fc.assert(
      fc.property(truth, real, fc.boolean(), (always, other, isFirst) => {
        const both = isFirst ? `${always} OR ${other}` : `${other} OR (${always})`;
        const whereOf = (text: string) =>
          (readContent('sql', text).facts.statements as { where: string }[])[0]?.where;
        assert.equal(whereOf(`DELETE FROM t WHERE ${both}`), 'always_true');
        assert.equal(whereOf(`DELETE FROM t WHERE ${other} AND ${always}`), 'bounded');
      }),
    );
  });
});
