/** Syntax that only other dialects have is read like PostgreSQL's equivalent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadReaders, readContent } from '../../contents/index.ts';

await loadReaders();

/** A dialect, its syntax, and PostgreSQL's. */
const SAME: readonly (readonly [string, string, string])[] = [
  ['mssql', 'SELECT TOP 10 a, lower(b) FROM t WHERE x = 1', 'SELECT a, lower(b) FROM t WHERE x = 1'],
  ['mssql', 'SELECT DISTINCT TOP 10 PERCENT a FROM [t]', 'SELECT DISTINCT a FROM t'],
  ['mssql', 'SELECT TOP 5 WITH TIES a FROM t ORDER BY a', 'SELECT a FROM t ORDER BY a'],
  ['mssql', 'SELECT TOP 3 a INTO u FROM t', 'SELECT a INTO u FROM t'],
  ['mssql', 'SELECT TOP 1 a FROM t; DELETE FROM t', 'SELECT a FROM t; DELETE FROM t'],
  ['mysql', 'SELECT a FROM t LIMIT 5, 10', 'SELECT a FROM t LIMIT 10 OFFSET 5'],
  ['sqlite', "SELECT 'LIMIT 1, 2' FROM t LIMIT 3, 4", "SELECT 'LIMIT 1, 2' FROM t LIMIT 4 OFFSET 3"],
  ['mysql', 'INSERT IGNORE INTO t SELECT * FROM u', 'INSERT INTO t SELECT * FROM u'],
  ['sqlite', 'INSERT OR IGNORE INTO t VALUES (1)', 'INSERT INTO t VALUES (1)'],
];

test('words-of-other-dialects-do-what-those-of-postgresql-do', () => {
  for (const [dialect, text, plain] of SAME) {
    const [read, same] = [text, plain].map((each) => readContent('sql', each, { dialect }));
    assert.equal(read?.unreadable, null, text);
    assert.deepEqual({ ...read?.facts, comments: false }, { ...same?.facts, comments: false }, text);
    assert.deepEqual(read?.acts, same?.acts, text);
  }
});

test('a-long-query-in-the-words-of-sql-server-is-read-without-its-dialect', () => {
  const conditions = Array.from({ length: 130 }, (_, place) => `column_${place} = 'value ${place} of a row'`);
  const { unreadable, facts } = readContent(
    'sql',
    `SELECT TOP 10 * FROM t WHERE ${conditions.join(' AND ')}`,
  );
  assert.equal(unreadable, null);
  assert.deepEqual(facts.tables, ['t']);
  assert.deepEqual(facts.dialects, ['mssql']);
});

test('what-no-dialect-takes-stays-unreadable', () => {
  for (const text of [
    'SELECT TOP 10 FROM t WHERE',
    'SELECT TOP 10 FROM FROM',
    'INSERT OR INTO t VALUES (1)',
  ]) {
    assert.notEqual(readContent('sql', text, { dialect: 'mssql' }).unreadable, null, text);
  }
});
