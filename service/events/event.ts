/**
 * Events. Each is written in the transaction of its cause, so every event has happened, and none is missing.
 * An event names things and holds nothing of a payload: a reader with a wider scope asks for that.
 */

import type { Database } from '../database/open.ts';
import type { WrittenEvent } from '../database/tables/event.ts';
import type { IdSource } from '../foundation/ids.ts';
import type { EventData, EventType } from './types.ts';

/** The type of a test for one endpoint. It is not an event of the tenant, so you can't subscribe to it. */
export const TEST_EVENT = 'webhook.test';

interface Draft<Type extends string, Data> {
  chain: number;
  type: Type;
  data: Data;
  /** ms since the epoch. */
  at: number;
  /** The only endpoint that gets it. */
  endpointId?: string;
}

/** Its data has the members that the list of types requires. */
export type EventDraft =
  | { [Type in EventType]: Draft<Type, EventData<Type>> }[EventType]
  | Draft<typeof TEST_EVENT, { endpoint_id: string }>;

/** The row of an event, for the transaction of its cause. */
export function eventOf(ids: IdSource, { chain, type, data, at, endpointId }: EventDraft): WrittenEvent {
  const event_id = ids.ordered('evt', at);
  const row = { chain, event_id, type, data: JSON.stringify(data), created_at: at };
  return endpointId === undefined ? row : { ...row, endpoint_id: endpointId };
}

/** For causes that leave no artifact. @param tx the transaction of the cause. */
export async function writeEvent(tx: Database, event: WrittenEvent): Promise<void> {
  await tx.insertInto('events').values(event).execute();
}
