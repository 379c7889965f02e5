/**
 * The service is killed while second people approve changes of governance. Each change was made once, with its approval
 * and everything that goes with it, or it still waits and nothing of it was made.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import type { FastifyInstance } from 'fastify';
import { withPayloads } from './support/databases/chains.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { requireTrue } from './support/governance/governance.ts';
import { heldAs, twoOwners } from './support/governance/second-person.ts';
import { type Client, connect } from './support/http/client.ts';
import { appOf, openWithoutHttp } from './support/http/in-process.ts';
import { requireWhole, withDatabase } from './support/nodes/promises.ts';
import { askAs } from './support/people/groups.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';
import { spawnFor } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';
import { until } from './support/until.ts';

const ROUNDS = runs(3);
/** The number of each kind in a round. */
const CHANGES = 6;
const CONNECTIONS = 6;
/** The kill comes at a random moment within this time after the first approval of a round. */
const WITHIN_MS = 60;
const TENANT = 'default';
const RULE = { id: 'none', description: '', when: "action == 'x'", effect: 'block', message: 'No.' };

interface World {
  /** Keys of two owners: one asks, the other approves. */
  ann: string;
  bob: string;
  /** Admins, each with a key of their own. */
  admins: { memberId: string; keyId: string }[];
  /** Proposed tools. */
  tools: string[];
}

/** A change that was asked for, and how much of it is made: all, nothing, or the words for something between. */
interface Asked {
  approvalId: string;
  madeIn(db: Database): Promise<'all' | 'nothing' | string>;
}

testOnEachDatabase('makes-each-approved-change-once-through-kill-9', async (location, t) => {
  const world = await setUp(t, location);
  const asked: Asked[] = [];
  const tally = { cutOff: 0, atKill: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await spawnFor(t, location);
    const client = connect(service.baseUrl, CONNECTIONS);
    const some = await askForAll(client, world, round);
    asked.push(...some);
    let answered = 0;
    const approving = Promise.all(
      some.map(async ({ approvalId }) => {
        const answer = await approve(client, world, approvalId).catch(() => null);
        if (answer === null) tally.cutOff += 1;
        else assert.equal(answer.status, 200, JSON.stringify(answer.body));
        answered += 1;
      }),
    );
    await until(() => answered > 0);
    await sleep(Math.random() * WITHIN_MS);
    assert.equal(await service.stop('SIGKILL'), null, 'it ended before it was killed');
    await approving;
    client.close();
    tally.atKill += await withDatabase(location, (db) => requireNoneHalfMade(db, asked));
  }
  assert.ok(tally.cutOff > 0, 'it was killed while it had work to do');
  await approveTheRest(t, location, world, asked);
  await requireWhole(location);
  t.diagnostic(
    `${ROUNDS} kills, ${asked.length} changes, ${tally.cutOff} answers cut off, ${tally.atKill} waited at a kill`,
  );
});

/** Afterwards all are made, each of them once, and the tables agree with the evidence. */
async function approveTheRest(
  t: TestContext,
  location: DatabaseLocation,
  world: World,
  asked: readonly Asked[],
): Promise<void> {
  const service = await spawnFor(t, location);
  const client = connect(service.baseUrl, CONNECTIONS);
  for (const { approvalId } of asked) {
    const { status, body } = await approve(client, world, approvalId);
    assert.equal(status, 200, `${approvalId}: ${JSON.stringify(body)}`);
  }
  client.close();
  assert.equal(await service.stop('SIGTERM'), 0);
  const left = await withDatabase(location, (db) => requireNoneHalfMade(db, asked));
  assert.equal(left, 0, 'approved, and not made');
  const { service: reopened } = await openWithoutHttp(t, location);
  await requireTrue(reopened);
}

async function setUp(t: TestContext, location: DatabaseLocation): Promise<World> {
  const { service } = await openWithoutHttp(t, location);
  const app = await appOf(service);
  const owners = await twoOwners({ app, service, name: TENANT }, ['policies', 'catalogue', 'roles']);
  const admins: World['admins'] = [];
  for (let number = 0; number < ROUNDS * CHANGES; number += 1) {
    const admin = await signedIn(service, TENANT, 'admin', `Admin${number}`);
    admins.push({ memberId: admin.memberId, keyId: (await keyOf(app, admin)).id });
  }
  const tools = Array.from({ length: ROUNDS * CHANGES * 2 }, (_, number) => {
    return { name: `tool_${number}`, description: 'd', inputSchema: { type: 'object' } };
  });
  const source = { source: { tools } };
  const { status, body } = await askAs(app, owners.ann, '/api/v1/tools/import', { body: source });
  assert.equal(status, 200, JSON.stringify(body));
  const world = {
    ann: (await keyOf(app, owners.ann)).key,
    bob: (await keyOf(app, owners.bob)).key,
    admins,
    tools: body.tools.map(({ tool_id: id }: { tool_id: string }) => id),
  };
  await app.close();
  await service.close();
  return world;
}

async function keyOf(app: FastifyInstance, who: SignedIn): Promise<{ id: string; key: string }> {
  const scopes = (await askAs(app, who, '/api/v1/me')).body.scopes;
  const { status, body } = await askAs(app, who, '/api/v1/api-keys', {
    body: { name: 'own', environment: 'production', scopes },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function askForAll(client: Client, world: World, round: number): Promise<Asked[]> {
  const { ann: key } = world;
  const asked: Asked[] = [];
  for (let number = round * CHANGES; number < (round + 1) * CHANGES; number += 1) {
    const name = `p${number}`;
    await client.ask('a', '/api/v1/policies', { key, body: { name, rules: [RULE] } });
    const activation = { version: 1, expected_version: null };
    const policy = await client.ask('a', `/api/v1/policies/${name}/activate`, { key, body: activation });
    asked.push({ approvalId: heldAs(policy), madeIn: (db) => policyIn(db, name) });

    const [accept = '', reject = ''] = world.tools.slice(2 * number);
    const review = { accept: [{ tool_id: accept }], reject: [reject] };
    const reviewed = await client.ask('a', '/api/v1/tools/review', { key, body: review });
    asked.push({ approvalId: heldAs(reviewed), madeIn: (db) => reviewIn(db, accept, reject) });

    const admin = world.admins[number] ?? assert.fail();
    const role = { method: 'PATCH', key, body: { role: 'viewer' } } as const;
    const changed = await client.ask('a', `/api/v1/members/${admin.memberId}`, role);
    asked.push({ approvalId: heldAs(changed), madeIn: (db) => roleIn(db, admin) });
  }
  return asked;
}

function approve(client: Client, { bob: key }: World, approvalId: string) {
  return client.ask('a', `/api/v1/approvals/${approvalId}/approve`, { key, body: {} });
}

function allOf(parts: readonly boolean[]): string {
  if (parts.every((each) => each)) return 'all';
  return parts.some((each) => each) ? `half: ${parts}` : 'nothing';
}

async function policyIn(db: Database, name: string): Promise<string> {
  const row = await db.selectFrom('policies').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
  return allOf([row.active_version === 1]);
}

async function reviewIn(db: Database, accepted: string, rejected: string): Promise<string> {
  const rows = await db.selectFrom('tools').selectAll().where('until_revision', 'is', null).execute();
  const stateOf = (id: string) => rows.find(({ tool_id }) => tool_id === id)?.state;
  return allOf([stateOf(accepted) === 'accepted', stateOf(rejected) === 'rejected']);
}

/** A role and the key that goes with it. */
async function roleIn(db: Database, { memberId, keyId }: World['admins'][number]): Promise<string> {
  const members = db.selectFrom('members').select('role').where('member_id', '=', memberId);
  const keys = db.selectFrom('api_keys').select('revoked_at').where('key_id', '=', keyId);
  const { role } = await members.executeTakeFirstOrThrow();
  const { revoked_at } = await keys.executeTakeFirstOrThrow();
  return allOf([role === 'viewer', revoked_at !== null]);
}

/** @returns how many wait. */
async function requireNoneHalfMade(db: Database, asked: readonly Asked[]): Promise<number> {
  const records = await withPayloads(db)
    .select(['id', 'artifact_payloads.payload'])
    .where('artifact_type', 'in', ['governance_change', 'action_approved'])
    .execute();
  const told = records.map(({ id, payload }) => ({ id, ...JSON.parse(Buffer.from(payload).toString()) }));
  let waiting = 0;
  for (const { approvalId, madeIn } of asked) {
    const row = await db
      .selectFrom('approvals')
      .selectAll()
      .where('approval_id', '=', approvalId)
      .executeTakeFirstOrThrow();
    const changes = told.filter(({ second_person: second }) => second?.approval_id === approvalId);
    const resolutions = told.filter(
      ({ approval_id, carried_out }) => approval_id === approvalId && carried_out,
    );
    const expected = row.status === 'approved' ? ['all', 1, 1] : ['nothing', 0, 0];
    const found = [await madeIn(db), changes.length, resolutions.length];
    assert.deepEqual(found, expected, `${row.action} is ${row.status}`);
    if (row.status === 'approved') assert.equal(resolutions[0].carried_out.evidence_id, changes[0].id);
    else waiting += 1;
  }
  return waiting;
}
