/**
 * The rules that spread tenants over a distributed PostgreSQL: each unique index begins with the tenant or chain, and
 * each query of a request names one of them. Exceptions are listed here with their reasons, and the lists are exact.
 */
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type TestContext, test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { createKey } from '@assize/service/keys/index.ts';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { newDatabase, whyNot } from './support/databases/databases.ts';
import { addressOf, COMMON, examplesOf, makeEverything } from './support/http/everything.ts';
import { ask, evaluate, openWithoutHttp, PRODUCTION_KEY, SURFACES } from './support/http/in-process.ts';
import { appWithRoutes, type Route } from './support/http/routes.ts';
import { signedIn } from './support/people/members.ts';
import { AUDIENCE, startIssuer } from './support/tokens/token-issuer.ts';

const ON_POSTGRES = { skip: whyNot('postgres') };
const MARKER = 'anything';
const EASY = { action: 'mail.send', context: { risk_level: 'low' } };

const INDEX_EXCEPTIONS: Record<string, string> = {
  'api_keys(secret_hash)':
    'a key says of itself to which tenant it belongs; a table for all, or a map as in cells',
  'installation_secrets(name)': 'of the installation: a few rows, the same for all',
  'issuers(issuer)': 'a token says of itself to which tenant it belongs, by its issuer and audience',
  'leases(name)': 'of the nodes, not of tenants: a few rows',
  'nodes(node_id)': 'of the nodes, not of tenants: a few rows',
  'member_invitations(token_hash)': 'a link says of itself to which tenant it invites',
  'members(user_id)': 'a person may belong to several tenants (ADR 27)',
  'dpop_proofs(hash)': 'a proof is used once in an installation, on any node',
  'people(email)': 'people are global (ADR 27)',
  'people(id)': 'people are global (ADR 27)',
  'person_accounts(id)': 'people are global (ADR 27)',
  'person_accounts(provider_id)': 'people are global (ADR 27)',
  'person_passkeys(id)': 'people are global (ADR 27)',
  'person_second_factors(id)': 'people are global (ADR 27)',
  'person_sessions(id)': 'people are global (ADR 27)',
  'person_sessions(token)': 'a session says of itself whose it is',
  'person_verifications(id)': 'people are global (ADR 27)',
  'schema_migrations(version)': 'of the installation',
  'sign_in_failures(subject)': 'of a name or an address, before anyone is known',
  'tenants(name)': 'names are unique in an installation; asked by commands, not by requests',
  'verifier_keys(public_key)': 'one signing key for all chains (ADR 5): a few rows, the same for all',
};

/** Statements of requests that name neither a tenant nor a chain, by their beginning. */
const QUERY_EXCEPTIONS: Record<string, string> = {
  'select * from "verifier_keys"': 'the installation signs, not the tenant: a few rows, the same for all',
  'select "secret" from "installation_secrets"': 'of the installation',
  'insert into "installation_secrets"': 'of the installation, at the first use of each',
  'select "api_keys".*': 'a key says of itself to which tenant it belongs, once in 400 ms',
  'select "issuer_id" from "issuers"': 'an issuer and an audience are of one tenant of all: see the index',
  'select * from "issuers"': 'a token says of itself to which tenant it belongs, once in 400 ms',
  'select "session"."id"': 'a session says of itself whose it is, once in 400 ms',
  VACUUM: 'after a redaction the deleted bytes are erased from the whole table: on each server by itself',
};

const SAVEPOINTS = /^(begin|commit|rollback|SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT)\b/i;
const NAMES_ITS_OWNER = [
  /\b(chain|tenant_id)"? *= *(\$\d|ANY\b|wanted\.chain|sought\.chain)/i,
  /\b(chain|tenant_id)"? IN \(/i,
  /^insert into "?\w+"? \("?(chain|tenant_id)"?,/i,
];

test('each-unique-index-begins-with-the-tenant-or-the-chain', ON_POSTGRES, async (t) => {
  const location = await migrated(t);
  const indexes = await query(
    location,
    `SELECT t.relname || '(' || a.attname || ')' AS index, a.attname AS first
       FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
       JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
       JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
      WHERE i.indisunique`,
  );
  assert.ok(indexes.length > 60, `${indexes.length} unique indexes`);
  const others = indexes.filter(({ first }) => first !== 'chain' && first !== 'tenant_id');
  assert.deepEqual(
    [...new Set(others.map(({ index }) => index))].sort(),
    Object.keys(INDEX_EXCEPTIONS).sort(),
  );
  const byExpression = await query(
    location,
    `SELECT i.indexrelid::regclass::text AS index FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
       JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = current_schema()
      WHERE i.indisunique AND i.indkey[0] = 0`,
  );
  assert.deepEqual(byExpression, [], 'an index that begins with an expression');
});

test('the-database-has-no-sequence', ON_POSTGRES, async (t) => {
  const sequences = await query(
    await migrated(t),
    `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind = 'S'`,
  );
  assert.deepEqual(sequences, []);
});

test('each-query-of-a-request-names-its-tenant-or-its-chain', ON_POSTGRES, async (t) => {
  const tap = tapStatements(t);
  await askEachRoute(t, await migrated(t), tap);
  const asked = [...tap.statements.keys()];
  assert.ok(asked.length > 150, `${asked.length} different statements`);
  const routesOf = (statement: string) => [...(tap.statements.get(statement) ?? [])].slice(0, 3).join(', ');
  for (const statement of asked) {
    assert.doesNotMatch(statement, /\b(LISTEN|NOTIFY|nextval|pg_\w*advisory\w*)\b/i, routesOf(statement));
  }
  const nameless = asked.filter(
    (statement) => !SAVEPOINTS.test(statement) && !NAMES_ITS_OWNER.some((pattern) => pattern.test(statement)),
  );
  const unlisted = nameless.filter((each) => exceptionOf(each) === undefined);
  assert.deepEqual(
    unlisted.map((each) => `${each} — of ${routesOf(each)}`),
    [],
  );
  assert.deepEqual(
    [...new Set(nameless.map(exceptionOf))].sort(),
    Object.keys(QUERY_EXCEPTIONS).sort(),
    'an exception that is no longer needed',
  );
  // On a distributed database, this is a transaction over several servers (ADR 36).
  const severalChains = /\bchain"? IN \((\d+|\$\d+)(, (\d+|\$\d+))+\)/i;
  const joining = asked
    .filter((statement) => severalChains.test(statement))
    // Statements before it in the same message set limits for the transaction.
    .map((statement) =>
      statement
        .split('; ')
        .at(-1)
        ?.replace(/\(\d[\d, ]*\)/, '(…)'),
    );
  assert.deepEqual(
    [...new Set(joining)],
    ['SELECT chain, size, head_hash FROM chains WHERE chain IN (…) ORDER BY chain FOR UPDATE'],
    'the group commit alone joins tenants in one transaction',
  );
});

interface Tap {
  /** The routes that ran each statement. */
  statements: Map<string, Set<string>>;
  during<T>(route: string, work: () => Promise<T>): Promise<T>;
}

/** Notes the statements of each request, and leaves out those of chores. */
function tapStatements(t: TestContext): Tap {
  const current = new AsyncLocalStorage<string>();
  const statements = new Map<string, Set<string>>();
  const { query: original } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const route = current.getStore();
    const [asked] = args as [string | { text?: string; cursor?: { text?: string } }];
    const text =
      typeof asked === 'string' ? asked : (asked.text ?? asked.cursor?.text ?? 'a query without text');
    if (route !== undefined) {
      const routes = statements.get(text) ?? new Set();
      statements.set(text, routes.add(route));
    }
    return Reflect.apply(original, this, args);
  } as typeof original;
  t.after(() => {
    pg.Client.prototype.query = original;
  });
  return { statements, during: (route, work) => current.run(route, async () => await work()) };
}

/** Asks with a key, with a session, and with keys of two tenants at the same time. */
async function askEachRoute(t: TestContext, location: DatabaseLocation, tap: Tap): Promise<void> {
  const { service } = await openWithoutHttp(t, location, { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' });
  const { app, routes } = await appWithRoutes(service);
  t.after(() => app.close());
  const owner = await signedIn(service, 'default', 'owner');
  const exampleOf = await examplesOf(app);
  const made = await makeEverything({ app, service }, owner.headers, exampleOf, MARKER);
  const ids = { ...COMMON, ...made, member_id: owner.memberId };
  for (const route of inOrder(routes)) {
    const { method, url } = route;
    const headers = SURFACES[url.startsWith('/api/') ? 'a' : 'b'].credentials(PRODUCTION_KEY);
    const payload = method === 'GET' ? {} : { payload: exampleOf(route) };
    const { statusCode, body } = await tap.during(`${method} ${url}`, () =>
      app.inject({ method: method as 'GET', url: addressOf(route, ids), headers, ...payload }),
    );
    // The planner's model is at an address that leads nowhere.
    const isAway = statusCode === 503 && url.endsWith('/mandates/plan');
    assert.ok(statusCode < 500 || isAway, `${method} ${url} answered ${statusCode}: ${body}`);
  }
  await askByToken(t, app, tap);
  await tap.during('a session', () => app.inject({ url: '/api/v1/me', headers: owner.headers }));
  const other = await ensureTenant(service, 'other', 'enterprise');
  const created = await createKey(service, other, null, { name: 'other', environment: 'production' });
  const keys = [PRODUCTION_KEY, created?.secret ?? ''];
  const questions = Array.from({ length: 100 }, (_, place) => keys[place % keys.length] ?? '');
  await tap.during('two tenants', async () => {
    // At first each key is looked up, so the two tenants' requests are not together yet.
    for (let round = 0; round < 3; round += 1) {
      const all = questions.map((key) => evaluate(app, 'b', EASY, { key }));
      for (const { status } of await Promise.all(all)) assert.equal(status, 200);
    }
  });
}

async function askByToken(t: TestContext, app: FastifyInstance, tap: Tap): Promise<void> {
  const { issuer, token } = await startIssuer(t);
  const mapping = { scopes: "['governance:evaluate']" };
  const body = { name: 'Platform', issuer, audience: AUDIENCE, algorithms: ['ES256'], mapping };
  assert.equal((await ask(app, 'a', '/api/v1/issuers', { body })).status, 201);
  const key = await token();
  await tap.during('a token', async () =>
    assert.equal((await evaluate(app, 'b', EASY, { key })).status, 200),
  );
}

/** Returns the routes that need a key, with deletions last. */
function inOrder(routes: readonly Route[]): Route[] {
  const wanted = routes.filter(
    ({ url, method, config }) =>
      /^\/((api|access)\/)?v1\//.test(url) && method !== 'HEAD' && config.scope !== 'public',
  );
  const isLast = ({ method }: Route) => Number(method === 'DELETE');
  return wanted.toSorted((one, other) => isLast(one) - isLast(other));
}

function exceptionOf(statement: string): string | undefined {
  return Object.keys(QUERY_EXCEPTIONS).find((beginning) => statement.startsWith(beginning));
}

async function migrated(t: TestContext): Promise<DatabaseLocation> {
  const { location, remove } = await newDatabase('postgres');
  t.after(remove);
  return location;
}

async function query(location: DatabaseLocation, sql: string): Promise<Record<string, string>[]> {
  assert.ok(location.kind === 'postgres');
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
