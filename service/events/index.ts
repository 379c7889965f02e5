export {
  type DispatchDeps,
  dispatch,
  dispatchChore,
  type EventConsumer,
  heldHead,
  type PlacedEvent,
} from './dispatch.ts';
export { EVENT_TYPES, type EventDraft, type EventType, eventOf, TEST_EVENT, writeEvent } from './event.ts';
export { type EventPage, type EventQuery, type ListedEvent, listEvents } from './list.ts';
export { type AwaitEventsDeps, awaitEvents, type EventWaits, waitsForEvents } from './wait.ts';
