/** Starts sending webhooks, and defines the consumers of events: deliveries and notices. */
import type { LeaseDeps } from '../database/nodes/leased-chore.ts';
import type { EventConsumer } from '../events/index.ts';
import type { Started } from '../foundation/chores.ts';
import { eventConsumers } from './consumers.ts';
import type { SecretBox } from './endpoints/sealing.ts';
import { forgetEventsChore } from './forget.ts';
import { webhookGauges } from './gauges.ts';
import { type RecordDeps, recordDisabledChore } from './sending/record-disabled.ts';
import { Sending, type SendingDeps } from './sending/sending.ts';

export interface Webhooks extends Started {
  /** Called for each event with its place. */
  consumers: readonly EventConsumer[];
  /** Whether a thread is dispatching events at present. */
  handsOnEvents(): boolean;
}

/** @param deps `secretBox`: null if this node can't read the secrets, so that another has to send. */
export function startWebhooks(
  deps: SendingDeps & LeaseDeps & RecordDeps & { secretBox: SecretBox | null },
): Webhooks {
  const sending = new Sending(deps);
  return {
    consumers: eventConsumers(deps.clock),
    handsOnEvents: () => sending.isRunning,
    gauges: webhookGauges(deps),
    chores: [
      ...(deps.secretBox === null ? [] : [sending.chore()]),
      recordDisabledChore(deps),
      forgetEventsChore(deps),
    ],
    close: () => sending.close(),
  };
}
