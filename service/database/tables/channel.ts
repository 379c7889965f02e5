/** The tables of channels, as the queries see them. */
import type { Generated } from 'kysely';

export interface ChannelsTable {
  chain: number;
  /** `chn_` + 24 hex. */
  channel_id: string;
  kind: string;
  name: string;
  /** JSON, without secrets. */
  options: string;
  /** JSON, encrypted. */
  secrets: Uint8Array;
  version: number;
  created_at: number;
  created_by: string;
  /** The artifact of its last change. */
  evidence_id: string;
  disabled_at: Generated<number | null>;
  /** `failing`: it was refused for good, or has failed for long. */
  disabled_reason: Generated<'asked' | 'failing' | null>;
  /** The artifact that records it; null while it is enabled, or until an automatic disabling is recorded. */
  disabled_evidence_id: Generated<string | null>;
  /** The time of the first failure since the last success. */
  failing_since: Generated<number | null>;
  /** Nothing is sent before, because the receiver asked for it; null otherwise. */
  rests_until: Generated<number | null>;
}

export interface ChannelHeadsTable {
  chain: number;
  /** The number of the chain's events that have become messages. */
  position: number;
}

/** One row for each approval, channel and recipient, and one for each reminder. */
export interface ChannelMessagesTable {
  chain: number;
  /** `msg_` + 24 hex, beginning with the time. */
  message_id: string;
  channel_id: string;
  approval_id: string;
  reason: 'request' | 'reminder' | 'digest';
  /** A member's id; empty where the channel has one conversation. */
  recipient: string;
  /** `dropped`: there was nothing left to tell when its time came. */
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  /** Grows with each change of the approval that the message has to show. */
  wanted: number;
  /** Where the message stands at the channel; null before it was sent, or where it can't be found again. */
  reference: Generated<string | null>;
  /** null if it is not pending. */
  next_at: number | null;
  /** The number of attempts since it last succeeded or was replayed. */
  tries: Generated<number>;
  /** The number of all attempts. */
  attempts: Generated<number>;
  created_at: number;
  /** When it was first sent. */
  sent_at: Generated<number | null>;
  settled_at: Generated<number | null>;
}

export interface ChannelAttemptsTable {
  chain: number;
  message_id: string;
  /** From 1. */
  attempt: number;
  started_at: number;
  duration_ms: number;
  /** In words without a secret; null where it was taken. */
  problem: string | null;
}

/** Answers that arrived by a channel: each is kept before it is acknowledged. */
export interface ChannelAnswersTable {
  chain: number;
  /** The channel's own id of the press. */
  answer_id: string;
  channel_id: string;
  approval_id: string;
  account: string;
  decision: 'approved' | 'rejected';
  comment: string | null;
  received_at: number;
  settled_at: Generated<number | null>;
  /** What became of it, in a word. */
  outcome: Generated<string | null>;
}

export interface ChannelTables {
  channels: ChannelsTable;
  channel_heads: ChannelHeadsTable;
  channel_messages: ChannelMessagesTable;
  channel_attempts: ChannelAttemptsTable;
  channel_answers: ChannelAnswersTable;
}
