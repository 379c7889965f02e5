/** Starts the chore that gives events their place, hands them to consumers and ends the waits for them. */
import type { Started } from '../foundation/chores.ts';
import { type DispatchDeps, dispatchChore } from './dispatch.ts';
import { type EventWaits, waitsForEvents } from './wait.ts';

export interface Events extends Started {
  eventWaits: EventWaits;
}

export function startEvents(deps: DispatchDeps): Events {
  const eventWaits = waitsForEvents(deps.db);
  return {
    eventWaits,
    chores: [dispatchChore(deps), eventWaits.chore('look for new events')],
    async close() {},
  };
}
