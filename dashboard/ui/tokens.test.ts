/**
 * The colours can be read, and the verdicts told apart by people who see no red, no green or no blue. How those see a
 * colour is computed as Machado, Oliveira and Fernandes describe it (2009, severity 1.0); the distance is Euclid's in
 * OKLab, times a hundred.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const CSS = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8');
const SCHEMES = ['light', 'dark'] as const;
const VERDICTS = ['proceed', 'escalate', 'block'] as const;
const SURFACES = ['page', 'surface', 'sunken', 'hover'];
const TEXT_CONTRAST = 4.5;
const MARK_CONTRAST = 3;
/** Marks stand alone in a chart; texts have their icon and their word besides. */
const FARTHEST = { mark: 12, text: 7.5 };

type Colour = readonly [number, number, number];
type Matrix = readonly [Colour, Colour, Colour];

const EYES: Record<string, Matrix> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

for (const [at, scheme] of SCHEMES.entries()) {
  const colour = (name: string) => colourOf(name, at);
  test(`texts-can-be-read-where-it-is-${scheme}`, () => {
    const pairs = [
      ...SURFACES.flatMap((ground) => ['text', 'muted', 'accent', ...VERDICTS].map((text) => [text, ground])),
      ...VERDICTS.map((verdict) => [verdict, `${verdict}-soft`]),
      ['accent', 'accent-soft'],
      ['on-fill', 'accent-fill'],
      ['on-fill', 'accent-fill-hover'],
      ['on-fill', 'block-fill'],
      ['on-fill', 'block-fill-hover'],
    ] as [string, string][];
    for (const [text, ground] of pairs) {
      const contrast = contrastOf(colour(text), colour(ground));
      assert.ok(contrast >= TEXT_CONTRAST, `${text} on ${ground}: ${contrast.toFixed(2)}`);
    }
  });

  test(`marks-and-fields-stand-out-where-it-is-${scheme}`, () => {
    for (const mark of [...VERDICTS.map((verdict) => `${verdict}-mark`), 'line-strong', 'accent']) {
      const contrast = contrastOf(colour(mark), colour('surface'));
      assert.ok(contrast >= MARK_CONTRAST, `${mark}: ${contrast.toFixed(2)}`);
    }
  });

  for (const [eyes, matrix] of Object.entries(EYES)) {
    test(`verdicts-differ-for-eyes-with-${eyes.replace(' ', '-')}-where-it-is-${scheme}`, () => {
      for (const [kind, farthest] of Object.entries(FARTHEST)) {
        const seen = VERDICTS.map((name) => seenAs(colour(kind === 'mark' ? `${name}-mark` : name), matrix));
        for (const [one, other] of [
          [0, 1],
          [0, 2],
          [1, 2],
        ] as const) {
          const distance =
            100 * Math.hypot(...[0, 1, 2].map((part) => at3(seen[one], part) - at3(seen[other], part)));
          assert.ok(
            distance >= farthest,
            `${VERDICTS[one]} and ${VERDICTS[other]}, ${kind}: ${distance.toFixed(1)}`,
          );
        }
      }
    });
  }
}

function at3(colour: Colour | undefined, part: number): number {
  return colour?.[part] ?? 0;
}

/** @returns red, green and blue as light, from 0 to 1. */
function colourOf(name: string, scheme: number): Colour {
  const value = CSS.match(new RegExp(`--${name}: (?:light-dark\\()?([^;]+?)\\)?;`))?.[1];
  assert.ok(value, `tokens.css has no --${name}`);
  const texts = value.split(', ');
  const hex = texts[scheme] ?? texts[0] ?? '';
  assert.match(hex, /^#[0-9a-f]{6}$/, `--${name}`);
  const light = (from: number) => {
    const part = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [light(1), light(3), light(5)];
}

/** WCAG 2.2, section 1.4.3. */
function contrastOf(one: Colour, other: Colour): number {
  const [dark = 0, bright = 0] = [one, other]
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function seenAs(colour: Colour, matrix: Matrix): Colour {
  const [red, green, blue] = matrix.map((row) =>
    Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])),
  ) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}
