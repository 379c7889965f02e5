/** In the word lists that people edit, each word occurs once and is a valid pattern. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readData } from './data.ts';
import { oneOf } from './lists.ts';
import { EFFECTS } from './targets/index.ts';

/** The names of each file's lists. */
const LISTS: Record<string, readonly string[]> = {
  'mongo/commands.yaml': ['stages', ...EFFECTS.map((effect) => `commands ${effect}`)],
  'places.yaml': ['secret_folders', 'secret_files', 'starting'],
  'shell/environment.yaml': ['running', 'turning_aside', 'tame'],
  'sql/functions.yaml': ['computing', ...[0, 1, 2, 3, 4].map((place) => `doing ${place} names`)],
};
const OTHER_MEMBERS = /^doing \d (?:does|what|risk)$/;

function listsIn(value: unknown, path: string): [path: string, list: unknown][] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return [[path, value]];
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, each]) => listsIn(each, `${path} ${name}`.trim()));
}

describe('each-list-holds-patterns-once', () => {
  for (const [file, known] of Object.entries(LISTS))
    test(file, () => {
      for (const [path, list] of listsIn(readData(`./${file}`), '')) {
        if (OTHER_MEMBERS.test(path)) continue;
        assert.ok(known.includes(path) && Array.isArray(list), `${path} is not a list of this file`);
        assert.deepEqual([...new Set(list)], list, path);
        // MongoDB's names are not patterns.
        if (!file.startsWith('mongo/')) for (const each of list) assert.doesNotThrow(() => oneOf([each]));
      }
    });
});

test('each-file-of-lists-is-known', () => {
  const exclude = ['node_modules', 'dist', 'cases', 'shell/programs', 'lexicon', '**/*.schema.yaml'];
  const files = globSync('**/*.yaml', { cwd: import.meta.dirname, exclude });
  assert.deepEqual(files.sort(), Object.keys(LISTS).sort());
});

test('what-functions-do-is-an-effect', () => {
  const { doing } = readData('./sql/functions.yaml') as { doing: { does: string; what: string }[] };
  for (const { does, what } of doing)
    assert.ok(EFFECTS.some((effect) => effect === does) && what !== '', what);
});
