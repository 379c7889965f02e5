/** Two nodes on one database with one clock that a test moves, and the stored rows of approvals. */

import assert from 'node:assert/strict';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { ApprovalSettings } from '@assize/service/governance/settings/terms/index.ts';
import { buildApp } from '@assize/service/http/app.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { type Service, startService } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { appOf, PRODUCTION_KEY, testConfig } from '../http/in-process.ts';
import { keyHolder } from '../people/other-tenant.ts';
import { isDrawn, LIFETIME_HOURS, type Model } from './approval-model.ts';

export const HOUR_MS = 3_600_000;
/** The nodes' own chores run in the past, so that nothing expires without a sweep by the test; keys last longer. */
const LONG_AGO_MS = 40 * 86_400_000;

export interface Node {
  service: Service;
  app: FastifyInstance;
  /** Closes the service under the moved one. */
  close(): Promise<void>;
}

export interface World {
  location: DatabaseLocation;
  nodes: Node[];
  /** Secrets of one tenant's keys. */
  keys: string[];
  /** Both nodes use this clock. */
  offset: { ms: number };
  settings: ApprovalSettings;
}

export async function openWorld(location: DatabaseLocation): Promise<World> {
  const settings = { lifetimeMs: LIFETIME_HOURS * HOUR_MS, required: {}, separationOfDuties: false };
  const world: World = { location, nodes: [], keys: [], offset: { ms: 0 }, settings };
  const first = await openNode(world);
  world.nodes.push(first, await openNode(world));
  const others = [await keyHolder(first.service, 'default'), await keyHolder(first.service, 'default')];
  world.keys.push(PRODUCTION_KEY, ...others.map(({ secret }) => secret));
  return world;
}

export async function closeWorld({ nodes }: World): Promise<void> {
  for (const node of nodes) await node.close();
}

export async function restart(world: World, place: number): Promise<void> {
  await world.nodes[place]?.close();
  world.nodes[place] = await openNode(world);
}

async function openNode({ location, offset, settings }: World): Promise<Node> {
  const past = { ASSIZE_TEST_CLOCK_OFFSET_MS: String(-LONG_AGO_MS) };
  const service = await startService(testConfig(location, past), createLogger('silent'));
  await (await appOf(service)).close();
  const { clock } = service;
  const moved: Service = {
    ...service,
    clock: { now: () => clock.now() + LONG_AGO_MS + offset.ms, monotonic: () => clock.monotonic() },
    approvalSettings: settings,
  };
  const health = { problems: async () => [] };
  const app = await buildApp({
    services: moved,
    health,
    logger: service.log,
    baseUrl: service.config.baseUrl,
  });
  return {
    service: moved,
    app,
    async close() {
      await app.close();
      await service.close();
    },
  };
}

export function nodeOf({ nodes }: World, place: number): Node {
  return nodes[place % nodes.length] ?? assert.fail('there is no node');
}

export type Seen = Awaited<ReturnType<typeof rowsOf>>[number];

export function rowsOf({ db }: Service, ids: readonly string[]) {
  return db.selectFrom('approvals').selectAll().where('approval_id', 'in', ids).execute();
}

/** Each approval has the model's state, reached it along a drawn path, and was resolved and used at most once. */
export async function requireAsModelled(
  model: Model,
  world: World,
  before: Map<string, Seen>,
): Promise<void> {
  if (model.approvals.length === 0) return;
  const { service } = nodeOf(world, 0);
  const ids = model.approvals.map(({ id }) => id);
  const rows = new Map((await rowsOf(service, ids)).map((row) => [row.approval_id, row]));
  const decisions = await service.db
    .selectFrom('approval_decisions')
    .select(['approval_id', 'decision'])
    .where('approval_id', 'in', ids)
    .execute();
  for (const { id, status, decisions: modelled } of model.approvals) {
    const row = rows.get(id) ?? assert.fail(`${id} is gone`);
    assert.equal(row.status, status);
    const made = decisions.filter(({ approval_id }) => approval_id === id);
    assert.deepEqual(made.map(({ decision }) => decision).sort(), [...modelled.values()].sort());
    assert.equal(row.resolved_at === null, status === 'pending');
    assert.equal(row.resolution_evidence_id === null, status === 'pending');
    assert.equal(row.consumed_at === null, status !== 'consumed');
    assert.equal(row.consumed_by === null, status !== 'consumed');
    const earlier = before.get(id);
    if (earlier !== undefined) {
      assert.ok(isDrawn(earlier.status, status), `from ${earlier.status} to ${status}`);
      if (earlier.status !== 'pending') {
        assert.equal(row.resolution_evidence_id, earlier.resolution_evidence_id);
        assert.equal(row.resolved_at, earlier.resolved_at);
      }
      if (earlier.status === 'consumed') assert.equal(row.consumed_by, earlier.consumed_by);
    }
    before.set(id, row);
  }
}

/** Each opening and resolution has one event, and each resolution has the one artifact that it names. */
export async function requireToldOnce(world: World): Promise<void> {
  const { db } = nodeOf(world, 0).service;
  const rows = await db.selectFrom('approvals').select(['approval_id', 'resolution_evidence_id']).execute();
  const artifacts = await db
    .selectFrom('artifacts')
    .select('id')
    .where('artifact_type', 'in', ['action_approved', 'action_rejected'])
    .execute();
  const eventsOf = async (type: string) => {
    const events = await db.selectFrom('events').select('data').where('type', '=', type).execute();
    return events.map(({ data }) => JSON.parse(data) as { approval_id: string; evidence_id: string });
  };
  const resolved = rows.filter(({ resolution_evidence_id }) => resolution_evidence_id !== null);
  const resolutions = resolved.map((row) => `${row.approval_id} by ${row.resolution_evidence_id}`);
  assert.deepEqual(
    (await eventsOf('approval.resolved'))
      .map((event) => `${event.approval_id} by ${event.evidence_id}`)
      .sort(),
    resolutions.sort(),
  );
  assert.deepEqual(
    artifacts.map(({ id }) => id).sort(),
    resolved.map((row) => row.resolution_evidence_id).sort(),
  );
  assert.deepEqual(
    (await eventsOf('approval.created')).map((event) => event.approval_id).sort(),
    rows.map((row) => row.approval_id).sort(),
  );
}

export async function requireTruth(world: World): Promise<void> {
  const { truth, authenticator } = nodeOf(world, 0).service;
  const { chain } = await authenticator.authenticate(PRODUCTION_KEY);
  const { gaps } = await truth.verify(chain);
  assert.deepEqual(gaps, []);
}
