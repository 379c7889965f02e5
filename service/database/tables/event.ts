/** The tables of what happened and who is told of it, as the queries see them. */
import type { Generated, Insertable } from 'kysely';

/** The outbox: rows that commit with the fact they tell of. */
export interface EventsTable {
  chain: number;
  /** `evt_` + 24 hex. */
  event_id: string;
  type: string;
  /** JSON, as it is sent. Names what happened and holds nothing of a payload, so no removal has to reach it. */
  data: string;
  /** The only endpoint that gets it; null where all do that want its type. */
  endpoint_id: Generated<string | null>;
  created_at: number;
  /** Its place in the order of the chain's events, from 0 without a gap; null until it has been handed on. */
  position: Generated<number | null>;
}

/** As it is written with its fact. */
export type WrittenEvent = Omit<Insertable<EventsTable>, 'position'>;

/** How many events of a chain have their place: the row is held while more get theirs. */
export interface EventHeadsTable {
  chain: number;
  size: number;
}

export interface WebhookEndpointsTable {
  chain: number;
  /** `whe_` + 24 hex. */
  endpoint_id: string;
  url: string;
  description: string | null;
  /** JSON array of event types; null for all of them. */
  types: string | null;
  /** Encrypted. */
  secret: Uint8Array;
  /** The one before, encrypted, and until when it signs as well. */
  previous_secret: Generated<Uint8Array | null>;
  previous_until: Generated<number | null>;
  created_at: number;
  /** The key that made it. */
  created_by: string;
  disabled_at: Generated<number | null>;
  disabled_reason: Generated<'asked' | 'gone' | 'failing' | null>;
  /** The artifact that says so; null where it is enabled, or was disabled by itself and that is yet to be recorded. */
  disabled_evidence_id: Generated<string | null>;
  /** Of its first failure behind which there was no success. */
  failing_since: Generated<number | null>;
  /** When the next of its pending deliveries is to be tried; null where there is none. Whoever adds one sets it. */
  due_at: Generated<number | null>;
  /** The node that sends to it now: one at a time, so that order can be kept. */
  lease_holder: Generated<string | null>;
  lease_until: Generated<number | null>;
}

/** One for each event and endpoint that wants it. */
export interface WebhookDeliveriesTable {
  chain: number;
  endpoint_id: string;
  /** Of the event. */
  position: number;
  event_id: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed';
  /** How often it was tried, all in all. */
  attempts: Generated<number>;
  /** How often since it was last begun anew: what the next delay goes by. */
  tries: Generated<number>;
  /** null where it is not pending. */
  next_at: number | null;
  created_at: number;
  settled_at: Generated<number | null>;
}

export interface WebhookAttemptsTable {
  chain: number;
  endpoint_id: string;
  position: number;
  /** From 1. */
  attempt: number;
  started_at: number;
  duration_ms: number;
  /** Of HTTP; null where there was no answer. */
  status: number | null;
  /** What went wrong, in words; null where nothing did. */
  error: string | null;
  /** The first 4,096 bytes of the answer. */
  response: Uint8Array | null;
}

/** What the tenant's contact is told, once. */
export interface NoticesTable {
  tenant_id: string;
  /** `ntc_` + 24 hex, beginning with the time. */
  notice_id: string;
  kind: string;
  /** What it is about; with the kind it says which notice this is. */
  subject: string;
  chain: number;
  /** JSON of what its text names. */
  data: string;
  created_at: number;
  /** When to try to send it; null once it is settled. */
  due_at: number | null;
  tries: Generated<number>;
  sent_at: Generated<number | null>;
  /** The address; `log` where there was none or no way to send; `nobody` where its cause had gone before it was sent. */
  sent_to: Generated<string | null>;
}

export interface EventTables {
  events: EventsTable;
  event_heads: EventHeadsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  notices: NoticesTable;
}
