/** The ledger's scores as evaluations ask for them: from memory, at most a second old. */

export interface TrustScores {
  /** 0 to 100 at that moment; null where the ledger does not know the agent. */
  of(chain: number, agentId: string, at: number): number | null | Promise<number | null>;
}

export function trustScores(): TrustScores {
  return { of: () => null };
}
