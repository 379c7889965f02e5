/**
 * A channel posts messages about approvals, brings them up to date, and tells who answered. A new channel
 * is one file that implements this.
 */
import type { Card } from './card.ts';

export const CHANNEL_KINDS = ['slack', 'teams', 'mail', 'push'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Why a message was sent. A `reminder` and an `update` follow an earlier message. */
export type MessageReason = 'request' | 'reminder' | 'digest';

export interface Message {
  /** The same for every try, so that a channel that can tell repetitions shows the message once. */
  messageId: string;
  reason: MessageReason;
  /** A conversation, a member or an address, as the channel names it. */
  recipient: string;
  /** More than one only in a digest. */
  cards: readonly Card[];
}

/** Where a message stands at the channel, as JSON; null where it can't be found again. */
export type Reference = string | null;

/** Everything that goes wrong while sending; its message holds no secret and none of the request. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
  /**
   * `later`: try again, after {@link afterMs} if given. `message`: this message is refused for good, such as one in an
   * archived conversation. `channel`: nothing can be sent until someone repairs the channel, such as a revoked token.
   */
  readonly fault: 'later' | 'message' | 'channel';
  readonly afterMs: number | null;

  constructor(fault: ChannelError['fault'], message: string, afterMs: number | null = null) {
    super(message);
    this.fault = fault;
    this.afterMs = afterMs;
  }
}

/** A channel that is set up: its settings are read and its secrets opened. */
export interface Channel {
  /** Posts a message. @throws {ChannelError} */
  deliver(message: Message, stop: AbortSignal): Promise<Reference>;
  /** Shows the present state in a message that was posted. @throws {ChannelError} */
  update(message: Message, reference: Reference, stop: AbortSignal): Promise<Reference>;
  /** Says something to one account alone, where the channel can. @throws {ChannelError} */
  tell?(account: string, text: string, stop: AbortSignal): Promise<void>;
  /** Finds out whether messages could be sent now. @returns what a person should know. @throws {ChannelError} */
  check(stop: AbortSignal): Promise<string>;
  /** Ends its connections. */
  close(): Promise<void>;
}

/** An answer that someone gave in a channel: verified to come from there, not yet to be of a member. */
export interface Answer {
  /** Unique for one press, so that a repeated request is recognised. */
  answerId: string;
  approvalId: string;
  /** The account at the channel that pressed, such as `T123/U456`. */
  account: string;
  decision: 'approved' | 'rejected';
  comment: string | null;
}
