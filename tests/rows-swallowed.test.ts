/**
 * A trigger or a rule in the database silently keeps rows of the evidence from being stored. Then no verdict is given
 * and nothing of the batch is kept; verdicts are given again once it is gone.
 */
import assert from 'node:assert/strict';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { sql } from 'kysely';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { type Client, connectFor } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { requireSound, requireUnavailable, withDatabase } from './support/nodes/promises.ts';
import { spawnFor } from './support/processes/service.ts';

const QUESTIONS = [
  { action: 'files.read', context: { risk_level: 'low' } },
  { action: 'money.send', context: { risk_level: 'high', confidence_score: 0.8 } },
];

for (const table of ['artifacts', 'artifact_payloads', 'approvals', 'chains']) {
  testOnEachDatabase(`gives-no-verdict-while-rows-of-${table}-are-swallowed`, async (location, t) => {
    const service = await spawnFor(t, location);
    const client = connectFor(t, service.baseUrl);
    await requireAnswered(client);
    await run(location, swallowing(location, table));
    for (const body of table === 'approvals' ? QUESTIONS.slice(1) : QUESTIONS) {
      requireUnavailable(await client.ask('b', SURFACES.b.evaluate, { body }));
    }
    await run(location, [`DROP TRIGGER swallow ${location.kind === 'sqlite' ? '' : `ON ${table}`}`]);
    await requireAnswered(client);
    assert.match(
      (await client.ask('a', '/metrics', { key: null })).body,
      /^assize_evidence_failed_total [1-9]/m,
    );
    assert.equal(await service.stop('SIGTERM'), 0);
    await requireSound(location);
  });
}

async function requireAnswered(client: Client): Promise<void> {
  for (const body of QUESTIONS) {
    assert.equal((await client.ask('b', SURFACES.b.evaluate, { body })).status, 200);
  }
}

function swallowing({ kind }: DatabaseLocation, table: string): string[] {
  const when = `CREATE TRIGGER swallow BEFORE ${table === 'chains' ? 'UPDATE' : 'INSERT'} ON ${table}`;
  if (kind === 'sqlite') return [`${when} BEGIN SELECT RAISE(IGNORE); END`];
  return [
    'CREATE FUNCTION swallowed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    `${when} FOR EACH ROW EXECUTE FUNCTION swallowed()`,
  ];
}

function run(location: DatabaseLocation, statements: readonly string[]): Promise<void> {
  return withDatabase(location, async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
}
