/** No text stops a document, in any script and with any characters, and no text disappears in one. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { escapeOf } from '@assize/evidence-format';
import fc from 'fast-check';
import type { Font } from 'fontkit';
import { runs } from '../../tests/support/runner/runs.ts';
import { openFonts, withFallbackLayout } from './fonts.ts';
import { codePointOf, Glyphs } from './glyphs.ts';
import { Sheet } from './sheet.ts';
import { STYLES, type TextStyle } from './theme.ts';

const opened = openFonts();
const fonts = [...opened.values()];
/** Each code point that a font here can draw. Any other is replaced, or escaped, before it comes to one. */
const DRAWN = [...new Set(fonts.flatMap((font) => font.characterSet))]
  .sort((one, other) => one - other)
  .map((code) => String.fromCodePoint(code));
/** Characters that join, turn, cover or divide others, and values that are not characters. */
const TROUBLE = [
  ...['\u200c', '\u200d', '\u034f', '\u2060', '\ufe0e', '\ufe0f', '\u180b', '\u{e0100}', '\u115f', '\u3164'],
  ...['\u202a', '\u202e', '\u202c', '\u2066', '\u2069', '\u061c', '\u200e', '\u200f', '\ufeff', '\u00ad'],
  ...[
    '\u0000',
    '\t',
    '\n',
    '\r',
    '\u001b',
    '\u0085',
    '\u2028',
    '\u2029',
    '\ud800',
    '\udfff',
    '\uffff',
    '\u{10ffff}',
  ],
  ...[
    '\u0301',
    '\u0336',
    '\u20dd',
    '\u0489',
    '\u0651',
    '\u05b0',
    '\u094d',
    '\u0e4e',
    '\u2d7f',
    '\ufffd',
    '\u{e0041}',
  ],
  ...[
    ' ',
    '  ',
    '(',
    '-',
    '/',
    '…',
    '1',
    'a',
    'fi',
    'ش',
    'א',
    'ߊ',
    'ⵏ',
    'ກ',
    'ᚁ',
    '⠿',
    '한',
    '각',
    'क',
    'ខ',
    'བ',
  ],
];

const EVERY_SPARSE = 61;

function sheet(): Sheet {
  const made = new Sheet({ running: '', remark: '', info: { Title: 'Texts' } });
  made.section('Texts');
  return made;
}

/** @returns the document. */
function set(texts: Iterable<string>, style: TextStyle = STYLES.cell, width = 400): Buffer {
  const made = sheet();
  const bytes: Uint8Array[] = [];
  for (const text of texts) {
    made.paragraph(text, style, 'P', { width });
    bytes.push(...made.written());
  }
  made.end();
  bytes.push(...made.written());
  return Buffer.concat(bytes);
}

describe('no-text-stops-a-document', () => {
  test('there-is-something-to-look-at', () => assert.ok(DRAWN.length > 5000 && DRAWN.includes('ⵏ')));

  test('of-one-sign-alone-or-beside-what-makes-trouble', () => {
    function* texts() {
      for (const [place, sign] of DRAWN.entries()) {
        // Dealt out like cards: signs of one script stand side by side, so each script meets all of them.
        const beside = [TROUBLE[place % 8], TROUBLE[(place + 3) % 8]];
        yield [sign, ...beside.flatMap((trouble) => [`${sign}${trouble}`, `${trouble}${sign}`])].join(' x ');
      }
    }
    assert.ok(set(texts()).length > 0);
  });

  test('of-any-two-signs-that-make-trouble', () => {
    const pairs = TROUBLE.flatMap((one) => TROUBLE.map((other) => `ⵏ${one}${other}`));
    for (const style of [STYLES.cell, STYLES.cellMono, STYLES.cellStrong]) {
      assert.ok(set(pairs, style).length > 0);
    }
    // The same with one sign per line, because a line has no room for two.
    assert.ok(set(pairs, STYLES.cell, 1).length > 0);
  });

  test('of-anything-at-all', () => {
    const sign = fc.oneof(
      fc.constantFrom(...TROUBLE),
      fc.constantFrom(...DRAWN),
      // Not fc.string, which lists all units before it makes one.
      fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    );
    const texts = fc.array(
      fc.array(sign, { maxLength: 12 }).map((signs) => signs.join('')),
      { maxLength: 40 },
    );
    const width = fc.constantFrom(1, 9, 60, 400);
    fc.assert(
      fc.property(texts, width, (all, wide) => {
        assert.ok(set(all, STYLES.cell, wide).length > 0);
        const made = sheet();
        for (const text of all) made.text(text, STYLES.cell, { width: wide, most: 2, align: 'right' });
        made.end();
      }),
      { numRuns: runs(20) },
    );
  });

  test('whose-layout-fails', () => {
    const [font] = fonts as [Font];
    const failing = Object.create(font, {
      layout: {
        writable: true,
        value: () => {
          throw new TypeError('no syllable');
        },
      },
    }) as Font;
    const run = withFallbackLayout(failing).layout('ab');
    assert.equal(run.glyphs.length, 2);
    assert.equal(run.advanceWidth, font.layout('a').advanceWidth + font.layout('b').advanceWidth);
  });
});

/** Alike in thousands: Han, Hangul, what is for private use or half a pair, and what has no meaning yet. */
const ONE_OF_MANY = /^[\p{sc=Han}\p{sc=Hangul}\p{Co}\p{Cs}\p{Cn}]$/u;

/** Each code point that is drawn or to which Unicode has given a meaning of its own; of the rest one in so many. */
function* looked(): Generator<number> {
  const drawn = new Set(DRAWN);
  for (let code = 0; code < 0x110000; code += 1) {
    const sign = String.fromCodePoint(code);
    if (code % EVERY_SPARSE === 0 || !ONE_OF_MANY.test(sign) || drawn.has(sign)) yield code;
  }
}

describe('no-text-disappears-in-a-document', () => {
  const glyphs = new Glyphs();
  const isInSans = (code: number) =>
    (['sans', 'wide'] as const).some((name) => opened.get(name)?.hasGlyphForCodePoint(code));
  const toldIn = (text: string) =>
    glyphs
      .pieces(text, 'sans')
      .map((piece) => piece.text)
      .join('');

  test('of-what-a-reader-can-not-see', () => {
    for (const [text, wanted] of [
      ['\u2d4f\u200c', 'ⵏ\\u200C'],
      ['agent\u200c', 'agent\\u200C'],
      ['agent\ufe0f', 'agent\\uFE0F'],
      ['a\u034fb\u3164', 'a\\u034Fb\\u3164'],
      ['\u0301a', '\\u0301a'],
      ['می\u200cخواهم', 'می\u200cخواهم'],
      ['می\u200c', 'می\\u200C'],
    ] as const) {
      assert.equal(toldIn(text), wanted);
    }
  });

  test('as-each-sign-is-drawn-replaced-or-escaped', () => {
    for (const code of looked()) {
      const text = String.fromCodePoint(code);
      const whole = toldIn(`a${text}`).slice(1);
      const isShown = whole === (isInSans(code) ? text : codePointOf(text)) || whole === escapeOf(text);
      assert.ok(isShown || text === ' ', `U+${code.toString(16)}: ${JSON.stringify(whole)}`);
    }
  });

  const missing = spawnSync('pdftotext', ['-v']).status !== 0 && 'pdftotext is not there';
  test('as-a-reader-of-pdf-finds-it', { skip: missing }, () => {
    const texts = [
      '\u2d4f\u200c',
      'ⵏⵓⵎⵉⴷⵢⴰ',
      'invoice\u202egnp.exe',
      'ߒߞߏ',
      'Łódź Ελλάδα Москва',
      'ᚁᚂᚃ',
      'ກຂ',
    ];
    const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: set(texts), encoding: 'utf8' });
    for (const text of ['ⵏ\\u200C', 'ⵏⵓⵎⵉⴷⵢⴰ', 'invoice\\u202Egnp.exe', 'Łódź Ελλάδα Москва', 'ᚁᚂᚃ', 'ກຂ']) {
      assert.ok(stdout.includes(text), stdout);
    }
  });
});
