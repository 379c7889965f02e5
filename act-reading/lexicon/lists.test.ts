/** The word lists are known by their names, are sorted, and repeat nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readData } from '../data.ts';
import { EFFECTS } from '../targets/index.ts';
import * as FIELD_NAMES from './field-names.ts';
import { EFFECT_OF_CLASS } from './nouns.ts';
import * as RESULTS from './results.ts';
import { SMALL_WORDS } from './small-words.ts';

const SENSES = [...EFFECTS, 'change', 'remove', 'tell'];
/** The names that each file's lists may have. */
const KNOWN: Record<string, readonly string[]> = {
  'field-names.yaml': listNames(FIELD_NAMES),
  'nouns.yaml': Object.keys(EFFECT_OF_CLASS),
  'results.yaml': listNames(RESULTS),
  'small-words.yaml': SMALL_WORDS,
  'verbs.yaml': [...SENSES.flatMap((sense) => [sense, `${sense} or noun`]), 'irregular'],
};

function listNames(constants: object): string[] {
  return Object.keys(constants).map((name) =>
    name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function listsIn(value: unknown): [name: string, words: unknown][] {
  return Object.entries(value as object).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? listsIn(inner) : [[name, inner]],
  );
}

for (const [file, known] of Object.entries(KNOWN)) {
  test(`${file} is sorted and repeats nothing`, () => {
    for (const [name, text] of listsIn(readData(`./lexicon/${file}`))) {
      assert.ok(known.includes(name), `${name} is not a list of this file`);
      assert.ok(typeof text === 'string' && !/\s\s|\n/.test(text), `${name} is not words: ${text}`);
      const words = text.split(' ');
      if (name !== 'irregular') assert.deepEqual(words, [...new Set(words)].sort(), name);
    }
  });
}
