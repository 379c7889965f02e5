/**
 * The service is killed while it tells two channels of approvals and takes in presses from Slack. Each open approval
 * has a message at each channel, and each press that was acknowledged decided once.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChannel } from '@assize/service/channels/settings/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { GRAVE } from './support/approvals/approvals.ts';
import { withPayloads } from './support/databases/chains.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { connect } from './support/http/client.ts';
import { PRODUCTION_KEY, SURFACES } from './support/http/in-process.ts';
import type { Promised } from './support/nodes/load.ts';
import { endLeases, requireWhole, withDatabase } from './support/nodes/promises.ts';
import { type RunningService, spawnFor, spawnService } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';
import { PressedInSlack } from './support/slack/presses.ts';
import { type SlackService, serviceWithSlack, tiedMember } from './support/slack/service.ts';
import { until } from './support/until.ts';
import { type Receiver, startReceiver } from './support/webhooks/receiver.ts';

const ROUNDS = runs(2);
/** The kill comes at a random moment within this time after the first messages of a round. */
const WITHIN_MS = 500;
const FIRST_MESSAGES = 6;
/** Presses that come at once before the kill take about as long. */
const BURST_MS = 20;
/** Between escalations: more would only wait for their turn at the channels. */
const REST_MS = 40;

interface World extends SlackService {
  teams: Receiver;
  presses: PressedInSlack;
  /** The member who presses. */
  memberId: string;
}

testOnEachDatabase(
  'tells-of-every-approval-and-decides-by-every-press-once-through-kill-9',
  async (location, t) => {
    const world = await setUp(t, location);
    const { presses, slack } = world;
    const start = () => spawnService(location, environmentOf(world));
    const promised: Promised[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const service = await start();
      const isOver = { value: false };
      const working = [
        askUntilGone(service, `round-${round}`, promised),
        presses.goOn(service.baseUrl, isOver),
      ];
      const before = messagesOf(world);
      await until(() => messagesOf(world) >= before + FIRST_MESSAGES && presses.pressed > round);
      await sleep(Math.random() * WITHIN_MS);
      working.push(presses.burst(service.baseUrl));
      await sleep(Math.random() * BURST_MS);
      assert.equal(await service.stop('SIGKILL'), null, 'it ended before it was killed');
      isOver.value = true;
      await Promise.all(working);
      await endLeases(location);
    }
    const service = await spawnFor(t, location, environmentOf(world));
    await presses.repeat(service.baseUrl, { isAcknowledged: false });
    await requireSettled(location);
    // Nothing that was acknowledged has come again since.
    const once = await requireDecidedOnce(location, world);
    await presses.repeat(service.baseUrl, { isAcknowledged: true });
    await requireSettled(location);
    assert.equal(await requireDecidedOnce(location, world), once);
    assert.equal(await service.stop('SIGTERM'), 0);
    await requireWhole(location, promised);
    assert.ok(promised.length > ROUNDS);
    await requireTold(t, location, world);
    await requireShown(location, world);
    assert.deepEqual(slack.workspace.calls.filter(({ answer }) => answer !== 'ok').slice(0, 1), []);
    const { requests, acknowledged, cutOff } = presses;
    t.diagnostic(
      `${presses.pressed} presses in ${requests} requests, ${acknowledged} acknowledged and ${cutOff} cut off: ${once}`,
    );
  },
);

/** Sets up the channels and the person in a service of the test's own, which is closed before the first kill. */
async function setUp(t: TestContext, location: DatabaseLocation): Promise<World> {
  const teams = await startReceiver(t);
  const opened = await serviceWithSlack(t, location);
  const { service, app, slack, tenantId } = opened;
  const owner = await service.authenticator.authenticate(PRODUCTION_KEY);
  const url = teams.url('/teams');
  await createChannel(service, owner, { kind: 'teams', name: 'ops', options: {}, secrets: { url } });
  const { member, person } = await tiedMember(opened, 'dana');
  await app.close();
  await service.close();
  await endLeases(location);
  const presses = new PressedInSlack(slack.workspace, tenantId, person);
  return { ...opened, teams, presses, memberId: member.memberId };
}

function environmentOf({ slack }: World): Record<string, string> {
  return { ASSIZE_SLACK_API_URL: slack.apiUrl, ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' };
}

/** Escalates one action after another, until the service is gone. */
async function askUntilGone({ baseUrl }: RunningService, name: string, promised: Promised[]): Promise<void> {
  const client = connect(baseUrl);
  try {
    for (let number = 0; ; number += 1) {
      const body = { ...GRAVE, action: `${name}.${number}` };
      const answer = await client.ask('b', SURFACES.b.evaluate, { body }).catch(() => null);
      if (answer === null) return;
      assert.deepEqual([answer.status, answer.body.verdict], [200, 'ESCALATE'], JSON.stringify(answer.body));
      const { evidence_id: evidenceId, escalation_id: escalationId } = answer.body;
      promised.push({ evidenceId, escalationId, key: PRODUCTION_KEY, action: body.action });
      await sleep(REST_MS);
    }
  } finally {
    client.close();
  }
}

function messagesOf({ slack, teams }: World): number {
  return Math.min(slack.workspace.messages.length, teams.received.length);
}

/** Resolves when every message was sent and every answer settled. Reminders wait for hours. */
function requireSettled(location: DatabaseLocation): Promise<void> {
  return withDatabase(location, async (db) => {
    const behind = () =>
      db
        .selectFrom('channel_heads')
        .innerJoin('event_heads', 'event_heads.chain', 'channel_heads.chain')
        .select('channel_heads.chain')
        .whereRef('event_heads.size', '>', 'channel_heads.position')
        .execute();
    const unplaced = () => db.selectFrom('events').select('event_id').where('position', 'is', null).execute();
    const unsent = () =>
      db
        .selectFrom('channel_messages')
        .select(['message_id', 'attempts'])
        .where('status', '=', 'pending')
        .where('reason', '<>', 'reminder')
        .execute();
    const unsettled = () =>
      db.selectFrom('channel_answers').select('answer_id').where('settled_at', 'is', null).execute();
    let left: readonly object[] = [];
    await until(
      async () => {
        // In the order in which the one becomes the other.
        left = [...(await unsettled()), ...(await unplaced()), ...(await behind()), ...(await unsent())];
        return left.length === 0;
      },
      () => `lying there: ${JSON.stringify(left.slice(0, 5))}`,
    );
  });
}

/** Requires a message about each open approval at each channel; it may have come twice. */
async function requireTold(t: TestContext, location: DatabaseLocation, world: World): Promise<void> {
  const approvals = await withDatabase(location, (db) =>
    db.selectFrom('approvals').select(['approval_id', 'status']).execute(),
  );
  const asked = {
    Slack: countOf(world.slack.workspace.messages.map(({ blocks }) => JSON.stringify(blocks))),
    Teams: countOf(
      world.teams.received.map(({ body }) => body).filter((body) => body.includes('Decide until')),
    ),
  };
  const open = approvals.filter(({ status }) => status === 'pending');
  assert.ok(open.length > 0);
  for (const [name, counts] of Object.entries(asked)) {
    for (const { approval_id: id } of open) assert.ok(counts.has(id), `${name} was not told of ${id}`);
    const sent = [...counts.values()].reduce((sum, each) => sum + each, 0);
    const twice = [...counts.values()].filter((each) => each > 1).length;
    t.diagnostic(`${name}: ${sent} messages about ${counts.size} approvals, ${twice} of them more than once`);
  }
  t.diagnostic(
    `${ROUNDS} kills, ${approvals.length} approvals, ${open.length} still open, none of them lost`,
  );
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const id = /apr_[0-9a-f]+/.exec(text)?.[0];
    assert.ok(id, text);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Requires one decision and one record of it for each press, by the member who pressed, and none without a press. */
async function requireDecidedOnce(location: DatabaseLocation, { presses, memberId }: World): Promise<string> {
  const { decisions, records } = await withDatabase(location, async (db) => ({
    decisions: await db.selectFrom('approval_decisions').selectAll().execute(),
    records: await withPayloads(db)
      .select('artifact_payloads.payload')
      .where('artifacts.artifact_type', 'in', ['action_approved', 'action_rejected'])
      .execute(),
  }));
  const expected = presses.all.map(({ approvalId, decision }) => [approvalId, decision, memberId, 'slack']);
  const made = decisions.map((row) => [row.approval_id, row.decision, row.party, row.decided_from]);
  assert.deepEqual(made.sort(), expected.sort());
  const recorded = records.map(({ payload }) => JSON.parse(Buffer.from(payload).toString()).approval_id);
  assert.deepEqual(recorded.sort(), presses.all.map(({ approvalId }) => approvalId).sort());
  return `${made.length} decisions, ${records.length} records`;
}

/** Requires that each message whose place is known shows what became of its approval. */
async function requireShown(location: DatabaseLocation, { slack, presses }: World): Promise<void> {
  const rows = await withDatabase(location, (db) =>
    db
      .selectFrom('channel_messages')
      .select(['approval_id', 'reference'])
      .where('reference', 'is not', null)
      .execute(),
  );
  const decisions = new Map(presses.all.map(({ approvalId, decision }) => [approvalId, decision]));
  const shown = new Map(slack.workspace.messages.map(({ ts, text }) => [ts, text]));
  assert.ok(rows.length > 0);
  for (const { approval_id: id, reference } of rows) {
    const wanted = { approved: /^Approved/, rejected: /^Rejected/, none: /^Approval needed/ };
    assert.match(shown.get(JSON.parse(String(reference)).ts) ?? '', wanted[decisions.get(id) ?? 'none']);
  }
}
