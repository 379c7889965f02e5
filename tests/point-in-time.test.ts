/**
 * Point-in-time recovery with PostgreSQL's own programs: a base backup and archived log segments restore the database
 * as of a moment. The signing folder, which was kept apart, knows what was signed after it.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { findPostgres, type PostgresServer, startPostgres } from './support/databases/postgres.ts';
import { scratch } from './support/evidence/backups.ts';
import { connectFor } from './support/http/client.ts';
import { PRODUCTION_KEY, SANDBOX_KEY } from './support/http/in-process.ts';
import { type Promised, startLoad } from './support/nodes/load.ts';
import { requireKept } from './support/nodes/promises.ts';
import { assize } from './support/processes/command.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const found = findPostgres();
/** If a folder in the path only links to the server, the other programs are beside the real file. */
const binaries = found === null ? null : path.dirname(realpathSync(path.join(found, 'postgres')));
const hasTools = binaries !== null && existsSync(path.join(binaries, 'pg_basebackup'));
const options = { skip: hasTools ? false : 'no PostgreSQL server with pg_basebackup' };
/** Answered verdicts between two acts. */
const SOME = 200;
const WORDS = ['--reason', 'a table was dropped', '--by', 'Kim Operator'];

interface Kept {
  base: string;
  archive: string;
  moment: string;
  /** Answered before the base backup, before the moment, and after it. */
  before: Promised[];
  after: Promised[];
}

test('a-database-recovered-to-a-moment-says-what-came-after-it', options, async (t) => {
  const folder = scratch(t);
  const place = {
    ASSIZE_DATA_DIR: path.join(folder, 'data'),
    ASSIZE_SIGNING_DIR: path.join(folder, 'signing'),
  };
  const kept = await underLoadUntilLost(t, folder, place);
  const server = await recovered(kept);
  t.after(() => server.remove());
  const location = { kind: 'postgres', url: server.url } as const;
  const service = await spawnFor(t, location, place);
  const acknowledge = ['evidence', 'acknowledge-restore', ...WORDS, '--json'];
  const acknowledged = await assize(location, acknowledge, place);
  assert.equal(acknowledged.code, 0, acknowledged.stdout + acknowledged.stderr);
  const client = connectFor(t, service.baseUrl);
  for (const key of [PRODUCTION_KEY, SANDBOX_KEY]) {
    const url = '/api/v1/evidence/verify/acknowledge';
    assert.equal((await client.ask('a', url, { key, body: {} })).status, 200);
    const { body } = await client.ask('a', '/api/v1/evidence/verify?full=true', { key });
    assert.equal(body.valid, true, JSON.stringify(body.first_invalid));
    const [stated] = body.restores;
    assert.equal(stated.by, 'Kim Operator');
    assert.equal(stated.signing, 'kept');
    assert.ok(stated.last_signed_size > stated.proven_size, 'the folder knows of more than was recovered');
  }
  await requireKept(client, kept.before);
  for (const { evidenceId, key } of kept.after.slice(-5)) {
    assert.equal((await client.ask('b', `/v1/evidence/${evidenceId}`, { key })).status, 404);
  }
  assert.equal(await service.stop('SIGTERM'), 0);
});

async function underLoadUntilLost(
  t: TestContext,
  folder: string,
  place: Record<string, string>,
): Promise<Kept> {
  const archive = path.join(folder, 'archive');
  const base = path.join(folder, 'base');
  mkdirSync(archive);
  // The server runs as another user.
  chmodSync(folder, 0o755);
  chmodSync(archive, 0o777);
  const server = await startPostgres(binaries ?? '', {
    settings: { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` },
  });
  t.after(() => server.remove());
  const service = await spawnFor(t, { kind: 'postgres', url: server.url }, place);
  const load = startLoad(t, service.baseUrl, 'moment');
  await load.untilPromised(SOME);
  takeBaseBackup(server, base);
  await load.untilPromised(load.promised.length + SOME);
  // Everything answered by now was committed before the moment.
  const before = [...load.promised];
  const moment = await onClient(server, 'SELECT clock_timestamp()::text AS value');
  const reached = load.promised.length;
  await load.untilPromised(reached + SOME);
  const after = load.promised.slice(-SOME / 2);
  await load.stop();
  // It signs everything it gave, so that the folder knows of it.
  assert.equal(await service.stop('SIGTERM'), 0);
  await archived(server, archive);
  await server.remove();
  return { base, archive, moment, before, after };
}

/** As in docs/backup.md. */
function takeBaseBackup({ url }: PostgresServer, base: string): void {
  const words = [`--dbname=${url}`, `--pgdata=${base}`, '--checkpoint=fast', '--wal-method=stream'];
  execFileSync(path.join(binaries ?? '', 'pg_basebackup'), words, { stdio: 'pipe' });
  execFileSync(path.join(binaries ?? '', 'pg_verifybackup'), [base], { stdio: 'pipe' });
}

/** Archives the current segment, as `archive_timeout` would. */
async function archived(server: PostgresServer, archive: string): Promise<void> {
  const name = await onClient(server, 'SELECT pg_walfile_name(pg_switch_wal()) AS value');
  await until(() => existsSync(path.join(archive, name)));
}

async function onClient({ url }: PostgresServer, question: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(question)).rows[0].value;
  } finally {
    await client.end();
  }
}

/** Makes another server from only the base backup, the archive and the moment. */
async function recovered({ base, archive, moment }: Kept): Promise<PostgresServer> {
  const server = await startPostgres(binaries ?? '', {
    settings: {
      restore_command: `cp ${archive}/%f "%p"`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    },
    makeData: (data, user) => {
      execFileSync('cp', ['-a', base, data]);
      execFileSync('chown', ['-R', `${user.uid ?? ''}:${user.gid ?? ''}`, data]);
      writeFileSync(path.join(data, 'recovery.signal'), '');
    },
  });
  await until(async () => (await onClient(server, 'SELECT pg_is_in_recovery()::text AS value')) === 'false');
  return server;
}
