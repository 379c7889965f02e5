/** What is left of a soak: the whole chain is verified, and what was answered is compared with what is there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, askJson } from '../../http.ts';
import { get, post, type RunningAssize } from '../../servers/assize.ts';
import type { Ending } from './curve.ts';
import type { Listener } from './listener.ts';
import type { Load } from './load.ts';
import { heldBy } from './sampling.ts';

const DELIVERED_WITHIN_MS = 60_000;

/** How many there are by the service itself. */
export interface Found {
  evaluations: number;
  outcomes: number;
  metered: number;
}

export async function found(running: RunningAssize): Promise<Found> {
  const total = async (artifact_type: string) => {
    const search = post(running, '/api/v1/evidence/search', { artifact_type, limit: 1 });
    return (await askJson<{ total: number }>(search)).total;
  };
  const usage = await askJson<{ usage: { governance_evaluations: { used: number } } }>(
    get(running, '/api/v1/usage/summary'),
  );
  return {
    evaluations: await total('governance_eval'),
    outcomes: await total('action_executed'),
    metered: usage.usage.governance_evaluations.used,
  };
}

export async function endingOf(
  running: RunningAssize,
  load: Load,
  before: Found,
  listener: Listener,
): Promise<Ending> {
  const startedAt = performance.now();
  const verified = await askJson<{ valid: boolean; total_artifacts: number }>(
    get(running, '/api/v1/evidence/verify?full=true'),
  );
  const verifiedSeconds = (performance.now() - startedAt) / 1000;
  const after = await found(running);
  const { answered, cutOff } = load;
  const row = (what: string, of: keyof Found, counted: 'evaluations' | 'outcomes') => ({
    ...{ what, answered: answered[counted], perhaps: cutOff[counted], found: after[of] - before[of] },
  });
  let idsMissing = 0;
  for (const id of load.evidenceIds) {
    const { status } = await ask(get(running, `/v1/evidence/${id}`));
    if (status !== 200) idsMissing += 1;
  }
  const webhooksPending = await delivered(running);
  await listener.stop();
  return {
    ...{ isValid: verified.valid, artifacts: verified.total_artifacts, verifiedSeconds },
    rows: [
      row('evaluations in the evidence', 'evaluations', 'evaluations'),
      row('evaluations that were metered', 'metered', 'evaluations'),
      row('outcomes in the evidence', 'outcomes', 'outcomes'),
    ],
    ...{ idsAsked: load.evidenceIds.length, idsMissing, webhooksPending },
    ...{ eventsRead: listener.read(), eventsDelivered: await listener.delivered() },
  };
}

/** @returns how many deliveries are pending, once none is or the time is over. */
async function delivered(running: RunningAssize): Promise<number | null> {
  const deadline = performance.now() + DELIVERED_WITHIN_MS;
  for (;;) {
    const { webhooksPending } = await heldBy(running);
    if (webhooksPending === 0 || performance.now() > deadline) return webhooksPending;
    // The gauge is read from the database at most every five seconds.
    await sleep(6000);
  }
}
