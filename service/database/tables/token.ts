/** The tables of callers that come with tokens of trusted issuers. */

/** A party that has asked by a token: one issuer's subject, with the agent and the person that its claims name. */
export interface TokenPartiesTable {
  tenant_id: string;
  /** `tok_…` */
  party: string;
  issuer_id: string;
  /** The claim `sub`. */
  subject: string;
  /** null: the claims name no agent. */
  agent_id: string | null;
  /** null: the claims name no person. */
  user_id: string | null;
  first_seen_at: number;
}

/** Proofs of possession (RFC 9449) that were used: none is accepted twice. */
export interface DpopProofsTable {
  /** SHA-256, which includes the key and the proof's `jti`. */
  hash: Uint8Array;
  /** From then on the proof would be refused anyway. */
  expires_at: number;
}

export interface TokenTables {
  token_parties: TokenPartiesTable;
  dpop_proofs: DpopProofsTable;
}
