/** The facts that the service found about an action, from the record of its evaluation. */

export interface Reached {
  effect: string;
  /** Such as `email`, `domain`, `record`. */
  kind: string;
  value: string;
  /** The name that its record gives it; null where it has none. */
  name: string | null;
  /** Why it is known; null where nothing makes it known. */
  knownBy: string | null;
  /** Where its name came from; null where that was not looked for. */
  origin: string | null;
  /** The call whose result had it first. */
  source: { evidenceId: string; tool: string; at: string } | null;
}

export interface Act {
  tool: string | null;
  effects: string[];
  reached: Reached[];
  amountUsd: number | null;
  isIrreversible: boolean;
}

type Json = Record<string, unknown>;

/** @param payload of a `governance_eval`. null where only the agent's word is known. */
export function actIn(payload: Json | null): Act | null {
  const act = objectIn(objectIn(payload?.facts)?.act);
  if (act === null) return null;
  return {
    tool: textIn(objectIn(act.tool)?.name),
    effects: listIn(act.effects).filter((effect) => typeof effect === 'string'),
    reached: listIn(act.reaches).flatMap((reach, place) => {
      const each = objectIn(reach);
      return each === null ? [] : [reachedIn(each, objectIn(listIn(act.origins)[place]))];
    }),
    amountUsd: typeof act.amount_usd === 'number' ? act.amount_usd : null,
    isIrreversible: act.is_irreversible === true,
  };
}

/**
 * Whether the action was judged irreversible: the tenant's catalogue may say so where the agent does not. null where
 * the record is missing.
 */
export function isIrreversibleIn(payload: Json | null): boolean | null {
  if (payload === null) return null;
  const law = objectIn(objectIn(payload.laws)?.safety_dominance);
  return objectIn(law?.details)?.irreversible === true;
}

const KNOWN_BY: Record<string, string> = {
  record: 'on record',
  approval: 'approved before',
  mandate: 'named by the mandate',
  own_result: 'in your own records',
  made_here: 'made in this session',
};

function reachedIn({ effect, kind, value, known }: Json, origin: Json | null): Reached {
  const source = objectIn(origin?.source);
  const [evidenceId, tool, at] = [source?.evidence_id, source?.tool, source?.at].map(textIn);
  const knownBy = objectIn(known);
  const by = textIn(knownBy?.by);
  return {
    effect: textIn(effect) ?? '',
    kind: textIn(kind) ?? '',
    value: typeof value === 'string' ? value : JSON.stringify(value),
    name: textIn(knownBy?.name),
    knownBy: by === null ? null : (KNOWN_BY[by] ?? by),
    origin: textIn(origin?.origin),
    source: evidenceId && tool && at ? { evidenceId, tool, at } : null,
  };
}

export function objectIn(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
