/** Starts the chore that gives events their places, passes them to consumers and ends the waits for them. */
import { countOf } from '../database/count.ts';
import type { Started } from '../foundation/chores.ts';
import { type DispatchDeps, dispatchChore } from './dispatch.ts';
import { type EventStreams, eventStreams } from './stream.ts';
import { type EventWaits, waitsForEvents } from './wait.ts';

export interface Events extends Started {
  eventWaits: EventWaits;
  eventStreams: EventStreams;
}

export function startEvents(deps: DispatchDeps): Events {
  const eventWaits = waitsForEvents(deps.db);
  return {
    eventWaits,
    eventStreams: eventStreams(deps.db),
    gauges: [
      {
        name: 'events_waiting',
        help: 'Events that have not been given their place yet.',
        read: () => countOf(deps.db.selectFrom('events').where('position', 'is', null)),
      },
    ],
    chores: [dispatchChore(deps), eventWaits.chore('look for new events')],
    async close() {},
  };
}
