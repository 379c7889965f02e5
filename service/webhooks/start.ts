/** Everything that sends webhooks, for the service to put in its places. */

import type { LeaseDeps } from '../database/leased-chore.ts';
import type { EventConsumer } from '../events/index.ts';
import type { Chore } from '../foundation/chores.ts';
import { fanOut } from './fan-out.ts';
import { forgetEventsChore } from './forget.ts';
import type { SecretBox } from './sealing.ts';
import { Sending, type SendingDeps } from './sending.ts';

export interface Webhooks {
  /** To be told of each event with its place. */
  consumer: EventConsumer;
  chores: Chore[];
  /** Call it when the chores have stopped. */
  close(): Promise<void>;
}

/** @param deps `secretBox`: null where secrets can't be read here: another node is to send then. */
export function startWebhooks(deps: SendingDeps & LeaseDeps & { secretBox: SecretBox | null }): Webhooks {
  const sending = new Sending(deps);
  return {
    consumer: fanOut(deps.clock),
    chores: [...(deps.secretBox === null ? [] : [sending.chore()]), forgetEventsChore(deps)],
    close: () => sending.close(),
  };
}
