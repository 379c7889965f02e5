/** `assize` in scripts: each command's output, effect and exit code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { testOnEachEmptyDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate, openWithoutHttp, startTestService } from './support/http/in-process.ts';
import { assize, assizeAlone } from './support/processes/command.ts';
import { spawnService } from './support/processes/service.ts';

const DAY_MS = 86_400_000;

testOnOneDatabase('manages-tenants', async (location) => {
  // Each in its own process, as a shell runs it: nothing that it leaves open keeps it from ending.
  const json = (at: DatabaseLocation, words: string) => jsonBy(assizeAlone, at, words);
  const made = await json(location, 'tenants create acme --tier team');
  assert.match(made.id, /^ten_[0-9a-f]{24}$/);
  assert.deepEqual(
    { name: made.name, tier: made.tier, plan: made.plan },
    { name: 'acme', tier: 'team', plan: 'team' },
  );

  assert.equal((await json(location, 'tenants set-tier acme enterprise')).tier, 'enterprise');
  assert.equal((await json(location, 'tenants set-plan acme pro')).plan, 'pro');
  const [listed] = await json(location, 'tenants list');
  assert.deepEqual(listed, { ...made, tier: 'enterprise', plan: 'pro' });
  assert.equal((await json(location, 'tenants set-contact acme ops@example.org')).contact, 'ops@example.org');
  assert.equal((await json(location, 'tenants set-contact acme none')).contact, null);
  const reachable = await json(location, 'tenants create reachable --contact a@example.org');
  assert.deepEqual(
    { madeContact: made.contact, reachableContact: reachable.contact },
    { madeContact: null, reachableContact: 'a@example.org' },
  );
  const table = await assize(location, ['tenants', 'list']);
  assert.match(
    table.stdout,
    /^name +tier +plan +contact +created +id\n-+ .*\nacme +enterprise +pro +- +\d{4}-/,
  );
});

testOnOneDatabase('manages-keys', async (location, t) => {
  const { app } = await startTestService(t, location);
  const words = 'keys create ci --environment sandbox --scopes governance:evaluate --expires-in-days 7';
  const made = await json(location, words);
  assert.deepEqual(
    { name: made.name, environment: made.environment, scopes: made.scopes },
    { name: 'ci', environment: 'sandbox', scopes: ['governance:evaluate'] },
  );
  assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), 7 * DAY_MS);
  assert.equal((await evaluate(app, 'a', { action: 'a' }, { key: made.key })).status, 200);
  assert.equal((await ask(app, 'a', '/api/v1/evidence/verify', { key: made.key })).status, 403);

  const listed = await json(location, 'keys list');
  const mine = listed.find((key: { id: string }) => key.id === made.id);
  assert.deepEqual(
    { status: mine.status, prefix: mine.prefix },
    { status: 'active', prefix: `${made.key.slice(0, 7)}…` },
  );
  assert.equal(JSON.stringify(listed).includes(made.key), false);
  const revoked = await json(location, `keys revoke ${made.id}`);
  assert.deepEqual({ id: revoked.id, revoked: revoked.revoked }, { id: made.id, revoked: true });
  const table = await assize(location, ['keys', 'list']);
  assert.match(table.stdout, new RegExp(`${made.id} +ci +sandbox +revoked +ak_`));
  const { body } = await ask(app, 'a', '/api/v1/evidence/latest?types=governance_change');
  assert.equal(body.items.governance_change.action, 'key.create');
});

testOnOneDatabase('says-whether-the-evidence-is-sound', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  for (const action of ['one', 'two', 'three']) await evaluate(app, 'b', { action, context: {} });
  const sound = await json(location, 'evidence verify');
  assert.deepEqual(
    { valid: sound.valid, total_artifacts: sound.total_artifacts, verified_count: sound.verified_count },
    { valid: true, total_artifacts: 4, verified_count: 4 },
  );
  const { stdout } = await assize(location, ['evidence', 'verify']);
  assert.equal(
    stdout,
    `default/production is sound: 4 of 4 artifacts verified, head ${sound.chain_head_hash}\n`,
  );
  assert.equal((await json(location, 'evidence verify --environment sandbox')).total_artifacts, 1);

  const chain = (
    await service.db
      .selectFrom('artifacts')
      .select('chain')
      .where('action', '=', 'two')
      .executeTakeFirstOrThrow()
  ).chain;
  await service.db.deleteFrom('artifacts').where('chain', '=', chain).where('position', '=', 3).execute();
  const cut = await assize(location, ['evidence', 'verify', '--json']);
  assert.equal(cut.code, 3);
  assert.deepEqual(JSON.parse(cut.stdout).first_invalid.problem, 'missing_record');
  await service.db
    .updateTable('artifact_payloads')
    .set({ payload: Buffer.from('{}') })
    .where('chain', '=', chain)
    .where('position', '=', 1)
    .execute();
  const edited = await assize(location, ['evidence', 'verify']);
  assert.equal(edited.code, 3);
  assert.match(edited.stdout, /^default\/production is NOT sound\. .*1.*\(wrong_commitment\)\n$/);
});

testOnEachEmptyDatabase('migrates-and-diagnoses', async (location) => {
  const before = await json(location, 'doctor');
  if (location.kind === 'postgres') assert.match(stateOf(before, 'migrations').found, /none have run/);
  else assert.equal(await (await spawnService(location)).stop('SIGTERM'), 0);
  assert.deepEqual(await json(location, 'migrate'), { database: location.kind, current: true, waiting: [] });
  assert.match((await assize(location, ['migrate'])).stdout, /is up to date\.\n$/);
  const after = await assize(location, ['doctor', '--json'], { ASSIZE_PROT: '1', ASSIZE_PORT: '8099' });
  const findings = JSON.parse(after.stdout);
  assert.equal(stateOf(findings, 'migrations').found, 'current');
  assert.equal(stateOf(findings, 'database').state, 'ok');
  assert.equal(stateOf(findings, 'ASSIZE_PROT').state, 'warning');
  assert.match(stateOf(findings, 'ASSIZE_PORT').found, /^8099/);
  assert.equal(after.stdout.includes('postgres://'), false);
  assert.match(
    stateOf(findings, 'separation of duties').found,
    /(^on: |^off for default: those who ask for an action may approve)/,
  );
  // The tests' PostgreSQL does not sync, and the doctor sees that.
  const { state, found } = stateOf(findings, 'durability');
  assert.deepEqual(
    { state, code: after.code },
    found.includes('fsync off') ? { state: 'problem', code: 1 } : { state: 'ok', code: 0 },
  );
});

testOnOneDatabase('does-not-touch-a-database-of-a-newer-version', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const newer = { version: 999, name: 'from_the_future', checksum: 'x', applied_at: 1 };
  await service.db.insertInto('schema_migrations').values(newer).execute();
  for (const command of ['migrate', 'serve']) {
    await refused(location, command, 1, /newer than this program: it has migration 999 \(from_the_future\)/);
  }
});

testOnOneDatabase('the-doctor-shows-no-password-that-stands-in-the-wrong-place', async (location) => {
  const { code, stdout } = await assize(location, ['doctor'], {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:hunter2@collector.example',
    ASSIZE_SECRETS_KEY_FILE: 'hunter2',
  });
  assert.equal(code, 1);
  assert.match(stdout, /https:\/\/…@collector\.example/);
  assert.doesNotMatch(stdout, /hunter2/);
});

testOnOneDatabase('the-doctor-names-every-problem', async (location) => {
  const broken = { ASSIZE_PORT: 'http', ASSIZE_LOG_LEVEL: 'loud', ASSIZE_INIT_SANDBOX_KEY: 'ak_1' };
  const configured = await assize(location, ['doctor'], broken);
  assert.equal(configured.code, 1);
  for (const name of Object.keys(broken)) {
    assert.match(configured.stdout, new RegExp(`configuration +problem +${name} must be`));
  }
  assert.equal(configured.stdout.includes('ak_1'), false);
  const gone = { ASSIZE_DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/nothing' };
  const unreachable = await assize(location, ['doctor', '--json'], gone);
  assert.equal(unreachable.code, 1);
  const { state, found } = stateOf(JSON.parse(unreachable.stdout), 'database');
  assert.equal(state, 'problem');
  assert.match(found, /^postgres \(127\.0\.0\.1:1\) does not answer: /);
  assert.equal((unreachable.stdout + unreachable.stderr).includes('hunter2'), false);
});

testOnOneDatabase('gives-endless-keys-to-the-enterprise-tier-alone', async (location) => {
  await json(location, 'tenants create acme');
  const words = 'keys create endless --tenant acme --expires-in-days never';
  await refused(location, words, 1, /Keys that do not expire are for the enterprise tier/);
  await json(location, 'tenants set-tier acme enterprise');
  assert.equal((await json(location, words)).expires_at, null);
});

testOnOneDatabase('ends-with-1-where-a-command-is-refused', async (location) => {
  await json(location, 'tenants create acme');
  await refused(location, 'tenants create acme', 1, /There is a tenant named acme already\./);
  await refused(location, 'tenants create Not_A_Name', 1, /lower-case letters, digits and dashes/);
  await refused(location, 'tenants set-tier unknown team', 1, /There is no tenant named unknown\./);
  await refused(location, 'keys create x --tenant unknown', 1, /There is no tenant named unknown\./);
  const unknown = 'keys revoke key_0123456789abcdef01234567 --tenant acme';
  await refused(location, unknown, 1, /There is no such API key\./);
});

test('ends-with-2-where-a-command-is-not-understood', async () => {
  const misunderstood: [words: string, says: RegExp][] = [
    ['', /Usage: assize/],
    ['nonsense', /unknown command 'nonsense'/],
    ['keys', /Usage: assize keys/],
    ['keys create', /missing required argument 'name'/],
    ['keys create x --scopes root', /These scopes do not exist: root\./],
    ['keys create x --expires-in-days 366', /It must be 1 to 365, or never\./],
    ['tenants set-tier acme gold', /Allowed choices are free, team, business, enterprise/],
    ['tenants set-contact acme a,b@example.org', /It must be a mail address/],
    ['tenants create acme --contact <a@b>', /It must be a mail address/],
    ['serve --port 1', /unknown option '--port'/],
  ];
  for (const [words, says] of misunderstood) await refused(null, words, 2, says);
});

test('explains-each-command', async () => {
  const commands = ['', 'serve', 'doctor', 'keys create', 'tenants set-plan', 'evidence verify'];
  for (const words of commands) {
    const { code, stdout, stderr } = await assize(null, [...split(words), '--help']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, words);
    assert.match(stdout, new RegExp(`^Usage: assize ${words}`));
  }
  const version = await assize(null, ['--version']);
  assert.equal(version.code, 0);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
});

const split = (words: string) => words.split(' ').filter((word) => word !== '');

function json(location: DatabaseLocation, words: string): Promise<ReturnType<typeof JSON.parse>> {
  return jsonBy(assize, location, words);
}

async function jsonBy(
  command: typeof assize,
  location: DatabaseLocation,
  words: string,
): Promise<ReturnType<typeof JSON.parse>> {
  const { code, stdout, stderr } = await command(location, [...split(words), '--json']);
  assert.ok(code === 0 || words === 'doctor', `${words}: ${code} ${stderr}`);
  return JSON.parse(stdout);
}

async function refused(
  location: DatabaseLocation | null,
  words: string,
  code: number,
  says: RegExp,
): Promise<void> {
  const ended = await assize(location, split(words));
  assert.deepEqual({ code: ended.code, stdout: ended.stdout }, { code, stdout: '' }, words);
  assert.match(ended.stderr, says);
  assert.doesNotMatch(ended.stderr, /\n\s+at /);
}

interface Finding {
  what: string;
  state: string;
  found: string;
}

function stateOf(findings: Finding[], what: string): Finding {
  return findings.find((finding) => finding.what === what) ?? { what, state: 'not there', found: '' };
}
