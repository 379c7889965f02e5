/** The word lists are sorted, have no repeats, and read the same with any YAML reader. */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { readLists, readListsByLanguage } from './read-lists.ts';

const LEXICON = import.meta.dirname;

function listsIn(value: unknown): [name: string, words: string][] {
  return Object.entries(value as object).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [[name, inner]] : listsIn(inner),
  );
}

for (const file of globSync('*.yaml', { cwd: LEXICON })) {
  test(`${path.basename(file)} is sorted and repeats nothing`, () => {
    const lists: unknown = parse(readFileSync(path.join(LEXICON, file), 'utf8'));
    const names = listsIn(lists).map(([name]) => name);
    const read = readListsByLanguage(pathToFileURL(path.join(LEXICON, file)), names);
    assert.deepEqual(
      Object.values(read).flatMap(Object.values),
      listsIn(lists).map(([, words]) => words.split(' ')),
    );
    for (const [name, text] of listsIn(lists)) {
      const words = text.split(' ');
      if (name !== 'irregular') assert.deepEqual(words, [...new Set(words)].sort(), name);
    }
  });
}

test('a list of another name, or of another form, is refused with its name', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-lists-'));
  const file = path.join(folder, 'lists.yaml');
  try {
    for (const text of ['colours: red blue', 'fruit: [apple, pear]']) {
      writeFileSync(file, text);
      assert.throws(
        () => readLists(pathToFileURL(file), ['fruit']),
        /should be words, in one of fruit: (?:colours|fruit)/,
      );
    }
    writeFileSync(file, 'fruit: >-\n  apple\n  pear');
    assert.deepEqual(readLists(pathToFileURL(file), ['fruit']), { fruit: ['apple', 'pear'] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
