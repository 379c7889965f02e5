/** Reads the recorded changes that can need a second person, with who stood behind each. */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { leavesOfType, readPayload } from '../../evidence/reading/index.ts';
import { type Behind, secondPersonBehind } from './behind.ts';
import { COVERED_ACTIONS } from './covered.ts';

export interface CoveredChange {
  id: string;
  position: number;
  /** ms since the epoch. */
  at: number;
  action: string;
  actor: string;
  /** null if it is gone. */
  payload: JsonObject | null;
  behind: Behind;
}

interface Within {
  /** ms since the epoch, inclusive. */
  from: number;
  /** ms since the epoch, exclusive. */
  to: number;
  /** This position and later ones are not read. */
  end?: number;
}

/** In the order of the chain. */
export async function* coveredChanges(
  db: Database,
  chain: number,
  { from, to, end }: Within,
): AsyncGenerator<CoveredChange, void> {
  const wanted = { actions: COVERED_ACTIONS, ...(end !== undefined && { end }) };
  for await (const page of leavesOfType(db, chain, 'governance_change', wanted)) {
    for (const { id, position, created_at: at, action, actor, payload: bytes } of page) {
      if (action === null || at < from || at >= to) continue;
      const payload = bytes === null ? null : readPayload(bytes);
      const behind = secondPersonBehind({ action, actor, payload });
      const change = { id, position, at, action, actor, payload, behind };
      if (behind.kind !== 'not_covered' || isUnread(change)) yield change;
    }
  }
}

/** Nothing is left that says whether it had a second person: the operator's own never has. */
export function isUnread({ payload, actor }: Pick<CoveredChange, 'payload' | 'actor'>): boolean {
  return payload === null && actor !== OPERATOR;
}
