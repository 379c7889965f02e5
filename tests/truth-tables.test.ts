/** The documentation lists the tables and their checks exactly as the tests use them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { FULL_VERIFICATION, type HeldTable, TABLES } from './cases/truth/tables.ts';
import { TRUTH_REGISTRIES } from './support/truth/truth.ts';

const PAGE = new URL('../docs/truth-verification.md', import.meta.url);
const LIST = /(?<=<!-- tables: [^>]*-->\n)[\s\S]*(?=<!-- \/tables -->)/;

/** `ASSIZE_WRITE_DOCS=1` writes the page again. */
test('the-page-lists-every-table-and-its-checks', () => {
  const page = readFileSync(PAGE, 'utf8');
  const written = page.replace(LIST, listOf());
  if (process.env.ASSIZE_WRITE_DOCS === '1') writeFileSync(PAGE, written);
  else assert.equal(page, written, 'write it again: ASSIZE_WRITE_DOCS=1 npm test -- truth-tables');
});

test('each-registry-holds-a-table-and-each-table-names-registries-that-exist', () => {
  const named = Object.values(TABLES).flatMap((held) => (typeof held === 'string' ? [] : held.by));
  const found = [...new Set(named)].filter((name) => name !== FULL_VERIFICATION).sort();
  const wayOut =
    'Add the registry to service/audit/registries/index.ts, and name it in tests/cases/truth/tables.ts.';
  assert.deepEqual(found, [...TRUTH_REGISTRIES].sort(), wayOut);
});

function listOf(): string {
  const rows = Object.entries(TABLES).map(([table, held]) => {
    return typeof held === 'string'
      ? `| \`${table}\` | – | ${held} |`
      : `| \`${table}\` | ${byOf(held)} | ${freeOf(held)} |`;
  });
  return [
    '',
    '| table | compared by | changes that go unnoticed, and why they do no harm |',
    '|---|---|---|',
    ...rows,
    '',
    '',
  ].join('\n');
}

function byOf({ by }: HeldTable): string {
  return by.map((name) => (name.includes(' ') ? name : `\`${name}\``)).join(', ');
}

function freeOf({ except = {}, rows }: HeldTable): string {
  const byReason = Map.groupBy(Object.keys(except), (column) => except[column]);
  const columns = [...byReason].map(
    ([why, names]) => `${names.map((name) => `\`${name}\``).join(', ')}: ${why}`,
  );
  const { added, removed, harmless, recorded } = rows ?? {};
  const others = [
    ...(removed === undefined ? [] : [`row removed: ${removed}`]),
    ...(added === undefined ? [] : [`row added: ${added}`]),
    ...(harmless === undefined ? [] : [harmless.why]),
    ...(recorded === undefined ? [] : [recorded.why]),
  ];
  return [...columns, ...others].join('; ');
}
