/** Accounts at chat services that members tied to themselves, and the codes that tie them. */

export interface ChatAccountsTable {
  tenant_id: string;
  /** `cac_…` */
  account_id: string;
  /** The kind of channel, such as `slack`. */
  kind: string;
  /** As the service names it: `T…/U…`. */
  account: string;
  member_id: string;
  tied_at: number;
  untied_at: number | null;
}

export interface ChatCodesTable {
  tenant_id: string;
  /** A new code replaces the member's last one. */
  member_id: string;
  /** SHA-256. */
  code_hash: Uint8Array;
  expires_at: number;
}

/** The codes that an account has typed lately. */
export interface ChatCodeTriesTable {
  tenant_id: string;
  kind: string;
  account: string;
  tries: number;
  /** The first of them, ms since the epoch. */
  since: number;
}

export interface ChatTables {
  chat_accounts: ChatAccountsTable;
  chat_codes: ChatCodesTable;
  chat_code_tries: ChatCodeTriesTable;
}
