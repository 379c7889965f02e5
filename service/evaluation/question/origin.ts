/**
 * Where the values of an action came from: the task, the tenant's records, or a result that the agent read before. It
 * is looked up in the session of the agent, never taken from the agent's word.
 */
import type { TargetKind } from '@assize/act-reading/targets';
import type { Confidentiality } from '@assize/act-reading/tools';

/**
 * From the strongest. `made_here` is an object that this session created; `composed` is in no result; of an `unseen`
 * one nothing is known, since no result was reported or its tool does not say what it returns.
 */
export const ORIGINS = [
  'task',
  'record',
  'memory',
  'made_here',
  'own_result',
  'content',
  'composed',
  'unseen',
] as const;
export type OriginName = (typeof ORIGINS)[number];

/** The result that had a value first. */
export interface OriginSource {
  /** The evaluation of the call that returned it. */
  evidence_id: string;
  tool: string;
  /** ISO 8601. */
  at: string;
}

export interface Origin {
  /** Strangers wrote the value before a register of the tenant's own had it. */
  also?: 'content';
  origin: OriginName;
  /** The place of the target in the arguments. */
  path: string;
  /** Left out where no result of the session had it. */
  source?: OriginSource;
}

/** A value in a text that goes to others, which only strangers' texts had before. */
export interface Mention {
  kind: TargetKind;
  path: string;
  source: OriginSource | null;
  value: string;
}

/** The session as it stood when the action was judged. */
export interface SessionFact {
  /** The highest confidentiality of its results; null where no tool states one. */
  confidentiality: Confidentiality | null;
  /** Whether it has read what strangers wrote. */
  content: boolean;
  /** `ses_` and 24 hex digits. */
  id: string;
  /** Whether it could not keep all values. */
  incomplete: boolean;
  /** How many results it had. */
  results: number;
}
