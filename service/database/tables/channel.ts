/** The tables of channels, which tell people of approvals and bring their answers. */
import type { Generated } from 'kysely';

export interface ChannelsTable {
  chain: number;
  /** `chn_` + 24 hex. */
  channel_id: string;
  /** Such as `slack`. */
  kind: string;
  name: string;
  /** JSON. It holds no secret. */
  options: string;
  /** JSON, sealed for this row. */
  secrets: Uint8Array;
  created_at: number;
  created_by: string;
  /** The artifact of the last change that a person made, or of a recorded disabling. */
  evidence_id: string;
  disabled_at: Generated<number | null>;
  /** `refused`: the service behind it accepts nothing more; `failing`: nothing was delivered for days. */
  disabled_reason: Generated<'asked' | 'refused' | 'failing' | null>;
  /** null while it is enabled, or until an automatic disabling is recorded. */
  disabled_evidence_id: Generated<string | null>;
  failing_since: Generated<number | null>;
  /** The provider wants no message before this. */
  paused_until: Generated<number | null>;
}

export interface ChannelHeadsTable {
  chain: number;
  /** How many of the chain's events have become messages. */
  position: number;
}

/** A message about an approval to one recipient: posted once, and then brought up to date. */
export interface ChannelMessagesTable {
  chain: number;
  /** `msg_` + 24 hex. */
  message_id: string;
  channel_id: string;
  approval_id: string;
  reason: 'request' | 'reminder' | 'digest';
  /** A member; empty where all read the same message. */
  recipient: string;
  /** `dropped`: nothing was left to tell when its time came. */
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  /** Counts the states that it had to show: a state that came while another was sent is not lost. */
  wanted: Generated<number>;
  /** The state that was sent last; null: none. */
  shown: Generated<string | null>;
  /** Where it stands at the channel. */
  reference: Generated<string | null>;
  attempts: Generated<number>;
  /** Since the last success, new state or replay. */
  tries: Generated<number>;
  /** null if it is not pending. */
  next_at: number | null;
  created_at: number;
  delivered_at: Generated<number | null>;
}

export interface ChannelAttemptsTable {
  chain: number;
  message_id: string;
  /** From 1. */
  attempt: number;
  started_at: number;
  duration_ms: number;
  /** null: it succeeded. */
  fault: 'later' | 'message' | 'channel' | null;
  error: string | null;
}

/** Answers from channels, kept before they are decided, so that none is lost and none counts twice. */
export interface ChannelAnswersTable {
  chain: number;
  /** The same for a repeated request. */
  answer_id: string;
  channel_id: string;
  approval_id: string;
  account: string;
  decision: 'approved' | 'rejected';
  comment: string | null;
  received_at: number;
  settled_at: Generated<number | null>;
  /** The outcome, in a word. */
  outcome: Generated<string | null>;
}

export interface ChannelTables {
  channels: ChannelsTable;
  channel_heads: ChannelHeadsTable;
  channel_messages: ChannelMessagesTable;
  channel_attempts: ChannelAttemptsTable;
  channel_answers: ChannelAnswersTable;
}
