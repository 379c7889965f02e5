/** The documentation is task-oriented and correct: each page is short, its links work, and its lists are complete. */
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { EXAMPLES } from '@assize/service/cli/examples.ts';
import { EVENT_TYPES, TEST_EVENT } from '@assize/service/events/index.ts';
import { METER, METERS } from '@assize/service/foundation/meters.ts';
import { MICRO_USD } from '@assize/service/foundation/money.ts';
import { BASE_MICRO_USD } from '@assize/service/usage/terms/prices.ts';
import { findWrongCommands } from './support/docs/commands.ts';
import { faultsOf, indexedDecisions, lostNumbersIn, readDecisions } from './support/docs/decisions.ts';
import { brokenLinksOf, linksOf } from './support/docs/links.ts';
import { blocksOf, matchesOutput, ROOT, readPages } from './support/docs/page.ts';
import { readSources, readPages as readTexts } from './support/rules/source.ts';

const MAX_WORDS = 1500;
/** A table that a test writes is looked up in, not read. */
const WRITTEN_TABLE = /<!-- tables:[\s\S]*?<!-- \/tables -->/;
const PACKS = path.join(ROOT, 'policy-packs');
const PAGES = readPages();

test('every-page-is-short', () => {
  const files = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
  const long = files.flatMap((file) => {
    const words = readFileSync(path.join(ROOT, file), 'utf8')
      .replace(WRITTEN_TABLE, '')
      .trim()
      .split(/\s+/).length;
    return words <= MAX_WORDS
      ? []
      : [`${file} has ${words} words: at most ${MAX_WORDS}, so split it or cut it`];
  });
  assert.equal(long.join('\n'), '');
});

describe('decisions', () => {
  const decisions = readDecisions();
  test('have-one-format-and-no-gap', () => assert.equal(faultsOf(decisions).join('\n'), ''));

  test('stand-in-the-index-in-order', () =>
    assert.deepEqual(
      indexedDecisions(),
      decisions.map(({ name }) => name),
    ));

  test('exist-where-a-number-names-them', () =>
    assert.equal(lostNumbersIn([...readSources(), ...readTexts()], decisions).join('\n'), ''));

  test('that-break-the-format-are-noticed', () => {
    const [first, second] = decisions;
    assert.ok(first !== undefined && second !== undefined);
    const faulty = (text: string) => faultsOf([{ name: first.name, text }]).length;
    assert.equal(faulty(first.text), 0);
    assert.equal(faulty(first.text.replace('# 1. ', '# ')), 1);
    assert.equal(faulty(first.text.replace('## Context', '## Why')), 1);
    assert.equal(faulty(first.text + ' word'.repeat(400)), 1);
    assert.equal(faultsOf([second]).length, 2, 'the numbers in its name and its title');
    assert.equal(faultsOf(new Array(48).fill(first)).filter((fault) => fault.startsWith('48 ')).length, 1);
    const lines = [`// ADR ${decisions.length + 1}`];
    assert.equal(lostNumbersIn([{ path: 'a.ts', lines }], decisions).length, 1);
  });
});

test('names-only-commands-and-options-that-exist', () => {
  assert.equal(findWrongCommands(PAGES).join('\n'), '');
});

test('lists-every-command', () => {
  const page = readFileSync(path.join(ROOT, 'docs/command-line.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `npx assize '));
  const listed = rows.flatMap((row) => {
    const [first = '', ...others] = [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, name]) => name ?? '',
    );
    const command = first.replace('npx assize ', '');
    return [command, ...others.map((name) => command.replace(/\S+$/, name))];
  });
  assert.deepEqual(listed.sort(), Object.keys(EXAMPLES).sort());
});

test('every-link-leads-somewhere', () => {
  const others = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'bench/README.md'];
  const files = [...others, ...globSync('docs/**/*.md', { cwd: ROOT })];
  assert.equal(files.flatMap(brokenLinksOf).join('\n'), '');
});

test('the-index-leads-to-every-page', () => {
  const index = ['docs/README.md', 'docs/laws.md'];
  const known = new Set(index.flatMap((page) => linksOf(page)).map(({ file }) => file));
  const lost = PAGES.filter(({ name }) => !index.includes(name) && !known.has(name)).map(({ name }) => name);
  assert.equal(lost.join('\n'), '');
});

test('notices-output-that-differs-and-blocks-without-a-meaning', () => {
  assert.ok(
    matchesOutput(
      '{"a":1,"id":"ev_0123456789abcdef01234567"}\n',
      '{\n  "a": 1, "id": "ev_fedcba9876543210fedcba98"\n}',
    ),
  );
  assert.ok(matchesOutput('at 2026-11-21T15:20:03.120Z, and more', 'at 2020-01-01T00:00:00Z, …'));
  assert.ok(!matchesOutput('{"a":1}', '{"a":2}'));
  assert.ok(!matchesOutput('{"a":1,"b":2}', '{"a":1}'));
  assert.throws(
    () => blocksOf({ name: 'a.md', text: '```\nls\n```\n' }),
    /does not say what the block holds/,
  );
  assert.throws(
    () => blocksOf({ name: 'a.md', text: '```console\n$ ls\n```\n' }),
    /does not say what the block holds/,
  );
  assert.throws(
    () => blocksOf({ name: 'a.md', text: '```output\na\n```\n' }),
    /no commands stand right above/,
  );
});

test('lists-every-event-type', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/events.md'), 'utf8');
  for (const type of [...EVENT_TYPES, TEST_EVENT]) assert.ok(text.includes(`\`${type}\``), type);
});

test('says-for-each-meter-except-storage-what-is-refused-when-it-is-used-up', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/usage.md'), 'utf8');
  for (const meter of METERS) {
    assert.equal(
      new RegExp(`^\\| \`\\w+\` \\| \`${meter}\` \\|`, 'm').test(text),
      meter !== 'evidence_storage_gb',
      meter,
    );
  }
});

test('states-every-published-price', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/billing.md'), 'utf8');
  const prices = text.slice(text.indexOf('## Prices'), text.indexOf('## See what is due'));
  const usd = (microUsd: number) => String(microUsd / MICRO_USD).replace(/^0\.1$/, '0.10');
  const rates = METERS.map((meter) => METER[meter].rateMicroUsd);
  // Orchestration runs already have a price, though no meter counts them.
  for (const rate of [...rates, 100_000]) {
    assert.ok(prices.includes(`| ${usd(rate)} |`), usd(rate));
  }
  const { free, team, business } = BASE_MICRO_USD;
  const row = (of: 'month' | 'perUser') =>
    [free, team, business].map((base) => usd(base?.[of] ?? -1)).join(' | ');
  assert.ok(prices.includes(`| a month | ${row('month')} |`));
  assert.ok(prices.includes(`| a month of each user | ${row('perUser')} |`));
});

test('lists-every-ready-pack', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../docs/policy-packs.md'), 'utf8');
  for (const pack of readdirSync(PACKS)) assert.ok(text.includes(`| \`${pack}\` |`), pack);
});
