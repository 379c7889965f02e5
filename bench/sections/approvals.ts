/**
 * A person in the loop, on SQLite with one node and on PostgreSQL with two: lists of pending approvals, the time until
 * people and agents hear, and verdicts while events are sent.
 */
import http from 'node:http';
import type { Context } from '../context.ts';
import { ask, askJson, type Question } from '../http.ts';
import * as timing from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { escalatingRequest } from '../question.ts';
import { atMost, figure, joinParts, type Part, type SectionReport } from '../report.ts';
import * as assize from '../servers/assize.ts';
import { get, post } from '../servers/assize.ts';
import { MAY_REACH_RECEIVER } from '../servers/own.ts';
import { loadingPart, measureLoading } from './approvals/loading.ts';
import { hearingPart, measureHearing, measureWaiting, waitingPart } from './approvals/telling.ts';

const NODES = { sqlite: 1, postgres: 2 };

export async function approvals(context: Context): Promise<SectionReport> {
  const measureOn = (kind: DatabaseKind) => measureDatabase(context, kind);
  const { outcomes, skipped } = await assize.onEachDatabase(context, measureOn);
  const parts = [
    skipped,
    listingPart(outcomes.flatMap(({ listing }) => listing)),
    waitingPart(outcomes.flatMap(({ waiting }) => waiting)),
    hearingPart(outcomes.map(({ hearing }) => hearing)),
    loadingPart(outcomes.map(({ loading }) => loading)),
  ];
  const title = `approvals, and how soon people and agents hear of them (${figure(context.options.resolved)} resolved)`;
  return joinParts(title, parts, outcomes);
}

async function measureDatabase(context: Context, kind: DatabaseKind) {
  const full = await assize.installAssize(context, kind, MAY_REACH_RECEIVER);
  const { resolved } = context.options;
  const first = await assize.startAssize(context, full);
  const nodes: [assize.RunningAssize, ...assize.RunningAssize[]] = [first];
  while (nodes.length < NODES[kind]) nodes.push(await assize.startAssize(context, full));
  await fillResolved(context, first, resolved);
  const beside = await assize.startAssize(context, await assize.installAssize(context, kind));
  const without = await measureListing(context, beside, 0);
  const listing = [...without, ...(await measureListing(context, first, resolved))];
  await beside.stop();
  const waiting = await measureWaiting(context, nodes);
  const hearing = await measureHearing(context, nodes);
  for (const node of nodes) await node.stop();
  return { listing, waiting, hearing, loading: await measureLoading(context, kind) };
}

/** The most that one batch may hold. */
const AT_ONCE = 100;
const CONNECTIONS = 64;

/** Agents escalate, a person rejects one in five and approves the others, and agents use half of those. */
async function fillResolved(context: Context, running: assize.RunningAssize, count: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const evaluate = (evaluations: object[]) =>
    askAll(agent, [post(running, '/v1/governance/evaluate/batch', { evaluations })]);
  for (let done = 0; done < count; done += AT_ONCE) {
    context.progress(`approvals: ${running.database}: ${done} of ${count} resolved`);
    const size = Math.min(AT_ONCE, count - done);
    const requests = Array.from({ length: size }, (_, place) => escalatingRequest(done + place));
    const [answer = ''] = await evaluate(requests);
    const ids = (JSON.parse(answer) as { results: { approval_id: string }[] }).results.map(
      ({ approval_id }) => approval_id,
    );
    if (!ids.every(Boolean)) throw new Error(`not every request escalated: ${answer.slice(0, 500)}`);
    const isRejected = (place: number) => (place + done / AT_ONCE) % 5 === 0;
    const decisions = ids.map((id, place) =>
      post(running, `/v1/approvals/${id}/${isRejected(place) ? 'reject' : 'approve'}`, { comment: 'seen' }),
    );
    await askAll(agent, decisions);
    const uses = requests.map((request, place) => ({
      ...request,
      context: { ...request.context, has_approval: true, approval_id: ids[place] },
    }));
    await evaluate(uses.filter((_, place) => !isRejected(place) && place % 2 === 1));
  }
  agent.destroy();
  await timing.untilQuiet(running);
}

/** @returns the bodies. @throws when one is refused. */
function askAll(agent: http.Agent, questions: readonly Question[]): Promise<string[]> {
  return Promise.all(
    questions.map(async (question) => {
      const { status, body } = await ask(question, agent);
      if (status !== 200) throw new Error(`${question.url} answered ${status}: ${body}`);
      return body;
    }),
  );
}

const PENDING = 200;
const REQUESTS = 200;

type Listing = timing.Latency & { resolved: number };

async function measureListing(context: Context, running: assize.RunningAssize, resolved: number) {
  await openPending(running);
  const found: Listing[] = [];
  for (const [list, next] of Object.entries(questionsTo(running))) {
    const name = `${list}, ${resolved} resolved`;
    context.progress(`approvals: ${running.database}: ${name}`);
    found.push({ ...(await timing.measureLatency(running, name, REQUESTS, next)), resolved });
  }
  return found;
}

async function openPending(running: assize.RunningAssize): Promise<void> {
  for (let done = 0; done < PENDING; done += AT_ONCE) {
    const evaluations = Array.from({ length: AT_ONCE }, (_, place) => escalatingRequest(done + place));
    await askJson(post(running, '/v1/governance/evaluate/batch', { evaluations }));
  }
  const { total } = await askJson<{ total: number }>(get(running, '/v1/approvals'));
  if (total !== PENDING) throw new Error(`${total} approvals are pending instead of ${PENDING}`);
}

function questionsTo(running: assize.RunningAssize): Record<string, timing.NextQuestion> {
  let number = 0;
  return {
    'pending, page of 100': () => get(running, '/v1/approvals'),
    'pending, page of 20': () => get(running, '/v1/approvals?limit=20'),
    'pending, on to the last page': (before) => {
      const cursor = before && (JSON.parse(before.body) as { next_cursor: string | null }).next_cursor;
      return get(running, `/v1/approvals?limit=20${cursor === null ? '' : `&cursor=${cursor}`}`);
    },
    'pending, of one agent': () => get(running, `/v1/approvals?agent_id=agent-${number++ % PENDING}`),
  };
}

function listingPart(all: readonly Listing[]): Part {
  const full = all.filter(({ resolved }) => resolved > 0);
  const checks = [...Map.groupBy(full, ({ database }) => database)].map(([database, lists]) => {
    const { name, p95Ms } = timing.slowestOf(lists);
    return atMost(20, 'ms', p95Ms, `${database}: slowest list (${name}): p95`);
  });
  return { tables: [timing.latencyTable(`list of ${PENDING} that wait`, all)], checks };
}
