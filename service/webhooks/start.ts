/** Everything that sends webhooks, for the house to put in its places. */
import type { EventConsumer } from '../events/index.ts';
import type { Chore } from '../foundation/chores.ts';
import { type DeliverDeps, Deliverer } from './deliver.ts';
import { fanOut } from './fan-out.ts';
import { forgetEventsChore } from './forget.ts';

export interface Webhooks {
  /** To be told of each event with its place. */
  consumer: EventConsumer;
  chores: Chore[];
  /** Call it when the chores have stopped. */
  close(): Promise<void>;
}

export function startWebhooks(deps: DeliverDeps): Webhooks {
  const deliverer = new Deliverer(deps);
  return {
    consumer: fanOut(deps.clock),
    chores: [deliverer.chore(), forgetEventsChore(deps)],
    async close() {
      await deliverer.close();
      await deps.sender.close();
    },
  };
}
