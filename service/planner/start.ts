/** Starts the planner: connections to models are made with the first plan, and end with the service. */
import type { Started } from '../foundation/chores.ts';
import servicePackage from '../package.json' with { type: 'json' };
import { openSender, type Sender } from '../webhooks/sending/index.ts';
import { MAX_ANSWER_BYTES, Queue } from './asking/index.ts';
import { type ModelPlanner, modelPlanner, type PlanDeps } from './plan.ts';
import { TIMEOUT_MS } from './setting.ts';

export interface PlannerRoom extends Started {
  planner: ModelPlanner;
}

export function startPlanner(deps: Omit<PlanDeps, 'queue' | 'sender' | 'stop'>): PlannerRoom {
  const stopping = new AbortController();
  let opened: Promise<Sender> | null = null;
  const sender = () => {
    opened ??= openSender({
      allowNetworks: deps.config.webhooks.allowNetworks,
      clock: deps.clock,
      timeoutMs: TIMEOUT_MS.most,
      maxResponseBytes: MAX_ANSWER_BYTES,
      userAgent: `Assize-Planner/${servicePackage.version}`,
    });
    return opened;
  };
  return {
    planner: modelPlanner({ ...deps, queue: new Queue(), sender, stop: stopping.signal }),
    chores: [],
    async close() {
      stopping.abort();
      await (await opened)?.close();
    },
  };
}
