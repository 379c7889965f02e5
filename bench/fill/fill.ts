/**
 * Databases with a large and a small tenant, filled through the service's own API in this process while its clock moves
 * over the past 80 days. They are used for this run, or kept for the next.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../context.ts';
import { type Draw, drawFrom } from '../draw.ts';
import type { DatabaseKind } from '../options.ts';
import { type Installation, installAssize, newKey } from '../servers/assize.ts';
import { type Ask, type Body, withInProcess } from '../servers/in-process.ts';
import { type MovedTime, moveTime } from '../servers/moved-time.ts';
import { requestOf } from './requests.ts';

/** Shorter than the lifetime of a key, which is made at the beginning of the period. */
export const PERIOD_MS = 80 * 86_400_000;
const SMALL_ARTIFACTS = 10_000;
/** The most evaluations that a batch may hold, and how many are asked for at once. */
const BATCH = 100;
const BATCHES = 10;
/** A rarer type of artifact comes once in this many steps. */
const RARER_EVERY = 8;
const RARE_EVERY = 90;
const SEED = 20_250_701;

export interface Filled {
  installation: Installation;
  key: string;
  smallKey: string;
  artifacts: number;
  /** null if an earlier run filled the database, so that a service has already worked on it. */
  perSecond: number | null;
}

export async function filledDatabase(context: Context, kind: DatabaseKind): Promise<Filled> {
  const { artifacts, keepFolder } = context.options;
  const folder = path.resolve(keepFolder ?? context.folder, `filled-${kind}-${artifacts}`);
  mkdirSync(folder, { recursive: true });
  const written = path.join(folder, 'filled.json');
  const keys = existsSync(written) ? JSON.parse(readFileSync(written, 'utf8')) : null;
  const kept = { folder, key: keys?.key ?? newKey() };
  const installation = await installAssize(context, kind, {}, kept);
  if (keys !== null) return { ...keys, installation, artifacts, perSecond: null };
  const filled = await fill(context, installation, artifacts);
  // Written last, because an interrupted filling must not be taken for a complete one.
  writeFileSync(written, JSON.stringify({ key: installation.key, smallKey: filled.smallKey }));
  return { ...filled, installation, key: installation.key, artifacts };
}

async function fill(context: Context, { environment, key }: Installation, artifacts: number) {
  const endsAt = Date.now();
  const time = moveTime(endsAt - PERIOD_MS);
  try {
    return await withInProcess(environment, async ({ asking, newTenant }) => {
      const smallKey = await newTenant('small');
      const startedAt = performance.now();
      await fillChain(context, asking(key), artifacts, time, endsAt);
      const perSecond = artifacts / ((performance.now() - startedAt) / 1000);
      await fillChain(context, asking(smallKey), SMALL_ARTIFACTS, time, endsAt);
      return { smallKey, perSecond };
    });
  } finally {
    time.end();
  }
}

async function fillChain(context: Context, ask: Ask, artifacts: number, time: MovedTime, endsAt: number) {
  const draw = drawFrom(SEED);
  const steps = Math.ceil(artifacts / (BATCH * BATCHES));
  for (let step = 0; step < steps; step += 1) {
    if (step % 50 === 0) context.progress(`filling, ${step * BATCH * BATCHES} of ${artifacts} artifacts`);
    time.moveTo(endsAt - PERIOD_MS * (1 - step / steps));
    const batches = Array.from({ length: BATCHES }, () => {
      const evaluations = Array.from({ length: BATCH }, () => requestOf(draw));
      return ask('POST', '/api/v1/core/governance/evaluate/batch', { evaluations });
    });
    const results: Body[] = (await Promise.all(batches)).flatMap((batch) => batch.results);
    const refused = results.find(({ verdict }) => verdict === undefined);
    if (refused !== undefined) throw new Error(`not evaluated: ${JSON.stringify(refused)}`);
    if (step % RARER_EVERY === 0) await addRarer(ask, results, draw);
    if (step % RARE_EVERY === 0)
      await ask('POST', '/api/v1/core/compliance/check', { framework: 'eu_ai_act' });
  }
}

/** People decide on the escalations of a batch, and an agent reports the outcomes of some of its actions. */
async function addRarer(ask: Ask, results: readonly Body[], draw: Draw): Promise<void> {
  const approvals = results.flatMap(({ approval_id }) => approval_id ?? []).slice(0, 20);
  const proceeding = results.filter(({ verdict }) => verdict === 'proceed').slice(0, 80);
  await Promise.all([
    ...approvals.map((id, place) =>
      ask('POST', `/v1/approvals/${id}/${place % 3 === 0 ? 'reject' : 'approve'}`, { comment: 'seen' }),
    ),
    ...proceeding.map(({ evidence_id: evaluation_id }) => {
      const { action, agent_id } = requestOf(draw);
      const outcome = { action, agent_id, context: {}, outcome: 'success', evaluation_id };
      const executed_at = new Date(Date.now()).toISOString();
      return ask('POST', '/v1/evidence', { ...outcome, executed_at });
    }),
  ]);
}
