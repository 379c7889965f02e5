import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CONTENT_KINDS } from '../tools/entry.ts';
import { loadReaders } from './load.ts';
import { readContent } from './read.ts';

await loadReaders();

/** Texts that are long, deep, or both. */
const TEXTS: Record<string, string> = {
  'a-hundred-thousand-letters': 'a'.repeat(100_000),
  'a-hundred-thousand-commands': 'ls; '.repeat(25_000),
  'deep-substitutions': '$('.repeat(10_000),
  'deep-parentheses': `${'('.repeat(20_000)}ls${')'.repeat(20_000)}`,
  'deep-sql-parentheses': `SELECT ${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
  'a-long-sum': `SELECT 1${'+1'.repeat(20_000)}`,
  'many-statements': 'SELECT 1;'.repeat(5_000),
  'deep-cases': `SELECT ${'CASE WHEN 1 THEN '.repeat(2_000)}1${' END'.repeat(2_000)}`,
  'many-brackets': '['.repeat(60_000),
  'many-tags': '<a href="'.repeat(5_000),
  'many-quotes': `"'`.repeat(15_000),
  'nested-shells': Array.from({ length: 40 }).reduce<string>(
    (inside) => `bash -c '${inside.replaceAll("'", "'\\''")}'`.slice(0, 30_000),
    'ls',
  ),
  'a-long-address': `https://a.example/${'x'.repeat(50_000)}`,
  backticks: '`'.repeat(30_000),
  'many-pipes': 'ls|'.repeat(10_000),
  'binary-noise': String.fromCharCode(
    ...Array.from({ length: 5_000 }, (_, place) => (place * 7_919) % 65_536),
  ),
};

describe('reads-or-refuses', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    test(name, () => {
      for (const kind of CONTENT_KINDS) {
        const { unreadable, acts } = readContent(kind, text);
        assert.ok(unreadable === null || acts.length === 0);
      }
    });
  }
});

test('still-reads-after-texts-that-are-too-deep', () => {
  for (const text of Object.values(TEXTS)) readContent('sql', text, { dialect: 'postgres' });
  assert.equal(readContent('sql', 'SELECT 1', { dialect: 'postgres' }).unreadable, null);
});

test('a-text-that-is-too-long-says-so', () => {
  for (const kind of CONTENT_KINDS) {
    assert.match(readContent(kind, 'a'.repeat(200_000)).unreadable ?? '', /more than \d+ characters/);
  }
});

test('reasons-and-facts-hold-nothing-that-a-terminal-obeys', () => {
  for (const kind of CONTENT_KINDS) {
    const content = readContent(kind, 'rm "a\u202eb\u200b" https://a.example/\u202e SELECT');
    const shown = JSON.stringify([content.unreadable, content.facts, content.acts.map(({ what }) => what)]);
    assert.doesNotMatch(shown, /[\u202e\u200b]/, kind);
  }
});
