/**
 * The ready catalogues: each call in their cases is read as stated, and the importer reaches the same result for
 * tools that it sees for the first time.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type Readers, readAct } from '@assize/act-reading/act';
import { catalogueOf, entryOf, type WrittenEntry } from '@assize/act-reading/tools';
import type { JsonObject } from '@assize/evidence-format';
import { readYaml } from '@assize/service/governance/policies/documents/index.ts';
import { findReady, readyCatalogue, readyCatalogueNames } from '@assize/service/tools/index.ts';

const FOLDER = path.join(import.meta.dirname, '../tool-catalogues');
const NAMES = readdirSync(FOLDER).sort();

/** Targets stay as written, and contents state nothing: only the entries are tested. */
const AS_WRITTEN: Readers = {
  normalise: (kind, text) => [{ kind: kind as 'object', value: text }],
  readContent: () => ({ unreadable: null, acts: [], facts: {} }),
};

interface Case {
  name: string;
  action: string;
  arguments: JsonObject;
  expect: { effects: string[]; targets?: Target[]; contents?: { path: string; kind: string }[] };
}

interface Target {
  path: string;
  kind: string;
  role: string;
  value: string;
}

function catalogued(entries: readonly WrittenEntry[]) {
  const tools = entries.map((entry, at) => ({ id: `tool_${at}`, hasChanged: false, entry: entryOf(entry) }));
  return catalogueOf(tools, { revision: 1, reviewed: true });
}

async function casesOf(name: string): Promise<Case[]> {
  const { value, faults } = await readYaml(readFileSync(path.join(FOLDER, name, 'cases.yaml'), 'utf8'));
  assert.deepEqual(faults, []);
  return value as Case[];
}

test('there-are-ready-catalogues-for-what-people-run', async () => {
  assert.deepEqual(await readyCatalogueNames(), NAMES);
  assert.ok(NAMES.length >= 50);
  await assert.rejects(readyCatalogue('../package'), { code: 'not_found' });
  const [entry] = await readyCatalogue('gmail', 'my-mail');
  assert.equal(entry?.server, 'my-mail');
});

for (const name of NAMES) {
  test(`reads-calls-as-its-cases-say: ${name}`, async () => {
    const { name: called, description, entries, server } = await findReady(name);
    assert.deepEqual([called, server, description.endsWith('.')], [name, name, true]);
    const catalogue = catalogued(entries);
    for (const { tool, result, confidentiality } of entries) {
      assert.ok(
        result !== undefined && confidentiality !== undefined,
        `${tool} does not say what it returns`,
      );
      for (const written of [tool, `${server}.${tool}`, `mcp__${server}__${tool}`]) {
        assert.ok('tool' in catalogue.match(written), `${written} is not listed`);
      }
    }
    const cases = await casesOf(name);
    assert.ok(cases.length >= 4, 'it has at least four cases');
    for (const { name: promise, action, arguments: given, expect } of cases) {
      const reading = readAct(catalogue, { action, context: { arguments: given } }, AS_WRITTEN);
      const targets = new Map<string, Target>();
      for (const reach of reading.reaches) {
        const { path: at, kind, role } = reach;
        assert.ok('value' in reach, `${promise}: ${at} can't be read`);
        targets.set(`${at} ${role}`, { path: at, kind, role, value: reach.value });
      }
      const got = {
        unlisted: reading.unlisted,
        effects: reading.effects,
        targets: sorted([...targets.values()]),
        contents: sorted(reading.contents.map(({ path: at, kind }) => ({ path: at, kind }))),
      };
      const { effects, targets: wanted = [], contents = [] } = expect;
      assert.deepEqual(
        got,
        { unlisted: null, effects, targets: sorted(wanted), contents: sorted(contents) },
        promise,
      );
    }
  });
}

function sorted<T extends { path: string }>(all: readonly T[]): T[] {
  return [...all].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}
