export { dispatchChore, type EventConsumer, lockedHead, type PlacedEvent } from './dispatch.ts';
export { type EventDraft, eventOf, TEST_EVENT, writeEvent } from './event.ts';
export { type EventPage, type EventQuery, type ListedEvent, listEvents } from './list.ts';
export {
  NOTICE_KINDS,
  type NoticeDraft,
  type NoticeKind,
  type NoticeRow,
  writeNotice,
  writeNotices,
} from './notice.ts';
export { type Events, startEvents } from './start.ts';
export { type EventStreams, eventStreams, type FollowDeps, type Following, followEvents } from './stream.ts';
export { EVENT_TYPES, type EventType, eventDefinition } from './types.ts';
export { type AwaitEventsDeps, awaitEvents } from './wait.ts';
