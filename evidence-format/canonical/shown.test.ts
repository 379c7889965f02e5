import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { shown, shownJson } from './shown.ts';

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\u00a0\u115f\u2007\u2800\u3164]|\u034f|\ufe0f/u;
const anyText = fc.string({ unit: 'binary', maxLength: 40 });

describe('foreign-text', () => {
  const cases: [text: string, shown: string][] = [
    ['größe Łódź 部署 🚀 שלום', 'größe Łódź 部署 🚀 שלום'],
    ['\u001b[2J\u009b1m\u007f', '\\u001B[2J\\u009B1m\\u007F'],
    ['a\nSOUND\r\tb', 'a\\nSOUND\\r\\tb'],
    ['\u202egnp\u2066\u200b\u2028\ufeff', '\\u202Egnp\\u2066\\u200B\\u2028\\uFEFF'],
    ['\ud800 \u{e0041}\u{10ffff}', '\\uD800 \\u{E0041}\\u{10FFFF}'],
    ['a\u00a0b\u3164c\u2800d\ufe0f', 'a\\u00A0b\\u3164c\\u2800d\\uFE0F'],
    ['C:\\new "x"', 'C:\\new "x"'],
  ];
  for (const [text, wanted] of cases) {
    test(`is-shown-for-what-it-is: ${JSON.stringify(wanted)}`, () => assert.equal(shown(text), wanted));
  }

  test('never-does-anything-to-a-terminal', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = shown(text);
        assert.doesNotMatch(line, INVISIBLE);
        assert.equal(shown(line), line);
      }),
      { numRuns: 2000 },
    );
  });

  test('is-the-same-to-a-program-in-json', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, anyText), (value) => {
        const json = shownJson(value, 2);
        assert.deepEqual({ ...JSON.parse(json) }, { ...value });
        assert.doesNotMatch(json.replaceAll('\n', ''), INVISIBLE);
      }),
    );
  });
});
