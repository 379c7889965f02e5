/** The tables of events and their delivery, as the queries see them. */
import type { Generated, Insertable } from 'kysely';

/** The outbox: rows that commit with their fact. */
export interface EventsTable {
  chain: number;
  /** `evt_` + 24 hex. */
  event_id: string;
  type: string;
  /** JSON, as it is sent. It holds nothing of a payload, so no removal has to reach it. */
  data: string;
  /** The only endpoint that gets it; null for all endpoints that want its type. */
  endpoint_id: Generated<string | null>;
  created_at: number;
  /** The place in a trace to which what follows it belongs, as `traceparent tracestate`; null if there is none. */
  trace_context: Generated<string | null>;
  /** The event's position in the chain's events, from 0 without a gap; null until it is dispatched. */
  position: Generated<number | null>;
}

/** The row that is written with its fact. */
export type WrittenEvent = Omit<Insertable<EventsTable>, 'position'>;

/** The number of a chain's events that have a position; the row is locked while more get theirs. */
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
  /** The previous secret, encrypted, and the time until which it also signs. */
  previous_secret: Generated<Uint8Array | null>;
  previous_until: Generated<number | null>;
  created_at: number;
  /** The key that made it. */
  created_by: string;
  disabled_at: Generated<number | null>;
  disabled_reason: Generated<'asked' | 'gone' | 'failing' | null>;
  /** The artifact that records it; null while it is enabled, or until an automatic disabling is recorded. */
  disabled_evidence_id: Generated<string | null>;
  /** The time of the first failure since the last success. */
  failing_since: Generated<number | null>;
  /** The time of the next attempt of a pending delivery; null if there is none. Code that adds a delivery sets it. */
  due_at: Generated<number | null>;
  /** The node that sends to it now: only one at a time, which keeps the order. */
  lease_holder: Generated<string | null>;
  lease_until: Generated<number | null>;
}

/** One row for each event and each endpoint that wants it. */
export interface WebhookDeliveriesTable {
  chain: number;
  endpoint_id: string;
  /** The position of the event. */
  position: number;
  event_id: string;
  type: string;
  status: 'pending' | 'delivered' | 'failed';
  /** The number of all attempts. */
  attempts: Generated<number>;
  /** The number of attempts since the last replay, which sets the next delay. */
  tries: Generated<number>;
  /** null if it is not pending. */
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
  /** The HTTP status; null without an answer. */
  status: number | null;
  /** The fault in words; null without one. */
  error: string | null;
  /** The first 4,096 bytes of the answer. */
  response: Uint8Array | null;
}

/** Mail to the tenant's contact, each notice once. */
export interface NoticesTable {
  tenant_id: string;
  /** `ntc_` + 24 hex, beginning with the time. */
  notice_id: string;
  kind: string;
  /** Its subject; together with the kind it identifies the notice. */
  subject: string;
  chain: number;
  /** JSON of the values in its text. */
  data: string;
  created_at: number;
  /** The time of the next attempt; null once it is settled. */
  due_at: number | null;
  tries: Generated<number>;
  sent_at: Generated<number | null>;
  /**
   * The address; `log` if there was none or mail is off; `NO_RECIPIENT` if the cause of the notice had gone before it
   * was sent.
   */
  sent_to: Generated<string | null>;
  /** The member who gets it; null: the tenant's contact. */
  recipient: Generated<string | null>;
}

/** A receiver in a SIEM, to which evidence and events are sent in order. */
export interface SinksTable {
  chain: number;
  /** `snk_` + 24 hex. */
  sink_id: string;
  /** Such as `syslog`. */
  kind: string;
  name: string;
  /** JSON. It holds no secret. */
  options: string;
  /** JSON, sealed for this row. */
  secrets: Uint8Array;
  created_at: number;
  created_by: string;
  /** The artifact of the last change. */
  evidence_id: string;
  paused_at: Generated<number | null>;
  /** Nothing is sent before this. */
  next_at: Generated<number>;
  /** Failures since the last success. */
  tries: Generated<number>;
  failing_since: Generated<number | null>;
  /** When the event of the failures was written. */
  told_at: Generated<number | null>;
  last_error: Generated<string | null>;
  last_sent_at: Generated<number | null>;
}

/** How far a sink has come. */
export interface SinkHeadsTable {
  chain: number;
  sink_id: string;
  stream: 'evidence' | 'events';
  /** The next position to send. */
  position: number;
}

/** Ranges of positions that a sink was sent, or that were skipped: one range of positions after the other. The last one grows until it ends. */
export interface SinkRangesTable {
  chain: number;
  sink_id: string;
  stream: 'evidence' | 'events';
  /** From 0. */
  number: number;
  /** `gap`: the positions were skipped, and the only message says so. */
  kind: 'sent' | 'gap';
  first: number;
  /** The position after the last one. */
  behind_last: number;
  messages: number;
  /** The bytes of all messages, without their framing. */
  bytes: number;
  /** The running hash over the messages. */
  hash: Uint8Array;
  /** JSON: how the messages were written. */
  rendering: string;
  /** How many of the messages only state what was sent. */
  own: number;
  begun_at: number;
  ended_at: Generated<number | null>;
  /** The artifact that states it. */
  evidence_id: Generated<string | null>;
}

export interface EventTables {
  events: EventsTable;
  event_heads: EventHeadsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  notices: NoticesTable;
  sinks: SinksTable;
  sink_heads: SinkHeadsTable;
  sink_ranges: SinkRangesTable;
}
