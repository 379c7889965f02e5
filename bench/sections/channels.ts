/** The time until an escalation is told at each kind of channel, and verdicts beside such messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { subscribe } from '../../service/channels/push/index.ts';
import { findTenant } from '../../service/tenants/index.ts';
import { signedIn } from '../../tests/support/people/members.ts';
import type { Context } from '../context.ts';
import { CONNECTIONS, compare, ratioTitles, type Side, sideOf, warmUp } from '../load/measure.ts';
import { eventually } from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { atLeast, atMost, type Part } from '../report.ts';
import {
  type Installation,
  installAssize,
  type RunningAssize,
  startAssize,
  startNew,
} from '../servers/assize.ts';
import { withInProcess } from '../servers/in-process.ts';
import { MAY_REACH_RECEIVER } from '../servers/own.ts';
import { percentile, quotient } from '../statistics.ts';
import { type Escalated, escalate } from './channels/escalations.ts';
import { type Receivers, startReceivers } from './channels/receivers.ts';

export const title = 'messages about approvals at four channels, and verdicts beside them';

const ARRIVED_WITHIN_MS = 300_000;

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const { escalations, escalating } = context.options;
  const receivers = await startReceivers(context);
  const installation = await installAssize(context, kind, {
    ...MAY_REACH_RECEIVER,
    ...receivers.environment,
  });
  await setUp(installation, receivers);
  const telling = await startAssize(context, installation);
  const silent = await startNew(context, kind, MAY_REACH_RECEIVER);
  await escalateFor(context, telling, receivers, context.options.warmup);
  context.progress(`${escalations} escalations a second for ${escalating} s`);
  const arrivals = arrivalsOf(receivers, await escalateFor(context, telling, receivers, escalating));
  await warmUp(context, [telling, silent]);
  const rows = await compareBeside(context, { telling, silent }, receivers);
  const slowest = arrivals.slice(1).map(({ p95Ms }) => p95Ms ?? Infinity);
  const share = quotient(Math.min(...arrivals.map(({ arrived }) => arrived)), arrivals[0]?.arrived ?? null);
  return {
    tables: [
      {
        name: `from ${escalations} escalating requests a second until`,
        rows: arrivals,
        titles: { until: '' },
      },
      { name: 'verdicts that proceed', rows, titles: ratioTitles('alone') },
    ],
    checks: [
      atMost(1000, 'ms', Math.max(...slowest), 'p95 until the message at the slowest channel'),
      atLeast(1, '×', share, 'share of the escalations that each channel told of'),
      atLeast(0.95, '×', rows[2]?.rateRatio, `verdicts/s beside them, ${CONNECTIONS} connections`),
    ],
    notes: [
      'Times count from when the escalating request was sent, shortly before its commit; receivers are looked at every 2 ms.',
      'The CPU of escalations and of their messages counts for the verdicts beside them.',
      'The load tool and the receivers use the same cores as the service.',
    ],
  };
}

/** One channel of each kind, and one member who has a browser. */
async function setUp({ environment, key }: Installation, receivers: Receivers): Promise<void> {
  const { workspace, teamsUrl, target } = receivers;
  const { team, app, conversation, botToken, signingSecret } = workspace;
  const slackOptions = { workspace: team, app, conversation, receives: 'url' };
  const slackSecrets = { bot_token: botToken, signing_secret: signingSecret };
  const channels = [
    { kind: 'slack', options: slackOptions, secrets: slackSecrets },
    { kind: 'teams', options: {}, secrets: { url: teamsUrl } },
    { kind: 'mail', options: {}, secrets: {} },
    { kind: 'push', options: {}, secrets: {} },
  ];
  await withInProcess(environment, async ({ service, asking }) => {
    const { memberId } = await signedIn(service, 'default', 'approver', 'dana');
    const { tenantId } = await findTenant(service.db, 'default');
    if (service.secretBox === null) throw new Error('the secrets of the new installation do not open');
    await subscribe(service, service.secretBox, { tenantId, memberId }, target, undefined);
    for (const channel of channels)
      await asking(key)('POST', '/api/v1/channels', { name: channel.kind, ...channel });
  });
}

/** Escalates for so long, and waits for all messages. */
async function escalateFor(
  { options }: Context,
  running: RunningAssize,
  receivers: Receivers,
  seconds: number,
): Promise<Escalated[]> {
  const before = receivers.fewest();
  const escalating = escalate(running, options.escalations);
  await sleep(seconds * 1000);
  const escalated = await escalating.stop();
  await untilTold(receivers, before + escalated.length);
  return escalated;
}

function untilTold({ fewest }: Receivers, count: number): Promise<void> {
  return eventually('a message at each channel', async () => fewest() >= count, ARRIVED_WITHIN_MS);
}

function arrivalsOf({ places }: Receivers, escalated: readonly Escalated[]) {
  const byName = new Map(escalated.flatMap((one) => [one.approvalId, one.userId].map((name) => [name, one])));
  const answers = escalated.map(({ sentAt, answeredAt }) => answeredAt - sentAt);
  const rows = [{ until: 'the answer', arrived: escalated.length, twice: 0, ...percentilesOf(answers) }];
  for (const { name, received, textOf, arrivedAt } of places) {
    const first = new Map<Escalated, number>();
    let messages = 0;
    received.forEach((message, place) => {
      const [found = ''] = /apr_[0-9a-f]+|user-\d+-/.exec(textOf(message)) ?? [];
      const one = byName.get(found);
      if (one === undefined) return;
      messages += 1;
      if (!first.has(one)) first.set(one, (arrivedAt[place] ?? Infinity) - one.sentAt);
    });
    const twice = messages - first.size;
    rows.push({ until: name, arrived: first.size, twice, ...percentilesOf([...first.values()]) });
  }
  return rows;
}

function percentilesOf(times: readonly number[]) {
  const at = (percent: number) => percentile(times, percent);
  return { p50Ms: at(50), p95Ms: at(95), p99Ms: at(99), maxMs: at(100) };
}

/** All messages of a turn arrive before the next begins. */
async function compareBeside(
  context: Context,
  { telling, silent }: Record<'telling' | 'silent', RunningAssize>,
  receivers: Receivers,
) {
  const { escalations } = context.options;
  const beside = (running: RunningAssize, name: string): Side => ({
    name,
    async during(act) {
      const before = receivers.fewest();
      const escalating = escalate(running, escalations);
      const result = await act(running);
      const { length } = await escalating.stop();
      if (running === telling) await untilTold(receivers, before + length);
      return result;
    },
  });
  return compare(context, sideOf({ ...telling, name: 'alone' }), [
    beside(silent, `beside ${escalations} escalations/s, no channel`),
    beside(telling, `beside ${escalations} escalations/s, four channels`),
  ]);
}
