import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gather, reportSource } from '../../../../tests/support/evidence/report-fixture.ts';
import { levelsOf, visualOrder } from '../../../documents/direction.ts';
import { openFonts } from '../../../documents/fonts.ts';
import { Glyphs, type Piece } from '../../../documents/glyphs.ts';
import { breakLines } from '../../../documents/lines.ts';
import { spansOf, VERDICT_COLOURS } from './chart.ts';
import { Ranking } from './ranking.ts';
import { remarkOn } from './remark.ts';
import { tallyOf } from './tally.ts';
import { countText, shareText } from './wording.ts';

describe('a-text-becomes-pieces-that-can-be-drawn', () => {
  const cases: [text: string, shown: string][] = [
    ['plain', 'plain'],
    ['', ''],
    ['   ', '\\u0020\\u0020\\u0020'],
    [' x ', '\\u0020x\\u0020'],
    ['a\u00a0b\u2003c', 'a\\u00A0b\\u2003c'],
    ['a\u0000\u001b\u007f', 'a\\u0000\\u001B\\u007F'],
    ['\u202eabc\u2066', '\\u202Eabc\\u2066'],
    ['\udc00', '\\uDC00'],
    ['日', '[U+65E5]'],
    ['é', 'é'],
    ['e\u0301', 'e\u0301'],
    ['\u{10ffff}', '\\u{10FFFF}'],
  ];
  for (const [text, shown] of cases) {
    test(JSON.stringify(text), () => {
      assert.equal(
        new Glyphs()
          .pieces(text, 'sans')
          .map((piece) => piece.text)
          .join(''),
        shown,
      );
    });
  }

  test('and-counts-those-that-could-not', () => {
    const glyphs = new Glyphs();
    glyphs.pieces('日本日\u0000', 'sans');
    assert.deepEqual({ missing: glyphs.missing, escaped: glyphs.escaped }, { missing: 3, escaped: 1 });
    assert.deepEqual(
      [...glyphs.missingPoints],
      [
        [0x65e5, 2],
        [0x672c, 1],
      ],
    );
  });
});

describe('direction', () => {
  const cases: [text: string, levels: string][] = [
    ['abc 123', '0000000'],
    ['אב גד', '11111'],
    ['אב 12.5 גד', '1112222111'],
    ['אב (גד) x', '111111100'],
    ['a (אב) c', '00011000'],
    ['12 אב', '00011'],
    ['אב 1,234.5-6', '111222222222'],
    ['مر ١٢٫٥ مر', '1112222111'],
    // Controls that change the writing direction are shown as escapes, and have no effect.
    ['a\u202eb \u2067c', '000000'],
    ['אב\u200eג\u2066ד x', '11111100'],
  ];
  for (const [text, levels] of cases) {
    test(`of-${text}`, () => assert.equal(levelsOf(text).join(''), levels));
  }

  test('turns-brackets-and-quotes-around-among-what-runs-to-the-left', () => {
    const shown = new Glyphs().pieces('אב (גד) «ה» ≤ ו', 'sans').map(({ text }) => text);
    assert.deepEqual(shown, ['אב )גד( »ה« ≥ ו']);
  });

  test('draws-digits-from-left-to-right-in-each-script', () => {
    const wide = openFonts().get('wide');
    for (const text of ['123', '١٢٫٥', '۱۲۳']) {
      const ids = wide?.layout(text, []).glyphs.map(({ id }) => id);
      const each = [...text].map((digit) => wide?.layout(digit, []).glyphs[0]?.id);
      assert.deepEqual(ids, each, text);
    }
  });

  test('puts-numbers-among-what-runs-to-the-left-in-their-place', () => {
    const pieces = (
      [
        ['x', 0],
        ['A', 1],
        ['12', 2],
        ['B', 1],
        ['y', 0],
      ] as const
    ).map(([text, level]) => ({ text, level }));
    assert.equal(
      visualOrder(pieces)
        .map(({ text }) => text)
        .join(' '),
      'x B 12 A y',
    );
  });
});

describe('lines', () => {
  const piece = (text: string): Piece => ({ text, font: 'sans', level: 0, stand: false });
  const measure = ({ text }: Piece) => text.length;
  const recorded = (text: string, width: number, most = 100) =>
    breakLines([piece(text)], width, most, measure).lines.map((line) =>
      line.map((part) => part.text).join(''),
    );

  test('break-after-spaces-and-signs', () => {
    assert.deepEqual(recorded('one two three', 7), ['one two', 'three']);
    assert.deepEqual(recorded('agent-support-eu', 9), ['agent-', 'support-', 'eu']);
  });
  test('do-not-break-within-a-number', () => {
    assert.deepEqual(recorded('trust of 2.58 at 09:39', 11), ['trust of', '2.58 at', '09:39']);
    assert.deepEqual(recorded('a.b of 1,200. 3', 9), ['a.b of', '1,200. 3']);
  });
  test('break-anywhere-where-they-must', () => assert.deepEqual(recorded('aaaaaaa', 3), ['aaa', 'aaa', 'a']));
  test('are-cut-where-there-are-too-many', () => {
    assert.deepEqual(recorded('aaa bbb ccc', 3, 2), ['aaa', 'bb…']);
  });
  test('of-nothing-is-one-empty-line', () => assert.deepEqual(recorded('', 3), ['']));
});

describe('a-ranking', () => {
  const names = ['often', ...Array.from({ length: 500 }, (_, at) => `name-${at}`)];
  const addAll = (ranking: Ranking) => {
    for (const name of names) {
      ranking.add(name);
      ranking.add('often');
    }
  };

  test('is-exact-while-all-names-fit', () => {
    const ranking = new Ranking(1000);
    addAll(ranking);
    const { names: ranked, different, unseen } = ranking.ranks(2);
    assert.deepEqual(ranked, [
      { name: 'often', count: 502 },
      { name: 'name-0', count: 1 },
    ]);
    assert.deepEqual({ different, unseen }, { different: 501, unseen: 0 });
  });

  test('finds-the-frequent-in-little-memory-and-says-what-it-may-have-missed', () => {
    const ranking = new Ranking(20);
    addAll(ranking);
    assert.equal(ranking.exact, false);
    ranking.recount();
    addAll(ranking);
    const { names: ranked, different, unseen } = ranking.ranks(1);
    assert.deepEqual(ranked, [{ name: 'often', count: 502 }]);
    assert.deepEqual({ different, unseen }, { different: null, unseen: 0 });
    assert.ok(ranking.ranks(5).unseen > 0);
  });
});

describe('a-remark', () => {
  const artifact = async (change: object) => {
    const [segment] = await gather(reportSource({ count: 1, change: () => change }).segments());
    const [first] = segment?.artifacts ?? [];
    assert.ok(first);
    return remarkOn(first, []);
  };
  const payload = (text: string) => ({ payload: Buffer.from(text), verdict: 'block' });

  test('survives-payloads-of-another-make', async () => {
    assert.deepEqual(await artifact(payload('{')), {
      text: 'The payload is not readable JSON.',
      grave: true,
    });
    assert.deepEqual(await artifact(payload('7')), {
      text: 'The payload is not readable JSON.',
      grave: true,
    });
    for (const text of ['{}', '{"laws":7}', '{"laws":{"a":null,"b":[],"c":{"fail":{}}}}']) {
      assert.equal(await artifact(payload(text)), null);
    }
  });

  test('tells-the-graver-results-first', async () => {
    const remark = await artifact(
      payload('{"laws":{"a_law":{"warn":"w"},"b":{"pass":"p"},"c":{"fail":"f"}}}'),
    );
    assert.equal(remark?.text, 'C failed: f · A law warned: w');
  });
});

test('a-tally-counts-evaluations-apart-from-everything-else', async () => {
  const tally = await tallyOf(reportSource({ count: 600 }), 3);
  assert.equal(tally.total, 600);
  assert.equal(
    [...tally.types.values()].reduce((sum, count) => sum + count, 0),
    600,
  );
  assert.equal(
    [...tally.verdicts.values()].reduce((sum, count) => sum + count, 0),
    tally.evaluations,
  );
  const { unit, spans } = spansOf(tally.days);
  assert.equal(unit, 'day');
  assert.equal(
    spans.reduce((sum, { counts }) => sum + counts.proceed, 0),
    tally.verdicts.get('proceed'),
  );
  assert.equal(tally.actors.names.length, 3);
});

test('spans-are-few-enough-to-tell-apart', () => {
  const day = { proceed: 1, escalate: 0, block: 0, other: 0 };
  const unitOf = (...days: number[]) => spansOf(new Map(days.map((at) => [at, day]))).unit;
  assert.equal(unitOf(20_000), 'day');
  assert.equal(unitOf(20_000, 20_061), 'day');
  assert.equal(unitOf(20_000, 20_070), 'month');
  assert.equal(unitOf(10_000, 20_000), 'year');
});

test('the-verdicts-differ-in-lightness-too', () => {
  const lightness = Object.values(VERDICT_COLOURS).map((colour) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(colour.slice(at, at + 2), 16),
    );
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  });
  const [proceed = 0, escalate = 0, block = 0] = lightness;
  assert.ok(proceed - escalate > 0.15 && escalate - block > 0.15, lightness.join(' '));
});

test('figures-never-round-something-to-nothing', () => {
  assert.equal(shareText(1, 1e6), '< 0.1 %');
  assert.equal(shareText(999_999, 1e6), '> 99.9 %');
  assert.equal(shareText(0, 5), '0 %');
  assert.equal(shareText(5, 5), '100 %');
  assert.equal(shareText(0, 0), '–');
  assert.equal(countText(1234567), '1,234,567');
});
