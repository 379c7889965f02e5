/** The list of real tools must be sound, or the counts of proposals say nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EFFECTS, TARGET_ROLES } from '@assize/act-reading/targets';
import { RESULT_SOURCES } from '@assize/act-reading/tools';
import { compareServer, type RealServer, readRealServers } from './real-tools.ts';

const servers = readRealServers();

test('there-are-enough-tools-of-enough-servers', () => {
  assert.ok(new Set(servers.map(({ source }) => source)).size >= 40);
  assert.ok(servers.flatMap(({ tools }) => tools).length >= 300);
});

test('wanted-entries-fit-the-schema', () => assert.deepEqual(servers.flatMap(faultsIn), []));

test('each-tool-gets-a-proposal', () => {
  for (const server of servers) assert.equal(compareServer(server).length, server.tools.length);
});

function faultsIn({ server, source, tools }: RealServer): string[] {
  const faults = tools.flatMap(({ name, inputSchema, wanted: { effect, targets, result } }) => [
    ...(EFFECTS.includes(effect) && RESULT_SOURCES.includes(result) ? [] : [`${server}.${name}`]),
    ...targets
      .filter(({ path, role }) => !(TARGET_ROLES.includes(role) && isIn(inputSchema, path)))
      .map(({ path }) => `${server}.${name}: ${path}`),
  ]);
  return source.startsWith('https://github.com/') ? faults : [`${server}: ${source}`, ...faults];
}

function isIn(schema: Schema, path: string): boolean {
  const steps = path.split(/\.|(?=\[)/);
  const end = steps.reduce<Schema | undefined>(
    (at, step) => (step === '[*]' ? at?.items : at?.properties?.[step]),
    schema,
  );
  return end !== undefined;
}

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}
