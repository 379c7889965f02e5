/** The tables of telling members what waits for them: links in mails, browsers that ring, and their wishes. */

/** A link in a mail. Whether it was used is told by the member's decision, so there is no column for it. */
export interface DecisionLinksTable {
  chain: number;
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: Uint8Array;
  approval_id: string;
  member_id: string;
  /** The hash, sealed for this approval and member: who can only write into the database can't make a link. */
  sealed: Uint8Array;
  issued_at: number;
  /** That of the approval. */
  expires_at: number;
}

/** A browser of a member. */
export interface PushSubscriptionsTable {
  tenant_id: string;
  subscription_id: string;
  member_id: string;
  /** SHA-256 of the address at the push service: a browser has one. */
  endpoint_hash: Uint8Array;
  /** The push service, as shown to the member. */
  host: string;
  /** JSON of the address and the keys, sealed. */
  sealed: Uint8Array;
  /** The browser's description of itself; null if it is unknown. */
  user_agent: string | null;
  created_at: number;
}

/** A member's wishes. */
export interface MemberNotificationsTable {
  tenant_id: string;
  member_id: string;
  mail: number;
  push: number;
  /** JSON of `Quiet`; null: none. */
  quiet: string | null;
  digest_above: number | null;
}

export interface NotificationTables {
  decision_links: DecisionLinksTable;
  push_subscriptions: PushSubscriptionsTable;
  member_notifications: MemberNotificationsTable;
}
